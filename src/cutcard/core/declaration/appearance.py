"""Hints for the eye, as data: how a zone lies on the table, and what else of a game is worth drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cutcard.core.declaration.phrases import Card, Sentence, said
from cutcard.core.languages import by_language, translated

FAN, STACK, ROW, TRICK, COUNTDOWN, PILE, TURNED, NONE = (
    "fan", "stack", "row", "trick", "countdown", "pile", "turned", "none",
)  # fmt: skip
"""How the cards of a zone lie: fanned out; a stack that grows before its seat; side by side; a place for what each seat has
played; a place for each rank; a pile of which one sees the top; one card that is turned up for all; not drawn by itself."""


@dataclass(frozen=True)
class Zone:
    """How a zone is shown."""

    title: str
    shape: str
    yours: str = ""
    """Its title before its own seat; by default `Your …`."""
    dealt: str = ""
    """The phrase for cards that are dealt there, with `{cards}`."""
    under: str = ""
    """Another zone, whose face-down cards lie in the same places."""
    joins: str = ""
    """The zone of the hand to which these cards belong, though everybody has seen them."""
    face_down: bool = False
    """Whether the cards lie face down at a real table, though they were seen: without aids only their number is shown.
    A sheet says of what stays open that it does, so this is whatever is discarded, traded away or gathered after a trick."""

    @property
    def before_you(self) -> str:
        """In the language that is spoken."""
        return translated(self.yours or f"Your {self.title[:1].lower()}{self.title[1:]}")


@dataclass(frozen=True)
class Mark:
    """A word at the seat that a field of the table names; with a zone, at what that seat has there, if it has anything."""

    word: str
    field: str
    zone: str = ""
    best: bool = False
    """Whether those cards are the ones to beat."""


class Status(NamedTuple):
    """How a seat stands."""

    sentence: Sentence = ()
    is_out: bool = False
    """Whether it takes no part just now."""
    is_gone: bool = False
    """Whether it has nothing more to decide in this game, as far as one can see."""


def status(phrase: str = "", *, out: bool = False, gone: bool = False, **values: int | Card) -> Status:
    """How a seat stands, in a few words. One that is gone is out as well."""
    return _status(phrase, out, gone, tuple(values.items()))


@by_language(4096)
def _status(phrase: str, out: bool, gone: bool, values: tuple[tuple[str, int | Card], ...]) -> Status:
    """The same few words come again and again."""
    return Status(said(phrase, None, **dict(values)), out or gone, gone)


class Odds(NamedTuple):
    """What a move risks or gains, in a few words, and as a number where it is a chance."""

    sentence: Sentence = ()
    chance: float | None = None


@dataclass(frozen=True)
class Pot:
    """Something that lies in the middle and is counted."""

    number: int
    unit: str
    """`coins`, `points`."""
    title: str
    """`in the pot`."""
    word: str = ""
    """The unit as it is shown with this number."""


@dataclass(frozen=True)
class Chip:
    """So many chips of one kind."""

    worth: int
    count: int


@dataclass(frozen=True)
class ChartEntry:
    """What some cards are worth."""

    label: str
    cards: tuple[str, ...]
    number: int


@dataclass(frozen=True)
class Chart:
    """What cards are worth, where nobody would know."""

    title: str
    note: str
    """What must be said with it: that it is reconstructed, say."""
    entries: tuple[ChartEntry, ...]
    """The lowest first."""


@dataclass(frozen=True)
class Tip:
    """Something a newcomer should hear at the moment when it matters."""

    text: str
    verb: str = ""
    """When this is on offer."""
    zone: str = ""
    """When one has so many cards there."""
    least: int = 0
    most: int | None = None


def zones_joined(zones: Mapping[str, Zone]) -> dict[str, tuple[str, ...]]:
    """The zones that make up a hand, by its first one."""
    hands: dict[str, tuple[str, ...]] = {}
    for name, zone in zones.items():
        if zone.joins:
            hands[zone.joins] = (*hands.get(zone.joins, (zone.joins,)), name)
    return hands
