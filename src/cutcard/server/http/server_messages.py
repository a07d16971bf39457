"""What the server answers, and what it tells over the socket, typed: the OpenAPI page is made from it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from cutcard.server.http.client_messages import Reaction
from cutcard.server.http.scene_messages import FromServer, Happened, Play, Sentence, You

Value = bool | int | list[int | str]
"""Of an option, as it is told."""


class Seat(FromServer):
    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None
    present: bool


class EveningLine(FromServer):
    """How somebody did in the games that were played one after another."""

    name: str
    seat: int | None
    """Where they sit now."""
    played: int
    won: int
    lost: int
    points: int


class TableInfo(FromServer):
    code: str
    game: str
    title: str
    options: dict[str, Value]
    state: Literal["waiting", "preparing", "playing", "over"]
    seats: list[Seat]
    host: int | None
    """The seat of the host; null once the host has left for good."""
    dealer: int | None
    clock: int | None
    """Seconds a turn may take."""
    listed: bool
    penalty: str | None
    aids: bool
    """Whether odds, hints and what lies in the discards are shown while the game is played."""
    commitment: str
    """SHA-256 of the server's secret, in hex; the secret itself comes once the game is over."""
    secret: str | None
    randomness: dict[str, str]
    """What each person's browser added, by seat."""
    rematch: str | None
    """The code of the next table of the same people."""
    evening: list[EveningLine]
    hastened: bool
    """Whether bots no longer pause before their moves, since no person has anything more to decide."""
    watching: int
    """How many look on without a seat, beside you."""
    deadline: float | None
    """When the clock runs out, in seconds since 1970."""
    fills_at: float | None
    """When bots take the free seats and the game begins, in seconds since 1970; null where nobody wants that."""


class TableEvent(FromServer):
    seq: int
    kind: Literal["made", "set", "joined", "seat", "left", "started", "move", "chat", "rematch"]
    at: float
    seat: int | None = None
    name: str | None = None
    """Who sits down or goes, by the name they had then; of a seat that is given away or taken back, the person whose it was.
    None where a bot or nobody had the seat."""
    to: Literal["open", "bot", "person"] | None = None
    level: str | None = None
    text: str | None = None
    told: list[Happened] | None = None
    """What happened in the game, in order."""
    late: bool | None = None
    """The move was made for a person whose time was up, or for a bot that did not answer."""
    code: str | None = None


class Update(FromServer):
    type: Literal["update"]
    seq: int
    """The last event that is told of."""
    events: list[TableEvent]
    """The events after the one the client named, as this seat knows them: of more than fifty the last fifty. The others can
    be asked for."""
    table: TableInfo
    play: Play | None
    you: You | None


class Draw(FromServer):
    """A card that was drawn."""

    card: str
    deck: list[int] | None = None
    """How many of each face the deck held before, where that does not follow from the draw before: at the beginning, and
    after every shuffle."""


class Deal(FromServer):
    """Every card of a game, in the order in which they were drawn."""

    faces: list[str]
    """Lowest first."""
    draws: list[Draw]
    dealer: Literal["drawn", "chosen"]
    """How the first dealer came about."""


class Events(FromServer):
    """Fifty events, or fewer where it is the first ones."""

    events: list[TableEvent]


class Answer(FromServer):
    """To something that was sent over the socket with an id."""

    type: Literal["done", "refused"]
    id: str
    seq: int
    reason: str | None = None
    """Why not, for a person to read."""
    clause: str | None = None
    """The clause of the rules that says so; may be empty."""


class Failure(FromServer):
    """The socket closes after it."""

    type: Literal["error"]
    reason: str
    seq: int


class Reacted(FromServer):
    """Somebody reacts to what happens: for the moment, and not in the log."""

    type: Literal["reaction"]
    seat: int
    reaction: Reaction


SERVER_MESSAGE: TypeAdapter[Update | Answer | Failure | Reacted] = TypeAdapter(
    Annotated[Update | Answer | Failure | Reacted, Field(discriminator="type")]
)


class Seated(FromServer):
    """You have a seat. The key is told once: keep it."""

    code: str
    key: str
    seat: int
    update: Update


class Listed(FromServer):
    code: str
    game: str
    title: str
    state: Literal["waiting", "preparing", "playing", "over"]
    seats: list[Seat]
    watching: int


class Tables(FromServer):
    tables: list[Listed]


class NewTable(FromServer):
    code: str


class Rules(FromServer):
    title: str
    html: str


class ReplayStep(FromServer):
    steps: int
    step: int
    update: Update


class ReplayMove(FromServer):
    """What happened in one step."""

    step: int
    seat: int | None
    """Whose move it was; null for the first deal."""
    told: list[Sentence]


class ReplayMoves(FromServer):
    steps: int
    moves: list[ReplayMove]
    """From the step that was asked for on: of many some hundred, and the others can be asked for."""


class Refusal(FromServer):
    """Why something was not done."""

    reason: str
    clause: str = ""
    update: Update | None = None
    """For a move that came too late or is not allowed: the table as it is."""


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
