"""The servers that are measured: how each is started and stopped, and what it takes of the machine."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tests.ports import port_of
from tests.server.deployed import nginx_site
from tests.server.nginx import Nginx
from tests.server.postgres import Cluster

ROOT = Path(__file__).parents[2]
YARDSTICK = Path(__file__).parent / "yardstick"
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
LONGEST_START = 300.0
IDLE = 0.3
"""Seconds of processor time that a server may use in a second and a half when nobody plays."""

OUR_SERVER = """
import sys
from cutcard.server.serving import serve
from cutcard.server.settings import Settings
settings = Settings(port=0, database=sys.argv[1], pace=0.0, unlimited=True)
serve(settings, lambda address: print('{"port": %s}' % address.rstrip("/").rsplit(":", 1)[1], flush=True))
"""


class Missing(Exception):
    """What the bench needs is not here."""


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    port: int
    process: int
    beside: tuple[int, ...] = ()
    """Processes that work for it and are not its own: those of a database."""

    def megabytes(self) -> float:
        """Memory of all processes of the server."""
        return sum(int(_read(one, "statm").split()[1]) for one in self._processes()) * PAGE / 1e6

    def processor_seconds(self) -> float:
        """Of all processes of the server."""
        stats = [_read(one, "stat").rsplit(")", 1)[1].split() for one in self._processes()]
        return sum(int(stat[11]) + int(stat[12]) for stat in stats) / TICKS

    def descriptors(self) -> int:
        """Files and connections that its processes have open."""
        return sum(len(list(Path(f"/proc/{one}/fd").iterdir())) for one in self._processes())

    def settle(self) -> None:
        """Wait until it has nothing more to get ready. Nodes that share a database say all the time that they are there."""
        used, until = -1.0, time.monotonic() + LONGEST_START
        while abs(self.processor_seconds() - used) > IDLE and time.monotonic() < until:
            used = self.processor_seconds()
            time.sleep(1.5)

    def _processes(self) -> list[int]:
        found = [self.process, *self.beside]
        for one in found:
            for thread in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (thread / "children").read_text().split())
        return found


def machine_seconds() -> float:
    """Processor time of everything on this machine."""
    user, nice, system, _, _, *interrupts = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:8])
    return (user + nice + system + sum(interrupts)) / TICKS


def _read(process: int, name: str) -> str:
    return Path(f"/proc/{process}/{name}").read_text()


@contextmanager
def running(command: list[str], folder: Path, **environment: str) -> Iterator[Server]:
    """The server of this command, which says its port on its first line; what it says of trouble is kept in the folder."""
    told = folder / "errors.txt"
    with told.open("w") as errors:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, **environment}
        )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise Missing(f"{command[0]} did not start:\n{told.read_text()[-2000:]}")
        yield Server(json.loads(line)["port"], process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def ours(folder: Path, processes: int) -> Iterator[Server]:
    """Cutcard's server without limits on one address: one process with an SQLite file, as it is by default; or several with
    a PostgreSQL that syncs every move too, behind nginx as it is shipped. Both are counted with them."""
    with ExitStack() as stack:
        if processes == 1:
            database = f"sqlite:///{folder / 'tables.sqlite3'}"
            yield stack.enter_context(running([sys.executable, "-c", OUR_SERVER, database], folder))
            return
        cluster = Cluster.started(syncs=True)
        stack.callback(cluster.stop)
        database = cluster.new_database()
        first, *others = [
            stack.enter_context(running([sys.executable, "-c", OUR_SERVER, database], folder)) for _ in range(processes)
        ]
        nginx = stack.enter_context(Nginx(folder / "nginx", nginx_site([first.port, *(one.port for one in others)])))
        beside = (cluster.process, nginx.process, *(one.process for one in others))
        yield replace(first, port=port_of(nginx.reserved), beside=beside)


@contextmanager
def bare(folder: Path) -> Iterator[Server]:
    """Ours on SQLite, but for composing what people are shown."""
    database = f"sqlite:///{folder / 'tables.sqlite3'}"
    with running([sys.executable, "-m", "bench.load.bare", database], folder) as server:
        yield server


@contextmanager
def theirs(folder: Path, size: int, length: int, *, files: bool) -> Iterator[Server]:
    """boardgame.io's server, with its default storage in memory, or with the one in files."""
    command = ["node", str(YARDSTICK / "server.js"), "--bytes", str(size), "--length", str(length)]
    if files:
        command += ["--folder", str(folder / "matches")]
    with running(command, folder, NODE_ENV="production") as server:
        yield server


def fetch_theirs(say: Callable[[str], None]) -> None:
    """Have npm fetch what the lock file names, if it has not been fetched."""
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            raise Missing(
                f"{tool} was not found: the yardstick is boardgame.io's own server, which needs Node.js 18 or newer"
            )
    locked, fetched = YARDSTICK / "package-lock.json", YARDSTICK / "node_modules" / ".package-lock.json"
    if fetched.exists() and fetched.stat().st_mtime >= locked.stat().st_mtime:
        return
    say("npm fetches boardgame.io")
    done = subprocess.run(["npm", "ci", "--no-fund", "--no-audit"], cwd=YARDSTICK, capture_output=True, text=True)
    if done.returncode:
        raise Missing(f"npm could not fetch boardgame.io:\n{(done.stdout + done.stderr)[-2000:]}")
