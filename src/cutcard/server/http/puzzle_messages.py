"""What the server tells of puzzles. Nothing of an answer is in what is told before one was given."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cutcard.server.http.client_messages import LONGEST_MOVE, FromClient
from cutcard.server.http.scene_messages import FromServer, Sentence
from cutcard.server.http.server_messages import Update

Level = Literal["easy", "medium", "hard"]


class PuzzleOfADay(FromServer):
    day: str
    """By UTC, as in `2026-11-18`."""
    next_at: float
    """When the next one comes, in seconds since 1970."""
    game: str
    number: int


class PuzzleSet(FromServer):
    """The puzzles of a game or a variant."""

    game: str
    levels: list[Level]
    """Of each puzzle, in their order: they are numbered from 1."""


class Puzzles(FromServer):
    today: PuzzleOfADay
    sets: list[PuzzleSet]


class Puzzle(FromServer):
    """A table at which you are to move, as your seat sees it."""

    game: str
    """As people call it: also a variant."""
    title: str
    number: int
    of: int
    """How many puzzles this game has."""
    level: Level
    seats: int
    story: list[list[Sentence]]
    """What happened last, a paragraph for each move."""
    table: Update


class PuzzleAnswer(FromServer):
    puzzle: Puzzle | None
    """Null where the rules are still being made ready: ask again in a moment."""


class WeighedMove(FromServer):
    """What a move is worth to who plays it."""

    move: str
    words: Sentence
    odds: Sentence
    """What it risks or gains as far as the game tells odds; may be empty."""
    value: float
    """The chance to win, from 0 to 1, or to lose where one loses; or so many of `unit` above the average."""
    cost: float
    """How much less than the right move it brings, in the same measure."""
    error: float
    """The standard error of the cost; 0 where it is exact."""


class Solution(FromServer):
    moves: list[WeighedMove]
    """All there are, the right one first. Of cards that are equal in play one stands for all."""
    unit: str
    """What is counted in place of chances; empty where it is chances."""
    losing: bool
    """Whether it is the chance to lose."""
    steady: str
    """What the rule of thumb would do."""
    exact: bool
    worlds: int
    """In how many worlds the right move was tried, where it is not exact."""
    searched: int
    """So many simulations of another kind of thinking found the same move."""
    sure: float
    """How sure it is that no other move is better, where it is not exact."""


class Solved(FromServer):
    """What is said to an answer."""

    is_right: bool
    tried: WeighedMove | None
    """What was tried."""
    solution: Solution | None
    """Once it was solved or asked for."""


class SolvedAnswer(FromServer):
    solved: Solved | None
    """Null where the rules are still being made ready: ask again in a moment."""


class Solve(FromClient):
    move: Annotated[str, Field(min_length=1, max_length=LONGEST_MOVE)] | None = None
    """What you would play; without it the solution is told."""
