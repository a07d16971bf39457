"""Waiting for something that may take a while, and saying so."""

import threading
from collections.abc import Callable
from typing import TypeVar

from cutcard.terminal import WORKER
from cutcard.terminal.screen import Screen

Answer = TypeVar("Answer")

UNNOTICED = 0.6
"""Nobody is told of a wait shorter than this, in seconds."""


def wait_for(event: threading.Event, screen: Screen, text: str, unnoticed: float = UNNOTICED) -> None:
    """Wait for an event; where it is long in coming, say what for."""
    if not event.wait(unnoticed):
        with screen.waiting(text):
            while not event.wait(0.2):  # in short waits, so that Ctrl-C is heard
                pass


def patiently(work: Callable[[], Answer], screen: Screen, text: str, unnoticed: float = UNNOTICED) -> Answer:
    """Do some work beside, so that Ctrl-C is heard while it lasts."""
    done = threading.Event()
    answers: list[Answer] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:
            errors.append(error)
        done.set()

    threading.Thread(target=run, name=WORKER, daemon=True).start()
    wait_for(done, screen, text, unnoticed)
    if errors:
        raise errors[0]
    return answers[0]
