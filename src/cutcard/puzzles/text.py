"""Puzzles that were found, as text for a terminal or a pipe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import RenderableType

from cutcard.core.declaration.phrases import numbered
from cutcard.lab.reports.text import plain_table
from cutcard.puzzles.finding import Finder
from cutcard.puzzles.proving import CLEAR_POINTS, DOUBT
from cutcard.puzzles.puzzle import LEVELS, Puzzle

COLUMNS = ("puzzle", "seats", "after", "right", "better by", "rule of thumb", "costs", "is", "proven")
LEFT = ("right", "rule of thumb", "is", "proven")


def puzzles_text(title: str, found: Finder) -> Iterable[RenderableType]:
    """All of them, a row each, and what the numbers are."""
    puzzles = found.puzzles
    many, games = numbered(len(puzzles), "puzzle"), numbered(found.games, "game")
    yield f"[bold]{title}[/]: {many} in {games}, seed {found.search.seed}"
    if not puzzles:
        yield "No move was right beyond doubt where the rule of thumb errs. Look through more games with a larger --count."
        return
    table = plain_table()
    for column in COLUMNS:
        table.add_column(column, justify="left" if column in LEFT else "right", no_wrap=True)
    for number, puzzle in enumerate(puzzles, 1):
        table.add_row(*cells(number, puzzle))
    yield table
    yield levels_told(puzzles)
    yield (
        f"The right move is better than every other by {CLEAR_POINTS:g} points or more, and beyond doubt: exactly, or by an "
        f"interval of {1 - DOUBT:.1%}. ± is one standard error."
    )


def cells(number: int, puzzle: Puzzle) -> list[str]:
    """A puzzle in a row of a table."""
    measure, second = puzzle.measure, puzzle.moves[1]
    proof = puzzle.proof
    error = "" if proof.exact else f" ± {measure.shown_difference(second.error)}"
    moves = sum(not event.startswith("d ") for event in puzzle.record["events"])
    return [
        str(number), str(puzzle.game.seats), numbered(moves, "move"), puzzle.answer,
        f"{measure.shown_difference(second.cost)}{error}", puzzle.steady,
        measure.shown_difference(puzzle.weighed(puzzle.steady).cost), puzzle.level,
        "exactly" if proof.exact else f"in {numbered(proof.worlds, 'world')}",
    ]  # fmt: skip


def levels_told(puzzles: Sequence[Puzzle]) -> str:
    """`12 easy, 10 medium, 8 hard.`"""
    count = Counter(one.level for one in puzzles)
    return ", ".join(f"{count[level]} {level}" for level in LEVELS if count[level]) + "."
