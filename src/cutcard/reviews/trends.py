"""Where somebody loses most, over many games: what their decisions cost, by kind.

A kind of decision is which verbs were open: whoever could hit or fold chose between these two, whoever could only bid chose
how much. So kinds follow from what a game declares, and no game is named here.

Of each game little is kept: sums by kind, as `sums_of` makes them and `as_json` writes them down. They are in what people
count, chances from 0 to 1 or coins, so that games at tables of different sizes can be put together."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from cutcard.reviews.accuracy import share_kept
from cutcard.reviews.judging import Judgement
from cutcard.reviews.measure import Measure
from cutcard.reviews.review import Decision, Review
from cutcard.reviews.words import CLEAR, ERRORS

LEAST_GAMES, LEAST_DECISIONS = 5, 20
"""Of fewer games, or of fewer decisions of a kind, nothing is said."""


@dataclass
class Cost:
    """What some decisions cost together."""

    decisions: int = 0
    cost: float = 0.0
    variance: float = 0.0
    """The square of its standard error, from the playouts of the review."""

    def add(self, cost: float, error: float) -> None:
        self.decisions += 1
        self.cost += cost
        self.variance += error * error

    @property
    def is_clear(self) -> bool:
        """Whether it is more than what estimates are off by."""
        return self.cost > CLEAR * sqrt(self.variance)


@dataclass
class KindSums(Cost):
    """The decisions of one kind in one game."""

    careless: float = 0.0
    """What moves picked blindly would have cost."""
    errors: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ERRORS, 0))
    """How many slips there were, how many mistakes, how many blunders."""
    instead: dict[tuple[str, str], Cost] = field(default_factory=dict)
    """By the verb that was played and that of the best move, for those that were not the best."""


@dataclass(frozen=True)
class GameSums:
    """What one seat's decisions came to in one game."""

    unit: str
    """What is counted in place of chances, such as coins; empty where it is chances."""
    losing: bool
    """Whether the chances are those to lose."""
    depth: float
    """How thoroughly it was judged."""
    kinds: Mapping[tuple[str, ...], KindSums]

    @property
    def accuracy(self) -> float | None:
        """From 0 to 100, as of the whole review; None where there was nothing to choose."""
        return share_kept(sum(one.cost for one in self.kinds.values()), sum(one.careless for one in self.kinds.values()))

    def as_json(self) -> dict[str, Any]:
        return {
            "unit": self.unit,
            "losing": self.losing,
            "depth": self.depth,
            "kinds": [
                {
                    "verbs": list(verbs), "decisions": one.decisions, "cost": one.cost, "variance": one.variance,
                    "careless": one.careless, "errors": [one.errors[word] for word in ERRORS],
                    "instead": [
                        [*verbs_of, cost.decisions, cost.cost, cost.variance] for verbs_of, cost in one.instead.items()
                    ],
                }
                for verbs, one in self.kinds.items()
            ],
        }  # fmt: skip

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> GameSums:
        kinds = {}
        for one in told["kinds"]:
            instead = {(played, best): Cost(*cost) for played, best, *cost in one["instead"]}
            errors = dict(zip(ERRORS, one["errors"], strict=True))
            sums = one["decisions"], one["cost"], one["variance"], one["careless"]
            kinds[tuple(one["verbs"])] = KindSums(*sums, errors, instead)
        return cls(told["unit"], told["losing"], told["depth"], kinds)


def sums_of(review: Review, seat: int, counted: Container[int] | None = None) -> GameSums:
    """What the decisions of a seat came to in a game that was reviewed; of all of them, or of those with these numbers: a
    seat may have been played by a clock or a bot for a while."""
    measure, order = review.measure, list(review.game.rulebook.verbs.all)
    kinds: dict[tuple[str, ...], KindSums] = {}
    for one in review.decisions:
        if one.seat == seat and not one.judgement.is_forced and (counted is None or one.number in counted):
            _add(kinds.setdefault(kind_of(one.judgement, order), KindSums()), one, measure)
    return GameSums(measure.unit, measure.losing, review.depth, kinds)


def kind_of(judgement: Judgement, order: Sequence[str]) -> tuple[str, ...]:
    """The verbs that were open, as the game lists them."""
    return tuple(sorted({verb_of(move.move) for move in judgement.moves}, key=order.index))


def verb_of(move: str) -> str:
    return move.split(" ", 1)[0]


