"""Puzzles found in games of mixed players. A cheap look at many decisions comes first, a deeper one at those that seem to
be puzzles, and the proof last: each in worlds of its own, so that what seemed right by chance does not stay."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutcard.core.dealer import mixed_number, seeded
from cutcard.core.declaration.game import find
from cutcard.core.declaration.options import Value
from cutcard.core.registry import named
from cutcard.core.table.table import Table
from cutcard.lab.running.work import results_in_order
from cutcard.players import LegalMoves, Player, player
from cutcard.puzzles.proving import Question, is_candidate, level_of, proven
from cutcard.puzzles.puzzle import Puzzle
from cutcard.reviews.measure import Measure

PLAYERS = ("steady", "medium", "search@100", "search@100")
"""Who plays the games: each seat one of them, by chance."""
MOST_SEATS = 5
"""At so many seats at most, where it is not said: tables of more are seldom."""
LONGEST = 160
"""A game is played for so many moves at most, which keeps a set small."""
LOOKED_AT, LOOKED_CLOSELY_AT = 12, 3
"""At so many decisions of a game a first look is taken at most, and at so many a closer one."""
FIRST_DEPTH, CLOSER_DEPTH = 0.1, 1.0
GAMES_A_PUZZLE = 60
"""So many games are played for each puzzle that is wanted, at most."""
MOST_OF_A_KIND = 0.6
"""Not more of the puzzles than these are to have the same verb for an answer, as long as others are found."""


@dataclass(frozen=True)
class Search:
    """What puzzles are looked for. Game `n` is the same in every search with the same seed."""

    name: str
    """The game or the variant, as people call it."""
    seats: int | None
    """None for all numbers of seats in turn."""
    options: tuple[tuple[str, Value], ...]
    seed: int

    def seats_of(self, number: int) -> int:
        book = named(self.name).rulebook
        most = max(book.least_seats, min(book.most_seats, MOST_SEATS))
        return self.seats if self.seats is not None else book.least_seats + number % (most - book.least_seats + 1)


def searched(search: Search, number: int) -> Puzzle | None:
    """The puzzle of a game, if it has one."""
    rng = np.random.default_rng([search.seed % (1 << 63), number])
    seats = search.seats_of(number)
    game = find(search.name, seats, int(rng.integers(seats)), dict(search.options))
    tables = _played(game.start(seed=int(rng.integers(1 << 63))), rng)
    closely = 0
    for at in rng.permutation(len(tables))[:LOOKED_AT].tolist():
        table, seat = tables[at]
        question = Question.of(table.glance(seat))
        seed = mixed_number(seeded(search.seed) ^ mixed_number((number << 16) + at))
        if question is None or not _seems_right(question, Measure.of(table), FIRST_DEPTH, seed):
            continue
        closely += 1
        puzzle = _looked_at_closely(table, question, seed, search.seed, number)
        if puzzle is not None or closely == LOOKED_CLOSELY_AT:
            return puzzle
    return None


def _played(table: Table, rng: np.random.Generator) -> list[tuple[Table, int]]:
    """A game: each table at which somebody was to choose, and who."""
    drawn = rng.integers(len(PLAYERS), size=table.game.seats)
    players: list[Player] = [player(PLAYERS[one], table.game.name) for one in drawn]
    found: list[tuple[Table, int]] = []
    while not table.is_over and len(found) < LONGEST:
        seat = int(rng.choice(table.to_act))
        found.append((table, seat))
        view = table.glance(seat)
        table = table.play(players[seat].choose(view, LegalMoves(view), rng), seat)
    return found


def _seems_right(question: Question, measure: Measure, depth: float, seed: int) -> str | None:
    """The move that seems to be right, if this seems to be a puzzle."""
    judgement = question.judged(depth, seed)
    return judgement.best.move if is_candidate(judgement, question.steady, measure) else None


def _looked_at_closely(table: Table, question: Question, seed: int, searched_by: int, number: int) -> Puzzle | None:
    """The puzzle at a table, if it is one: with fresh worlds each time."""
    measure = Measure.of(table)
    answer = _seems_right(question, measure, CLOSER_DEPTH, mixed_number(seed + 1))
    found = proven(question, answer, measure, mixed_number(seed + 2)) if answer else None
    if found is None or answer is None:
        return None
    proof, moves = found
    level = level_of(question, moves, measure, mixed_number(seed + 3))
    return Puzzle(
        table.record(), question.seat, moves, question.steady, proof, level, searched_by, number, dict(question.same)
    )  # fmt: skip


class Finder:
    """Looks for puzzles, game by game, until there are enough."""

    def __init__(self, search: Search, wanted: int) -> None:
        self.search = search
        self.wanted = wanted
        self.games = 0
        """So many were looked through."""
        self._most_games = GAMES_A_PUZZLE * wanted
        self._seen: set[bytes] = set()
        self._kept: list[Puzzle] = []
        self._spare: list[Puzzle] = []
        """More of a kind of which there are many."""

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """What was found so far, in the order of the games."""
        chosen = [*self._kept, *self._spare][: self.wanted]
        return tuple(sorted(chosen, key=lambda one: one.number))

    def is_done(self) -> bool:
        """Whether there are enough, or more is not looked for."""
        enough = len(self._kept) >= self.wanted or len(self._kept) + len(self._spare) >= self.wanted * 3 // 2
        return enough or self.games >= self._most_games

    # As work that is shared out (`lab.running.work`)

    do = staticmethod(searched)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for number in range(self.games, self._most_games):
            yield self.search, number

    def learn_from(self, found: Puzzle | None) -> None:
        self.games += 1
        if found is not None:
            self._take(found)

    def run(self, executor: Executor | None = None, workers: int = 1) -> Iterator[int]:
        """Look through one game after the other; how many puzzles there are after each."""
        if self.is_done():
            return
        for _ in results_in_order(self, executor, workers):
            yield len(self.puzzles)
            if self.is_done():
                return

    def _take(self, puzzle: Puzzle) -> None:
        position = puzzle.view.words.tobytes()
        if position in self._seen:
            return
        self._seen.add(position)
        alike = sum(one.verb == puzzle.verb for one in self._kept)
        (self._kept if alike < MOST_OF_A_KIND * self.wanted else self._spare).append(puzzle)
