"""Imports point down only, and the core names no game."""

import ast
import importlib.util
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import cutcard
from cutcard.core.compiling import JIT
from cutcard.core.table.table import Table

pytestmark = pytest.mark.skipif(not JIT, reason="sources are read: with JIT off they are the same")

ROOT = Path(cutcard.__file__).parent
LAYERS = [
    "core", "games", "players", "lab", "reviews", "puzzles", "present", "envs", "server", "terminal", "cli",
]  # fmt: skip
FACES = {"envs", "server", "terminal"}
"""Ways to meet the games from outside. What two of them need is in a layer below."""
FILES = sorted(ROOT.rglob("*.py"))


class Parts(NamedTuple):
    """What tests want to know of a source."""

    imports: list[tuple[str, list[str]]]
    """From where, and what; modules that are imported by their full name are from nowhere."""
    texts: list[tuple[int, str, bool]]
    """Every string: its line, and whether it stands alone, as docstrings do."""
    lengths: list[tuple[str, int]]
    """Of the functions."""


@cache
def parts(source: str) -> Parts:
    """Many tests look at the same files: each is taken apart once, and the tree, which is large, is not kept."""
    found = Parts([], [], [])
    nodes = list(ast.walk(ast.parse(source)))
    told = {id(node.value) for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    for node in nodes:
        if isinstance(node, ast.Import):
            found.imports.append(("", [alias.name for alias in node.names]))
        elif isinstance(node, ast.ImportFrom):
            found.imports.append(("." * node.level + (node.module or ""), [alias.name for alias in node.names]))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.texts.append((node.lineno, node.value, id(node) in told))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.lengths.append((node.name, (node.end_lineno or 0) - node.lineno))
    return found


def imported(file: Path) -> list[str]:
    """Every module of this package that a file imports, wherever in it."""
    package = ".".join(["cutcard", *file.relative_to(ROOT).parent.parts])
    found: list[str] = []
    for source, names in parts(file.read_text()).imports:
        base = importlib.util.resolve_name(source, package) + "." if source else ""
        found += [f"{base}{name}" for name in names]
    return [name for name in found if name.split(".")[0] == "cutcard"]


def pointing_up(file: Path) -> list[str]:
    """What a file imports and should not: from a layer above its own, or as a low layer from the package itself."""
    mine = LAYERS.index(file.relative_to(ROOT).with_suffix("").parts[0])
    found = []
    for name in imported(file):
        layer = name.split(".")[1]
        if LAYERS.index(layer) > mine if layer in LAYERS else mine <= LAYERS.index("players"):
            found.append(f"{file.relative_to(ROOT)} imports {name}")
    return found


def test_imports_point_down() -> None:
    assert not [fault for file in FILES if file.parent != ROOT for fault in pointing_up(file)]


@pytest.mark.parametrize("face", sorted(FACES))
def test_a_face_imports_no_other_face(face: str) -> None:
    for file in (ROOT / face).rglob("*.py"):
        for name in imported(file):
            assert name.split(".")[1] not in FACES - {face}, f"{file.name} imports {name}"


def test_an_import_that_points_up_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "core").mkdir()
    file = tmp_path / "core" / "wrong.py"
    for line in (
        "from cutcard.games import pairs",
        "from cutcard import games",
        "from ..games import pairs",
        "import cutcard.cli.main",
    ):
        file.write_text(line)
        assert len(pointing_up(file)) == 1, line


def test_the_core_names_no_game() -> None:
    names = {book.name for book in cutcard.games()}
    for file in (ROOT / "core").rglob("*.py"):
        assert not {text for _, text, _ in parts(file.read_text()).texts} & names, file.name


def reached_into(source: str) -> list[str]:
    """The private attributes of a table that somebody else than the table itself asks for."""
    private = {name for name in (*Table.__slots__, *vars(Table)) if name.startswith("_") and not name.endswith("__")}
    if not re.search(rf"\.\s*({'|'.join(private)})\b", source):  # most sources: they need not be taken apart
        return []
    asked = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute) and node.attr in private]
    return [ast.unparse(node) for node in asked if ast.unparse(node.value) not in ("self", "cls")]


def test_nobody_reaches_into_a_table() -> None:
    tests = Path(__file__).parents[1].rglob("*.py")
    for file in (*FILES, *tests):
        if ROOT / "core" / "table" not in file.parents:
            assert not reached_into(file.read_text()), file


def test_a_hand_in_a_table_is_found() -> None:
    assert reached_into("state.moment.table._source") == ["state.moment.table._source"]
    assert not reached_into("self._source, table.words")


LONG = {
    "grow": "the search itself: its parts are compiled into it",
    "descended": "one way down the tree, and back",
    "simulate": "the hottest loop: the same lines in a function of their own cost Pairs one decision in twenty",
}
"""Functions of more than forty lines, and why they stay in one piece."""


def test_no_file_is_long() -> None:
    for file in FILES:
        assert len(file.read_text().splitlines()) <= 350, file
    for file in Path(__file__).parents[1].rglob("*.py"):
        assert len(file.read_text().splitlines()) < 1000, file


def test_no_function_is_long() -> None:
    for file in FILES:
        for name, length in parts(file.read_text()).lengths:
            assert length < 40 or name in LONG, f"{file.relative_to(ROOT)}: {name}"
