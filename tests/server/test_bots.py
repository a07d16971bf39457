"""Bots of other packages that do everything wrong: the game goes on, and nobody has to wait for them."""

import asyncio
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import cutcard
from cutcard.reviews.review import of_table
from cutcard.server.bots import pool as pools
from cutcard.server.bots.pool import BotPool
from cutcard.server.bots.shared_workers import Owner, SharedWorkers
from cutcard.server.bots.worker import LOW
from cutcard.server.bots.worker_process import BotFailed, WorkerProcess
from cutcard.server.framing import framed
from tests.patience import PATIENCE
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


class Worker(WorkerProcess):
    """Stands for a process: it has done a job when it is told so."""

    def __init__(self, done: list[str]) -> None:
        super().__init__()
        self.done = done
        self.jobs: list[tuple[str, asyncio.Event]] = []

    async def ask(self, job: str, arguments: tuple[Any, ...], seconds: float) -> Any:
        name = arguments[0][0] if job == "review" else arguments[1]
        self.done.append(name)
        ready = asyncio.Event()
        self.jobs.append((name, ready))
        await ready.wait()


def pool_of_two() -> tuple[BotPool, list[Worker], list[str]]:
    """A pool with such workers, and the names of the jobs that they begin."""
    begun: list[str] = []
    pool, workers = BotPool(2, 60.0), [Worker(begun), Worker(begun)]
    have(pool.bots, workers)
    return pool, workers, begun


def have(turns: SharedWorkers, workers: Sequence[WorkerProcess]) -> None:
    """Let these be the workers that are shared."""
    turns.workers, turns.idle = list(workers), list(workers)


class Busy(WorkerProcess):
    """A worker that needs half a minute, as on cores that others use."""

    async def ask(self, job: str, arguments: tuple[Any, ...], seconds: float) -> Any:
        if seconds < 30:
            raise BotFailed("it took too long")
        return arguments[0]


def test_pieces_of_reviews_are_given_more_time_than_bots() -> None:
    """They let all others go first. One that was ended would be tried again for ever, by a worker without its code."""

    async def story() -> None:
        pool = BotPool(1, 10.0)
        piece: Any = "a piece"
        view: Any = None
        have(pool.bots, [Busy()])
        have(pool.reviewers, [Busy()])
        assert await pool.review([piece]) == [piece]
        with pytest.raises(BotFailed):
            await pool.choose(view, "medium")

    asyncio.run(story())


