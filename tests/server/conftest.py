"""Databases and servers to test with: the real ones."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.copied_processes import copied_processes
from tests.server.postgres import Cluster, shared_cluster
from tests.server.running import RunningServer
from tests.soak import soaked


@pytest.fixture(scope="package", autouse=sys.platform == "linux")
def _copied_processes() -> Iterator[None]:
    with copied_processes():
        yield


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


@pytest.fixture
def sqlite_database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


@pytest.fixture
def postgresql_database(cluster: Cluster) -> str:
    return cluster.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, of each kind."""
    address: str = request.getfixturevalue(f"{request.param}_database")
    return address


@pytest.fixture(params=soaked(["sqlite"], ["sqlite", "postgresql"]))
def any_database(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, where it hardly matters of which kind."""
    address: str = request.getfixturevalue(f"{request.param}_database")
    return address


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
