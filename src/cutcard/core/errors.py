"""What can go wrong, and for whom.

CutcardError
├── ParseError        what was given cannot be read: a card, a move, an option, a position, a file
│   └── RecordError   a record that does not hold: names the event's index
├── NotAllowed        a move that is not legal here: says why and names the clause of the rules
│   └── NotInDeck     a card that cannot be drawn now
├── NotYours          a seat that is not to act
└── NotFound          no game, player or file of that name
"""

from collections.abc import Callable
from typing import Any

from cutcard.core.languages import translated, worded


class CutcardError(Exception):
    """Anything this package refuses to do. Its text is meant for a person: a phrase, and the values of its places, told in
    the language that is spoken."""

    def __init__(self, *given: Any, **values: Any) -> None:
        super().__init__(*given)
        self.values = values

    def __str__(self) -> str:
        if len(self.args) != 1 or not isinstance(self.args[0], str):
            return super().__str__()
        return _told(self.args[0], self.values)


def _told(phrase: str, values: dict[str, Any]) -> str:
    """A text without values may have braces of its own."""
    return worded(phrase, **values) if values else translated(phrase)


class ParseError(CutcardError, ValueError):
    """Something that cannot be read."""


class RecordError(ParseError):
    """A record that does not hold at one of its events."""

    def __init__(self, event: int, reason: str) -> None:
        super().__init__(event, reason)
        self.event = event
        self.reason = reason

    def __str__(self) -> str:
        return f"event {self.event}: {self.reason}"


class NotAllowed(CutcardError):
    """A move that the rules do not allow here."""

    def __init__(self, reason: str, clause: str = "", seat: int | None = None, **values: Any) -> None:
        super().__init__(reason, clause, seat, **values)
        self._phrase = reason
        self.clause = clause
        """The id of the clause that forbids it, such as `CONT-4`; empty where no clause is needed."""
        self.seat = seat
        """The seat that `{you}` means in the reason, where it speaks of one."""

    @property
    def reason(self) -> str:
        return self._with(lambda seat: worded("seat {n}", n=seat))

    def named(self, called: Callable[[int], str]) -> str:
        """The whole refusal, for people who have names."""
        return self._whole(self._with(called))

    def _with(self, called: Callable[[int], str]) -> str:
        seat = {"you": called(self.seat)} if self.seat is not None else {}
        return _told(self._phrase, {**self.values, **seat})

    def _whole(self, reason: str) -> str:
        return f"{reason} ({self.clause})" if self.clause else reason

    def __str__(self) -> str:
        return self._whole(self.reason)


class NotInDeck(NotAllowed):
    """A card that is asked for but is not in the deck."""

    def __init__(self, card: str, used: int) -> None:
        super().__init__("the card {card} is not in the deck", "COMMON-5", card=card)
        self.used = used
        """How many cards had been drawn before it."""


class NotYours(CutcardError):
    """It is not this seat's turn to choose."""


class NotFound(CutcardError, LookupError):
    """There is nothing of that name."""
