"""How a game goes: every measure once more, in plain Python, from records of the same games."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

import cutcard
from cutcard.core.table.record import replay
from cutcard.core.table.table import Table
from cutcard.lab import simulate
from cutcard.lab.reports.text import study_text
from cutcard.lab.running.chunks import Plan, Sample, play_game
from cutcard.lab.statistics.intervals import student
from cutcard.lab.studies.course import decided, margins
from cutcard.lab.studies.leads import COLUMNS, LEADER, LENGTH, SINCE
from tests.lab.choosers import Lowest

GAMES = 6


def seats_of(*zones: str) -> Callable[[Table], int]:
    """How many seats are in one of these sets of the table."""

    def number(table: Table) -> int:
        found = 0
        for zone in zones:
            found |= int(getattr(table.reading, zone))
        return found.bit_count()

    return number


def out_of_trick(table: Table) -> int:
    return table.game.seats - seats_of("counting")(table)


def sum_of_scores(table: Table) -> int:
    return sum(table.scores)


def rounds_played(table: Table) -> int:
    return int(table.reading.finished)


def rounds_left(table: Table) -> int:
    """Of this deal: a card that a seat has chosen, or acts with, is still of the round."""
    t = table.reading
    return 0 if table.is_over else int(t.hands[1]).bit_count() + int(t.choices[1]).bit_count() + int(t.acting)


CASES = {
    "port": (rounds_played, seats_of("locked", "bust"), False),
    "to-the-moon": (rounds_played, out_of_trick, False),
    "pairs": (sum_of_scores, lambda table: 0, True),  # a round is over when somebody takes points
    "pickup": (rounds_left, lambda table: 0, False),
    "starboard": (rounds_played, seats_of("locked", "bust", "knocked"), False),
}

SECONDS = {"pairs": 5, "port": 5, "starboard": 5, "to-the-moon": 8}
"""For a decision; Pickup has two kinds."""


def leader(table: Table, fewer: bool) -> int | None:
    best = min(table.scores) if fewer else max(table.scores)
    return table.scores.index(best) if table.scores.count(best) == 1 else None


def half_width(values: list[float]) -> float:
    return student(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))


def seconds_of(name: str, tables: list[Table], rounds: int) -> int:
    """20 for each round, and for each later decision 2 if it is forced, else what its verbs say."""
    seconds = 20 * max(rounds, 1)
    for table in tables[:-1]:
        if len(table.to_act) == 1:
            moves = table.legal(table.to_act[0])
            usual = SECONDS[name] if name in SECONDS else 12 if moves[0].startswith("choose") else 6
            seconds += 2 if len(moves) == 1 else usual
    return seconds


@pytest.mark.parametrize("name", CASES)
def test_measures_are_those_of_the_records(name: str) -> None:
    lap, waiting, fewer = CASES[name]
    game = cutcard.game(name, seats=3)
    found = {key: [] for key in ("minutes", "rounds", "waiting", "decided", "margin", "lead_changes", "decisions")}
    half_time = []
    for number in range(GAMES):
        record = json.loads(json.dumps(play_game(Plan.of(game, "steady", 8), number)[0].record()))
        start, *tables = replay(record).stages()
        end, leaders = tables[-1], [leader(table, fewer) for table in tables]
        rounds = sum(lap(a) != lap(b) for a, b in pairwise([start, *tables]))
        alone = [one for one in leaders if one is not None]
        found["decisions"].append(len(tables))
        found["lead_changes"].append(sum(a != b for a, b in pairwise(alone)))
        found["rounds"].append(rounds)
        found["minutes"].append(seconds_of(name, tables, rounds) / 60)
        found["waiting"].append(sum(map(waiting, tables[:-1])) / (3 * len(tables)))
        ordered = sorted(end.scores, reverse=not fewer)
        found["margin"].append(abs(ordered[-1] - ordered[-2] if name == "pairs" else ordered[0] - ordered[1]))
        winners = end.result.places[0]
        if len(winners) == 1:
            since = next((at for at in range(len(tables)) if set(leaders[at:]) == {winners[0]}), len(tables) - 1)
            found["decided"].append((since + 1) / len(tables))
        then = leaders[-(-len(tables) // 2) - 1]
        half_time += [] if then is None else [then in winners]
    study = simulate(game, "steady", games=GAMES, seed=8)
    row = study.summary_row
    for measure, values in found.items():
        if (name, measure) in {("pairs", "decided")}:
            assert math.isnan(row[measure])
        elif len(values) > 1:
            assert row[measure] == pytest.approx(statistics.mean(values), abs=1e-9), measure
            # of equal values nothing is left but the rounding of sums of squares: the root of 2^-52, times what they are
            assert row[f"{measure}_high"] - row[measure] == pytest.approx(half_width(values), rel=1e-3, abs=1e-7), measure
    assert row["half_time_leads"] == len(half_time)
    assert not half_time or row["half_time_leader_first"] == pytest.approx(statistics.mean(half_time))


def test_who_looks_at_views_is_measured_the_same() -> None:
    game = cutcard.game("port", seats=2)
    row = simulate(game, [Lowest(), "random"], games=4, seed=1).summary_row
    assert row["minutes"] > 0
    assert row["rounds"] >= 1


def test_who_comes_to_lead_only_at_the_end_leads_for_good_from_there() -> None:
    notes = np.zeros((4, COLUMNS), np.int64)
    notes[:, LENGTH] = 10
    notes[:, SINCE] = [4, 0, 7, 9]
    notes[:, LEADER] = [1, 2, 2, 1]
    standings = np.array([[3, 1], [1, 2], [3, 1], [2, 2]])  # led from 4 on; a tie-break; was behind; shared
    assert decided(Sample(standings, standings, notes[:, LENGTH], notes)).tolist() == [0.4, 1.0, 1.0]


def test_margins_look_at_the_end_that_counts() -> None:
    scores = np.array([[3, 9, 20]])
    assert margins(scores, False, False).tolist() == [11]
    assert margins(scores, True, False).tolist() == [6]
    assert margins(scores, True, True).tolist() == [11]


def test_they_are_told() -> None:
    said = "\n".join(str(part) for part in study_text(simulate("port", games=200)))
    for text in ("minutes", "rounds", "is out and waits", "ahead of the second by", "leads for good after"):
        assert text in said, text
