"""A chunk of games: a function of plain arguments, so that a thread, a process or another machine can play it."""

from __future__ import annotations

import copy
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cutcard.core.dealer import Chance, seeded
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.phrases import numbered
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.simulation import NOT_NOTED, Simulation, game_chance, is_compiled, simulated, simulator
from cutcard.core.table.table import Table
from cutcard.lab.running.recording import compiled_ends, record_line
from cutcard.lab.running.seatings import in_turn
from cutcard.lab.studies.leads import COLUMNS, blank_notes, notes_of, watching
from cutcard.lab.studies.tally import Tally
from cutcard.players import LegalMoves, Player, player

Array = np.ndarray[Any, Any]

AT_ONCE = 1 << 12
"""How many games are played before they are counted, where only counts are kept: what they came to is still at hand then,
and the next ones have the same room, where memory for all of a chunk would have to be cleared by the system each time."""


@dataclass(frozen=True)
class Plan:
    """What is to be played: a game, who plays it, and the seed. Game g has the same cards in every plan of that seed."""

    game: Game
    seated: tuple[str | Player, ...]
    """Who sits in each seat in game 0."""
    seed: int
    moves_on: bool = True
    """Whether players that differ change seats from game to game."""

    @classmethod
    def of(cls, game: Game, players: str | Player | Sequence[str | Player], seed: int) -> Plan:
        """One player for all seats, or one for each; everything checked."""
        given = [players] if isinstance(players, str) or hasattr(players, "choose") else list(players)
        check_players(given, game)
        if len(given) not in (1, game.seats):
            raise ParseError(
                f"{numbered(len(given), 'player')} for {numbered(game.seats, 'seat')}: give one for all, or one for each"
            )
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
        in every seat equally often, and next to everybody else."""
        numbers = [next(i for i, other in enumerate(self.players) if one is other or one == other) for one in self.seated]
        moves_on = self.moves_on and len(self.players) > 1
        return np.array(in_turn(tuple(numbers)) if moves_on else [numbers], np.int64)

    @cached_property
    def seatings(self) -> list[list[str]]:
        """The same by names, where all players have one."""
        return [[str(self.players[number]) for number in row] for row in self.held_by]

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
    records: bytes = b""
    """All of them as lines of records, where these are wanted."""


def play_chunk(plan: Plan, first: int, games: int, watched: int, keep: bool, record: bool = False) -> ChunkResult:
    """Games `first` to `first + games - 1` of a plan, the first `watched` of them in more detail."""
    begun = time.perf_counter()
    records: list[bytes] = []
    only_counted = plan.is_compiled and not (keep or record)
    found, notes = outcomes(plan, first, watched if only_counted else games, watched, records if record else None)
    tally = Tally.empty(len(plan.held_by), len(plan.players), plan.game.seats)
    tally.count(found, first, plan.held_by)
    if only_counted:
        _count_further(plan, first + watched, first + games, tally)
    sample = Sample(found.scores[:watched], found.standings[:watched], found.decisions[:watched], notes)
    return ChunkResult(tally, sample, found if keep else None, time.perf_counter() - begun, b"".join(records))


def _count_further(plan: Plan, first: int, end: int, tally: Tally) -> None:
    """Add the games `first` to `end` - 1 to a tally, in compiled code."""
    play = simulator(plan.game, plan.seed, plan.seatings)
    room = Simulation.room_for(min(AT_ONCE, end - first), plan.game.seats)
    for begin in range(first, end, AT_ONCE):
        found = room.upto(min(AT_ONCE, end - begin))
        play(begin, found, NOT_NOTED)
        tally.count(found, begin, plan.held_by)


def outcomes(
    plan: Plan, first: int, games: int, watched: int, records: list[bytes] | None = None
) -> tuple[Simulation, Array]:
    """How the games ended, and notes of those that are watched: in compiled code if all players allow it. Where there is a
    list for records, each game is added to it as a line."""
    if not plan.is_compiled:
        return _move_by_move(plan, first, games, watched, records)
    game, seatings = plan.game, plan.seatings
    found = simulated(game, games, plan.seed, first, seatings)
    notes = blank_notes(found.decisions[:watched])
    if watched:
        simulated(game, watched, plan.seed, first, seatings, watching(game.rulebook.rules), notes)
    if records is not None:
        records.extend(map(record_line, compiled_ends(game, plan.seed, first, seatings, found)))
    return found, notes


def _move_by_move(plan: Plan, first: int, games: int, watched: int, records: list[bytes] | None) -> tuple[Simulation, Array]:
    seats = plan.game.seats
    scores, standings = np.zeros((games, seats), np.int64), np.zeros((games, seats), np.int64)
    utilities, decisions = np.zeros((games, seats)), np.zeros(games, np.int64)
    notes = np.zeros((watched, COLUMNS), np.int64)
    for g in range(games):
        end, tables = play_game(plan, first + g)
        result = end.result
        if result is None:
            raise CutcardError(f"game {first + g} did not come to an end")
        scores[g], utilities[g], decisions[g] = result.scores, result.utilities, len(tables)
        for place, placed in enumerate(result.places):
            standings[g, list(placed)] = -place
        if g < watched:
            notes[g] = notes_of(plan.game.rulebook.rules, tables)
        if records is not None:
            records.append(record_line(end))
    return Simulation(scores, utilities, standings, decisions), notes


def play_game(plan: Plan, number: int) -> tuple[Table, list[Array]]:
    """One game by players that look at views; its last table, and how it lay after each decision.

    The cards are those of the same game in compiled code. A player is new in each game, and so is its generator: what
    comes out depends on the seed and the number alone."""
    game = plan.game
    seated = [plan.players[i] for i in plan.held_by[number % len(plan.held_by)]]
    players = [player(one, game.name) if isinstance(one, str) else copy.deepcopy(one) for one in seated]
    base = seeded(plan.seed)
    chance = [np.random.default_rng([base, number, seat]) for seat in range(game.seats)]
    table = Table.dealt(game, Chance(game_chance(plan.seed, number)))
    lay: list[Array] = []
    while not table.is_over:
        seat = table.to_act[0]
        view = table.view(seat)
        table = table.play(players[seat].choose(view, LegalMoves(view), chance[seat]), seat)
        lay.append(game.layout.as_table(table.words))
    return table, lay
