"""Going through a whole game to play on from it: done once for an id, and by one thread, whoever asks for it how often."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from cutcard.server.errors import NotNow
from cutcard.server.tables import playing_on
from cutcard.server.tables.playing_on import play_on
from cutcard.server.tables.practice import AS_IT_WAS, beginning
from cutcard.server.tables.turns import Turns
from tests.server.open_tables import opened, run
from tests.server.test_practice import over, wish

IDENTITY = "play-on-from-here-" * 2
A_WHILE = 0.2
"""Seconds that somebody may need who should not be there."""


def test_what_is_asked_for_again_is_not_gone_through_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []

    def counted(*asked: Any) -> Any:
        done.append(asked[1])
        return beginning(*asked)

    async def story() -> None:
        monkeypatch.setattr(playing_on, "beginning", counted)
        async with opened(tmp_path) as tables:
            old = await over(tables, "pairs")
            first = await play_on(tables, old, wish(2, identity=IDENTITY, hidden=AS_IT_WAS))
            seat = first[0].state.host
            for same in (None, seat):
                assert await play_on(tables, old, wish(2, same, identity=IDENTITY, hidden=AS_IT_WAS)) == first
            for other in (wish(1, identity=IDENTITY, hidden=AS_IT_WAS), wish(2, identity=IDENTITY)):
                with pytest.raises(NotNow, match="for something else"):
                    await play_on(tables, old, other)
            assert done == [2]
            assert await play_on(tables, old, wish(2, hidden=AS_IT_WAS)) != first
            assert done == [2, 2], "without an id it is another one"

    run(story)


def test_one_game_is_gone_through_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others, lock, most, now = threading.Event(), threading.Lock(), 0, 0

    def counted(*asked: Any) -> Any:
        nonlocal most, now
        with lock:
            now += 1
            most = max(most, now)
            if now > 1:
                others.set()
        others.wait(A_WHILE)
        found = beginning(*asked)
        with lock:
            now -= 1
        return found

    async def story() -> None:
        monkeypatch.setattr(playing_on, "beginning", counted)
        async with opened(tmp_path) as tables:
            old = await over(tables, "pairs")
            made = await asyncio.gather(*(play_on(tables, old, wish(1, hidden=AS_IT_WAS), who) for who in "aabc"))
            assert len({new.state.code for new, _ in made}) == 4
        assert most == 1

    run(story)


def test_every_address_has_its_turn() -> None:
    async def story() -> None:
        turns, had = Turns(), []

        async def take(address: str) -> None:
            async with turns.of(address):
                had.append(address)
                await asyncio.sleep(0)

        await asyncio.gather(*(take(address) for address in "aaaabbc"))
        assert had == list("abcabaa")
        assert not turns._of_addresses

    run(story)