def test_every_address_and_every_table_has_its_turn() -> None:
    """Thirty tables of one address wait, then two of others: they are next, whatever else is waiting."""

    async def story() -> None:
        pool, workers, begun = pool_of_two()
        view: Any = None
        tasks = [asyncio.create_task(pool.choose(view, f"many {i}", Owner("many", f"M{i}"))) for i in range(30)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert begun == ["many 0"], "the other worker is left for others"
        tasks += [asyncio.create_task(pool.choose(view, f"{who} {i}", Owner(who, who))) for i in range(2) for who in "ab"]
        for _ in range(40):
            for worker in workers:
                for _, ready in worker.jobs:
                    ready.set()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        assert sorted(begun) == sorted([f"many {i}" for i in range(30)] + ["a 0", "a 1", "b 0", "b 1"])
        assert max(begun.index(name) for name in ("a 0", "b 0")) <= 3
        assert max(begun.index(name) for name in ("a 1", "b 1")) <= 7
        assert not pool.bots.waiting
        assert pool.bots.is_idle
        assert not pool.bots._busy

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_bots_of_one_table_may_have_all_workers() -> None:
    async def story() -> None:
        pool, workers, begun = pool_of_two()
        view: Any = None
        tasks = [asyncio.create_task(pool.choose(view, f"{i}", Owner("here", "one"))) for i in range(3)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert begun == ["0", "1"]
        tasks[2].cancel()  # who no longer waits has no turn
        for _, ready in workers[0].jobs + workers[1].jobs:
            ready.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert begun == ["0", "1"]
        assert pool.bots.is_idle

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_no_bot_waits_for_a_review_and_no_address_for_the_reviews_of_another() -> None:
    """There is one worker, and forty reviews are asked for from one address. A bot moves at once while a piece is being
    done, and when that is done it is the turn of the other address."""

    async def story() -> None:
        begun: list[str] = []
        pool, bot, reviewer = BotPool(1, 60.0), Worker(begun), Worker(begun)
        have(pool.bots, [bot])
        have(pool.reviewers, [reviewer])
        view: Any = None
        many = [f"many {i}" for i in range(40)]
        asked = [(one, "many") for one in many] + [("another", "another")]
        tasks = [
            asyncio.create_task(pool.review([one], Owner(f"review {who}", one)))  # type: ignore[list-item]
            for one, who in asked
        ]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert begun == [many[0]]
        move = asyncio.create_task(pool.choose(view, "move", Owner("many", "bots")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert begun == [many[0], "move"]
        for _ in range(60):
            for _, ready in bot.jobs + reviewer.jobs:
                ready.set()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        await asyncio.gather(*tasks, move)
        assert begun.index("another") < begun.index(many[1])
        assert sorted(begun) == sorted([*many, "another", "move"])
        assert pool.bots.is_idle
        assert pool.reviewers.is_idle

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_who_waits_long_for_a_review_is_no_sign_of_trouble() -> None:
    async def story() -> None:
        pool = BotPool(2, 60.0)
        have(pool.reviewers, [Worker([])])
        tasks = [asyncio.create_task(pool.review([str(i)], Owner("a", str(i)))) for i in range(3)]  # type: ignore[list-item]
        await asyncio.sleep(0.01)
        assert len(pool.reviewers.waiting) == 2
        assert pool.longest_wait() == 0.0
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert pool.reviewers.is_idle

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_processes_for_reviews_let_others_go_first_and_end_when_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of its own session is willing to wait only for those of the same session, where Linux shares the processor
    among sessions first: so the session has to be, too."""
    piece = of_table(cutcard.game("pairs", seats=2).start(seed=1).play("hit"), 0.01).look(1)

    async def story() -> None:
        pool = BotPool(1, 60.0)
        try:
            assert len(await pool.review([piece])) == 1
            process = pool.reviewers.workers[0]._process
            assert process is not None
            own = os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(own + LOW, 19)
            autogroup = Path(f"/proc/{process.pid}/autogroup")
            if autogroup.exists() and (said := autogroup.read_text().split()):
                assert int(said[-1]) == LOW
            monkeypatch.setattr(pools, "RESTING", 0.05)
            assert len(await pool.review([piece])) == 1
            await asyncio.wait_for(process.wait(), PATIENCE)
            assert len(await pool.review([piece])) == 1, "it begins anew"
        finally:
            await pool.end()

    asyncio.run(asyncio.wait_for(story(), 2 * PATIENCE))


def test_a_worker_is_not_given_to_somebody_who_has_just_been_cancelled() -> None:
    """They hear of it only in the next turn of the loop, and the worker would be nobody's for good."""

    async def story() -> None:
        pool, _, _ = pool_of_two()
        owners = [Owner("a", "1"), Owner("b", "2")]
        workers = [await pool.bots.take(owner) for owner in owners]
        late = asyncio.create_task(pool.bots.take(Owner("c", "3")))
        await asyncio.sleep(0)
        late.cancel()
        for worker, owner in zip(workers, owners, strict=True):
            pool.bots.give_back(worker, owner)
        await asyncio.gather(late, return_exceptions=True)
        assert pool.bots.is_idle
        assert not pool.bots.waiting

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


@pytest.mark.parametrize("turns", range(6))
def test_who_is_cancelled_just_as_the_answer_comes_is_cancelled(turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many turns of the loop lie between: a server that stops would wait for a bot's pause otherwise."""

    async def story() -> None:
        answers = asyncio.StreamReader()
        stdin = SimpleNamespace(
            write=lambda data: None,
            drain=lambda: asyncio.sleep(0),
            close=answers.feed_eof,
            wait_closed=lambda: asyncio.sleep(0),
        )
        ended = asyncio.Event()
        ended.set()
        process = SimpleNamespace(stdin=stdin, stdout=answers, pid=2**22 + 1, returncode=None, wait=ended.wait)

        async def started(worker: WorkerProcess) -> Any:
            worker._process = process  # type: ignore[assignment]
            return process

        monkeypatch.setattr(WorkerProcess, "_started", started)
        asking = asyncio.create_task(WorkerProcess().ask("choose", (), PATIENCE))
        for _ in range(5):
            await asyncio.sleep(0)
        answers.feed_data(framed(("done", "hit")))
        for _ in range(turns):
            await asyncio.sleep(0)
        if asking.cancel():
            with pytest.raises(asyncio.CancelledError):
                await asking
        else:
            assert await asking == "hit"

    asyncio.run(story())
