"""Who sits where, and who may do what: hosts, guests, bots, and people who go and come back."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from cutcard.core.errors import CutcardError, NotFound, ParseError
from cutcard.server import fair
from cutcard.server.errors import NotNow, NotPermitted
from cutcard.server.tables.open_table import Room
from cutcard.server.tables.state import hashed
from tests.server.rooms import ADDED, full, here, kinds, made, opened, play_out, run, shown


def names(room: Room) -> list[str]:
    return [seat["name"] for seat in shown(room, None)["table"]["seats"]]


def test_maker_is_host_in_the_first_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, key = await made(tables, seats=4)
            assert kinds(room) == ["person", "open", "open", "open"]
            assert shown(room, None)["table"]["host"] == 0
            assert room.sitting.seat_of(hashed(key)) == 0
            room, _ = await made(tables, seats=4, level="easy")
            assert kinds(room) == ["person", "bot", "bot", "bot"]
            assert len(set(names(room))) == 4
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
            room, _ = await made(tables, seats=4)
            ann, seat = await room.join("Ann", 2, ADDED, None)
            assert (seat, room.sitting.seat_of(hashed(ann))) == (2, 2)
            with pytest.raises(NotNow, match="taken"):
                await room.join("Bob", 2, None, None)
            with pytest.raises(NotNow, match="taken"):
                await room.join("Bob", 9, None, None)
            assert (await room.join("ANN", None, None, None))[1] == 1
            assert (await room.join("ann", None, None, None))[1] == 3
            assert names(room) == ["Zoe", "ANN 2", "Ann", "ann 3"]
            with pytest.raises(NotNow, match="watch"):
                await room.join("Bob", None, None, None)
            with pytest.raises(NotPermitted):
                await room.join("Bob", None, None, "x" * 43)
            assert ann not in repr(room.log)  # only its hash is kept
            assert shown(room, None)["table"]["randomness"] == {"2": ADDED}

    run(story)


def test_what_a_browser_adds_counts_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, _ = await made(tables, seats=3)
            ann, _ = await room.join("Ann", 1, None, None)
            assert await room.join("Ann", None, "cd" * 16, ann) == (ann, 1)
            events = room.sitting.seq
            assert await room.join("Eve", None, "ef" * 16, ann) == (ann, 1)
            assert room.sitting.seq == events
            assert room.sitting.randomness == {1: "cd" * 16}
            await room.join("Bob", 2, "12" * 16, None)
            await room.leave(2)
            assert room.sitting.randomness == {1: "cd" * 16}

    run(story)


def test_a_person_moves_to_another_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, zoe = await made(tables, seats=4)
            ann, _ = await room.join("Ann", 1, ADDED, None)
            assert await room.join("x", 3, None, ann) == (ann, 3)
            assert await room.join("x", 1, None, zoe) == (zoe, 1)
            assert names(room) == ["", "Zoe", "", "Ann"]
            assert room.sitting.randomness == {3: ADDED}
            assert room.sitting.host == 1
            with pytest.raises(NotNow, match="taken"):
                await room.join("x", 3, None, zoe)

    run(story)


def test_only_the_host_decides_before_the_game(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, _ = await made(tables, seats=3)
            await room.join("Ann", 1, None, None)
            for by in (1, None):
                with pytest.raises(NotPermitted, match="only Zoe, the host"):
                    await room.give(by, 2, "bot", "easy")
                with pytest.raises(NotPermitted):
                    await room.set(by, {"seats": 4})
                with pytest.raises(NotPermitted):
                    await room.start(by, None)
            with pytest.raises(NotNow, match="seat 3 is still open"):
                await room.start(0, None)
            with pytest.raises(NotPermitted, match="your own seat"):
                await room.give(0, 0, "bot", "easy")
            with pytest.raises(NotNow, match="no seat 3"):
                await room.give(0, 3, "bot", "easy")
            await room.give(0, 2, "bot", "easy")
            await room.start(0, ADDED)
            with pytest.raises(NotNow, match="has started already"):
                await room.start(0, None)
            with pytest.raises(NotNow):
                await room.set(0, {"seats": 4})
            with pytest.raises(NotNow):
                await room.join("Bob", None, None, None)

    run(story)


def test_host_asks_somebody_to_leave(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, _ = await made(tables, seats=3)
            ann, _ = await room.join("Ann", 1, ADDED, None)
            await room.give(0, 1, "open", None)
            assert kinds(room) == ["person", "open", "open"]
            assert room.sitting.randomness == {}
            with pytest.raises(NotPermitted, match="any more"):
                room.sitting.seat_of(hashed(ann))
            bob, seat = await room.join("Bob", None, None, None)
            await room.give(0, seat, "bot", "medium")
            assert kinds(room)[1] == "bot"
            with pytest.raises(NotPermitted):
                room.sitting.seat_of(hashed(bob))

    run(story)


def test_options_seats_and_clock_are_set(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, _ = await made(tables, seats=3, level="easy")
            await room.set(0, {"options": {"eights": True}, "clock": 30, "listed": True})
            table = shown(room, None)["table"]
            assert (table["options"]["eights"], table["title"]) == (True, "Pieces of Eight")
            assert (table["clock"], table["listed"]) == (30, True)
            assert [one["code"] for one in await tables.listed()] == [room.sitting.code]
            await room.set(0, {"clock": None, "listed": False})
            assert shown(room, None)["table"]["clock"] is None
            assert shown(room, None)["table"]["options"]["eights"] is True
            assert await tables.listed() == []
            await room.set(0, {"seats": 5})
            assert kinds(room) == ["person", *["bot"] * 4]
            assert len(set(names(room))) == 5
            await room.set(0, {"seats": 2})
            assert kinds(room) == ["person", "bot"]
            before = shown(room, None)
            refused: list[dict[str, Any]] = [
                {"seats": 60},
                {"options": {"target": 0}},
                {"options": {"trumps": True}},
                {"seats": 1},
            ]
            for wrong in refused:
                with pytest.raises(ParseError):
                    await room.set(0, wrong)
            assert shown(room, None) == before
            await room.set(0, {"seats": 3})
            await room.give(0, 2, "open", None)
            await room.join("Ann", 2, None, None)
            with pytest.raises(NotNow, match="somebody sits"):
                await room.set(0, {"seats": 2})

    run(story)


def test_host_who_leaves_passes_the_table_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, _ = await made(tables, seats=4)
            await room.join("Ann", 1, None, None)
            bob, _ = await room.join("Bob", 2, None, None)
            here(room, bob)
            await room.leave(0)
            assert room.sitting.host == 2  # who is there comes before who is not
            assert kinds(room) == ["open", "person", "person", "open"]
            await room.give(2, 0, "bot", "easy")

    run(story)


def test_table_that_all_have_left_is_for_who_comes(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, _ = await made(tables, seats=2)
            await room.leave(0)
            _, seat = await room.join("Ann", 1, None, None)
            await room.give(seat, 0, "bot", "easy")
            await room.start(seat, None)
            assert shown(room, None)["table"]["state"] == "playing"

    run(story)


def test_seat_of_somebody_absent_goes_to_a_bot_and_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, keys = await full(tables, "pairs", seats=3)
            here(room, keys[0])
            goes = here(room, keys[1])
            with pytest.raises(NotPermitted, match="is here"):
                await room.give(0, 1, "bot", "easy")
            with pytest.raises(NotPermitted, match="only Zoe"):
                await room.give(2, 1, "bot", "easy")
            goes()
            with pytest.raises(NotNow, match="only be given to a bot"):
                await room.give(0, 1, "open", None)
            await room.give(0, 1, "bot", "easy")
            seat = shown(room, None)["table"]["seats"][1]
            assert (seat["kind"], seat["name"], seat["level"]) == ("bot", "Ann 1", "easy")
            assert room.sitting.seat_of(hashed(keys[1])) == 1
            await room.take_back(1)
            assert kinds(room) == ["person"] * 3
            events = room.sitting.seq
            await room.take_back(1)  # it is theirs already
            assert room.sitting.seq == events

    run(story)


def test_while_the_host_is_away_others_may_hand_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, keys = await full(tables, "pairs", seats=3)
            goes = here(room, keys[0])
            here(room, keys[2])
            with pytest.raises(NotPermitted):
                await room.give(2, 1, "bot", "easy")
            goes()
            await room.give(2, 0, "bot", "easy")
            assert kinds(room) == ["bot", "person", "person"]
            with pytest.raises(NotPermitted):
                await room.give(None, 1, "bot", "easy")  # those who only watch may not

    run(story)


def test_who_leaves_during_the_game_keeps_the_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, keys = await full(tables, "pairs", seats=3)
            await room.leave(0)
            assert kinds(room) == ["person"] * 3
            assert room.sitting.host == 1
            assert room.sitting.seat_of(hashed(keys[0])) == 0
            seat, seq = next(iter(room.sitting.asked.items()))
            await room.move(seat, "hit", seq, None)

    run(story)


def test_rematch_has_the_same_people_and_the_next_dealer(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, keys = await full(tables, "port", seats=3, rounds=1)
            here(room, keys[1])
            with pytest.raises(NotNow):
                await tables.rematch(room, 0)
            await play_out(room, random.Random(1))
            first = room.sitting.built().dealer
            rooms = len(tables._rooms)
            code, same = await asyncio.gather(tables.rematch(room, 1), tables.rematch(room, 2))
            assert same == code == await tables.rematch(room, 0)
            assert len(tables._rooms) == rooms + 1
            asked = shown(room, None)["events"][-1]
            assert (asked["kind"], asked["code"], asked["seat"]) == ("rematch", code, 1)
            assert shown(room, None)["table"]["rematch"] == code
            again = await tables.room(code)
            assert [again.sitting.seat_of(hashed(key)) for key in keys] == [0, 1, 2]
            assert again.sitting.options == {"rounds": 1}
            assert again.sitting.built().dealer == shown(again, None)["table"]["dealer"] == (first + 1) % 3
            assert again.sitting.host == 1  # the old host is not there
            assert again.sitting.secret != room.sitting.secret
            assert again.sitting.randomness == {}
            await again.start(1, None)
            await play_out(again, random.Random(2))
            third = await tables.room(await tables.rematch(again, 0))
            assert third.sitting.built().dealer == (first + 2) % 3
            assert third.sitting.proof()["dealer"] == "chosen"

    run(story)


def test_common_2_the_first_dealer_is_drawn_from_the_proof(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            drawn = set()
            for _ in range(40):
                room, _ = await full(tables, "starboard", seats=3)
                sitting = room.sitting
                dealer = fair.first_dealer(sitting.secret, sitting.code, {0: ADDED}, 3)
                assert room.log[-1].data == {"randomness": ADDED, "dealer": dealer}
                assert shown(room, None)["table"]["dealer"] == sitting.built().dealer == dealer
                marks = {mark["word"]: mark["seat"] for mark in shown(room, None)["play"]["marks"]}
                assert marks == {"dealer": dealer, "button": (dealer + 1) % 3}  # STAR-2
                assert sitting.proof()["dealer"] == "drawn"
                drawn.add(dealer)
            assert drawn == {0, 1, 2}
            room, _ = await made(tables, "starboard")
            assert shown(room, None)["table"]["dealer"] is None

    run(story)


def test_common_2_the_host_may_choose_the_first_dealer(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, _ = await made(tables, "port", seats=4, level="easy")
            await room.set(0, {"dealer": 3})
            assert shown(room, None)["table"]["dealer"] == 3
            with pytest.raises(ParseError, match="the dealer is a seat from 0 to 3, not 4"):
                await room.set(0, {"dealer": 4})
            with pytest.raises(ParseError, match="the dealer is a seat from 0 to 1, not 3"):
                await room.set(0, {"dealer": 3, "seats": 2})
            await room.set(0, {"seats": 3})  # the seat that was to deal goes
            assert shown(room, None)["table"]["dealer"] is None
            await room.set(0, {"dealer": 2, "clock": 60})
            await room.set(0, {"clock": 30})
            await room.start(0, ADDED)
            assert room.log[-1].data == {"randomness": ADDED}
            assert room.sitting.built().dealer == shown(room, None)["table"]["dealer"] == 2
            assert room.sitting.proof()["dealer"] == "chosen"

    run(story)


def test_a_log_of_before_has_the_dealer_that_its_table_was_made_with(tmp_path: Path) -> None:
    """Its table says who deals, and its start does not."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, _ = await full(tables, "port", seats=3, rounds=1)
            secret, events = await tables._store.load(room.sitting.code)
            events[0].data["dealer"] = 2
            del events[-1].data["dealer"]
            again = Room.restored(room.sitting.code, secret, events, tables._store)
            assert again.sitting.table is not None
            assert again.sitting.table.game.dealer == 2
            assert again.sitting.proof()["dealer"] == "chosen"

    run(story)


def test_table_is_the_same_from_its_log(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, keys = await full(tables, "pickup", seats=3)
            await room.leave(0)
            await room.give(1, 2, "bot", "easy")
            await room.chat(1, "hello", "c1")
            seat, seq = next(iter(room.sitting.asked.items()))
            assert room.sitting.table is not None
            await room.move(seat, room.sitting.table.legal(seat)[0], seq, "m1")
            secret, events = await tables._store.load(room.sitting.code)
            again = Room.restored(room.sitting.code, secret, events, tables._store)
            for who in (0, 1, 2, None):
                assert again.update(who, 0) == room.update(who, 0)
            assert again.sitting.answered == room.sitting.answered
            assert [again.sitting.seat_of(hashed(key)) for key in keys] == [0, 1, 2]

    run(story)
