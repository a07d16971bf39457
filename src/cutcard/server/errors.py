"""What a server refuses, besides what the games do.

CutcardError
├── NotPermitted   somebody who may not do that: not the host, not seated, a wrong key
├── NotNow         the table is not in the state for it
│   └── TooLong    a game that is longer than what can be done with it here
├── HeldBack       a move that a coach wants to be thought over
├── Unreadable     a stored table that this server does not understand
├── TooMuch        more than one address or one person may ask for
├── NotWorkedOut   a worker could not do what was asked of it
└── NotReady       the server cannot do it at the moment
    └── Overtaken  another node has written to the table first
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.core.errors import CutcardError, NotAllowed, NotFound, NotYours, ParseError

if TYPE_CHECKING:
    from cutcard.present.coaching import Caution


class NotPermitted(CutcardError):
    """Not for the one who asks."""


class NotNow(CutcardError):
    """Not at this moment of the table."""


class TooLong(NotNow):
    """A game that is too long for it, and will not become shorter."""


class HeldBack(CutcardError):
    """The coach has something to say before this move is played; sent once more, it is played."""

    def __init__(self, caution: Caution) -> None:
        super().__init__("your coach would think this move over: send it once more to play it all the same")
        self.caution = caution


class Unreadable(CutcardError):
    """A table is stored that cannot be read here, now or later: a game is missing, or what happened is not understood."""

    def __init__(self, code: str, why: str, *, game: str | None = None, is_at_its_end: bool = False) -> None:
        super().__init__("table {code} cannot be read: {why}; its log can be downloaded", code=code, why=why)
        self.code = code
        self.why = why
        self.game = game
        """The game, where its own rules refused what had happened in it."""
        self.is_at_its_end = is_at_its_end
        """Whether it can no longer be played by anybody who has this version."""


class TooMuch(CutcardError):
    """Too much, or too fast."""


class NotWorkedOut(CutcardError):
    """A worker could not do what was asked of it. Other nodes would do no better: 503 would have nginx ask them too, and
    pass over each of them for everybody."""


class NotReady(CutcardError):
    """Not possible just now at this node, whatever is asked; later it may be. Never for what is wrong with one request or
    one table: what stands before the nodes passes over one that says so, for everybody."""


JUST_NOW = "{what} just now: try again in a moment"
"""Of what the database did not do. `what` is an error of its own, so that it is told in the language of whoever hears it."""


class Overtaken(NotReady):
    """Another node was first: what it has written is to be read, and this to be tried again."""


STATUS: tuple[tuple[type[CutcardError], int], ...] = (
    (ParseError, 400),
    (NotPermitted, 403),
    (NotFound, 404),
    (NotAllowed, 409),
    (NotYours, 409),
    (NotNow, 409),
    (HeldBack, 409),
    (Unreadable, 409),
    (TooMuch, 429),
    (NotWorkedOut, 500),
    (NotReady, 503),
    (CutcardError, 400),
)


def status_of(error: CutcardError) -> int:
    """The one place that says how an error is answered."""
    return next(status for kind, status in STATUS if isinstance(error, kind))
