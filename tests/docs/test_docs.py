"""What the docs show is what happens: every block runs, every link leads somewhere, every rule is told."""

import ast
import importlib
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import cutcard
from cutcard.core import registry
from cutcard.players import names

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
RULES = {page.stem: page for page in (ROOT / "src" / "cutcard" / "games").rglob("*.md")}

CLAUSES = {
    "pairs": ["PAIRS"] * 14, "continuous": ["CONT"] * 5, "port": ["PORT"] * 10, "starboard": ["STAR"] * 10,
    "pickup": ["PICKUP"] * 10, "to-the-moon": ["MOON"] * 13, "pickle": ["PICKLE"] * 20, "clever-pickin": ["CLEVER"] * 14,
}  # fmt: skip


def blocks(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)


def run(block: str, namespace: dict[str, Any]) -> int:
    """Run a block; after `# ->` stands what the expression before it gives. How many were compared."""
    parts = re.split(r"^# -> (.*)$", block, flags=re.MULTILINE)
    for code, expected in zip(parts[::2], [*parts[1::2], None], strict=True):
        tree = ast.parse(code)
        last = tree.body.pop() if expected is not None else None
        exec(compile(tree, "docs", "exec"), namespace)
        if isinstance(last, ast.Expr):
            assert repr(eval(compile(ast.Expression(last.value), "docs", "eval"), namespace)) == expected, code
    return len(parts) // 2


@pytest.mark.parametrize(
    ("name", "least"),
    [("docs/python.md", 31), ("docs/research.md", 5), ("docs/review.md", 4), ("docs/puzzles.md", 1), ("README.md", 0)],
)
def test_the_examples_run(name: str, least: int, capsys: pytest.CaptureFixture[str]) -> None:
    namespace: dict[str, Any] = {}
    assert sum(run(block, namespace) for block in blocks(ROOT / name)) >= least
    assert least or capsys.readouterr().out


def test_the_game_of_the_contributing_page_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, announce, trying, test = blocks(ROOT / "CONTRIBUTING.md")
    (tmp_path / "highhand").mkdir()
    (tmp_path / "highhand" / "__init__.py").write_text(game)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry.GAMES, "_announced", dict(registry.GAMES._announced))
    monkeypatch.setattr(registry.GAMES, "_loaded", dict(registry.GAMES._loaded))
    importlib.invalidate_caches()
    namespace: dict[str, Any] = {}
    run(announce, namespace)
    assert run(trying, namespace) == 4
    run(test, namespace)
    namespace["test_high_3_who_swaps_gets_the_top_card_and_nobody_sees_which_one_went"]()
    sys.modules.pop("highhand")


@pytest.mark.parametrize("page", [*PAGES, *sorted(RULES.values())], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_the_rules_page_of_a_game_tells_every_rule_move_and_option(book: cutcard.Rulebook) -> None:
    page = " ".join(RULES[book.name].read_text().split())
    for number, clause in enumerate(CLAUSES[book.name], start=1):
        assert re.search(rf"{clause}-{number}\b", page), f"{clause}-{number}"
    for move in book.verbs.all:
        assert re.search(rf"(`|\*\*){move}\b", page), move
    for option in book.options:
        assert f"{option.name}" in page, option.name
    assert "Ruling" in page
    assert "not affiliated" in page


def test_every_test_that_is_said_to_hold_something_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "sheets.md").read_text()))
    written = {
        name for file in (ROOT / "tests").rglob("test_*.py") for name in re.findall(r"def (test_\w+)", file.read_text())
    }
    assert len(named) > 30
    assert named <= written, named - written


def test_pieces_of_eight_is_told() -> None:
    page = RULES["pairs"].read_text()
    assert all(f"EIGHT-{number}" in page for number in (1, 2, 3))


def test_the_page_on_python_names_every_player() -> None:
    page = (ROOT / "docs" / "python.md").read_text()
    assert [name for name in names() if f"`{name}`" not in page.partition("## Players")[2].partition("##")[0]] == []
