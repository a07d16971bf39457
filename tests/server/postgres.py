"""A PostgreSQL of our own: a cluster in a temporary folder, one for all workers of a test run."""

import fcntl
import json
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

WITH_PASSWORD = "with_password"
"""A role: whoever is a member of it is let in by a password only. All others need none."""

MISSING = "PostgreSQL is not installed, and the server is tested on it. On Debian and Ubuntu: apt-get install postgresql"


class Cluster:
    """Listens on a socket in its folder; and nowhere else, unless an address is given."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def started(cls, *, syncs: bool = False, listens: str = "") -> "Cluster":
        """One that need not survive a loss of power, unless it `syncs`; it `listens` at an address too."""
        folder = Path(tempfile.mkdtemp(prefix="cutcard-pg-", dir="/tmp"))
        if (user := _user()) is not None:
            shutil.chown(folder, user)
        cluster = cls(folder)
        try:
            cluster._start(syncs, listens)
        except BaseException:  # Ctrl-C too
            with suppress(AssertionError):
                _run("pg_ctl", "stop", "--pgdata", cluster._data, "--mode", "immediate")
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return cluster

    def _start(self, syncs: bool, listens: str) -> None:
        data = self._data
        _run("initdb", "--pgdata", data, "--username", "postgres", "--auth", "trust", "--no-sync", "--encoding", "UTF8")
        rules = self.folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all +{WITH_PASSWORD} scram-sha-256\n{rules.read_text()}")
        settings = f"-c listen_addresses={listens} -c unix_socket_directories={self.folder} -c max_connections=200"
        settings += "" if syncs else " -c fsync=off"
        if listens:
            with Path(data, "pg_hba.conf").open("a") as rules:
                rules.write("host all all samenet trust\n")
        _run("pg_ctl", "start", "--pgdata", data, "--wait", "--log", str(self.folder / "log"), "--options", settings)
        self.execute(f"CREATE ROLE {WITH_PASSWORD}")

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    @property
    def socket(self) -> Path:
        return self.folder / ".s.PGSQL.5432"

    @property
    def process(self) -> int:
        """The first of its processes."""
        return int(Path(self._data, "postmaster.pid").read_text().split("\n", 1)[0])

    def restart(self, mode: str) -> None:
        """`fast` breaks all connections, `immediate` is as a crash. Only for a cluster of one's own."""
        _run("pg_ctl", "restart", "--pgdata", self._data, "--mode", mode, "--wait", "--log", str(self.folder / "log"))

    def stop(self) -> None:
        _run("pg_ctl", "stop", "--pgdata", self._data, "--mode", "immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"t{uuid.uuid4().hex}"
        self.execute(f"CREATE DATABASE {name}")
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def execute(self, statement: str) -> None:
        with psycopg.connect(host=str(self.folder), user="postgres", dbname="postgres", autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def shared_cluster(folder: Path) -> Iterator[Cluster]:
    """The cluster of all who name this folder: the first starts it, the last stops it."""
    state = folder / "postgres.json"
    with _locked(folder):
        known = json.loads(state.read_text()) if state.is_file() else {"users": 0}
        if not known["users"]:
            known["folder"] = str(Cluster.started().folder)
        known["users"] += 1
        state.write_text(json.dumps(known))
    cluster = Cluster(Path(known["folder"]))
    try:
        yield cluster
    finally:
        with _locked(folder):
            known = json.loads(state.read_text())
            known["users"] -= 1
            state.write_text(json.dumps(known))
            if not known["users"]:
                cluster.stop()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _user() -> str | None:
    """PostgreSQL does not run as root; its package brings a user of its own."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        pytest.fail(MISSING, pytrace=False)


def _run(program: str, *words: str) -> None:
    folders = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    path = shutil.which(program, path=os.pathsep.join([*folders, os.environ.get("PATH", "")]))
    if path is None:
        pytest.fail(MISSING, pytrace=False)
    done = subprocess.run(
        [path, *words], user=_user(), cwd="/tmp", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    assert not done.returncode, f"{program} failed: {done.stderr}"
