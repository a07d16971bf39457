"""What the server answers, and what it tells over the socket, typed: the OpenAPI page is made from it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from cutcard.server.http.catalogue_messages import Value
from cutcard.server.http.client_messages import Coach, Reaction
from cutcard.server.http.scene_messages import Caution, FromServer, Happened, Play, Sentence, You


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


class Practice(FromServer):
    """Where a table goes on from."""

    of: str
    """The code of the table at which the position came about."""
    step: int
    """After how many moves there."""
    hidden: Literal["anew", "as-it-was"]
    """Whether hidden cards were dealt anew from what your seat knew, or are as they were."""


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
    coach: Coach | None
    """Whether the person is warned before costly moves, and from which cost on; null where there is no coach."""
    practice: Practice | None
    """Of a table that goes on from the middle of another game."""
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
    kind: Literal["made", "practice", "set", "joined", "seat", "left", "started", "move", "chat", "rematch"]
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
    coach: Caution | None = None
    """What the coach says, where it holds the move back: whatever is sent next is played."""


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


class Pong(FromServer):
    """Somebody hears."""

    type: Literal["pong"]


SERVER_MESSAGE: TypeAdapter[Update | Answer | Failure | Reacted | Pong] = TypeAdapter(
    Annotated[Update | Answer | Failure | Reacted | Pong, Field(discriminator="type")]
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
    coach: Caution | None = None
    """What the coach says, where it holds a move back: whatever is sent next is played."""
    update: Update | None = None
    """For a move that came too late or is not allowed: the table as it is."""
