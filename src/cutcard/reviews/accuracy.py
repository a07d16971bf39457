"""How well somebody played, as a number from 0 to 100 that means the same in every game.

It is the share that was kept of what could be lost by carelessness: 100 is a game in which no move cost anything, 0 one in
which the moves cost as much as any moves would, chosen without thinking."""

from __future__ import annotations

from collections.abc import Iterable

from cutcard.reviews.judging import Judgement

NOTHING = 1e-6
"""Where all moves together could cost no more than this, there was nothing to play well or badly."""


def accuracy(judgements: Iterable[Judgement]) -> float | None:
    """Of these decisions; None where there was nothing to choose."""
    cost = careless = 0.0
    for one in judgements:
        if not one.is_forced:
            cost += one.played.cost
            careless += sum(move.cost for move in one.moves) / len(one.moves)
    return share_kept(cost, careless)


def share_kept(cost: float, careless: float) -> float | None:
    """The same of moves that cost so much, where careless ones would have cost so much on average."""
    return None if careless < NOTHING else 100 * min(max(1 - cost / careless, 0.0), 1.0)
