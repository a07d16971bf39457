"""Databases and servers to test with: the real ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Cluster, shared_cluster
from tests.server.running import RunningServer


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that all workers of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_id == "master" else own.parent


@pytest.fixture(scope="session")
def cluster(run_folder: Path) -> Iterator[Cluster]:
    """A running PostgreSQL."""
    with shared_cluster(run_folder) as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[RunningServer]:
    """A server of one's own, on each kind of database."""
    with RunningServer(database, tmp_path / "server.log") as server:
        yield server


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server on SQLite, without limits, for all tests that do not stop it."""
    folder = tmp_path_factory.mktemp("shared-server")
    with RunningServer(f"sqlite:///{folder / 'tables.sqlite3'}", folder / "server.log") as server:
        yield server


@pytest.fixture(scope="session")
def url(shared_server: RunningServer) -> str:
    """Where the shared server is."""
    return shared_server.url
