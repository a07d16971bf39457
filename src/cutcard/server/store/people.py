"""What is kept of people, by the hash of a secret that only their browsers have: whose a seat is, and what the games came to
that they finished. A result is written in the transaction of the event that ends the game, so it is there once, whatever
happens.

Whoever changes several rows takes those of `sitting` first, in the order of their key, and then those of `people`: two that
wait for each other would do so for good.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Select, delete, insert, literal, select, text, tuple_, update

from cutcard.server.store.database import PEOPLE, RESULTS, SITTING, TABLES

MOST_KEPT = 5000
"""Results of one person: of more the oldest go."""
ASIDE = "aside"
"""The fate of a game that counts for nothing: a bot finished it for the person, or they had several seats at it."""

NOTHING_JUDGED: Mapping[str, Any] = {"unit": "", "losing": False, "depth": 0, "kinds": []}
"""Of a game that says nothing of how somebody plays."""

SEEN = text("INSERT INTO people (person, seen) VALUES (:person, :seen) ON CONFLICT (person) DO UPDATE SET seen = :seen")
COUNTED = text(
    "INSERT INTO results (person, code, game, ended, seats, place, fate, score, bots) VALUES"
    " (:person, :code, :game, :ended, :seats, :place, :fate, :score, :bots) ON CONFLICT DO NOTHING"
)


class Result(NamedTuple):
    """What a game came to for who has a seat."""

    key: str
    """The hash of the seat's key."""
    game: str
    """By the name of the variant, where it is one."""
    seats: int
    place: int
    """1 for the best."""
    fate: str
    """As in `core.table.outcome`, or `aside`."""
    score: int
    bots: Mapping[str, tuple[int, int]]
    """By their level, how many bots were met, and how many of them beaten."""


class Kept(NamedTuple):
    """The same, as it is kept for a person."""

    code: str
    game: str
    ended: float
    seats: int
    place: int
    fate: str
    score: int
    bots: Mapping[str, tuple[int, int]]
    has_replay: bool
    """Whether its table is still there."""
    judged: Mapping[str, Any] | None = None
    """What their decisions cost, as `reviews.trends` writes it; None where the game has not been reviewed."""


def seat_people(connection: Connection, code: str, sits: Mapping[str, str]) -> None:
    """Write down whose seats these are."""
    for key, person in sorted(sits.items()):
        connection.execute(insert(SITTING).values(code=code, key=key, person=person))


def seat_again(connection: Connection, before: str, code: str) -> None:
    """At a rematch everybody has the key of the table before."""
    if before:
        again = select(literal(code), SITTING.c.key, SITTING.c.person).where(SITTING.c.code == before)
        connection.execute(insert(SITTING).from_select(["code", "key", "person"], again))


def count(connection: Connection, ended: Mapping[str, tuple[float, Sequence[Result]]]) -> None:
    """Write down what games came to, each with the time at which it ended."""
    if not ended:
        return
    theirs: defaultdict[tuple[str, str], list[Result]] = defaultdict(list)
    for row in connection.execute(_sitting().where(SITTING.c.code.in_(ended))):
        theirs[row.person, row.code] += [result for result in ended[row.code][1] if result.key == row.key]
    for (person, code), results in sorted(theirs.items()):
        if results:
            at = ended[code][0]
            connection.execute(SEEN, {"person": person, "seen": at})
            connection.execute(COUNTED, {"person": person, "code": code, "ended": at, **_as_one(results)})
            _drop_oldest(connection, person)


def _as_one(results: list[Result]) -> dict[str, object]:
    """Who has played against themselves has neither won nor lost."""
    facts = results[0]._asdict()
    del facts["key"]
    if len(results) > 1:
        facts |= {"fate": ASIDE, "bots": {}}
    return {**facts, "bots": json.dumps(facts["bots"])}


def _sitting() -> Select[tuple[str, str, str]]:
    """Seats of people; nobody else changes them meanwhile."""
    wanted = select(SITTING.c.code, SITTING.c.key, SITTING.c.person)
    return wanted.order_by(SITTING.c.code, SITTING.c.key).with_for_update()


def _drop_oldest(connection: Connection, person: str) -> None:
    theirs = RESULTS.c.person == person
    oldest = select(RESULTS.c.ended).where(theirs).order_by(RESULTS.c.ended.desc()).offset(MOST_KEPT - 1).limit(1)
    connection.execute(delete(RESULTS).where(theirs, RESULTS.c.ended < oldest.scalar_subquery()))


