"""Imports point down only, and the core names no game."""

import ast
from pathlib import Path

import pytest

import cutcard

ROOT = Path(cutcard.__file__).parent
LAYERS = ["core", "games", "players", "lab", "envs", "server", "terminal", "cli"]
FILES = sorted(ROOT.rglob("*.py"))


def layer_of(module: str) -> str:
    return module.split(".")[1] if module.count(".") else "cutcard"


@pytest.mark.parametrize("file", [f for f in FILES if f != ROOT / "__init__.py"], ids=lambda f: str(f.relative_to(ROOT)))
def test_imports_point_down(file: Path) -> None:
    mine = file.relative_to(ROOT).with_suffix("").parts[0]
    for node in ast.walk(ast.parse(file.read_text())):
        modules = [node.module] if isinstance(node, ast.ImportFrom) else []
        modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for module in modules:
            if module and module.startswith("cutcard."):
                assert LAYERS.index(layer_of(module)) <= LAYERS.index(mine), f"{file.name} imports {module}"


def test_the_core_names_no_game() -> None:
    names = {book.name for book in cutcard.games()} - {"pairs", "port"}  # words of their own too
    for file in (ROOT / "core").glob("*.py"):
        tree = ast.parse(file.read_text())
        documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and id(node) not in documentation:
                assert node.value not in names | {"pairs", "port"}, f"{file.name} says {node.value!r}"


def test_no_file_is_long() -> None:
    for file in [*FILES, *Path(__file__).parents[1].rglob("*.py")]:
        assert len(file.read_text().splitlines()) < 1000, file
