"""What goes over the wire, typed: the OpenAPI page is made from it, and what people send is checked by it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from cutcard.core.declaration.outcome import LONGEST_PENALTY
from cutcard.server.http.scene_messages import Happened, Play, Told, You

LONGEST_NAME, LONGEST_CHAT, LONGEST_MOVE = 24, 200, 200


def _cleaned(text: str) -> str:
    """Without signs that cannot be seen, and in one line."""
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if not text:
        raise ValueError("say something")
    return text


class Sent(BaseModel):
    """What a client sends: nothing that is not known."""

    model_config = ConfigDict(extra="forbid", strict=True)


Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_cleaned)]
Chat = Annotated[str, Field(min_length=1, max_length=LONGEST_CHAT), AfterValidator(_cleaned)]
Penalty = Annotated[str, Field(min_length=1, max_length=LONGEST_PENALTY), AfterValidator(_cleaned)]
Randomness = Annotated[str, Field(pattern=r"^[0-9a-f]{32,64}$")]
Identity = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Sequence = Annotated[int, Field(ge=0, le=2**31)]
SeatNumber = Annotated[int, Field(ge=0, le=63)]
Clock = Annotated[int, Field(ge=5, le=3600)]
Options = Annotated[
    dict[
        Annotated[str, Field(max_length=40)],
        bool | int | Annotated[list[int | Annotated[str, Field(max_length=8)]], Field(max_length=64)],
    ],
    Field(max_length=20),
]
Value = bool | int | list[int | str]
"""Of an option, as it is told."""
Level = Annotated[str, Field(min_length=1, max_length=40)]

# What is asked


class MakeTable(Sent):
    game: Annotated[str, Field(max_length=40)]
    name: Name
    options: Options = {}
    seats: Annotated[int, Field(ge=1, le=63)] | None = None
    level: Level | None = None
    """Bots of this level in all other seats; without it they are open."""
    clock: Clock | None = None
    listed: bool = False
    dealer: SeatNumber | None = None
    """Who deals first; without it that is drawn."""
    penalty: Penalty | None = None
    """What the loser is to do, in a game that has one."""
    aids: bool = True
    """Whether people are shown odds, hints and what lies in the discards; bots know what they saw in any case."""


class Join(Sent):
    name: Name
    seat: SeatNumber | None = None
    randomness: Randomness | None = None


class GiveSeat(Sent):
    seat: SeatNumber
    to: Literal["open", "bot"]
    level: Level | None = None


class SetTable(Sent):
    options: Options | None = None
    seats: Annotated[int, Field(ge=1, le=63)] | None = None
    clock: Clock | None = None
    listed: bool | None = None
    dealer: SeatNumber | None = None
    penalty: Penalty | None = None
    """What the loser is to do; null takes it back."""
    aids: bool | None = None


class Start(Sent):
    randomness: Randomness | None = None


class Move(Sent):
    id: Identity
    seq: Sequence
    move: Annotated[str, Field(min_length=1, max_length=LONGEST_MOVE)]


class Say(Sent):
    id: Identity
    text: Chat


class Nothing(Sent):
    pass


# What is asked over the socket


class Hello(Sent):
    type: Literal["hello"]
    key: Annotated[str, Field(max_length=100)] | None = None
    since: Sequence = 0


class LiveMove(Move):
    type: Literal["move"]


class LiveChat(Say):
    type: Literal["chat"]


HELLO: TypeAdapter[Hello] = TypeAdapter(Hello)
MESSAGE: TypeAdapter[LiveMove | LiveChat] = TypeAdapter(Annotated[LiveMove | LiveChat, Field(discriminator="type")])

# What is told


class Seat(Told):
    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None
    present: bool


class EveningLine(Told):
    """How somebody did in the games that were played one after another."""

    name: str
    seat: int | None
    """Where they sit now."""
    played: int
    won: int
    lost: int
    points: int


class TableInfo(Told):
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
    watching: int
    deadline: float | None
    """When the clock runs out, in seconds since 1970."""


class TableEvent(Told):
    seq: int
    kind: Literal["made", "set", "joined", "seat", "left", "started", "move", "chat", "rematch"]
    at: float
    seat: int | None = None
    name: str | None = None
    to: Literal["open", "bot", "person"] | None = None
    level: str | None = None
    text: str | None = None
    told: list[Happened] | None = None
    """What happened in the game, in order."""
    late: bool | None = None
    """The move was made for a person whose time was up, or for a bot that did not answer."""
    code: str | None = None


class Update(Told):
    type: Literal["update"]
    seq: int
    """The last event that is told of."""
    events: list[TableEvent]
    """All events after the one the client named, as this seat knows them."""
    table: TableInfo
    play: Play | None
    you: You | None


class Answer(Told):
    """To something that was sent over the socket with an id."""

    type: Literal["done", "refused"]
    id: str
    seq: int
    reason: str | None = None
    """Why not, for a person to read."""
    clause: str | None = None
    """The clause of the rules that says so; may be empty."""


class Failure(Told):
    """The socket closes after it."""

    type: Literal["error"]
    reason: str
    seq: int


SERVER_MESSAGE: TypeAdapter[Update | Answer | Failure] = TypeAdapter(
    Annotated[Update | Answer | Failure, Field(discriminator="type")]
)
CLIENT_MESSAGE: TypeAdapter[Hello | LiveMove | LiveChat] = TypeAdapter(
    Annotated[Hello | LiveMove | LiveChat, Field(discriminator="type")]
)
"""Whatever may be sent; the first is always hello, and only the first."""


class Seated(Told):
    """You have a seat. The key is told once: keep it."""

    code: str
    key: str
    seat: int
    update: Update


class Listed(Told):
    code: str
    game: str
    title: str
    state: Literal["waiting", "preparing", "playing", "over"]
    seats: list[Seat]
    watching: int


class Tables(Told):
    tables: list[Listed]


class NewTable(Told):
    code: str


class Rules(Told):
    title: str
    html: str


class ReplayStep(Told):
    steps: int
    step: int
    update: Update


class Refusal(Told):
    """Why something was not done."""

    reason: str
    clause: str = ""
    update: Update | None = None
    """For a move that came too late or is not allowed: the table as it is."""


class VerbInfo(Told):
    """What a seat can do, by the first word of the move."""

    help: str
    takes: Literal["nothing", "rank", "card", "cards", "number"]
    zones: list[str]
    """Where the cards lie that it names."""
    anybody: bool
    """Whether a card of any seat in those zones may be meant."""
    owned: bool
    """Whether the move names the owner of the card: `3@1`."""
    chapter: str
    """Words in a heading of the rules page that belong to it; may be empty."""


class ZoneInfo(Told):
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


class Tip(Told):
    """A word of advice for when the verb is on offer, and you have `least` to `most` cards in your zone."""

    id: str
    text: str
    verb: str | None
    zone: str | None
    least: int
    most: int | None


class OptionInfo(Told):
    name: str
    help: str
    kind: Literal["switch", "number", "row"]
    defaults: list[Value]
    """By number of seats, from `least_seats` on."""
    least: int | None
    most: list[int | None]
    """By number of seats; null where there is no limit to speak of."""
    carried: bool
    """Whether a rematch takes it from the table before: nobody is asked for it."""


class GameInfo(Told):
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
    emblem: list[str | None]
    """A few cards as a picture of the game; null is a card with its back up."""
    crowned: list[str]
    """Faces that the game raises above the others: they are drawn with a crown."""
    tips: list[Tip]
    penalties: list[str]
    """Some for the loser to choose from; empty where a game has no single loser, and then there can be none."""
    anew: str
    """Where a rematch goes on from the last game: how to ask for a new start."""


class LevelInfo(Told):
    name: str
    summary: str


class Catalogue(Told):
    version: str
    games: list[GameInfo]
    levels: list[LevelInfo]
    credits: str = ""
    """Whose games these are, for the foot of the home page."""
