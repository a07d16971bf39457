"""What the server tells of the games there are, typed."""

from __future__ import annotations

from typing import Literal

from cutcard.server.http.scene_messages import FromServer

Value = bool | int | list[int | str]
"""Of an option, as it is told."""


class VerbInfo(FromServer):
    """What a seat can do, by the first word of the move."""

    word: str
    """What it is called, as in `fold`."""
    help: str
    takes: Literal["nothing", "rank", "card", "cards", "number"]
    zones: list[str]
    """Where the cards lie that it names."""
    anybody: bool
    """Whether a card of any seat in those zones may be meant."""
    owned: bool
    """Whether the move names the owner of the card: `3@1`."""
    leaves: bool
    """Whether it ends the round for who does it: a page may let it be taken back for a moment before it sends it."""
    chapter: str
    """Words in a heading of the rules page that belong to it; may be empty."""


class ZoneInfo(FromServer):
    title: str
    """In the middle, or at another seat."""
    yours: str
    """The title before you."""
    each: bool
    sight: Literal["open", "own", "dark"]
    shape: Literal["fan", "stack", "row", "trick", "countdown", "pile", "turned", "none"]
    """How it is drawn; `none` is never drawn by itself."""
    under: str | None
    """A zone whose face-down cards lie in the same places."""
    joins: str | None
    """The zone of a hand that these cards belong to, though everybody has seen them."""


class Tip(FromServer):
    """A word of advice for when the verb is on offer, and you have `least` to `most` cards in your zone."""

    id: str
    text: str
    verb: str | None
    zone: str | None
    least: int
    most: int | None


class OptionInfo(FromServer):
    name: str
    title: str
    """What it is called, as in `First dealer`."""
    help: str
    kind: Literal["switch", "number", "row"]
    defaults: list[Value]
    """By number of seats, from `least_seats` on."""
    least: int | None
    most: list[int | None]
    """By number of seats; null where there is no limit to speak of."""
    carried: bool
    """Whether a rematch takes it from the table before: nobody is asked for it."""


class GameInfo(FromServer):
    """An entry of the home page. A variant has an `id` of its own; `game` and `preset` say what is played."""

    id: str
    game: str
    preset: dict[str, Value]
    title: str
    summary: str
    mood: str
    length: str
    least_seats: int
    most_seats: int
    faces: list[str]
    """The faces of the deck, the lowest first."""
    zones: dict[str, ZoneInfo]
    """In the order of their declaration."""
    verbs: dict[str, VerbInfo]
    """In the order in which they are offered."""
    options: list[OptionInfo]
    fewer_is_better: bool
    values: list[str]
    """What the values of a card are called, where it has several."""
    score_unit: str
    """As in `points` or `coins`."""
    score_words: tuple[str, str]
    """What one of them is called, and several."""
    emblem: list[str | None]
    """A few cards as a picture of the game; null is a card with its back up."""
    crowned: list[str]
    """Faces that the game raises above the others: they are drawn with a crown."""
    tips: list[Tip]
    penalties: list[str]
    """Some for the loser to choose from; empty where a game has no single loser, and then there can be none."""
    anew: str
    """Where a rematch goes on from the last game: how to ask for a new start."""
    lesson: bool
    """Whether there is a guided first game."""
    puzzles: bool
    """Whether there are puzzles of it."""


class LevelInfo(FromServer):
    name: str
    title: str
    """What it is called, as in `medium`."""
    summary: str


class Catalogue(FromServer):
    version: str
    games: list[GameInfo]
    levels: list[LevelInfo]
    credits: str = ""
    """Whose games these are, for the foot of the home page."""