def _add(sums: KindSums, one: Decision, measure: Measure) -> None:
    judgement, played = one.judgement, one.judgement.played
    cost, error = measure.difference(played.cost), measure.difference(played.error)
    sums.add(cost, error)
    sums.careless += measure.difference(sum(move.cost for move in judgement.moves) / len(judgement.moves))
    if one.word in sums.errors:
        sums.errors[one.word] += 1
    if played is not judgement.best:
        sums.instead.setdefault((verb_of(played.move), verb_of(one.best)), Cost()).add(cost, error)


# Many games


@dataclass(frozen=True)
class KindTrend:
    """The decisions of one kind, over all games."""

    verbs: tuple[str, ...]
    decisions: int
    cost: float
    """Of an average game."""
    error: float
    """The standard error of that, from how much games differ."""
    slips: float
    """The share of decisions that are slips; each is called by the worst word that fits."""
    mistakes: float
    blunders: float
    is_enough: bool
    """Whether there are games and decisions enough to speak of it."""
    is_known: bool
    """Whether the cost is more than chance: that of the estimates, and of which games these were."""
    instead: tuple[str, str] | None
    """The verb played and the better one, of the exchange of two verbs that costs most, where its cost is clear."""
    instead_cost: float
    """What that exchange costs in an average game."""


@dataclass(frozen=True)
class Trend:
    """Where somebody loses in one game, the costliest kind first."""

    games: int
    unit: str
    losing: bool
    kinds: tuple[KindTrend, ...]
    is_clear: bool
    """Whether the first kind costs more than each of the others by more than chance."""
    accuracies: tuple[float | None, ...]
    """Of each game, in the order in which they were given."""

    @property
    def lacking(self) -> int:
        """How many more games are needed at least before anything is said."""
        return max(0, LEAST_GAMES - self.games)

    @property
    def most(self) -> KindTrend | None:
        """The kind that costs most, if there is one of which that can be said."""
        return next((one for one in self.kinds if one.is_enough and one.is_known), None)


def trend_of(games: Sequence[GameSums]) -> Trend:
    """Of games of one kind that somebody played, at least one."""
    verbs = dict.fromkeys(verbs for game in games for verbs in game.kinds)
    costs = {kind: [game.kinds[kind].cost if kind in game.kinds else 0.0 for game in games] for kind in verbs}
    kinds = sorted((_kind(kind, games, costs[kind]) for kind in verbs), key=lambda one: -one.cost)
    first = next((one for one in kinds if one.is_enough and one.is_known), None)
    others = [one for one in kinds if one is not first]
    is_clear = first is not None and all(_is_more(costs[first.verbs], costs[one.verbs]) for one in others)
    last = games[-1]
    return Trend(len(games), last.unit, last.losing, tuple(kinds), is_clear, tuple(game.accuracy for game in games))


def _kind(verbs: tuple[str, ...], games: Sequence[GameSums], costs: Sequence[float]) -> KindTrend:
    sums = [game.kinds[verbs] for game in games if verbs in game.kinds]
    whole = _together(sums)
    mean, error = _mean(costs)
    slips, mistakes, blunders = (sum(one.errors[word] for one in sums) / whole.decisions for word in ERRORS)
    is_enough = len(games) >= LEAST_GAMES and whole.decisions >= LEAST_DECISIONS
    is_known = whole.is_clear and mean > CLEAR * error
    worst, cost = _worst_exchange(sums)
    return KindTrend(
        verbs, whole.decisions, mean, error, slips, mistakes, blunders, is_enough, is_known, worst, cost / len(games)
    )  # fmt: skip


def _worst_exchange(sums: Sequence[KindSums]) -> tuple[tuple[str, str] | None, float]:
    """The two verbs of which the one was played and the other better, at the highest cost, and that; none where it is not
    clear."""
    exchanges = dict.fromkeys(both for one in sums for both in one.instead if both[0] != both[1])
    found = {both: _together(one.instead[both] for one in sums if both in one.instead) for both in exchanges}
    worst = max(found, key=lambda both: found[both].cost, default=None)
    return (worst, found[worst].cost) if worst is not None and found[worst].is_clear else (None, 0.0)


def _together(costs: Iterable[Cost]) -> Cost:
    whole = Cost()
    for one in costs:
        whole = Cost(whole.decisions + one.decisions, whole.cost + one.cost, whole.variance + one.variance)
    return whole


def _is_more(costs: Sequence[float], others: Sequence[float]) -> bool:
    """Whether one kind costs more than another in the same games, by more than chance."""
    mean, error = _mean([one - other for one, other in zip(costs, others, strict=True)])
    return mean > CLEAR * error


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and its standard error; with one value there is no knowing."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, float("inf")
    return mean, sqrt(sum((one - mean) ** 2 for one in values) / (len(values) - 1) / len(values))
