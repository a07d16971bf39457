"""Playing on from a position of a game that is over: with the cards as they were, or dealt anew from what a seat knew."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutcard
from cutcard.core.dealer import Chance
from cutcard.core.errors import ParseError
from cutcard.server import fair
from cutcard.server.errors import NotNow
from cutcard.server.fair import NothingToVerify, check
from cutcard.server.reviews.open_review import OpenReview
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.playing_on import PlayOnWish, play_on
from cutcard.server.tables.practice import ANEW, AS_IT_WAS, beginning
from cutcard.server.tables.state import OVER, Event, TableState, hashed
from cutcard.server.tables.stored_log import log_shown
from tests.server.client import Refused, Visitor, make_table, play_out
from tests.server.open_tables import any_move, full, made, opened, run, shown
from tests.server.open_tables import play_out as play_open
from tests.server.test_two_nodes import Cluster, seen_by, two_nodes
from tests.soak import soaked

SHORT: dict[str, dict[str, Any]] = {
    "pairs": {"target": 11},
    "pickup": {},
    "pickle": {"hands": 1},
    **soaked({}, {"to-the-moon": {"rounds": 1}, "clever-pickin": {"hands": 1}, "starboard": {"games": 2}, "port": {}}),
}
"""Games with all that can be hidden: a deck and burned cards, cards that were chosen at the same time, hands."""
LEAST = 4
"""Moves of a game, so that there are moments to play on from."""
OWN = fair.stream("00" * 32, "AAAABBBB", {})


def wish(step: int, seat: int | None = None, hidden: str = ANEW, **wishes: Any) -> PlayOnWish:
    usual = {"name": "Zoe", "level": None, "aids": True, "coach": None, "identity": None}
    return PlayOnWish(**{**usual, "step": step, "seat": seat, "hidden": hidden, **wishes})


async def over(tables: AllTables, game: str, seats: int = 3) -> OpenTable:
    while True:
        open_table, _ = await full(tables, game, seats=seats, **SHORT[game])
        await play_open(open_table, random.Random(game))
        if open_table.state.moves >= LEAST:
            return open_table


async def played_on(tables: AllTables, open_table: OpenTable, wished: PlayOnWish) -> OpenTable:
    new, key = await play_on(tables, open_table, wished)
    assert new.state.seat_by(hashed(key)) == new.state.host
    await new.start(new.state.host, None)
    return new


def moves_of(open_table: OpenTable) -> list[Event]:
    return [event for event in open_table.log if event.kind == "move"]


@pytest.mark.parametrize("game", SHORT)
def test_the_same_moves_lead_to_the_same_end_where_the_cards_are_as_they_were(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            old = await over(tables, game)
            half = old.state.moves // 2
            for step in (0, half, old.state.moves - 1):
                new = await played_on(tables, old, wish(step, hidden=AS_IT_WAS))
                for event in moves_of(old)[step:]:
                    await new.move(event.data["seat"], event.data["move"], new.state.asked[event.data["seat"]], None)
                assert new.state.phase == OVER
                assert new.state.record()["events"] == old.state.record()["events"], step
                assert cutcard.replay(new.state.record()).result == old.state.table.result  # type: ignore[union-attr]

    run(story)


@pytest.mark.parametrize("game", ["pairs", *soaked([], ["starboard", "port"])])
def test_another_move_gets_the_card_that_lay_on_top(game: str, tmp_path: Path) -> None:
    """Whatever is played, the first card that comes is the one that came next."""

    async def story() -> None:
        tried = 0
        async with opened(tmp_path) as tables:
            old = await over(tables, game)
            for step, event in enumerate(moves_of(old)):
                (there,) = old.state.table.stages(step, step + 1)  # type: ignore[union-attr]
                seat = event.data["seat"]
                others = [move for move in there.legal(seat) if move != event.data["move"]]
                begun = beginning(old.state, step, seat, AS_IT_WAS, np.random.default_rng(0))
                for move in others[:1]:
                    table = begun.table(there.game, OWN)
                    first, second = (drawn(table.play(one, seat)) for one in (event.data["move"], move))
                    tried += bool(first and second)
                    assert not (first and second) or first[0] == second[0]
        assert tried

    run(story)


def drawn(table: cutcard.Table) -> list[str]:
    assert table.last is not None
    return [event for event in table.last.events(table.game.deck.cards) if event.startswith("d ")]


@pytest.mark.parametrize("game", SHORT)
def test_dealt_anew_it_looks_the_same_to_its_seat_and_tells_nothing_more(game: str, tmp_path: Path) -> None:
    """Of two games that look the same to a seat, and are not the same, the same position comes by the same chance."""

    async def story() -> None:
        different = 0
        async with opened(tmp_path) as tables:
            old = await over(tables, game)
            table = old.state.table
            assert table is not None
            for step in range(0, old.state.moves, max(1, old.state.moves // 4)):
                (there,) = table.stages(step, step + 1)
                seat = there.to_act[0]
                anew = beginning(old.state, step, seat, ANEW, np.random.default_rng(1))
                other = state_of(old.state, anew.table(there.game, OWN))
                assert there.glance(seat).json() == other.table.stages(0, 1)[0].glance(seat).json()  # type: ignore[union-attr]
                positions = [
                    beginning(*at, seat, ANEW, np.random.default_rng(2)).position for at in ((old.state, step), (other, 0))
                ]
                assert positions[0] == positions[1]
                assert anew.words is None
                assert anew.before is None
                different += anew.position != str(there)
        assert different

    run(story)


def state_of(old: TableState, first: cutcard.Table) -> TableState:
    """A finished game that began with this table."""
    chance, table, moves = random.Random(1), first.dealt_by(Chance(1)), 0
    while not table.is_over:
        seat = table.to_act[0]
        table, moves = table.play(chance.choice(table.legal(seat)), seat), moves + 1
    state = TableState("AAAABBBB", "00" * 32, old.holders, old.game, old.options)
    state.table, state.moves, state.phase = table, moves, OVER
    return state


def test_only_a_game_that_is_over_can_be_played_on_from_and_not_from_its_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            waiting, _ = await made(tables)
            playing, _ = await full(tables)
            for one in (waiting, playing):
                for hidden in (ANEW, AS_IT_WAS):
                    with pytest.raises(NotNow):
                        await play_on(tables, one, wish(0, 0, hidden))
            old = await over(tables, "pairs")
            for wished in (wish(old.state.moves), wish(0, 3)):
                with pytest.raises(ParseError):
                    await play_on(tables, old, wished)
            assert tables.count() == 3

    run(story)


def test_a_practice_table_is_for_one_and_stays_as_it_is(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            old = await over(tables, "pairs")
            new, _ = await play_on(tables, old, wish(1))
            host = new.state.host
            for asked in (
                new.join("Ann", None, None, None),
                new.give(host, (host + 1) % 3, "open", None),
                new.set(host, {"listed": True}),
                new.set(host, {"seats": 2}),
            ):
                with pytest.raises(NotNow):
                    await asked
            told = shown(new, host)
            assert told["table"]["practice"] == {"of": old.state.code, "step": 1, "hidden": ANEW}
            assert [seat["kind"] for seat in told["table"]["seats"]].count("bot") == 2
            assert not told["table"]["listed"]
            assert "begun" not in str(told["events"])
            stored = await tables.store.raw_log(new.state.code)
            hidden = log_shown(stored, None, tables.store.now())["events"][0]["data"]
            assert "begun" not in hidden, "while it is played nobody sees its cards in a log"

    run(story)


def test_bots_that_were_there_stay_and_play_for_people(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            old, _ = await made(tables, seats=4, level="hard", target=11)
            await old.give(0, 3, "open", None)
            await old.join("Ann", 3, None, None)
            await old.start(0, None)
            await play_open(old, random.Random(1))
            bots = [(one.name, one.level) for one in old.state.holders[1:3]]
            usual, _ = await play_on(tables, old, wish(0, 3))
            assert [(one.name, one.level) for one in usual.state.holders[1:3]] == bots
            assert [one.level for one in usual.state.holders] == ["medium", "hard", "hard", None]
            chosen, _ = await play_on(tables, old, wish(0, 1, level="easy", name=bots[1][0]))
            assert [one.level for one in chosen.state.holders] == ["easy", None, "easy", "easy"]
            assert len({one.name for one in chosen.state.holders}) == 4, "a person has the name of a bot that was there"

    run(story)


def test_it_is_there_after_a_restart_and_begins_again_at_the_same_position(tmp_path: Path) -> None:
    codes: list[str] = []
    ends: list[str] = []

    async def before() -> None:
        async with opened(tmp_path) as tables:
            old = await over(tables, "pickup")
            for hidden in (AS_IT_WAS, ANEW):
                new = await played_on(tables, old, wish(3, 1, hidden))
                await new.move(*next_move(new))
                codes.append(new.state.code)
                ends.append(str(new.state.table))

    async def after() -> None:
        async with opened(tmp_path) as tables:
            for code, end in zip(codes, ends, strict=True):
                again = await tables.find(code)
                assert str(again.state.table) == end
                await play_open(again, random.Random(2))
                following = await tables.find(await tables.rematch(again, 1))
                await following.start(1, None)
                first, second = (one.state.table.stages(0, 1)[0] for one in (again, following))  # type: ignore[union-attr]
                assert first.glance(1).json() == second.glance(1).json()
                assert (str(first) == str(second)) == (again.state.begun.hidden == AS_IT_WAS)  # type: ignore[union-attr]
                assert following.state.begun is not None
                assert following.state.tally == ()

    run(before)
    run(after)


def next_move(open_table: OpenTable) -> tuple[int, str, int, None]:
    seat, seq = next(iter(open_table.state.asked.items()))
    return seat, any_move(open_table, seat, random.Random(1)), seq, None


def test_what_was_dealt_anew_has_no_record_and_what_was_not_has_one_without_a_promise(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            old = await over(tables, "pairs")
            for hidden in (AS_IT_WAS, ANEW):
                new = await played_on(tables, old, wish(2, hidden=hidden))
                await play_open(new, random.Random(3))
                review, _ = OpenReview(new.state, 1, new.log).read()
                assert review.wanted == new.state.moves, "it is reviewed from where it began"
                if hidden == ANEW:
                    with pytest.raises(NotNow, match="dealt anew"):
                        new.state.record()
                    continue
                record = new.state.record()
                assert cutcard.replay(record).result == new.state.table.result  # type: ignore[union-attr]
                with pytest.raises(NothingToVerify, match=old.state.code):
                    check(record)
                further = await played_on(tables, new, wish(new.state.moves - 1, hidden=AS_IT_WAS))
                await further.move(*last_of(new))
                assert further.state.record()["events"] == record["events"], "practice can be played on from too"

    run(story)


def last_of(open_table: OpenTable) -> tuple[int, str, int, None]:
    """The last move, as an answer to the start of another table."""
    data = moves_of(open_table)[-1].data
    return data["seat"], data["move"], 2, None


def test_it_does_not_count_for_you(tmp_path: Path) -> None:
    person = "ab" * 32

    async def story() -> None:
        async with opened(tmp_path) as tables:
            old, _ = await tables.make(
                game="pairs",
                options={"target": 11},
                seats=2,
                name="Zoe",
                level="easy",
                clock=None,
                listed=False,
                person=person,
            )
            await old.start(0, None)
            await play_open(old, random.Random(1))
            counted = len(await tables.store.results_of(person))
            new = await played_on(tables, old, wish(1, 0, AS_IT_WAS))
            await play_open(new, random.Random(2))
            following = await tables.find(await tables.rematch(new, 0))
            await following.start(0, None)
            await play_open(following, random.Random(2))
            assert counted == len(await tables.store.results_of(person)) == 1

    run(story)


def test_another_node_has_it_too(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster, pace=3600.0) as (first, second):
            old = await over(first, "pairs")
            new = await played_on(first, old, wish(1, hidden=AS_IT_WAS))
            await new.move(*next_move(new))
            other = await seen_by(second, new)
            await other.catch_up()
            assert str(other.state.table) == str(new.state.table)

    run(story)


# Over HTTP


def test_it_is_asked_for_with_an_id_once_and_played_to_its_end(url: str) -> None:
    host = make_table(url, "pairs", seats=2, level="easy", options={"target": 11})
    host.start()
    wished = {"name": "Zoe", "step": 0, "id": "play-on-from-here-" * 2}
    with pytest.raises(Refused) as early:
        host.at_table("play-on", **wished)
    assert early.value.status == 409
    play_out([host])
    answers = [host.at_table("play-on", **wished) for _ in range(2)]
    assert answers[0]["code"] == answers[1]["code"]
    assert answers[0]["key"] == answers[1]["key"]
    assert answers[0]["seat"] == host.seat, "the seat that the key had"
    with pytest.raises(Refused):
        host.at_table("play-on", **{**wished, "step": 1})
    assert Visitor(url, host.code).at_table("play-on", name="Ann", step=0)["seat"] in (0, 1)
    mine = Visitor(url, answers[0]["code"], answers[0]["key"], answers[0]["seat"])
    mine.start()
    play_out([mine])
    replayed = mine.ask("GET", f"/tables/{mine.code}/replay", step=0)["update"]
    assert replayed["table"]["practice"]["of"] == host.code
    for what in ("record", "deal"):
        with pytest.raises(Refused) as refused:
            mine.ask("GET", f"/tables/{mine.code}/{what}")
        assert refused.value.status == 409
    assert mine.ask("GET", f"/tables/{mine.code}/log")["events"][0]["data"]["begun"]["of"] == host.code
