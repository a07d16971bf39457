"""What a coach says before a move that costs much: how much it costs, which move is better, and why. It knows what the seat
knows and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.core.declaration.phrases import Sentence, as_clause, said
from cutcard.core.languages import decimal, translated
from cutcard.core.table.view import View
from cutcard.players.search.search import Advice
from cutcard.present.advice import Measure
from cutcard.present.scene import Offer, move_told, offers_of
from cutcard.reviews.candidates import as_judged
from cutcard.reviews.judging import Judged, Judgement
from cutcard.reviews.measure import Measure as Points
from cutcard.reviews.words import BLUNDER, MISTAKE, is_clear

COACHES = {"gentle": BLUNDER, "strict": MISTAKE}
"""From how many points on each of them warns: hundredths of a chance, or quarters of a coin."""
SURE = 1 << 30
"""So many playouts stand for a value that is exact."""


@dataclass(frozen=True)
class Compared:
    """One of the two moves that a warning speaks of."""

    move: str
    words: Sentence
    """As an offer."""
    shown: str
    """What comes of it: `23.1%`."""
    odds: Sentence
    """What it risks, where the game says that."""


@dataclass(frozen=True)
class Caution:
    """What the coach says."""

    sentence: Sentence
    """`That costs you about 12 games of a hundred.`"""
    why: Sentence
    """Which move is better, and what comes of either."""
    heading: str
    """What the values are: `Games you lose`."""
    compared: tuple[Compared, ...]
    """The better move, and the one that was about to be played."""


def judged_of(view: View, move: str, judgement: Judgement) -> Judged | None:
    """What was found of a legal move. Of cards that are equal in play one stands for all; None where neither was judged."""
    found = {one.move: one for one in judgement.moves}
    if move in found:
        return found[move]
    turn = view.turn()
    actions = turn.table.actions_of(turn.seat, move)
    return found.get(as_judged(turn, actions).name) if actions is not None else None


def caution_of(view: View, move: str, judgement: Judgement, coach: str) -> Caution | None:
    """What is to be said before this move; None where it costs less than the coach minds, or that is not certain."""
    mine = judged_of(view, move, judgement)
    points = Points.seen(view)
    if mine is None or points.points(mine.cost) < COACHES[coach] or not is_clear(mine, judgement):
        return None
    measure, best = Measure(view), judgement.best
    values = [measure.value(_as_advice(one, view.seat)) for one in (best, mine)]
    offers = offers_of(view, (best.move, move))
    compared = [_compared(offer, measure.shown(value)) for offer, value in zip(offers, values, strict=True)]
    return Caution(
        _cost(points, mine.cost), _why(view, offers, values, measure), measure.heading, tuple(compared)
    )  # fmt: skip


def _as_advice(one: Judged, seat: int | None) -> Advice:
    assert seat is not None
    return Advice(one.move, one.utilities[seat], one.value_error, one.worlds or SURE)


def _compared(offer: Offer, shown: str) -> Compared:
    return Compared(offer.move, offer.words, shown, offer.odds)


def _cost(points: Points, cost: float) -> Sentence:
    if points.unit:
        amount = decimal(points.difference(cost))
        return said("That costs you about {n} {unit}.", n=amount, unit=translated(points.unit))
    return said("That costs you about {n} games of a hundred.", n=round(points.points(cost)))


def _why(view: View, offers: tuple[Offer, ...], values: list[float], measure: Measure) -> Sentence:
    best, mine = offers
    assert view.seat is not None
    done = as_clause(move_told(view.game.rulebook, mine.move, view.seat))
    about, second = measure.sentence(values[0]), measure.said(values[1])
    phrase = "{best} is better: {about} this way, {second} if {other}."
    return said(phrase, best=best.words, about=about, second=second, other=done, offer=mine.words)
