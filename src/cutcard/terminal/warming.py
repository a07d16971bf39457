"""Getting a game's rules compiled before a person needs them."""

import threading
import time
from collections.abc import Iterator, Sequence

import numpy as np

from cutcard.core.game import Game, Rulebook, find
from cutcard.players import player
from cutcard.terminal.patience import WORKER, wait_for
from cutcard.terminal.screen import Screen


class Warmer:
    """A thread that compiles the rules of games, the wanted one first."""

    def __init__(self, rulebooks: Sequence[Rulebook]) -> None:
        self._ready = {book.name: threading.Event() for book in rulebooks}
        self._steps = {book.name: steps(find(book.name, None, 0, {})) for book in rulebooks}
        self._wanted: str | None = None
        self._thread = threading.Thread(target=self._work, name=WORKER, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def want(self, name: str, title: str, screen: Screen) -> None:
        """Wait until a game is ready, and say so where it takes a while."""
        self._wanted = name
        wait_for(self._ready[name], screen, getting_ready(title))

    def _work(self) -> None:
        waiting = list(self._steps)
        while waiting:
            name = self._wanted if self._wanted in waiting else waiting[0]
            try:
                finished = next(self._steps[name], "done") == "done"
            except Exception:  # what does not work here will be said where it is needed
                finished = True
            if finished:
                waiting.remove(name)
                self._ready[name].set()
            time.sleep(0)


def getting_ready(title: str) -> str:
    """What is said while rules are compiled."""
    return f"Getting the rules of {title} ready: up to half a minute the first time, a moment later on…"


def steps(game: Game) -> Iterator[str]:
    """Do once all that playing a game needs, with a pause after each part that is compiled."""
    table = game.start(seed=0)
    yield "deal"
    legal = table.legal(table.to_act[0])
    yield "legal"
    view = table.view(table.to_act[0])
    yield "view"
    view.count_legal()
    yield "redeal"
    view.openings()
    yield "openings"
    move = player("steady").choose(view, legal, np.random.default_rng(0))
    yield "advice"
    view.scores  # noqa: B018
    yield "scores"
    game.start(seed=0).play(move, table.to_act[0])  # a table that has not named its moves reads what is typed
    yield "move"
    game.kernel.stands(game.blank(), 0, 0)
    yield "places"
    game.kernel.gains(game.blank(), 0, 0)
    yield "worth"
