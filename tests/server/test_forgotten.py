"""A log without one of its people leads to the same game, and has nothing of them."""

import json
import random
from pathlib import Path

from cutcard.server.errors import NotPermitted
from cutcard.server.tables.forgotten import NOBODY, UNSAID, seating_of, without
from cutcard.server.tables.state import Event, TableState, hashed
from tests.server.open_tables import ADDED, made, opened, play_out, run

SAID = "call me on 555-0199"


def folded(code: str, secret: str, events: list[Event]) -> TableState:
    state = TableState(code, secret)
    state.follow(events)
    return state


def rewritten(events: list[Event], code: str, key: str) -> list[Event]:
    changed = without(code, events, hashed(key), hashed(f"not {key}"))
    return [event._replace(data=changed.get(event.seq, event.data)) for event in events]


def test_the_game_stays_and_the_person_is_gone(tmp_path: Path) -> None:
    """They sat down twice, moved to another seat, left it to a bot, came back, spoke, played and had a rematch."""

    async def story() -> None:
        async with opened(tmp_path, pace=3600.0) as tables:  # so that no bot is first at its own turn
            table, host = await made(tables, seats=3, target=12)
            first, _ = await table.join("Zacharias", 1, None, None)
            await table.leave(hashed(first))
            key, _ = await table.join("Zacharias", 1, ADDED, None)
            await table.join("Zacharias", 2, None, key)
            await table.join("Ann", 1, None, None)
            await table.set(hashed(host), {"seats": 4})
            await table.give(hashed(host), 3, "bot", "easy")
            await table.start(hashed(host), ADDED)
            await table.chat(hashed(key), SAID, "once")
            await table.give(hashed(host), 2, "bot", "easy")
            await table.take_back(hashed(key))
            await table.leave(hashed(key))
            await table.chat(hashed(host), "who was that?", "once")
            seat, seq = next(iter(table.state.asked.items()))
            assert table.state.table is not None
            await table.move(seat, table.state.table.legal(seat)[0], seq, "mine")
            await play_out(table, random.Random(1))
            next_table = await tables.find(await tables.rematch(table, 0))
            for one in (table, next_table):
                check(one.state, one.log, key)
            anywhere = [event._replace(data={**event.data, "game": "gone"}) for event in table.log[:1]] + table.log[1:]
            seating = seating_of(table.state.code, anywhere)  # the game need not be there
            assert seating.holders == table.state.holders
            assert {hashed(host), hashed(first), hashed(key)} < {*seating.keyed}
            told = [event.data["text"] for event in rewritten(table.log, table.state.code, key) if event.kind == "chat"]
            assert told == [UNSAID, "who was that?"]
            assert [line.name for line in folded("", "00", rewritten(next_table.log, "", key)).tally].count(NOBODY) == 1
            both = rewritten(rewritten(table.log, table.state.code, key), table.state.code, first)
            assert "Zacharias" not in json.dumps([event.data for event in both])
            assert f"{NOBODY} 2" in json.dumps([event.data for event in both])

    run(story)


def test_what_was_on_its_way_is_taken_out_too(tmp_path: Path) -> None:
    """Said, and left, by somebody whom a node did not know to be forgotten yet."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            table, _ = await made(tables, seats=2)
            key, _ = await table.join("Zacharias", 1, None, None)
            left = rewritten(table.log, table.state.code, key)
            await table.chat(hashed(key), SAID, "once")
            await table.leave(hashed(key))
            left += table.log[len(left) :]
            now = hashed(f"not {key}")
            changed = without(table.state.code, left, now, now)
            assert sorted(changed) == [event.seq for event in left if event.kind == "chat" or "Zacharias" in str(event.data)]
            settled = [event._replace(data=changed.get(event.seq, event.data)) for event in left]
            assert SAID not in str(settled)
            assert "Zacharias" not in str(settled)
            assert f"{NOBODY} 2" not in str(settled)
            assert without(table.state.code, settled, now, now) == {}

    run(story)


def check(state: TableState, log: list[Event], key: str) -> None:
    """The same table, but for one who has no name and no key."""
    left = rewritten(log, state.code, key)
    now = folded(state.code, state.secret, left)
    mine = state.seat_by(hashed(key))
    assert hashed(key) not in json.dumps([event.data for event in left])
    assert SAID not in json.dumps([event.data for event in left])
    assert now.names == [NOBODY if seat == mine else name for seat, name in enumerate(state.names)]
    assert [holder.kind for holder in now.holders] == [holder.kind for holder in state.holders]
    assert (now.phase, now.host, now.moves, now.randomness) == (state.phase, state.host, state.moves, state.randomness)
    if state.table is not None:
        assert now.table is not None
        assert now.table.record() == state.table.record()
        assert [line.points for line in now.evening()] == [line.points for line in state.evening()]
    try:
        now.seat_by(hashed(key))
        raise AssertionError("the key is still good")
    except NotPermitted:
        pass
