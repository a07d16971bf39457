"""A puzzle: a game up to a decision, the seat that is to choose, and what every move there is worth."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from cutcard.core.declaration.game import Game
from cutcard.core.errors import NotFound, ParseError
from cutcard.core.registry import named
from cutcard.core.table.record import game_of, read, replay
from cutcard.core.table.table import Table
from cutcard.core.table.view import View
from cutcard.reviews.measure import Measure

EASY, MEDIUM, HARD = "easy", "medium", "hard"
LEVELS = (EASY, MEDIUM, HARD)
"""How difficult a puzzle is, the easiest first."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move of a puzzle and what it is worth to who plays it, in utility (COMMON-8)."""

    move: str
    utility: float
    cost: float
    """How much less than the right move; 0 for that."""
    error: float
    """The standard error of the cost; 0 where it is exact, and of the right move."""


@dataclass(frozen=True, slots=True)
class Proof:
    """How it is known which move is right."""

    exact: bool
    depth: float
    """How thoroughly it was judged at first. Where it is not exact the values are those of a second judgement, ten times as
    thorough."""
    worlds: int
    """In how many fresh worlds the right move was tried; 0 where it is exact."""
    factor: float
    """By so many standard errors each other move has to be behind, for 99.9% over all of them."""
    searched: int
    """So many simulations of `search`, which thinks in another way, have found the same move; 0 where it is exact."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move is right."""

    record: dict[str, Any]
    """The game up to the decision. It holds hidden cards: people are shown the view of the seat."""
    seat: int
    moves: tuple[Weighed, ...]
    """All that can be done, the right move first. Of cards that are equal in play one stands for all."""
    steady: str
    """What the rule of thumb would do."""
    proof: Proof
    level: str
    seed: int
    """What the search for puzzles was seeded with, …"""
    number: int
    """… and in which of its games this was found."""
    same: dict[str, str] = field(default_factory=dict)
    """Moves that differ from one of `moves` in the name of an equal card alone, and which one that is."""

    @property
    def answer(self) -> str:
        """The right move."""
        return self.moves[0].move

    @property
    def margin(self) -> float:
        """How much the second-best move is behind, in utility."""
        return self.moves[1].cost

    @cached_property
    def game(self) -> Game:
        return game_of(self.record)

    @cached_property
    def table(self) -> Table:
        """The whole table at the decision, hidden cards too."""
        return replay(self.record)

    @property
    def view(self) -> View:
        """What the seat can see, without what happened before: all that a judgement is made from."""
        return self.table.glance(self.seat)

    @property
    def measure(self) -> Measure:
        """In what a person counts what moves are worth."""
        return Measure.of(self.table)

    @property
    def verb(self) -> str:
        """The first word of the right move: what kind of decision it is."""
        return self.answer.partition(" ")[0]

    def weighed(self, move: str) -> Weighed:
        """What is known of a legal move, whichever of several equal cards it names."""
        wanted = self.same.get(move, move)
        for one in self.moves:
            if one.move == wanted:
                return one
        raise NotFound("{move} is not a move of this puzzle", move=repr(move))

    def is_right(self, move: str) -> bool:
        return self.weighed(move) is self.moves[0]

    def is_clear(self) -> bool:
        """Whether every other move is behind by more than the stored errors explain."""
        return all(one.cost > self.proof.factor * one.error for one in self.moves[1:])

    def json(self) -> dict[str, Any]:
        """The puzzle as a line of a set has it."""
        proof = self.proof
        return {
            "seed": self.seed,
            "number": self.number,
            "level": self.level,
            "seat": self.seat,
            "steady": self.steady,
            "proof": {name: getattr(proof, name) for name in Proof.__slots__},
            "moves": [[one.move, round(one.utility, 5), round(one.cost, 5), round(one.error, 5)] for one in self.moves],
            "same": self.same,
            "record": self.record,
        }

    @classmethod
    def read(cls, text: str, name: str) -> Puzzle:
        """A puzzle from a line of a set; `name` is what it is called where it is none."""
        given = read(text, name)
        try:
            return cls(
                given["record"], given["seat"], tuple(Weighed(*one) for one in given["moves"]), given["steady"],
                Proof(**given["proof"]), given["level"], given["seed"], given["number"], given["same"],
            )  # fmt: skip
        except (LookupError, TypeError) as error:
            raise ParseError(f"{name} is not a puzzle: {error}") from None


def as_lines(puzzles: Iterable[Puzzle]) -> str:
    """Puzzles as a set is written."""
    return "".join(json.dumps(one.json(), ensure_ascii=False, separators=(",", ":")) + "\n" for one in puzzles)


def read_lines(text: str, name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a set."""
    return tuple(Puzzle.read(line, f"{name}:{number}") for number, line in enumerate(text.splitlines(), 1) if line.strip())


# The sets that ship with the package


def set_file(name: str) -> Traversable:
    """Where the set of a game or a variant is, by the name that people call it."""
    return files("cutcard.puzzles").joinpath("sets", f"{name}.jsonl")


def has_puzzles(name: str) -> bool:
    return set_file(name).is_file()


@lru_cache(maxsize=64)
def shipped(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game or a variant that ship with the package."""
    file = set_file(named(name).name)
    if not file.is_file():
        raise NotFound("there are no puzzles of {game} yet", game=named(name).title)
    return read_lines(file.read_text(encoding="utf-8"), f"the puzzles of {name}")
