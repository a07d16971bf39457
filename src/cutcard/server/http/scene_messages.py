"""What is told of a game, typed: sentences in parts, a scene as everybody may see it, and what only a seat may know."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class FromServer(BaseModel):
    """What a client gets."""

    model_config = ConfigDict(extra="forbid")


# Sentences, in parts: whoever reads them puts in the names, and draws the cards


class TextPart(FromServer):
    text: str


class SeatPart(FromServer):
    seat: int
    form: str
    """For the one who looks the word itself: `You`, `you`, `Your`, `your`, or that of another language. For another seat its
    name, or `Ada's` where the word is one for an owner."""


class VerbPart(FromServer):
    verb: tuple[str, str]
    """As in `["go", "goes"]`: the first form where `seat` is the one who looks."""
    seat: int | None


class CardPart(FromServer):
    card: str
    """A face, to be drawn as a small card."""


class NumberPart(FromServer):
    number: int


Part = TextPart | SeatPart | VerbPart | CardPart | NumberPart
Sentence = list[Part]

# The table


class Cards(FromServer):
    cards: list[str]
    hidden: int


class Mark(FromServer):
    seat: int
    word: str
    """As in `dealer` or `button`, on the plate of the seat."""
    zone: str | None
    """Where there is one, the mark is at that seat's cards there: `led`, `highest`."""
    is_best: bool = False
    """Whether those cards are the ones to beat: they get a frame."""


class Chip(FromServer):
    worth: int
    count: int


class SeatShown(FromServer):
    score: int
    status: Sentence
    """How the seat stands, in a few words; may be empty."""
    is_out: bool
    """Whether it takes no part just now."""
    is_gone: bool
    """Whether it has nothing more to decide in this game."""
    chips: list[Chip]
    """Empty for most games."""


class Pot(FromServer):
    number: int
    unit: str
    """As in `coins` or `points`."""
    title: str
    """As in `in the pot`."""
    word: str
    """The unit as it is shown with this number, as in `coin`."""


class ChartEntry(FromServer):
    label: str
    cards: list[str]
    number: int


class Chart(FromServer):
    """A row from the lowest to the highest, each with a number."""

    title: str
    note: str
    """What is to be said of the whole chart, such as `reconstructed`; may be empty."""
    entries: list[ChartEntry]


class ValueShown(FromServer):
    """One of the values of a card that has several, and what goes with it."""

    name: str
    sentence: Sentence
    is_now: bool


class Standing(FromServer):
    place: int
    seat: int
    score: int


class Outcome(FromServer):
    sentence: Sentence
    why: Sentence
    """By what it was won or lost, as in `Ada's 26 beat your 17.`; empty where the scores do not tell."""
    reason: str
    """Why the game ended."""
    standings: list[Standing]
    """In order; those that share a place by their scores."""
    winners: list[int]
    losers: list[int]


class Play(FromServer):
    """The game as everybody may see it."""

    step: int
    to_act: list[int]
    target: int | None
    seats: list[SeatShown]
    marks: list[Mark]
    zones: dict[str, Cards | list[Cards]]
    showing: list[str]
    """The zones of the middle that have their place now; the others take no room."""
    captions: dict[str, Sentence]
    """More to say with the title of a zone."""
    lines: list[Sentence]
    """Round, target and the like."""
    pots: list[Pot]
    chart: Chart | None
    value_now: int
    """Which value of a card with several counts now; -1 where all do."""
    values: list[ValueShown]
    outcome: Outcome | None


class Offer(FromServer):
    move: str
    verb: str
    cards: list[str]
    owner: int | None
    number: int | None
    words: Sentence
    odds: Sentence
    """What it risks or gains; may be empty."""
    chance: float | None


class Pick(FromServer):
    """Where any `count` of `cards` make a move together with `verb`, and there are too many to list."""

    verb: str
    cards: list[str]
    count: int


class You(FromServer):
    """What only this seat may know."""

    seat: int
    asked: int
    """The sequence number that your next move answers."""
    zones: dict[str, Cards]
    task: Sentence
    """What you are to do, as it follows `Your turn:`; may be empty."""
    offers: list[Offer]
    pick: Pick | None
    may_host: bool
    """Whether you may do what the host may: as the host, or while the host is away."""
    can_hasten: bool
    """Whether you may run the game on to its end: nobody at the table has anything more to decide, and bots still pause."""


class Moment(FromServer):
    """An instant to be seen before it is swept away."""

    play: Play
    zones: dict[str, Cards]
    """Your own ones then; empty for who watches."""


class Happened(FromServer):
    """One thing that happened."""

    kind: Literal["move", "cards", "note", "moment"]
    risk: float | None
    """Of a move: the chance to fail that everybody could see in it before. None where there is none, and without aids."""
    seat: int | None
    """Whom it is about."""
    sentence: Sentence
    """Empty for a moment."""
    brief: Sentence
    """For the eye, at that seat: `A pair`, `+5`; mostly empty."""
    mood: Literal["", "good", "bad", "great", "shuffle"]
    """great: the whole middle celebrates; shuffle: the cut card is shown."""
    moment: Moment | None


# A hint


class Rated(FromServer):
    move: str
    words: Sentence
    shown: str
    give_or_take: str


class CardsLeft(FromServer):
    title: str
    counts: list[tuple[str, int]]


class Compared(FromServer):
    move: str
    words: Sentence
    shown: str
    odds: Sentence
    """What the move risks, where the game says that; may be empty."""


class Caution(FromServer):
    """What a coach says before a costly move."""

    sentence: Sentence
    """What it costs."""
    why: Sentence
    heading: str
    """What the values are, as in `Games you lose`."""
    compared: list[Compared]
    """The better move, and yours."""


class Advice(FromServer):
    is_ready: bool
    """False while the search of this game is still being compiled: then there is nothing but a sentence that says so, and
    it is to be asked for again after a second or two."""
    sentence: Sentence
    heading: str
    rated: list[Rated]
    remark: str
    facts: list[tuple[Sentence, str]]
    left: CardsLeft | None
