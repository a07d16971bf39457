"""Getting a game's rules compiled before a person needs them."""

import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from cutcard.core.declaration.game import find
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.present.advice import prepare
from cutcard.present.compile_steps import steps
from cutcard.terminal import WORKER
from cutcard.terminal.patience import wait_for
from cutcard.terminal.screen import Screen, is_interactive


class BackgroundCompiler:
    """A thread that compiles the rules of games, the wanted one first, and the advice for a game that is being played."""

    def __init__(self, rulebooks: Sequence[Rulebook]) -> None:
        self._ready = {book.name: threading.Event() for book in rulebooks}
        self._steps = {book.name: steps(find(book.name, None, 0, {})) for book in rulebooks}
        self._wanted: str | None = None
        self._advised: Rulebook | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Begin to work, or go on."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=WORKER, daemon=True)
                self._thread.start()

    def want(self, name: str, title: str, screen: Screen) -> None:
        """Wait until a game is ready, and say so where it takes a while."""
        self._wanted = name
        wait_for(self._ready[name], screen, getting_ready(title))

    def get_advice_ready(self, book: Rulebook) -> None:
        """In the background, where there is a person who may ask for it."""
        if is_interactive():
            self._advised = book
            self.start()

    def _work(self) -> None:
        waiting = [name for name, ready in self._ready.items() if not ready.is_set()]
        while self._has_more(waiting):
            book, self._advised = self._advised, None
            if book:
                with suppress(Exception):  # what does not work here will be said where it is needed
                    prepare(book.rules, book.name)
            elif self._is_finished(name := self._wanted if self._wanted in waiting else waiting[0]):
                waiting.remove(name)
                self._ready[name].set()
            time.sleep(0)

    def _is_finished(self, name: str) -> bool:
        """Do the next step for a game; whether it was the last."""
        try:
            return next(self._steps[name], "done") == "done"
        except Exception:  # as above
            return True

    def _has_more(self, waiting: Sequence[str]) -> bool:
        """Whether there is more to do; where there is not the thread ends, and `start` begins another."""
        with self._lock:
            if not waiting and not self._advised:
                self._thread = None
            return self._thread is not None


def getting_ready(title: str, what: str = "the rules of") -> str:
    """What is said while something is compiled."""
    return f"Getting {what} {title} ready: up to half a minute the first time, a moment later on…"
