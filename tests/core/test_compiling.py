"""Machine code is kept between processes, and never used once a rule it was made from has changed."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cutcard.core.compiling import JIT
from tests.forked import python

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")

HELPER = """
from cutcard.core.compiling import quick

@quick
def worth(card: int) -> int:
    return card + {bonus}
"""
GAME = """
from cutcard.core.compiling import bind, rule
{how}

@rule
def twice(card: int) -> int:
    return 2 * worth(card)

def template(card: int) -> int:
    return twice(card) + worth(card)

bound = bind(template, "plugin", {{"twice": twice}}, __name__)
hits = [sum(function.stats.cache_hits.values()) for function in (twice, bound) if twice(1) and bound(1)]
print(twice(1), bound(1), *hits)
"""
ADVICE = """
from cutcard.core.compiling import rule

@rule
def steady(view) -> int:
    return {action}

@rule
def other(view) -> int:
    return 1 - {action}
"""
ASKED = """
def asked(views):
    return steady(views[0])
"""
"""A loop that is bound to a game, and compiled sooner than any that a game needs."""
PORT = """
import sys
from dataclasses import replace
import numpy as np
from cutcard.games.port.rulebook import PORT
from plugin import advice, loop
rules = replace(PORT.rules, steady=getattr(advice, sys.argv[1]))
asked = rules.bound(loop.asked)
print(asked(np.zeros(1, rules.layout.view)), sum(asked.stats.cache_hits.values()))
"""


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    (tmp_path / "plugin").mkdir()
    (tmp_path / "plugin" / "__init__.py").touch()
    return tmp_path


def run(folder: Path, code: str, *words: str, cache: Path | None = None, fresh: bool = False) -> list[int]:
    """The numbers that a process prints which knows the plugin by its sources alone. It writes no bytecode of it."""
    environment = {**os.environ, "CUTCARD_CACHE": str(cache or folder / "cache")}
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); sys.dont_write_bytecode = True\n{code}"
    started = python([sys.executable, "-c", code, *words], fresh=fresh, env=environment, stdout=subprocess.PIPE)
    with started as process:
        printed, _ = process.communicate()
    assert process.returncode == 0
    return [int(word) for word in printed.split()]


def write(folder: Path, name: str, text: str) -> None:
    """The file keeps its time: Numba's own cache, which looks at it, would be fooled. So would Python's, which `run` has
    switched off."""
    file = folder / "plugin" / name
    file.write_text(text)
    os.utime(file, (1_000_000_000, 1_000_000_000))


def test_an_edited_rule_is_never_stale_and_an_unchanged_one_is_not_compiled_again(plugin: Path) -> None:
    write(plugin, "game.py", GAME.format(how="from plugin.helper import worth"))
    for bonus, answer in ((1, [4, 6]), (5, [12, 18])):
        write(plugin, "helper.py", HELPER.format(bonus=bonus))
        assert run(plugin, "import plugin.game", fresh=True) == [*answer, 0, 0]
    write(plugin, "helper.py", HELPER.format(bonus=1))
    assert run(plugin, "import plugin.game", fresh=True) == [4, 6, 1, 1]


def test_nor_is_one_whose_helper_is_named_from_where_it_is(plugin: Path) -> None:
    write(plugin, "game.py", GAME.format(how="from .helper import worth"))
    for bonus, answer in ((1, [4, 6]), (5, [12, 18])):
        write(plugin, "helper.py", HELPER.format(bonus=bonus))
        assert run(plugin, "import plugin.game") == [*answer, 0, 0]


def test_the_same_sources_in_another_folder_are_not_compiled_again(
    plugin: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    write(plugin, "game.py", GAME.format(how="from plugin.helper import worth"))
    write(plugin, "helper.py", HELPER.format(bonus=1))
    run(plugin, "import plugin.game")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    shutil.copytree(plugin / "plugin", elsewhere / "plugin", ignore=shutil.ignore_patterns("__pycache__"))
    (elsewhere / "plugin" / "game.py").touch()
    assert run(elsewhere, "import plugin.game", cache=plugin / "cache") == [4, 6, 1, 1]


def test_a_game_made_of_several_modules_is_never_stale(plugin: Path) -> None:
    """Port with advice of another module: neither Port's own machine code is used, nor that of an older advice."""
    write(plugin, "loop.py", ASKED)
    write(plugin, "advice.py", ADVICE.format(action=0))
    assert run(plugin, PORT, "steady") == [0, 0]
    assert run(plugin, PORT, "steady") == [0, 1]
    assert run(plugin, PORT, "other") == [1, 0]
    write(plugin, "advice.py", ADVICE.format(action=1))
    assert run(plugin, PORT, "steady") == [1, 0]


