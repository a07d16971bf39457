"""Games on a Dask cluster: the same result, with a worker killed on the way."""

import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

import cutcard
from cutcard.lab import Study, simulate, tournament
from cutcard.lab.running.chunks import Plan
from cutcard.lab.running.cluster import cluster
from tests.ports import reserved_port
from tests.soak import soaked
from tests.terminal.driving import Cutcard

pytestmark = pytest.mark.filterwarnings("ignore")  # what the cluster says of its own affairs

GAMES = soaked(12_000, 400_000)


@pytest.fixture(scope="module")
def distributed() -> Any:
    """Imported by who runs these tests: it takes a while."""
    return pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def address(distributed: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Two worker processes on this machine."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", silence_logs=50,
        local_directory=str(tmp_path_factory.mktemp("dask")),
    ) as local:  # fmt: skip
        yield local.scheduler_address


def test_a_worker_that_is_killed_changes_nothing(distributed: Any, address: str) -> None:
    plan = Plan.of(cutcard.game("pairs", seats=3), ["steady", "random", "random"], 5)
    study = Study(plan, GAMES)
    killed: list[int] = []

    def kill_one(games: int) -> None:
        if not killed and study.played > GAMES // 6:
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    with distributed.Client(address, set_as_default=False) as client:
        workers = list(client.run(os.getpid).values())
        assert len(set(workers)) == 2
        assert os.getpid() not in workers
    with cluster(address) as (executor, count):
        assert count == 2
        study.play(executor, count, chunk=GAMES // 40, on_progress=kill_one)
    assert killed
    whole = simulate(plan.game, list(plan.seated), games=GAMES, seed=5)
    assert json.dumps(study.json()) == json.dumps(whole.json())


def test_the_command_takes_an_address(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Cutcard(capsys, monkeypatch)("simulate", "pairs", "--games", "2000", "--dask", address, "--json")
    assert said.status == 0
    assert json.loads(said.out) == json.loads(json.dumps(simulate("pairs", games=2000).json()))


def test_a_tournament_is_the_same_on_a_cluster(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ("tournament", "pairs", "--players", "steady,random", "--deals", "40", "--dask", address, "--json")
    said = Cutcard(capsys, monkeypatch)(*line)
    assert said.status == 0
    found = tournament(cutcard.game("pairs", seats=2), ["steady", "random"], deals=40)
    assert json.loads(said.out) == json.loads(json.dumps(found.json()))


@pytest.mark.usefixtures("distributed")
def test_a_cluster_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutcard.lab.running.cluster.PATIENCE", "1s")
    with reserved_port() as port:
        address = f"tcp://127.0.0.1:{port}"
        said = Cutcard(capsys, monkeypatch)("simulate", "pairs", "--games", "10", "--dask", address)
    assert said.status == 1
    assert f"there is no Dask cluster at {address}" in said.errors
