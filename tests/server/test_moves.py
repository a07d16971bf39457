"""Moves at a table: in turn, at once, twice, late, early, and with a person who goes in the middle of one."""

import asyncio
import random
from pathlib import Path

import pytest

from cutcard.core.errors import CutcardError, NotAllowed, NotYours, ParseError
from cutcard.server.tables.open_table import OpenTable
from tests.games.pickle_tables import CARDS, start
from tests.server.open_tables import any_move, full, here, made, opened, play_out, run, shown


def asked(open_table: OpenTable) -> tuple[int, int]:
    """A seat that is to act, and the event that asked it."""
    return next(iter(open_table.state.asked.items()))


def test_a_move_sent_twice_counts_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables)
            seat, seq = asked(open_table)
            first = await open_table.move(seat, "hit", seq, "m1")
            other, then = asked(open_table)
            await open_table.move(other, "hit", then, "m1")  # ids are each person's own
            events = open_table.state.seq
            assert await open_table.move(seat, "hit", seq, "m1") == first
            assert await open_table.move(seat, "hit", seq + 99, "m1") == first
            assert open_table.state.seq == events
            both = await asyncio.gather(*(open_table.chat(0, "hello", "c1") for _ in range(5)))
            assert len({*both}) == 1
            assert open_table.state.seq == events + 1

    run(story)


def test_late_and_early_moves_are_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, seats=2, level="easy")
            with pytest.raises(NotYours, match="not started"):
                await open_table.move(0, "hit", 1, None)
            open_table, _ = await full(tables)
            seat, seq = asked(open_table)
            before = shown(open_table, None)
            with pytest.raises(NotYours, match="gone on"):
                await open_table.move(seat, "hit", seq - 1, "m1")
            with pytest.raises(ParseError, match="no event"):
                await open_table.move(seat, "hit", seq + 1, "m2")
            with pytest.raises(NotYours):
                await open_table.move((seat + 1) % 3, "hit", seq, "m3")
            for wrong in ("pick 3", "bid 4", "", "hit hit", "HIT\n", "\x00", "é" * 200):
                with pytest.raises((NotAllowed, ParseError)):
                    await open_table.move(seat, wrong, seq, "m4")
            assert shown(open_table, None) == before
            await open_table.move(seat, "hit", seq, "m1")  # an id whose move was refused is not used up

    run(story)


def test_chat_in_between_does_not_make_a_move_late(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables)
            seat, seq = asked(open_table)
            await open_table.chat((seat + 1) % 3, "hello", "c1")
            await open_table.leave((seat + 1) % 3)
            assert shown(open_table, seat)["you"]["asked"] == seq
            await open_table.move(seat, "hit", seq, "m1")

    run(story)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 0, 2), (2, 3, 1, 0)])
def test_in_pickup_all_choose_at_once_in_any_order(tmp_path: Path, order: tuple[int, ...]) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pickup", seats=4)
            dealt = open_table.state.seq
            assert shown(open_table, None)["play"]["to_act"] == [0, 1, 2, 3]
            for number, seat in enumerate(order):
                assert shown(open_table, seat)["you"]["asked"] == dealt  # what others chose does not make it late
                assert open_table.state.table is not None
                await open_table.move(seat, open_table.state.table.legal(seat)[0], dealt, f"m{seat}")
                if number < 3:
                    assert shown(open_table, None)["play"]["to_act"] == sorted(order[number + 1 :])
                    with pytest.raises(NotYours):
                        await open_table.move(seat, open_table.state.table.legal(order[3])[0], open_table.state.seq, None)
            await play_out(open_table, random.Random(1))

    run(story)


