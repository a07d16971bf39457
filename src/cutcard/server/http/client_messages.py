"""What people send, typed: the OpenAPI page is made from it, and what comes is checked by it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from cutcard.core.table.outcome import LONGEST_PENALTY
from cutcard.server.tables.state import hashed

LONGEST_NAME, LONGEST_CHAT, LONGEST_MOVE = 24, 200, 200
PERSON_SECRET = r"^[A-Za-z0-9_-]{43,64}$"
"""256 random bits at least."""


def _cleaned(text: str) -> str:
    """Without signs that cannot be seen, and in one line."""
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if not text:
        raise ValueError("say something")
    return text


class FromClient(BaseModel):
    """What a client sends: nothing that is not known."""

    model_config = ConfigDict(extra="forbid", strict=True)


Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_cleaned)]
Chat = Annotated[str, Field(min_length=1, max_length=LONGEST_CHAT), AfterValidator(_cleaned)]
Penalty = Annotated[str, Field(min_length=1, max_length=LONGEST_PENALTY), AfterValidator(_cleaned)]
Randomness = Annotated[str, Field(pattern=r"^[0-9a-f]{32,64}$")]
Identity = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Secret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{32,64}$")]
PersonSecret = Annotated[str, Field(pattern=PERSON_SECRET)]
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
Coach = Literal["gentle", "strict"]
Reaction = Literal["hello", "bravo", "laugh", "wow", "ouch", "thanks"]

# Over HTTP


class SitsDown(FromClient):
    person: PersonSecret | None = None
    """The secret of your browser, if what the game comes to is to be kept for you: see `/api/you`."""

    @property
    def whose(self) -> str | None:
        return None if self.person is None else hashed(self.person)


class MakeTable(SitsDown):
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
    coach: Coach | None = None
    """Warns you before costly moves, from 10 games of a hundred on (`gentle`) or from 5 (`strict`); against bots only, and
    with aids."""
    id: Secret | None = None
    """Long and random, and for nobody else: sent again with the same one, this is answered with the same table and key."""


class PlayOn(FromClient):
    """Go on from a position of a game that is over, against bots. It counts for nothing."""

    name: Name
    step: Annotated[int, Field(ge=0, le=2**31)]
    """From after so many moves."""
    seat: SeatNumber | None = None
    """Which one you have; without it the one that your key had, or else the first that is to act."""
    hidden: Literal["anew", "as-it-was"] = "anew"
    """Whether hidden cards, and all that come, are dealt anew from what your seat knew, or are as they were."""
    level: Level | None = None
    """Bots of this level in all other seats; without it the bots that were there, and `medium` in the place of people."""
    aids: bool = True
    coach: Coach | None = None
    id: Secret | None = None
    """Long and random, and for nobody else: sent again with the same one, this is answered with the same table and key."""


class FindTable(SitsDown):
    """A seat at a listed table that waits with a free one; where there is none, at a new one that others find."""

    game: Annotated[str, Field(max_length=40)]
    """The game or variant that is wished for, and of which a new table is."""
    any_game: bool = False
    """Whether a table of any other game will do."""
    name: Name
    fill: Level | None = None
    """Bots of this level take the free seats of a new table after half a minute, and it begins; without it people are waited
    for."""
    id: Secret
    """Long and random, and for nobody else: sent again with the same one, this is answered with the same seat and key."""


class Join(SitsDown):
    name: Name
    seat: SeatNumber | None = None
    randomness: Randomness | None = None
    id: Secret | None = None
    """Long and random, and for nobody else: sent again with the same one, this is answered with the same seat and key."""


class GiveSeat(FromClient):
    seat: SeatNumber
    to: Literal["open", "bot"]
    level: Level | None = None
    seq: Sequence | None = None
    """The last event that you have seen: where the seat has changed hands since, this is refused."""


class SetTable(FromClient):
    options: Options | None = None
    seats: Annotated[int, Field(ge=1, le=63)] | None = None
    clock: Clock | None = None
    listed: bool | None = None
    dealer: SeatNumber | None = None
    penalty: Penalty | None = None
    """What the loser is to do; null takes it back."""
    aids: bool | None = None
    coach: Coach | None = None
    """Null sends the coach away. This alone may be changed during the game too."""
    fill: None = None
    """With null no bots come by themselves any more."""


class Start(FromClient):
    randomness: Randomness | None = None


class Move(FromClient):
    id: Identity
    seq: Sequence
    move: Annotated[str, Field(min_length=1, max_length=LONGEST_MOVE)]
    despite_coach: bool = False
    """Whatever the coach would say, at a table that has one: without it a costly move is refused once."""


class Say(FromClient):
    id: Identity
    text: Chat


class PutTogether(FromClient):
    other: PersonSecret
    """The secret of another browser of yours: what is kept for it goes over to you."""


class Nothing(FromClient):
    pass


# Over the socket


class Hello(FromClient):
    type: Literal["hello"]
    key: Annotated[str, Field(max_length=100)] | None = None
    since: Sequence = 0
    language: Annotated[str, Field(max_length=20)] | None = None
    """In which language to tell of the table, as in `de`; without it, or where that is not spoken, as the request says."""


class LiveMove(Move):
    type: Literal["move"]


class LiveChat(Say):
    type: Literal["chat"]


class LiveHasten(FromClient):
    """Run the game on to its end: see `can_hasten` of `you`."""

    type: Literal["hasten"]
    id: Identity


class LiveReact(FromClient):
    """For the moment, at the plate of your seat: it is told to everybody and kept nowhere."""

    type: Literal["react"]
    id: Identity
    reaction: Reaction


class LivePing(FromClient):
    """Whether anybody hears: a browser cannot send a ping of the socket's own. It is answered when its turn has come, after
    what was sent before it."""

    type: Literal["ping"]


LiveWish = LiveMove | LiveChat | LiveHasten | LiveReact
"""What is done or refused."""
LiveMessage = LiveWish | LivePing

HELLO: TypeAdapter[Hello] = TypeAdapter(Hello)
MESSAGE: TypeAdapter[LiveMessage] = TypeAdapter(Annotated[LiveMessage, Field(discriminator="type")])
CLIENT_MESSAGE: TypeAdapter[Hello | LiveMessage] = TypeAdapter(Annotated[Hello | LiveMessage, Field(discriminator="type")])
"""Whatever may be sent; the first is always hello, and only the first."""
