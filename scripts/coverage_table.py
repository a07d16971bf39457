"""How often the intervals of the lab hold the truth: the table in docs/lab.md, by `python scripts/coverage_table.py`.

Each cell is the share of intervals that hold what a far larger run finds, over 400 seeds. Of measures that are printed once
a run it varies by 1.1 points by chance; of those of several players or seats, which are taken together here, by less. A
rating depends on how many games are rated: its truth is the mean of all seeds, which is twenty times as sure as one."""

from __future__ import annotations

import argparse
import math
import statistics
from collections import defaultdict
from collections.abc import Iterator

import cutcard
from cutcard.core.declaration.game import Game
from cutcard.lab import Ladder, Study, Tournament
from cutcard.lab.ladders.ladder import SEATS as LADDER_SEATS
from cutcard.lab.running.chunks import Plan, play_chunk
from cutcard.lab.studies import seats
from cutcard.lab.studies.measures import Row, estimate_columns

GAMES = ("pairs", "port", "pickup", "to-the-moon", "starboard")
PLAYERS = ["steady", "random", "random"]
SEATS = 4
"""Of the table where all play alike."""
SAMPLE, TRUTH, TRUTH_SEED = 600, 400_000, 10**6
MEASURES = {"decisions": "length", "minutes": "minutes", "rounds": "rounds", "waiting": "waiting", "decided": "decided",
            "margin": "margin", "lead_changes": "changes of the lead",
            "half_time_leader_first": "half-time leader first"}  # fmt: skip
DEALS, TRUE_DEALS, RATED_DEALS = 100, 30_000, 30
RATING = "tournament: rating"

Found = Iterator[tuple[str, str, Row, str]]
"""A measure as it is called in the docs, of whom, the row it stands in, and its name there."""


def study_of(game: Game, players: str | list[str], games: int, seed: int) -> Study:
    """A study of which every game is watched."""
    plan = Plan.of(game, players, seed)
    made = Study(plan, games)
    part = play_chunk(plan, 0, games, games, False)
    made.tally, made.sample = part.tally, part.sample
    return made


def of_studies(game: str, games: int, seed: int) -> Found:
    """All intervals that `simulate` and `sweep` print, of players that differ and of players that do not."""
    mixed = study_of(cutcard.game(game, seats=len(PLAYERS)), PLAYERS, games, seed)
    shares = {"first": "first places", "utility": "utility"} | ({"last": "losses"} if mixed.one_loses else {})
    for rows, whose in ((mixed.player_rows, "players"), (mixed.seat_rows, "seats"), (mixed.cell_rows, "players in seats")):
        for at, row in enumerate(rows):
            for name, measure in shares.items():
                yield f"{measure} of {whose}", str(at), row, name
    for at, row in enumerate(mixed.player_rows):
        yield "seat advantage of players", str(at), row, "seat_spread"
    yield "fairness, players that differ", "", seats.fairness(mixed.plan, mixed.tally), "seat_spread"
    alike = study_of(cutcard.game(game, seats=SEATS), "steady", games, seed)
    yield "fairness, players alike", "", seats.fairness(alike.plan, alike.tally), "seat_spread"
    for row in alike.seat_rows:
        yield "first places of seats, players alike", str(row["seat"]), row, "first"
    for whose, study in (("differ", mixed), ("alike", alike)):
        for name, measure in MEASURES.items():
            yield measure, whose, study.summary_row, name


def tournament(game: str, deals: int, seed: int) -> Tournament:
    made = Tournament(cutcard.game(game, seats=len(PLAYERS)), ["steady", "random"], deals=deals, confidence=1.0,
                      lineup="even", few_seatings=False, seed=seed, state=None)  # fmt: skip
    made.play(chunk=deals * made.games_a_deal)
    return made


def of_tournaments(game: str, deals: int, seed: int) -> Found:
    """All intervals that `tournament` prints, but for ratings."""
    made = tournament(game, deals, seed)
    names = {"utility": "utility", "first": "first places"} | ({"last": "losses"} if made.one_loses else {})
    for row in made.standing_rows:
        for name, measure in names.items():
            yield f"tournament: {measure}", row["player"], row, name
    for row in made.crosstable_rows:
        yield "tournament: ahead of another", row["player"], row, "ahead"


def of_ratings(game: str, deals: int, seed: int) -> Found:
    """The intervals of ratings."""
    for row in tournament(game, deals, seed).rating_rows:
        yield RATING, row["player"], row, "rating"


def of_ladders(game: str, deals: int, seed: int) -> Found:
    """All intervals that `ladder` prints of quick players, and the skill of `sweep`."""
    made = Ladder(cutcard.game(game, seats=LADDER_SEATS), searches=0, deals=deals, search_deals=2, seed=seed)
    made.play()
    for row in made.step_rows:
        yield "ladder: gain of a step", row["player"], row, "gain"
    yield "skill", "", estimate_columns("skill", made.skill), "skill"


def intervals(game: str, games: int, deals: int, seed: int) -> tuple[Found, ...]:
    """All of them, of one seed."""
    return of_studies(game, games, seed), of_tournaments(game, deals, seed), of_ladders(game, deals, seed)


def coverage(game: str, seeds: int) -> dict[str, tuple[int, int]]:
    """By measure: how many intervals held the truth, of how many."""
    truth = {}
    for found in intervals(game, TRUTH, TRUE_DEALS, TRUTH_SEED):
        truth |= {(measure, whose): row[name] for measure, whose, row, name in found}
    drawn: dict[tuple[str, str], list[tuple[float, float, float]]] = defaultdict(list)
    for seed in range(seeds):
        for found in (*intervals(game, SAMPLE, DEALS, seed), of_ratings(game, RATED_DEALS, seed)):
            for measure, whose, row, name in found:
                drawn[measure, whose].append((row[name], row[f"{name}_low"], row[f"{name}_high"]))
    held: dict[str, list[bool]] = defaultdict(list)
    for (measure, whose), those in drawn.items():
        true = statistics.fmean(value for value, _, _ in those) if measure == RATING else truth[measure, whose]
        held[measure] += [bool(low <= true <= high) for _, low, high in those if not math.isnan(low)]
    return {measure: (sum(those), len(those)) for measure, those in held.items() if those}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=400)
    parser.add_argument("--games", nargs="+", default=GAMES)
    given = parser.parse_args()
    found = {game: coverage(game, given.seeds) for game in given.games}
    titles = [cutcard.game(game).rulebook.title for game in found]
    print(f"| interval | {' | '.join(titles)} |\n|---|{'---|' * len(titles)}")
    for measure in dict.fromkeys(name for of_game in found.values() for name in of_game):
        cells = (found[game].get(measure) for game in found)
        print(f"| {measure} | {' | '.join(f'{cell[0] / cell[1]:.1%}' if cell else '–' for cell in cells)} |", flush=True)


if __name__ == "__main__":
    main()
