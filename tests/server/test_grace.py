"""Who is gone for a moment is not away, and who plays by requests alone is here."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from cutcard.server.errors import NotPermitted
from cutcard.server.settings import Settings
from cutcard.server.tables.state import hashed
from tests.server.client import Refused, Visitor, join, make_table, watcher
from tests.server.open_tables import full, here, kinds, opened, run, shown
from tests.server.running import RunningServer


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Visitor, Visitor]]:
    """A host and a friend in a game, at a server with the usual grace."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with RunningServer(database, tmp_path / "server.log", grace=Settings.grace) as server:
        host = make_table(server.url, "pickup", seats=2)
        friend = join(host)
        host.start()
        yield host, friend


def test_a_seat_is_not_lost_by_a_line_that_was_dead_for_a_moment(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    with watcher(host).live() as other:
        with friend.live() as live:
            live.hear_update()
            while not other.update or not other.update["table"]["seats"][1]["present"]:
                other.hear()
        with watcher(host).live():  # the server has heard by now that the friend has gone: it hears one thing after another
            while other.update["table"]["watching"] != 1:
                other.hear()
        assert other.update["table"]["seats"][1]["present"]
        with pytest.raises(Refused) as refused:
            host.at_table("seats", seat=1, to="bot", level="easy")
        assert refused.value.status == 403
        assert "is here" in refused.value.reason


def test_who_plays_by_requests_alone_is_here(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    friend.look()
    assert [seat["present"] for seat in watcher(host).look()["table"]["seats"]] == [True, True]
    assert not friend.look()["you"]["may_host"]
    with pytest.raises(Refused, match="is here"):
        host.at_table("seats", seat=1, to="bot", level="easy")


def test_those_who_look_on_are_told_when_the_grace_has_run_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, grace=0.05) as tables:
            open_table, keys = await full(tables, seats=2)
            woken = asyncio.Event()
            open_table.enter(None, woken.set)
            goes = here(open_table, keys[1])
            left = tables.store.now()
            goes()
            while shown(open_table, None)["table"]["seats"][1]["present"]:
                woken.clear()
                await woken.wait()
            assert tables.store.now() - left >= 0.05
            await open_table.give(0, 1, "bot", "easy")
            assert kinds(open_table) == ["person", "bot"]

    run(story)


def test_a_grace_begins_anew_with_every_request(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, grace=3600.0) as tables:
            open_table, keys = await full(tables, seats=2)
            assert not open_table.presence.is_anybody_here()
            open_table.seen(hashed(keys[1]))
            first = open_table.presence._until[hashed(keys[1])]
            open_table.seen(hashed(keys[1]))
            assert open_table.presence._until[hashed(keys[1])] > first
            open_table.presence._look()
            assert open_table.is_here(1)
            assert not open_table.is_here(0)

    run(story)


def test_who_says_that_they_leave_is_away_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, grace=3600.0) as tables:
            open_table, keys = await full(tables, seats=2)
            goes = here(open_table, keys[1])
            open_table.seen(hashed(keys[1]))
            await open_table.leave(1)
            goes()
            assert not open_table.is_here(1)
            here(open_table, keys[1])()  # back, and then cut off
            assert open_table.is_here(1)

    run(story)


def test_after_a_restart_people_have_the_grace_to_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, grace=3600.0) as tables:
            open_table, _ = await full(tables, seats=2)
            code = open_table.state.code
        async with opened(tmp_path, grace=3600.0) as tables:
            open_table = await tables.find(code)
            assert open_table.is_here(0)
            assert open_table.is_here(1)
            with pytest.raises(NotPermitted, match="is here"):
                await open_table.give(0, 1, "bot", "easy")

    run(story)
