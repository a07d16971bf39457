"""What goes over the wire, typed: the OpenAPI page is made from it, and what people send is checked by it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

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


class Told(BaseModel):
    """What a client gets."""

    model_config = ConfigDict(extra="forbid")


Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_cleaned)]
Chat = Annotated[str, Field(min_length=1, max_length=LONGEST_CHAT), AfterValidator(_cleaned)]
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


class TableInfo(Told):
    code: str
    game: str
    title: str
    options: dict[str, Any]
    state: Literal["waiting", "preparing", "playing", "over"]
    seats: list[Seat]
    host: int | None
    clock: int | None
    listed: bool
    commitment: str
    secret: str | None
    randomness: dict[str, str]
    rematch: str | None
    watching: int
    deadline: float | None


class Cards(Told):
    cards: list[str]
    hidden: int


class Result(Told):
    places: list[list[int]]
    scores: list[int]
    reason: str


class Play(Told):
    step: int
    to_act: list[int]
    scores: list[int]
    target: int | None
    zones: dict[str, Cards | list[Cards]]
    numbers: dict[str, Any]
    lines: list[str]
    status: list[str]
    value_now: int
    result: Result | None


class Offer(Told):
    move: str
    words: str
    odds: str


class Pick(Told):
    verb: str
    cards: list[str]
    count: int


class You(Told):
    seat: int
    asked: int
    zones: dict[str, Cards]
    task: str
    legal: list[Offer]
    pick: Pick | None


class Said(Told):
    phrase: str
    seat: int | None


class Happening(Told):
    kind: Literal["move", "card", "note"]
    seat: int | None
    text: str
    card: str | None
    number: int


class TableEvent(Told):
    seq: int
    kind: Literal["made", "set", "joined", "seat", "left", "started", "move", "chat", "rematch"]
    at: float
    seat: int | None = None
    name: str | None = None
    to: Literal["open", "bot", "person"] | None = None
    level: str | None = None
    text: str | None = None
    said: list[Said] | None = None
    happened: list[Happening] | None = None
    late: bool | None = None
    code: str | None = None


class Update(Told):
    type: Literal["update"]
    seq: int
    events: list[TableEvent]
    table: TableInfo
    play: Play | None
    you: You | None


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
    state: str
    seats: list[Seat]
    watching: int


class Tables(Told):
    tables: list[Listed]


class NewTable(Told):
    code: str


class Rules(Told):
    title: str
    html: str


class Rated(Told):
    move: str
    words: str
    shown: str
    give_or_take: str


class CardsLeft(Told):
    title: str
    counts: list[tuple[str, int]]


class Advice(Told):
    sentence: str
    heading: str
    rated: list[Rated]
    remark: str
    facts: list[tuple[str, str]]
    left: CardsLeft | None


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


class ZoneInfo(Told):
    title: str
    each: bool
    sight: Literal["open", "own", "dark"]


class OptionInfo(Told):
    name: str
    help: str
    kind: Literal["switch", "number", "row"]
    defaults: list[Any]
    least: int | None
    most: list[int | None]


class GameInfo(Told):
    id: str
    game: str
    preset: dict[str, Any]
    title: str
    summary: str
    mood: str
    length: str
    least_seats: int
    most_seats: int
    faces: list[str]
    zones: dict[str, ZoneInfo]
    moves: dict[str, str]
    options: list[OptionInfo]
    fewer_is_better: bool
    values: list[str]


class LevelInfo(Told):
    name: str
    summary: str


class Catalogue(Told):
    version: str
    games: list[GameInfo]
    levels: list[LevelInfo]