def test_in_pickup_all_at_the_same_moment(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pickup", seats=4)
            dealt = open_table.state.seq
            chance = random.Random(3)
            moves = [open_table.move(seat, any_move(open_table, seat, chance), dealt, f"m{seat}") for seat in (2, 0, 3, 1)]
            assert await asyncio.gather(*moves) == [dealt + 1, dealt + 2, dealt + 3, dealt + 4]

    run(story)


def test_who_chose_is_seen_and_what_is_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pickup", seats=3)
            dealt = open_table.state.seq
            assert open_table.state.table is not None
            move = open_table.state.table.legal(1)[0]
            await open_table.move(1, move, dealt, "m1")
            chosen = {"card": move.removeprefix("choose ")}
            assert chosen in shown(open_table, 1, dealt)["events"][0]["told"][0]["sentence"]
            for other in (0, 2, None):
                events = shown(open_table, other, dealt)["events"]
                assert [event["seat"] for event in events] == [1]
                assert "'card'" not in str(events)

    run(story)


def test_two_moves_for_one_question(tmp_path: Path) -> None:
    """Two devices of the same person: the first counts, the second is told how it stands."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pairs", seats=3)
            seat, seq = asked(open_table)
            both = await asyncio.gather(
                open_table.move(seat, "hit", seq, "a1"), open_table.move(seat, "hit", seq, "b1"), return_exceptions=True
            )  # fmt: skip
            assert both[0] == seq + 1
            assert isinstance(both[1], CutcardError)
            assert open_table.state.moves == 1

    run(story)


def test_who_goes_in_the_middle_of_a_move_has_made_it(tmp_path: Path) -> None:
    """A connection may break while the move is being written. Then the table has it, and goes on."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables)
            for turns in range(8):
                seat, seq = asked(open_table)
                moving = asyncio.create_task(open_table.move(seat, "hit", seq, f"m{turns}"))
                for _ in range(turns):
                    await asyncio.sleep(0)
                moving.cancel()
                await asyncio.gather(moving, return_exceptions=True)
                talking = asyncio.create_task(open_table.chat(0, "hello", f"c{turns}"))
                await asyncio.sleep(0)
                talking.cancel()
                await asyncio.gather(talking, return_exceptions=True)
                await open_table.chat(1, "is it done?", f"d{turns}")  # what was on its way has come before it
                _, stored = await tables.store.load(open_table.state.code)
                assert [event.seq for event in stored] == [event.seq for event in open_table.log]
                if open_table.state.phase == "over":
                    return
            await play_out(open_table, random.Random(1))

    run(story)


def test_events_are_told_once_and_all(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, keys = await full(tables, "port", seats=3, rounds=2)
            here(open_table, keys[0])
            chance, seen = random.Random(5), 0
            told = []
            while open_table.state.asked:
                seat, seq = asked(open_table)
                await open_table.move(seat, any_move(open_table, seat, chance), seq, None)
                if chance.random() < 0.5:
                    update = shown(open_table, 1, seen)
                    told += update["events"]
                    seen = update["seq"]
            told += shown(open_table, 1, seen)["events"]
            assert [event["seq"] for event in told] == list(range(1, open_table.state.seq + 1))
            assert told == shown(open_table, 1, 0)["events"]
            assert shown(open_table, 1, 10**9)["events"] == []

    run(story)


SEVENS = (
    "3S 5C 2C 4C 6C 7C 9C, 2D 4D 6D 7D 9D 10D JD, 2H 4H 6H 7H 9H 10H JH, 2S 4S 6S 7S 9S 10S JS, "
    "10C JC QC KC AC 8C 3C, 5D QD KD AD 8D 3D JR, 5H QH KH AH 8H 3H JB"
)
"""No exchange is possible: after a redeal all are asked once more whether they are ready."""
DEALS = {
    "the exchange is set again": (start("3S 5C 2C 4C 6C 7C 9C, 2D 4D 6D 7D 9D 10D JD", CARDS).play("set 0"), "set 0"),
    "all are asked again": (start(SEVENS, CARDS, dealer=6), "ready"),
}


@pytest.mark.parametrize("what", DEALS)
def test_a_redeal_is_another_question_for_all_who_had_not_answered(tmp_path: Path, what: str) -> None:
    """PICKLE-7: the hands are dealt anew, so what was said with the old one is late, even where it could be said now."""
    dealt, then = DEALS[what]

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pickle", seats=dealt.game.seats)
            state, seq = open_table.state, open_table.state.seq
            state.table, state.asked = dealt, dict.fromkeys(dealt.to_act, seq)
            await open_table.move(0, "redeal", seq, None)
            assert state.asked == dict.fromkeys(state.table.to_act, seq + 1)
            with pytest.raises(NotYours, match="gone on"):
                await open_table.move(1, "ready", seq, None)
            await open_table.move(1, then, seq + 1, None)

    run(story)
