"""Bots of other packages that do everything wrong: the game goes on, and nobody has to wait for them."""

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cutcard
from cutcard.server.bots.pool import BotPool
from tests.server.client import Refused, Visitor, join, make_table, play_out
from tests.server.running import RunningServer

THINKING = 1.0

PLAYERS = '''
import os, sys, time

class Prints:
    """Talks while it thinks."""

    def choose(self, view, legal, rng):
        print("thinking" * 1000, flush=True)
        os.write(1, b"0123" * 1000)
        sys.stderr.write("this is a note of a player")
        return legal[0]

class Raises:
    def choose(self, view, legal, rng):
        raise RuntimeError("no idea")

class Jumps:
    def choose(self, view, legal, rng):
        return "jump over the moon"

class Nothing:
    def choose(self, view, legal, rng):
        return None

class Strange:
    def choose(self, view, legal, rng):
        return lambda: "hit"

class Hangs:
    def choose(self, view, legal, rng):
        while True:
            pass

class Reads:
    def choose(self, view, legal, rng):
        return input()

class Dies:
    def choose(self, view, legal, rng):
        os._exit(3)
'''

NAMES = ("raises", "jumps", "nothing", "strange", "hangs", "reads", "dies")


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of such players, as if it were installed."""
    folder = tmp_path_factory.mktemp("strange")
    (folder / "strange_players.py").write_text(PLAYERS)
    info = folder / "strange_players-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-players\nVersion: 1.0\n")
    points = [f"{name} = strange_players:{name.capitalize()}" for name in NAMES]
    (info / "entry_points.txt").write_text("\n".join(["[cutcard.players]", *points]))
    return folder


@pytest.fixture(scope="module")
def strange_server(players: Path) -> Iterator[RunningServer]:
    """A server that finds them."""
    database = f"sqlite:///{players / 'tables.sqlite3'}"
    with RunningServer(database, players / "server.log", path=players, thinking=THINKING) as server:
        yield server


def moves_of(update: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    return [event for event in update["events"] if event["kind"] == "move" and event["seat"] == seat]


def first_move(table: Visitor) -> dict[str, Any]:
    """What the bot in seat 1 did first."""
    return moves_of(table.wait_for(lambda update: moves_of(update, 1)), 1)[0]


@pytest.mark.parametrize("name", NAMES)
def test_game_goes_on(strange_server: RunningServer, name: str) -> None:
    table = make_table(strange_server.url, "pickup", seats=2, level=name)
    table.start()
    assert first_move(table)["late"] is True
    assert f"table {table.code}: the bot {name} of seat 1" in strange_server.said
    if name == "raises":
        end = play_out([table])
        assert end["table"]["state"] == "over"
        assert all(move["late"] for move in moves_of(end, 1))
    assert "Traceback" not in strange_server.said


def test_what_a_bot_prints_does_not_get_between(players: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(players), prepend=os.pathsep)
    table = cutcard.game("pickup", seats=2).start()

    async def story() -> None:
        pool = BotPool(1, 60.0)
        try:
            for _ in range(3):
                assert await pool.choose(table.view(1), "strange_players:Prints") == table.legal(1)[0]
        finally:
            await pool.end()

    asyncio.run(story())


def test_nobody_waits_for_a_bot_that_hangs(strange_server: RunningServer) -> None:
    """While it thinks the server answers again and again. On a busy machine its time may be up before: then once more."""
    for _ in range(5):
        table = make_table(strange_server.url, "pickup", seats=2, level="hangs")
        table.start()
        answers = 0
        while not moves_of(table.look(), 1):
            answers += 1
        assert first_move(table)["late"] is True
        if answers >= 5:
            return
    pytest.fail("it never answered while the bot thought")


def back_while_a_bot_thinks(url: str) -> tuple[Visitor, Visitor]:
    """A host, and a friend who has taken the seat back from a bot that hangs. On a busy machine its time may be up before:
    then once more, at another table."""
    for _ in range(5):
        host = make_table(url, "pickup", seats=2)
        friend = join(host)
        host.start()
        host.at_table("seats", seat=1, to="bot", level="hangs")
        friend.at_table("back")
        if not moves_of(friend.look(), 1):
            return host, friend
    pytest.fail("nobody came back in time")


def test_person_comes_back_while_the_bot_thinks(strange_server: RunningServer) -> None:
    host, friend = back_while_a_bot_thinks(strange_server.url)
    update = friend.look()
    wish = friend.wish(update)
    assert wish is not None
    friend.move(wish, update["you"]["asked"])
    time.sleep(THINKING * 1.5)
    moves = moves_of(host.look(), 1)
    assert len(moves) == 1
    assert not moves[0].get("late")


def test_player_is_chosen_by_name_only(strange_server: RunningServer) -> None:
    for level in ("strange_players:Raises", "search@99999", "os:getcwd", "unheard-of"):
        with pytest.raises(Refused) as refusal:
            make_table(strange_server.url, level=level)
        assert refusal.value.status in (403, 404)
