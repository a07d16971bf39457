"""What is stored of people: it outlives tables, is bounded, and goes where it should."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, select

from cutcard.server.store import people
from cutcard.server.store.database import PEOPLE, RESULTS, SITTING, engine_for, prepare
from cutcard.server.store.erasing import Anonymise, Delete
from cutcard.server.store.people import (
    NOTHING_JUDGED,
    ForgetPerson,
    ForgetSeat,
    KeepJudged,
    Kept,
    PassOver,
    PutTogether,
    Result,
    kept_of,
)
from cutcard.server.store.retention import DAY, PEOPLE_KEPT, FindOld, Forget, now_of
from cutcard.server.store.writing import ForPeople, Row, write
from cutcard.server.tables.state import hashed

ZOE, ANN, OLD = hashed("zoe"), hashed("ann"), hashed("old")


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    engine = engine_for(database)
    prepare(engine)
    yield engine
    engine.dispose()


def play(engine: Engine, code: str, sits: dict[str, str], at: float = 100.0, fate: str = "won") -> None:
    """A table at which these people sat down, by the hashes of their keys, and whose game is over."""
    made = {"code": code, "secret": "", "state": "over", "listed": False, "changed": at}
    chairs = [{"kind": "person", "name": "Zoe", "level": None, "key": key} for key in sits]
    data = {"game": "pairs", "options": {}, "chairs": chairs, "dealer": None, "host": 0, "clock": None, "listed": False}
    results = [Result(key, "pairs", 2, 1, fate, 7, {"easy": (1, 1)}) for key in sits]
    write(engine, [Row(code, 1, "made", data, at, made=made, people=ForPeople(sits))])
    write(engine, [Row(code, 2, "chat", {"seat": 0, "text": "gg"}, at, people=ForPeople(results=results))])


def kept(engine: Engine, person: str) -> list[Kept]:
    with engine.connect() as connection:
        return kept_of(connection, person)


def codes(engine: Engine, person: str) -> list[str]:
    return [one.code for one in kept(engine, person)]


def is_empty(engine: Engine) -> bool:
    with engine.connect() as connection:
        return not any(connection.execute(select(table)).all() for table in (PEOPLE, RESULTS, SITTING))


def test_results_outlive_their_tables_and_say_so(engine: Engine) -> None:
    play(engine, "AAAA2222", {"a": ZOE})
    assert kept(engine, ZOE) == [Kept("AAAA2222", "pairs", 100.0, 2, 1, "won", 7, {"easy": [1, 1]}, True)]  # type: ignore[dict-item]
    assert Forget(["AAAA2222"], 200.0).done(engine) == 1
    assert kept(engine, ZOE)[0].has_replay is False
    with engine.connect() as connection:
        assert connection.execute(select(SITTING)).all() == []
    play(engine, "BBBB2222", {"a": ZOE}, 200.0)
    assert Delete("BBBB2222").done(engine)
    assert codes(engine, ZOE) == ["BBBB2222", "AAAA2222"]


def sums(cost: float, depth: float = 1) -> dict[str, object]:
    kind = {"verbs": ["hit", "fold"], "decisions": 3, "cost": cost, "variance": 0.1, "careless": 1.0}
    return {"unit": "", "losing": True, "depth": depth, "kinds": [{**kind, "errors": [0, 0, 1], "instead": []}]}


def judged(engine: Engine, person: str) -> dict[str, object]:
    return {one.code: one.judged for one in kept(engine, person)}


def test_what_was_judged_is_kept_with_the_results_of_whose_decisions_they_were(engine: Engine) -> None:
    play(engine, "AAAA2222", {"a": ZOE, "b": ANN})
    play(engine, "BBBB2222", {"a": ZOE})
    KeepJudged("AAAA2222", {"a": sums(0.1), "b": sums(0.2), "nobody": sums(0.3)}).done(engine)
    assert judged(engine, ZOE) == {"AAAA2222": sums(0.1), "BBBB2222": None}
    assert judged(engine, ANN) == {"AAAA2222": sums(0.2)}
    KeepJudged("AAAA2222", {"a": sums(0.4, depth=4)}).done(engine)
    KeepJudged("AAAA2222", {"a": sums(0.5)}).done(engine)
    assert judged(engine, ZOE)["AAAA2222"] == sums(0.4, depth=4), "what was judged more thoroughly stays"
    Forget(["AAAA2222"], 200.0).done(engine)
    assert judged(engine, ZOE)["AAAA2222"] == sums(0.4, depth=4), "it outlives the table"
    assert PutTogether(OLD, ZOE).done(engine) == 2
    assert judged(engine, OLD) == {"AAAA2222": sums(0.4, depth=4), "BBBB2222": None}
    KeepJudged("BBBB2222", {"a": sums(0.6)}).done(engine)
    assert judged(engine, OLD)["BBBB2222"] == sums(0.6), "whose seat it is now"
    ForgetPerson(OLD).done(engine)
    KeepJudged("BBBB2222", {"a": sums(0.7)}).done(engine)
    assert (kept(engine, OLD), kept(engine, ZOE)) == ([], [])


def test_who_had_two_seats_or_a_game_that_cannot_be_reviewed_has_no_decisions_to_speak_of(engine: Engine) -> None:
    play(engine, "AAAA2222", {"a": ZOE, "b": ZOE})
    play(engine, "BBBB2222", {"c": ZOE})
    KeepJudged("AAAA2222", {"a": sums(0.1), "b": sums(0.2)}).done(engine)
    PassOver(ZOE, "BBBB2222").done(engine)
    assert judged(engine, ZOE) == {"AAAA2222": NOTHING_JUDGED, "BBBB2222": NOTHING_JUDGED}
    PassOver(ANN, "CCCC2222").done(engine)
    assert kept(engine, ANN) == []


def test_a_seat_that_was_left_before_the_start_takes_nothing_from_who_sat_down_again(engine: Engine) -> None:
    play(engine, "AAAA2222", {"a": ZOE})
    with engine.begin() as connection:
        people.seat_people(connection, "AAAA2222", {"left": ZOE, "gone": ANN})
    KeepJudged("AAAA2222", {"a": sums(0.1)}).done(engine)
    assert judged(engine, ZOE) == {"AAAA2222": sums(0.1)}
    assert judged(engine, ANN) == {}


def test_who_has_not_played_for_years_is_forgotten(engine: Engine) -> None:
    with engine.connect() as connection:
        now = now_of(connection)
    play(engine, "AAAA2222", {"a": OLD}, now - PEOPLE_KEPT - 2 * DAY)
    play(engine, "BBBB2222", {"b": ZOE}, now - PEOPLE_KEPT - 2 * DAY)
    play(engine, "CCCC2222", {"c": ZOE}, now - DAY)
    FindOld(30 * DAY).done(engine)
    assert codes(engine, OLD) == []
    assert codes(engine, ZOE) == ["CCCC2222", "BBBB2222"]


def test_of_many_the_oldest_go(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_KEPT", 3)
    for number in range(5):
        play(engine, f"AAAA222{number}", {"a": ZOE}, 100.0 + number)
        play(engine, f"BBBB222{number}", {"b": ANN}, 200.0 - number) if number < 2 else None
    assert codes(engine, ZOE) == ["AAAA2224", "AAAA2223", "AAAA2222"]
    assert PutTogether(ANN, ZOE).done(engine) == 3
    assert codes(engine, ANN) == ["BBBB2220", "BBBB2221", "AAAA2224"]


def test_the_same_game_written_again_counts_once(engine: Engine) -> None:
    """A code that has come up for a second time, and a person who has joined two browsers that had both a seat there."""
    play(engine, "AAAA2222", {"a": ZOE, "b": ANN}, fate="lost")
    assert PutTogether(ZOE, ANN).done(engine) == 0
    assert codes(engine, ZOE) == ["AAAA2222"]
    assert codes(engine, ANN) == []
    Delete("AAAA2222").done(engine)
    play(engine, "AAAA2222", {"c": ZOE}, 300.0)
    assert [(one.ended, one.fate) for one in kept(engine, ZOE)] == [(100.0, "lost")]


def test_a_person_and_a_seat_are_forgotten_without_a_trace(engine: Engine) -> None:
    play(engine, "AAAA2222", {"a": ZOE, "b": ANN})
    play(engine, "BBBB2222", {"c": ZOE})
    assert ForgetSeat("a").done(engine) == 1
    assert (codes(engine, ZOE), codes(engine, ANN)) == (["BBBB2222"], ["AAAA2222"])
    assert ForgetPerson(ZOE).done(engine) == 1
    assert ForgetPerson(ZOE).done(engine) == 0
    assert Anonymise("AAAA2222", "b", "nobody").done(engine)
    assert codes(engine, ANN) == ["AAAA2222"]
    assert ForgetPerson(ANN).done(engine) == 1
    assert is_empty(engine)


def test_people_of_a_rematch_are_those_of_the_table_before(engine: Engine) -> None:
    play(engine, "AAAA2222", {"a": ZOE, "b": ANN})
    made = {"code": "BBBB2222", "secret": "", "state": "waiting", "listed": False, "changed": 1.0}
    again = ForPeople(follows="AAAA2222")
    write(engine, [Row("BBBB2222", 1, "made", {}, 200.0, made=made, people=again)])
    over = ForPeople(results=[Result(key, "port", 2, 1, "tied", 3, {}) for key in ("a", "b", "stranger")])
    write(engine, [Row("BBBB2222", 2, "move", {}, 201.0, people=over)])
    assert codes(engine, ZOE) == codes(engine, ANN) == ["BBBB2222", "AAAA2222"]
