"""Machine code is kept between processes, and never used once a rule it was made from has changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cutcard.core.compiling import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")

HELPER = """
from cutcard.core.compiling import quick

@quick
def worth(card: int) -> int:
    return card + {bonus}
"""
GAME = """
from cutcard.core.compiling import bind, rule
from plugin.helper import worth

@rule
def twice(card: int) -> int:
    return 2 * worth(card)

def template(card: int) -> int:
    return twice(card) + worth(card)

bound = bind(template, "plugin", {"twice": twice}, __name__)
print(twice(1), bound(1), sum(twice.stats.cache_hits.values()), sum(bound.stats.cache_hits.values()))
"""


def run(folder: Path) -> list[int]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "CUTCARD_CACHE": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", "import plugin.game"], env=environment, capture_output=True, text=True, check=True
    )
    return [int(word) for word in done.stdout.split()]


def write(folder: Path, bonus: int) -> None:
    """The file keeps its time: Numba's own cache, which looks at it, would be fooled."""
    file = folder / "plugin" / "helper.py"
    file.write_text(HELPER.format(bonus=bonus))
    os.utime(file, (1_000_000_000, 1_000_000_000))


def test_an_edited_rule_is_never_stale_and_an_unchanged_one_is_not_compiled_again(tmp_path: Path) -> None:
    (tmp_path / "plugin").mkdir()
    (tmp_path / "plugin" / "__init__.py").touch()
    (tmp_path / "plugin" / "game.py").write_text(GAME)
    write(tmp_path, 1)
    assert run(tmp_path) == [4, 6, 0, 0]
    assert run(tmp_path) == [4, 6, 1, 1]
    write(tmp_path, 5)
    assert run(tmp_path) == [12, 18, 0, 0]
    assert run(tmp_path) == [12, 18, 1, 1]
    write(tmp_path, 1)
    assert run(tmp_path) == [4, 6, 1, 1]


def test_old_machine_code_is_thrown_away(tmp_path: Path) -> None:
    (tmp_path / "plugin").mkdir()
    (tmp_path / "plugin" / "__init__.py").touch()
    (tmp_path / "plugin" / "game.py").write_text(GAME)
    for bonus in range(9):
        write(tmp_path, bonus)
        run(tmp_path)
    kept = list((tmp_path / "cache").glob("plugin.helper-*"))
    assert len(kept) == 6
    shutil.rmtree(tmp_path / "cache")
    assert run(tmp_path)[2:] == [0, 0]
