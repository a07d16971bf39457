"""Who sits where, and who may do what: hosts, guests, bots, and people who go and come back."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from cutcard.core.errors import CutcardError, NotFound, ParseError
from cutcard.server import fair
from cutcard.server.errors import NotNow, NotPermitted
from cutcard.server.tables.matching import listed
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import hashed
from tests.server.open_tables import ADDED, full, here, kinds, made, opened, play_out, run, shown


def names(open_table: OpenTable) -> list[str]:
    return [seat["name"] for seat in shown(open_table, None)["table"]["seats"]]


def test_maker_is_host_in_the_first_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, key = await made(tables, seats=4)
            assert kinds(open_table) == ["person", "open", "open", "open"]
            assert shown(open_table, None)["table"]["host"] == 0
            assert open_table.state.seat_of(hashed(key)) == 0
            open_table, _ = await made(tables, seats=4, level="easy")
            assert kinds(open_table) == ["person", "bot", "bot", "bot"]
            assert len(set(names(open_table))) == 4
            for wrong in ("nobody", "random:Random", "search@9000"):
                with pytest.raises(CutcardError):
                    await made(tables, level=wrong)
            with pytest.raises(NotFound):
                await made(tables, "poker")
            with pytest.raises(ParseError):
                await made(tables, seats=60)
            with pytest.raises(ParseError):
                await made(tables, trumps=True)

    run(story)


def test_people_sit_down_where_it_is_free(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, seats=4)
            ann, seat = await open_table.join("Ann", 2, ADDED, None)
            assert (seat, open_table.state.seat_of(hashed(ann))) == (2, 2)
            with pytest.raises(NotNow, match="taken"):
                await open_table.join("Bob", 2, None, None)
            with pytest.raises(NotNow, match="taken"):
                await open_table.join("Bob", 9, None, None)
            assert (await open_table.join("ANN", None, None, None))[1] == 1
            assert (await open_table.join("ann", None, None, None))[1] == 3
            assert names(open_table) == ["Zoe", "ANN 2", "Ann", "ann 3"]
            with pytest.raises(NotNow, match="watch"):
                await open_table.join("Bob", None, None, None)
            with pytest.raises(NotPermitted):
                await open_table.join("Bob", None, None, "x" * 43)
            assert ann not in repr(open_table.log)  # only its hash is kept
            assert shown(open_table, None)["table"]["randomness"] == {"2": ADDED}

    run(story)


def test_what_a_browser_adds_counts_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, seats=3)
            ann, _ = await open_table.join("Ann", 1, None, None)
            assert await open_table.join("Ann", None, "cd" * 16, ann) == (ann, 1)
            events = open_table.state.seq
            assert await open_table.join("Eve", None, "ef" * 16, ann) == (ann, 1)
            assert open_table.state.seq == events
            assert open_table.state.randomness == {1: "cd" * 16}
            await open_table.join("Bob", 2, "12" * 16, None)
            await open_table.leave(2)
            assert open_table.state.randomness == {1: "cd" * 16}

    run(story)


def test_a_person_moves_to_another_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, zoe = await made(tables, seats=4)
            ann, _ = await open_table.join("Ann", 1, ADDED, None)
            assert await open_table.join("x", 3, None, ann) == (ann, 3)
            assert await open_table.join("x", 1, None, zoe) == (zoe, 1)
            assert names(open_table) == ["", "Zoe", "", "Ann"]
            assert open_table.state.randomness == {3: ADDED}
            assert open_table.state.host == 1
            with pytest.raises(NotNow, match="taken"):
                await open_table.join("x", 3, None, zoe)

    run(story)


def test_only_the_host_decides_before_the_game(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, seats=3)
            await open_table.join("Ann", 1, None, None)
            for by in (1, None):
                with pytest.raises(NotPermitted, match="only Zoe, the host"):
                    await open_table.give(by, 2, "bot", "easy")
                with pytest.raises(NotPermitted):
                    await open_table.set(by, {"seats": 4})
                with pytest.raises(NotPermitted):
                    await open_table.start(by, None)
            with pytest.raises(NotNow, match="seat 3 is still open"):
                await open_table.start(0, None)
            with pytest.raises(NotPermitted, match="your own seat"):
                await open_table.give(0, 0, "bot", "easy")
            with pytest.raises(NotNow, match="no seat 3"):
                await open_table.give(0, 3, "bot", "easy")
            await open_table.give(0, 2, "bot", "easy")
            await open_table.start(0, ADDED)
            with pytest.raises(NotNow, match="has started already"):
                await open_table.start(0, None)
            with pytest.raises(NotNow):
                await open_table.set(0, {"seats": 4})
            with pytest.raises(NotNow):
                await open_table.join("Bob", None, None, None)

    run(story)


def test_host_asks_somebody_to_leave(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, seats=3)
            ann, _ = await open_table.join("Ann", 1, ADDED, None)
            await open_table.give(0, 1, "open", None)
            assert kinds(open_table) == ["person", "open", "open"]
            assert open_table.state.randomness == {}
            with pytest.raises(NotPermitted, match="any more"):
                open_table.state.seat_of(hashed(ann))
            bob, seat = await open_table.join("Bob", None, None, None)
            await open_table.give(0, seat, "bot", "medium")
            assert kinds(open_table)[1] == "bot"
            with pytest.raises(NotPermitted):
                open_table.state.seat_of(hashed(bob))

    run(story)


def test_options_seats_and_clock_are_set(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, seats=3, level="easy")
            await open_table.set(0, {"options": {"eights": True}, "clock": 30, "listed": True})
            table = shown(open_table, None)["table"]
            assert (table["options"]["eights"], table["title"]) == (True, "Pieces of Eight")
            assert (table["clock"], table["listed"]) == (30, True)
            assert [one["code"] for one in await listed(tables)] == [open_table.state.code]
            await open_table.set(0, {"clock": None, "listed": False})
            assert shown(open_table, None)["table"]["clock"] is None
            assert shown(open_table, None)["table"]["options"]["eights"] is True
            assert await listed(tables) == []
            await open_table.set(0, {"seats": 5})
            assert kinds(open_table) == ["person", *["bot"] * 4]
            assert len(set(names(open_table))) == 5
            await open_table.set(0, {"seats": 2})
            assert kinds(open_table) == ["person", "bot"]
            before = shown(open_table, None)
            refused: list[dict[str, Any]] = [
                {"seats": 60},
                {"options": {"target": 0}},
                {"options": {"trumps": True}},
                {"seats": 1},
            ]
            for wrong in refused:
                with pytest.raises(ParseError):
                    await open_table.set(0, wrong)
            assert shown(open_table, None) == before
            await open_table.set(0, {"seats": 3})
            await open_table.give(0, 2, "open", None)
            await open_table.join("Ann", 2, None, None)
            with pytest.raises(NotNow, match="somebody sits"):
                await open_table.set(0, {"seats": 2})

    run(story)


def test_host_who_leaves_passes_the_table_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, seats=4)
            await open_table.join("Ann", 1, None, None)
            bob, _ = await open_table.join("Bob", 2, None, None)
            here(open_table, bob)
            await open_table.leave(0)
            assert open_table.state.host == 2  # who is there comes before who is not
            assert kinds(open_table) == ["open", "person", "person", "open"]
            await open_table.give(2, 0, "bot", "easy")

    run(story)


def test_table_that_all_have_left_is_for_who_comes(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, seats=2)
            await open_table.leave(0)
            _, seat = await open_table.join("Ann", 1, None, None)
            await open_table.give(seat, 0, "bot", "easy")
            await open_table.start(seat, None)
            assert shown(open_table, None)["table"]["state"] == "playing"

    run(story)


def test_seat_of_somebody_absent_goes_to_a_bot_and_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, keys = await full(tables, "pairs", seats=3)
            here(open_table, keys[0])
            goes = here(open_table, keys[1])
            with pytest.raises(NotPermitted, match="is here"):
                await open_table.give(0, 1, "bot", "easy")
            with pytest.raises(NotPermitted, match="only Zoe"):
                await open_table.give(2, 1, "bot", "easy")
            goes()
            with pytest.raises(NotNow, match="only be given to a bot"):
                await open_table.give(0, 1, "open", None)
            await open_table.give(0, 1, "bot", "easy")
            seat = shown(open_table, None)["table"]["seats"][1]
            assert (seat["kind"], seat["name"], seat["level"]) == ("bot", "Ann 1", "easy")
            assert open_table.state.seat_of(hashed(keys[1])) == 1
            await open_table.take_back(1)
            assert kinds(open_table) == ["person"] * 3
            events = open_table.state.seq
            await open_table.take_back(1)  # it is theirs already
            assert open_table.state.seq == events

    run(story)


def test_while_the_host_is_away_others_may_hand_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, keys = await full(tables, "pairs", seats=3)
            goes = here(open_table, keys[0])
            here(open_table, keys[2])
            with pytest.raises(NotPermitted):
                await open_table.give(2, 1, "bot", "easy")
            goes()
            await open_table.give(2, 0, "bot", "easy")
            assert kinds(open_table) == ["bot", "person", "person"]
            with pytest.raises(NotPermitted):
                await open_table.give(None, 1, "bot", "easy")  # those who only watch may not

    run(story)


def test_who_leaves_during_the_game_keeps_the_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, keys = await full(tables, "pairs", seats=3)
            await open_table.leave(0)
            assert kinds(open_table) == ["person"] * 3
            assert open_table.state.host == 1
            assert open_table.state.seat_of(hashed(keys[0])) == 0
            seat, seq = next(iter(open_table.state.asked.items()))
            await open_table.move(seat, "hit", seq, None)

    run(story)


def test_rematch_has_the_same_people_and_the_next_dealer(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, keys = await full(tables, "port", seats=3, rounds=1)
            here(open_table, keys[1])
            with pytest.raises(NotNow):
                await tables.rematch(open_table, 0)
            await play_out(open_table, random.Random(1))
            first = open_table.state.built().dealer
            open_tables = len(tables._open_tables)
            code, same = await asyncio.gather(tables.rematch(open_table, 1), tables.rematch(open_table, 2))
            assert same == code == await tables.rematch(open_table, 0)
            assert len(tables._open_tables) == open_tables + 1
            asked = shown(open_table, None)["events"][-1]
            assert (asked["kind"], asked["code"], asked["seat"]) == ("rematch", code, 1)
            assert shown(open_table, None)["table"]["rematch"] == code
            again = await tables.find(code)
            assert [again.state.seat_of(hashed(key)) for key in keys] == [0, 1, 2]
            assert again.state.options == {"rounds": 1}
            assert again.state.built().dealer == shown(again, None)["table"]["dealer"] == (first + 1) % 3
            assert again.state.host == 1  # the old host is not there
            assert again.state.secret != open_table.state.secret
            assert again.state.randomness == {}
            await again.start(1, None)
            await play_out(again, random.Random(2))
            third = await tables.find(await tables.rematch(again, 0))
            assert third.state.built().dealer == (first + 2) % 3
            assert third.state.proof()["dealer"] == "chosen"

    run(story)


def test_common_2_the_first_dealer_is_drawn_from_the_proof(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            drawn = set()
            for _ in range(40):
                open_table, _ = await full(tables, "starboard", seats=3)
                state = open_table.state
                dealer = fair.first_dealer(state.secret, state.code, {0: ADDED}, 3)
                assert open_table.log[-1].data == {"randomness": ADDED, "dealer": dealer}
                assert shown(open_table, None)["table"]["dealer"] == state.built().dealer == dealer
                marks = {mark["word"]: mark["seat"] for mark in shown(open_table, None)["play"]["marks"]}
                assert marks == {"dealer": dealer, "button": (dealer + 1) % 3}  # STAR-2
                assert state.proof()["dealer"] == "drawn"
                drawn.add(dealer)
            assert drawn == {0, 1, 2}
            open_table, _ = await made(tables, "starboard")
            assert shown(open_table, None)["table"]["dealer"] is None

    run(story)


def test_common_2_the_host_may_choose_the_first_dealer(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, "port", seats=4, level="easy")
            await open_table.set(0, {"dealer": 3})
            assert shown(open_table, None)["table"]["dealer"] == 3
            with pytest.raises(ParseError, match="the dealer is a seat from 0 to 3, not 4"):
                await open_table.set(0, {"dealer": 4})
            with pytest.raises(ParseError, match="the dealer is a seat from 0 to 1, not 3"):
                await open_table.set(0, {"dealer": 3, "seats": 2})
            await open_table.set(0, {"seats": 3})  # the seat that was to deal goes
            assert shown(open_table, None)["table"]["dealer"] is None
            await open_table.set(0, {"dealer": 2, "clock": 60})
            await open_table.set(0, {"clock": 30})
            await open_table.start(0, ADDED)
            assert open_table.log[-1].data == {"randomness": ADDED}
            assert open_table.state.built().dealer == shown(open_table, None)["table"]["dealer"] == 2
            assert open_table.state.proof()["dealer"] == "chosen"

    run(story)


def test_a_log_of_before_has_the_dealer_that_its_table_was_made_with(tmp_path: Path) -> None:
    """Its table says who deals, and its start does not."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "port", seats=3, rounds=1)
            secret, events = await tables.store.load(open_table.state.code)
            events[0].data["dealer"] = 2
            del events[-1].data["dealer"]
            again = OpenTable.restored(open_table.state.code, secret, events, tables.store)
            assert again.state.table is not None
            assert again.state.table.game.dealer == 2
            assert again.state.proof()["dealer"] == "chosen"

    run(story)


def test_table_is_the_same_from_its_log(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, pace=0.0) as tables:
            open_table, keys = await full(tables, "pickup", seats=3)
            await open_table.leave(0)
            await open_table.give(1, 2, "bot", "easy")
            await open_table.chat(1, "hello", "c1")
            seat, seq = next(iter(open_table.state.asked.items()))
            assert open_table.state.table is not None
            await open_table.move(seat, open_table.state.table.legal(seat)[0], seq, "m1")
            while 2 in open_table.state.asked:  # when the bot has chosen, all wait for seat 1
                await asyncio.sleep(0.01)
            secret, events = await tables.store.load(open_table.state.code)
            again = OpenTable.restored(open_table.state.code, secret, events, tables.store)
            for who in (0, 1, 2, None):
                assert again.update(who, 0) == open_table.update(who, 0)
            assert again.state.answered == open_table.state.answered
            assert [again.state.seat_of(hashed(key)) for key in keys] == [0, 1, 2]

    run(story)
