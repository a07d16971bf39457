"""No test has to be told of a game: those that run over every game run over one of another package too."""

import subprocess
import sys
from pathlib import Path

import pytest

from cutcard.core.compiling import JIT
from tests.another_package import NAME, ROOT, found_in, install
from tests.contract.cases import scaled
from tests.soak import SOAKING

ENVIRONMENTS = "gymnasium_finds or learner_among or pettingzoos_test or openspiel or state_is_its_table or told_nothing"
"""Gymnasium's own check, PettingZoo's, and OpenSpiel's simulations and resampling; and that none of them tells a secret."""


def run_over_it(folder: Path, *arguments: str) -> str:
    """Run tests where the package is installed, only those of its game. None of them needs schemathesis, which takes long to
    import."""
    install(folder)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:schemathesis", *arguments],
        cwd=ROOT, env=found_in(folder), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout


once = pytest.mark.skipif(JIT and not SOAKING, reason="with JIT off nothing has to be compiled for it")


@once
def test_the_contract_holds_for_a_game_of_another_package(tmp_path: Path) -> None:
    """Every test of this folder, its own leakage tests among them."""
    told = run_over_it(tmp_path, "tests/contract", "-k", f"{NAME} and not exact_numbers")
    assert int(told.rpartition(" passed")[0].rpartition("\n")[2]) >= scaled(80, 60)  # a dozen tests at each of its tables


@once
def test_environments_play_a_game_of_another_package(tmp_path: Path) -> None:
    files = [f"tests/envs/test_{name}.py" for name in ("single", "aec", "parallel", "openspiel")]
    told = run_over_it(tmp_path, *files, "-k", f"({NAME} or {NAME.replace('-', '_')}) and ({ENVIRONMENTS})")
    assert int(told.rpartition(" passed")[0].rpartition("\n")[2]) >= 18
