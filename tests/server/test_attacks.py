"""While one address does what it can to keep a server busy, another is served. How soon is measured in `make soak`, where
nothing else runs: there each attack goes on alone for a while."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import httpx
import pytest

from tests.patience import PATIENCE
from tests.server.attacks import ATTACKS
from tests.server.client import make_table
from tests.server.open_tables import full, opened, run
from tests.server.running import RunningServer
from tests.server.test_long_games import played
from tests.soak import SOAKING, soaked

SECONDS = soaked(3.0, 20.0)
EVENTS = soaked(500, 5000)
LATEST = 0.1
"""Within so many seconds 99 of 100 requests of another address are answered."""
FEW = 6
PAUSE = 0.06
"""Between two requests of the one who is measured: no more than anybody may send."""


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningServer, str]]:
    """A server with all its bounds, and the code of a long game on it."""
    folder = tmp_path_factory.mktemp("attacked")

    async def long_game() -> None:
        async with opened(folder) as tables:
            open_table, _ = await full(tables, "pickup", seats=2)
            await played(open_table, EVENTS)
            codes.append(open_table.state.code)

    codes: list[str] = []
    run(long_game)
    with RunningServer(f"sqlite:///{folder / 'tables.sqlite3'}", folder / "server.log", unlimited=False) as server:
        yield server, codes[0]


@contextmanager
def under_attack(name: str, server: RunningServer, code: str, source: str) -> Iterator[None]:
    parts = urlsplit(server.url)
    words = [sys.executable, "-m", "tests.server.attacks", name, str(parts.hostname), str(parts.port), source, code]
    process = subprocess.Popen(words)
    try:
        yield
        assert process.poll() is None, f"{name} has ended by itself"
    finally:
        process.kill()
        process.wait()


def times_of_another(server: RunningServer, seconds: float) -> list[float]:
    """How long each request of somebody else takes, a few of them at least: to look at a table of their own, and to play
    there; the game is longer than this."""
    table = make_table(server.url, "port", seats=2, options={"target": 200, "rounds": 200})
    table.at_table("seats", seat=1, to="bot", level="easy")
    update, path = table.start(), f"/api/tables/{table.code}"
    took: list[float] = []
    end = time.monotonic() + seconds
    with httpx.Client(base_url=server.url, trust_env=False, timeout=PATIENCE) as http:
        http.headers["authorization"] = f"Bearer {table.key}"
        while time.monotonic() < end or len(took) < FEW:
            wish = table.wish(update)
            begun = time.perf_counter()
            if wish is not None:
                move = {"id": table.new_id(), "seq": update["you"]["asked"], "move": wish}
                answer = http.post(f"{path}/move", json=move)
            else:
                answer = http.get(path, params={"since": update["seq"]})
            took.append(time.perf_counter() - begun)
            assert answer.status_code == 200, answer.text
            update = answer.json()
            time.sleep(PAUSE)
    return took


def test_all_at_once_and_another_is_served(attacked: tuple[RunningServer, str]) -> None:
    server, code = attacked
    with ExitStack() as stack:
        for number, name in enumerate(ATTACKS):
            stack.enter_context(under_attack(name, server, code, f"127.0.1.{number + 1}"))
        times_of_another(server, SECONDS)
    assert "Traceback" not in server.said


@pytest.mark.skipif(not SOAKING, reason="how long it takes is measured where nothing else runs")
@pytest.mark.parametrize("name", ATTACKS)
def test_another_address_does_not_wait(attacked: tuple[RunningServer, str], name: str) -> None:
    server, code = attacked
    with under_attack(name, server, code, "127.0.2.1"):
        took = sorted(times_of_another(server, SECONDS))
    late = took[int(0.99 * len(took))]
    print(
        f"{name}: {len(took)} requests, half within {1000 * took[len(took) // 2]:.1f} ms, 99 of 100 in {1000 * late:.1f} ms"
    )
    assert late < LATEST