def kept_of(connection: Connection, person: str) -> list[Kept]:
    """All that is kept of a person, the newest first."""
    wanted = select(RESULTS, TABLES.c.code.is_not(None).label("has_replay"))
    wanted = wanted.join(TABLES, TABLES.c.code == RESULTS.c.code, isouter=True).where(RESULTS.c.person == person)
    wanted = wanted.order_by(RESULTS.c.ended.desc(), RESULTS.c.code).limit(MOST_KEPT)
    return [
        Kept(
            row.code,
            row.game,
            row.ended,
            row.seats,
            row.place,
            row.fate,
            row.score,
            json.loads(row.bots),
            row.has_replay,
            None if row.judged is None else json.loads(row.judged),
        )
        for row in connection.execute(wanted)
    ]


# What the journal is asked for


class KeepJudged(NamedTuple):
    """What the decisions at a table cost, by the hashes of the keys of its seats: kept for the people whose these are, as
    far as they are not judged as thoroughly already. Who had several seats has no decisions to speak of; one that they had
    left before the start is none of these."""

    code: str
    judged: Mapping[str, Mapping[str, Any]]
    trouble: str = "what was found cannot be kept"

    def done(self, engine: Engine) -> None:
        with engine.begin() as connection:
            theirs: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
            for row in connection.execute(_sitting().where(SITTING.c.code == self.code)):
                theirs[row.person] += [self.judged[row.key]] if row.key in self.judged else []
            for person, judged in sorted(theirs.items()):
                _keep_judged(connection, person, self.code, judged[0] if len(judged) == 1 else NOTHING_JUDGED)


class PassOver(NamedTuple):
    """A game of a person that cannot be reviewed: nobody need try again."""

    person: str
    code: str
    trouble: str = "what was found cannot be kept"

    def done(self, engine: Engine) -> None:
        with engine.begin() as connection:
            _keep_judged(connection, self.person, self.code, NOTHING_JUDGED)


def _keep_judged(connection: Connection, person: str, code: str, judged: Mapping[str, Any]) -> None:
    this = (RESULTS.c.person == person) & (RESULTS.c.code == code)
    before = connection.scalar(select(RESULTS.c.judged).where(this).with_for_update())
    if before is None or json.loads(before)["depth"] < judged["depth"]:
        connection.execute(update(RESULTS).where(this).values(judged=json.dumps(judged)))


class ForgetPerson(NamedTuple):
    """All that is kept of a person goes, and what they still play is not counted; gives how many games went."""

    person: str
    trouble: str = "your games cannot be deleted"

    def done(self, engine: Engine) -> int:
        with engine.begin() as connection:
            connection.execute(_sitting().where(SITTING.c.person == self.person)).all()
            connection.execute(delete(SITTING).where(SITTING.c.person == self.person))
            gone = connection.execute(delete(RESULTS).where(RESULTS.c.person == self.person)).rowcount
            connection.execute(delete(PEOPLE).where(PEOPLE.c.person == self.person))
        return gone


class ForgetSeat(NamedTuple):
    """What came of one seat, in all games that were played with its key; gives how many went."""

    key_hash: str
    trouble: str = "a person cannot be forgotten"

    def done(self, engine: Engine) -> int:
        with engine.begin() as connection:
            theirs = [(row.person, row.code) for row in connection.execute(_sitting().where(SITTING.c.key == self.key_hash))]
            connection.execute(delete(SITTING).where(SITTING.c.key == self.key_hash))
            same = tuple_(RESULTS.c.person, RESULTS.c.code).in_(theirs)
            return connection.execute(delete(RESULTS).where(same)).rowcount


class PutTogether(NamedTuple):
    """What is kept of another person becomes this one's, who are the same; gives how many games came. A game at which both
    had a seat stays as this one knows it."""

    person: str
    other: str
    trouble: str = "your games cannot be put together"

    def done(self, engine: Engine) -> int:
        if self.person == self.other:
            return 0
        both = sorted((self.person, self.other))
        with engine.begin() as connection:
            connection.execute(_sitting().where(SITTING.c.person.in_(both))).all()
            connection.execute(update(SITTING).where(SITTING.c.person == self.other).values(person=self.person))
            seen = select(PEOPLE.c.seen).where(PEOPLE.c.person.in_(both)).order_by(PEOPLE.c.person).with_for_update()
            last = max(connection.scalars(seen), default=None)
            if last is None:
                return 0
            connection.execute(SEEN, {"person": self.person, "seen": last})
            known = select(RESULTS.c.code).where(RESULTS.c.person == self.person)
            new = (RESULTS.c.person == self.other) & RESULTS.c.code.not_in(known)
            came = connection.execute(update(RESULTS).where(new).values(person=self.person)).rowcount
            connection.execute(delete(PEOPLE).where(PEOPLE.c.person == self.other))
            _drop_oldest(connection, self.person)
        return came
