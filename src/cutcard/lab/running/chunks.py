"""A chunk of games: a function of plain arguments, so that a thread, a process or another machine can play it."""

from __future__ import annotations

import copy
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cutcard.core.dealer import Chance, mixed_number, seeded
from cutcard.core.declaration.game import Game
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.simulation import NOT_NOTED, Simulation, is_compiled, loop_for, simulated
from cutcard.core.table.table import Table
from cutcard.lab.studies.leads import COLUMNS, blank_notes, leader_of, notes_of, watching
from cutcard.lab.studies.tally import Tally
from cutcard.players import LegalMoves, Player, player

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Plan:
    """What is to be played: a game, who plays it, and the seed. Game g has the same cards in every plan of that seed."""

    game: Game
    seated: tuple[str | Player, ...]
    """Who sits in each seat in game 0."""
    seed: int
    moves_on: bool = True
    """Whether players that differ move one seat to the left from game to game."""

    @classmethod
    def of(cls, game: Game, players: str | Player | Sequence[str | Player], seed: int) -> Plan:
        """One player for all seats, or one for each; everything checked."""
        given = [players] if isinstance(players, str) or hasattr(players, "choose") else list(players)
        check_players(given, game)
        if len(given) not in (1, game.seats):
            raise ParseError(f"{len(given)} players for {game.seats} seats: give one for all, or one for each")
        return cls(game, tuple(given * game.seats if len(given) == 1 else given), seed)

    @cached_property
    def players(self) -> list[str | Player]:
        """Each player once."""
        found: list[str | Player] = []
        for one in self.seated:
            if all(one is not other and (not isinstance(one, str) or one != other) for other in found):
                found.append(one)
        return found

    @cached_property
    def names(self) -> list[str]:
        return distinct_names(self.players)

    @cached_property
    def held_by(self) -> Array:
        """Which player sits where, a row for each game until it begins again: where players that differ move on, each sits
        in every seat equally often."""
        numbers = [next(i for i, other in enumerate(self.players) if one is other or one == other) for one in self.seated]
        rounds = self.game.seats if self.moves_on and len(self.players) > 1 else 1
        return np.array([np.roll(numbers, shift) for shift in range(rounds)], np.int64)

    @property
    def is_compiled(self) -> bool:
        """Whether whole games run in compiled code."""
        return all(isinstance(one, str) and is_compiled(one, self.game) for one in self.players)


def check_players(players: Sequence[str | Player], game: Game) -> None:
    """Say of what is no player of this game that it is none."""
    for one in players:
        if isinstance(one, str):
            player(one, game.name)
        elif not hasattr(one, "choose"):
            raise ParseError(f"a player is a name or has a method `choose`; {one!r} is neither")


def distinct_names(players: Sequence[str | Player]) -> list[str]:
    """The names of players, made different by a number where two are alike."""
    names: list[str] = []
    for one in players:
        name = one if isinstance(one, str) else type(one).__name__
        same = sum(other == name or other.startswith(f"{name} ") for other in names)
        names.append(f"{name} {same + 1}" if same else name)
    return names


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Some games in more detail, a row each."""

    scores: Array
    standings: Array
    decisions: Array
    notes: Array
    """See `leads`."""

    @classmethod
    def empty(cls, seats: int) -> Sample:
        rows = np.zeros((0, seats), np.int64)
        return cls(rows, rows, rows[:, 0], np.zeros((0, COLUMNS), np.int64))

    def __add__(self, other: Sample) -> Sample:
        return Sample(*(np.concatenate([getattr(self, name), getattr(other, name)]) for name in Sample.__slots__))


@dataclass(frozen=True, slots=True, eq=False)
class ChunkResult:
    """What a chunk came to."""

    tally: Tally
    sample: Sample
    """The first of its games, as many as were to be watched."""
    games: Simulation | None
    """All of them, where they are to be kept."""
    seconds: float


def play_chunk(plan: Plan, first: int, games: int, watched: int, keep: bool) -> ChunkResult:
    """Games `first` to `first + games - 1` of a plan, the first `watched` of them in more detail."""
    begun = time.perf_counter()
    found, notes = outcomes(plan, first, games, watched)
    tally = Tally.of(found, first, plan.held_by, len(plan.players))
    sample = Sample(found.scores[:watched], found.standings[:watched], found.decisions[:watched], notes)
    return ChunkResult(tally, sample, found if keep else None, time.perf_counter() - begun)


def outcomes(plan: Plan, first: int, games: int, watched: int) -> tuple[Simulation, Array]:
    """How the games ended, and notes of those that are watched: in compiled code if all players allow it."""
    play = _compiled if plan.is_compiled else _move_by_move
    return play(plan, first, games, watched)


def _compiled(plan: Plan, first: int, games: int, watched: int) -> tuple[Simulation, Array]:
    game = plan.game
    seatings = [[str(plan.players[number]) for number in row] for row in plan.held_by]
    found = simulated(game, games, plan.seed, first, seatings, loop_for(game, seatings), NOT_NOTED)
    notes = blank_notes(found.decisions[:watched])
    if watched:
        loop = loop_for(game, seatings, watching(game.rulebook.rules))
        simulated(game, watched, plan.seed, first, seatings, loop, notes)
    return found, notes


def _move_by_move(plan: Plan, first: int, games: int, watched: int) -> tuple[Simulation, Array]:
    seats = plan.game.seats
    scores, standings = np.zeros((games, seats), np.int64), np.zeros((games, seats), np.int64)
    utilities, decisions = np.zeros((games, seats)), np.zeros(games, np.int64)
    notes = np.zeros((watched, COLUMNS), np.int64)
    for g in range(games):
        end, leaders = play_game(plan, first + g)
        result = end.result
        if result is None:
            raise CutcardError(f"game {first + g} did not come to an end")
        scores[g], utilities[g], decisions[g] = result.scores, result.utilities, len(leaders)
        for place, placed in enumerate(result.places):
            standings[g, list(placed)] = -place
        if g < watched:
            notes[g] = notes_of(leaders)
    return Simulation(scores, utilities, standings, decisions), notes


def play_game(plan: Plan, number: int) -> tuple[Table, list[int]]:
    """One game by players that look at views; its last table, and who led after each decision.

    The cards are those of the same game in compiled code. A player is new in each game, and so is its generator: what
    comes out depends on the seed and the number alone."""
    game = plan.game
    seated = [plan.players[i] for i in plan.held_by[number % len(plan.held_by)]]
    players = [player(one, game.name) if isinstance(one, str) else copy.deepcopy(one) for one in seated]
    base = seeded(plan.seed)
    chance = [np.random.default_rng([base, number, seat]) for seat in range(game.seats)]
    table = Table.dealt(game, Chance(mixed_number(base ^ mixed_number(number))))
    leaders: list[int] = []
    while not table.is_over:
        seat = table.to_act[0]
        view = table.view(seat)
        table = table.play(players[seat].choose(view, LegalMoves(view), chance[seat]), seat)
        leaders.append(leader_of(table.scores, game.rulebook.rules.fewer_is_better))
    return table, leaders
