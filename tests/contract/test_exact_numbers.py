"""Numbers that are known from elsewhere: exact chances, and means of random play that others published or reproduced."""

from fractions import Fraction
from math import perm, prod, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import cutcard
from cutcard.core.bits import EMPTY, bit, count, low, nth
from cutcard.core.compiling import JIT, rule
from cutcard.core.dealer import mixed, take
from cutcard.core.dealer_memory import quiet_dealers
from cutcard.core.declaration.zones import rows
from cutcard.core.loops.simulate import simulate
from cutcard.games.pairs import rules
from cutcard.games.pairs.rulebook import RULES
from cutcard.games.shared.pairs_deck import DECK, EQUALS
from tests.soak import soaked

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import FULL, WORDS, deal, play

pytestmark = pytest.mark.skipif(not JIT, reason="needs millions of cards")

NO_PAIR = {
    2: 0.888889, 3: 0.691824, 4: 0.462603, 5: 0.259304, 6: 0.117867, 7: 0.041441, 8: 0.010475, 9: 0.001672, 10: 0.000124,
}  # fmt: skip
RANDOM_PAIRS = {2: 25.64, 3: 14.39, 4: 9.34, 5: 6.54, 6: 4.87}
RANDOM_CONTINUOUS = {2: 28.48, 3: 17.03, 4: 11.47, 5: 8.32, 6: 6.67}
# The same from two million games of ours each, to notice a change that the published digits are too coarse for.
OUR_PAIRS = {2: 25.629, 3: 14.392, 4: 9.338, 5: 6.551, 6: 4.885}
OUR_CONTINUOUS = {2: 28.514, 3: 17.000, 4: 11.469, 5: 8.302, 6: 6.660}
NOBODY_FOLDS = (1.791, 2.550, 1.977, 1.549)

GAMES = soaked(100_000, 400_000)
SEED = np.uint64(43)
ROUNDING = 0.005
PUBLISHED_FROM = 10_000
"""About how many games the published means come from, to judge by their last digits: they have an error of their own."""


def no_pair(t: Any, dealers: Any, cards: int, times: int) -> Any:
    """How often this many cards from a fresh deck hold no pair."""
    t = t[0]
    dealer = dealers[0]
    lucky = 0
    for _ in range(times):
        t.deck = FULL
        drawn = EMPTY
        paired = False
        for _ in range(cards):
            card = take(t, dealer)
            paired |= drawn & EQUALS[card] != EMPTY
            drawn |= bit(card)
        lucky += not paired
    return lucky


def first_round(tables: Any, rows: Any, dealers: Any, times: int, points: Any) -> None:
    """What each place from the first to act scores, when nobody folds in the first round."""
    t = tables[1]
    dealer = dealers[0]
    for _ in range(times):
        for word in range(WORDS):
            rows[1, word] = rows[0, word]
        deal(t, dealer)
        first = low(t.to_act)
        while True:
            seat = low(t.to_act)
            play(t, seat, 55, dealer)
            if t.scores[seat] > 0:
                points[(seat - first + t.seats) % t.seats] += t.scores[seat]
                break


@rule
def fold_to_the_lowest(t: Any, seat: int) -> Any:
    """Continuous Pairs in which a fold takes the lowest card in play, of several any one: the deck decides which."""
    actions = rules.legal(t, seat)
    folds = actions & ~bit(rules.HIT)
    if folds != EMPTY:
        folds &= EQUALS[low(folds)]
        folds = nth(folds, np.int64(mixed(t.deck) % np.uint64(count(folds))))
    return (actions & bit(rules.HIT)) | folds


def means_agree(scores: Any, published: float, ours: float) -> None:
    means = scores.mean(axis=1)
    error = means.std() * sqrt(1 / len(means) + 1 / PUBLISHED_FROM)
    assert abs(means.mean() - published) < ROUNDING + 3 * error
    assert abs(means.mean() - ours) < 0.001 + 4.5 * means.std() / sqrt(len(means))


@pytest.mark.parametrize(("cards", "chance"), NO_PAIR.items())
def test_the_chance_of_no_pair_is_exact(cards: int, chance: float) -> None:
    """The number of ways is an elementary symmetric polynomial of the copies of each rank."""
    ways = [1] + [0] * cards
    for copies in DECK.counts(DECK.full):
        for k in range(cards, 0, -1):
            ways[k] += copies * ways[k - 1]
    exact = Fraction(ways[cards] * prod(range(1, cards + 1)), perm(55, cards))
    assert float(exact) == pytest.approx(chance, abs=5e-7)


@pytest.mark.parametrize(("cards", "chance"), NO_PAIR.items())
def test_the_dealer_deals_no_pair_that_often(cards: int, chance: float) -> None:
    pairs = RULES
    times = soaked(300_000, 1_000_000)
    lucky = pairs.bound(no_pair)(np.zeros(1, pairs.layout.table), quiet_dealers(41 + cards), cards, times)
    assert abs(lucky / times - chance) < 4.5 * sqrt(chance * (1 - chance) / times) + 5e-7


@pytest.mark.parametrize(("seats", "mean"), RANDOM_PAIRS.items())
def test_random_pairs_scores_what_was_published(seats: int, mean: float) -> None:
    means_agree(cutcard.game("pairs", seats=seats).simulate(GAMES, seed=42).scores, mean, OUR_PAIRS[seats])


@pytest.mark.parametrize(("seats", "mean"), RANDOM_CONTINUOUS.items())
def test_random_continuous_with_folds_to_the_lowest_scores_what_was_published(seats: int, mean: float) -> None:
    game = cutcard.game("continuous", seats=seats)
    tables, views = game.blank(2), np.zeros(1, dtype=game.layout.view)
    scores = np.zeros((GAMES, seats), np.int64)
    utilities, decisions = np.zeros((GAMES, seats)), np.zeros(GAMES, np.int64)
    standings, notes = np.zeros((GAMES, seats), np.int64), np.zeros((0, 0), np.int64)
    all_random, no_slips = np.zeros((1, seats), np.int64), np.zeros((1, seats), np.uint64)
    game.rulebook.rules.bound(simulate, legal=fold_to_the_lowest)(
        tables,
        rows(tables),
        views,
        rows(views),
        quiet_dealers(0),
        np.uint64(43),
        0,
        all_random,
        no_slips,
        scores,
        utilities,
        standings,
        decisions,
        notes,
    )
    means_agree(scores, mean, OUR_CONTINUOUS[seats])


def test_the_first_round_with_nobody_folding_costs_each_place_what_was_published() -> None:
    game = cutcard.game("pairs", seats=4, target=89)
    tables = game.blank(2)
    points = np.zeros(4)
    times = soaked(4_000_000, 20_000_000)
    RULES.bound(first_round)(tables, rows(tables), quiet_dealers(44), times, points)
    for found, mean in zip(points / times, NOBODY_FOLDS, strict=True):
        assert abs(found - mean) < 0.0005 + 4.5 * sqrt(10 * mean / times)  # no card is more than 10: so much at most
