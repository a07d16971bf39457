"""What a session and the menu ask of a screen. There are two: `RichScreen` and `PlainScreen`."""

import sys
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from cutcard.core.declaration.deck import DeckPage
from cutcard.core.registry import Named
from cutcard.present.advice import Counsel
from cutcard.present.screenful import Screenful


@dataclass(frozen=True)
class Help:
    """An answer to `?`."""

    moves: tuple[tuple[str, str], ...]
    """The key of a verb, and what it does."""
    others: tuple[tuple[str, str], ...]
    """Other words that can be typed."""


class Screen(Protocol):
    """A place to show things and to ask for words."""

    def say(self, *lines: str) -> None:
        """Plain sentences."""

    def refuse(self, reason: str) -> None:
        """Why something that was asked for cannot be."""

    def show(self, scene: Screenful) -> None:
        """The table, what happened, and the moves there are."""

    def explain(self, answers: Help) -> None:
        """The moves and what they do."""

    def advise(self, counsel: Counsel) -> None:
        """What a search makes of your moves, and the exact figures."""

    def games(self, entries: Sequence[Named]) -> None:
        """The games and variants there are, numbered from 1."""

    def page(self, markdown: str) -> None:
        """A page of rules."""

    def paged(self) -> AbstractContextManager[object]:
        """What is shown meanwhile can be read page by page, where it is longer than the screen."""

    def deck(self, page: DeckPage) -> None:
        """The cards of a deck."""

    def ask(self, question: str, default: str = "") -> str:
        """A line from the person; `default` for an empty one. Raises EOFError when there is no more."""

    def ask_move(self, question: str, at_once: Collection[str]) -> str:
        """A line from the person, or one of the digits `at_once` as soon as it is pressed where keys are heard one by one;
        a screen that goes line by line waits for Enter."""

    def cover(self) -> None:
        """Take away what is there, so that whoever looks next does not see the cards of whoever looked before."""

    def waiting(self, text: str) -> AbstractContextManager[object]:
        """Says what is being waited for while it lasts."""


COVER = 60
"""So many empty lines take away what is on a screen that cannot be cleared, if it has no more."""


def forget_typed() -> None:
    """Keys that were pressed too early do not count: one would uncover the cards of whoever is next."""
    try:
        import termios
    except ImportError:  # there is no such thing on Windows
        return
    if sys.stdin.isatty():
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def is_interactive() -> bool:
    """Whether there is a person at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def question(text: str, default: str) -> str:
    """A question with its default: `Which game? [1]`."""
    return f"{text} [{default}]" if default else text


def agreed(screen: Screen, text: str, default: bool) -> bool:
    """A question for yes or no."""
    while True:
        answer = screen.ask(f"{text} {'(Y/n)' if default else '(y/N)'}").strip().lower()
        if not answer:
            return default
        if answer in ("y", "yes", "n", "no"):
            return answer[0] == "y"
        screen.refuse("Please answer y for yes or n for no.")