def test_machine_code_that_nobody_asks_for_is_thrown_away(plugin: Path) -> None:
    write(plugin, "game.py", GAME.format(how="from plugin.helper import worth"))
    write(plugin, "helper.py", HELPER.format(bonus=1))
    old, recent = plugin / "cache" / "old-1", plugin / "cache" / "recent-1"
    for folder, days in ((old, 31), (recent, 29)):
        folder.mkdir(parents=True)
        os.utime(folder, (time.time() - days * 86400,) * 2)
    run(plugin, "import plugin.game")
    assert not old.exists()
    assert recent.exists()


def test_without_a_place_to_keep_it_machine_code_is_made_each_time(plugin: Path) -> None:
    write(plugin, "game.py", GAME.format(how="from plugin.helper import worth"))
    write(plugin, "helper.py", HELPER.format(bonus=1))
    (plugin / "cache").write_text("a file, not a folder")
    assert run(plugin, "import plugin.game") == [4, 6, 0, 0]


AT_ONCE = """
import threading
from pathlib import Path
from numba.core.caching import IndexDataCacheFile as File
from plugin.game import twice

twice(1.5)
for file in Path(twice._cache.cache_path).glob("*twice*"):
    file.unlink()
other_looked, first_listed, other_saved = (threading.Event() for _ in range(3))
list_it, save_it = File._save_index, File._save_data

def listing(self, overloads):
    if threading.current_thread().name == "first":
        other_looked.wait(1)
    else:
        other_looked.set()
        first_listed.wait(1)
    list_it(self, overloads)

def saving(self, name, data):
    if threading.current_thread().name == "first":
        first_listed.set()
        other_saved.wait(1)
        save_it(self, name, data)
    else:
        save_it(self, name, data)
        other_saved.set()

File._save_index, File._save_data = listing, saving
threads = [
    threading.Thread(target=twice._cache.save_overload, args=(types, made), name=name)
    for name, (types, made) in zip(("first", "other"), twice.overloads.items(), strict=True)
]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_two_who_save_at_once_do_not_get_the_machine_code_of_each_other(plugin: Path) -> None:
    """Numba numbers the files of a function by its index: without a lock both would take the same number."""
    write(plugin, "game.py", GAME.format(how="from plugin.helper import worth"))
    write(plugin, "helper.py", HELPER.format(bonus=1))
    run(plugin, AT_ONCE)
    assert run(plugin, "from plugin.game import twice; print(int(twice(1.5)))") == [4, 6, 1, 1, 5]


def digest(folder: Path, before: str = "") -> str:
    program = f"{before}\nfrom cutcard.core.compiling import rules_digest\nprint(int(rules_digest(('plugin.game',)), 16))"
    return f"{run(folder, program)[0]:064x}"


def test_rules_are_known_by_all_their_sources_and_not_by_what_compiles_them(plugin: Path) -> None:
    write(plugin, "game.py", GAME.format(how="from plugin.helper import worth"))
    write(plugin, "helper.py", HELPER.format(bonus=1))
    first = digest(plugin)
    assert digest(plugin, "import numba, sys\nnumba.__version__ = '99.0'\nsys.version = '99.0'") == first
    write(plugin, "unrelated.py", "")
    assert digest(plugin) == first
    write(plugin, "helper.py", HELPER.format(bonus=2))
    assert digest(plugin) != first
