"""Puzzles as the page gets them: the table as the seat that is to move sees it, and, once it was answered, what every move
is worth. All of it is known beforehand, so nothing is thought over here; what is sent first has nothing of the answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from cutcard.core.errors import NotAllowed, NotFound
from cutcard.core.languages import speaking, unit_for
from cutcard.core.registry import named
from cutcard.core.table.table import Table
from cutcard.present.scene import offer_words, offers_of, scene_of
from cutcard.present.seats import NAMES
from cutcard.present.story import last_told, story
from cutcard.puzzles.proving import DOUBT
from cutcard.puzzles.puzzle import Puzzle, Weighed, shipped
from cutcard.server.tables.imagined import table_info
from cutcard.server.tables.state import PLAYING
from cutcard.server.tables.telling import you_shown

MOST_PARAGRAPHS = 5
"""So much is told of what happened before: what is more than that ago matters by what lies on the table."""
KEPT = 2048


@dataclass(frozen=True)
class PuzzleTold:
    """A puzzle in the words of one language."""

    question: dict[str, Any]
    """What is sent before it is answered."""
    moves: dict[str, dict[str, Any]]
    """By name what each move is worth, the right one first."""
    same: dict[str, str]
    """Moves that differ from one of these in the name of an equal card alone."""
    solution: dict[str, Any]

    def answered(self, move: str | None) -> dict[str, Any]:
        """What is said to a move: whether it is right, and then why; without a move, the solution."""
        tried = None if move is None else self.moves.get(self.same.get(move, move))
        if move is not None and tried is None:
            raise NotAllowed("{move} is not possible here", move=repr(move))
        is_right = tried is not None and tried is next(iter(self.moves.values()))
        return {"is_right": is_right, "tried": tried, "solution": self.solution if is_right or move is None else None}


def puzzle_at(name: str, number: int) -> Puzzle:
    """A shipped puzzle by its set and its number, counted from 1."""
    puzzles = shipped(name)
    if not 1 <= number <= len(puzzles):
        raise NotFound("{game} has {n} puzzles, and none with that number", game=named(name).title, n=len(puzzles))
    return puzzles[number - 1]


@lru_cache(maxsize=KEPT)
def puzzle_told(name: str, number: int, language: str) -> PuzzleTold:
    """A shipped puzzle, replayed by the rules, which takes a moment the first time."""
    puzzle = replace(puzzle_at(name, number))  # one of its own: the game that it replays is not kept
    with speaking(language):
        moves = {one.move: _weighed(puzzle, one) for one in puzzle.moves}
        return PuzzleTold(question(puzzle, name, number), moves, puzzle.same, _solution(puzzle, list(moves.values())))


def _solution(puzzle: Puzzle, moves: list[dict[str, Any]]) -> dict[str, Any]:
    proof, measure = puzzle.proof, puzzle.measure
    return {
        "moves": moves,
        "unit": unit_for(2, measure.unit) if measure.unit else "",
        "losing": measure.losing,
        "steady": puzzle.steady,
        "exact": proof.exact,
        "worlds": proof.worlds,
        "searched": proof.searched,
        "sure": 1 - DOUBT,
    }


def question(puzzle: Puzzle, name: str, number: int) -> dict[str, Any]:
    """What is sent before an answer."""
    table, seat = puzzle.table, puzzle.seat
    view, moves, seats = table.view(seat), len(table.steps()), puzzle.game.seats
    names = ["" if place == seat else NAMES[(place - seat) % seats - 1] for place in range(seats)]
    return {
        "game": name,
        "title": named(name).title,
        "number": number,
        "of": len(shipped(name)),
        "level": puzzle.level,
        "seats": seats,
        "story": [list(paragraph) for paragraph in story(view, last_told(view))[-MOST_PARAGRAPHS:]],
        "table": {
            "type": "update",
            "seq": moves,
            "events": [],
            "table": table_info(puzzle.game, names, PLAYING),
            **seen(table, seat, moves),
        },
    }


def seen(table: Table, seat: int, moves: int) -> dict[str, Any]:
    """The table after so many moves, as all see it, and what this seat alone may know."""
    return {"play": scene_of(table.glance(None), step=moves - 1), "you": you_shown(table, seat, moves)}


def _weighed(puzzle: Puzzle, one: Weighed) -> dict[str, Any]:
    """A move and what it is worth, as a person counts it, with its odds where the game tells some."""
    measure, view = puzzle.measure, puzzle.view
    (offer,) = offers_of(view, [one.move])
    return {
        "move": one.move,
        "words": offer_words(puzzle.game.rulebook, one.move, puzzle.seat),
        "odds": offer.odds,
        "value": measure.value(one.utility),
        "cost": measure.difference(one.cost),
        "error": measure.difference(one.error),
    }
