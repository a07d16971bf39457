"""Having all compiled that a review of a game runs, before anybody waits for it."""

from __future__ import annotations

from functools import cache

from cutcard.core.declaration.game import find
from cutcard.players.exact.solver import is_solvable, solve
from cutcard.reviews.candidates import candidates
from cutcard.reviews.chances import before_the_deal, chances_at
from cutcard.reviews.judging import judge

LITTLE = 1e-6
"""A depth at which everything is run once."""


@cache
def prepare(name: str) -> None:
    """Judge the first decision of the game that has a choice, as quickly as that goes."""
    game = find(name, None, 0, {})
    table = game.start(seed=0)
    before_the_deal(game)
    chances_at(game, table.words, LITTLE, 0)
    while not table.is_over and table.count_legal(table.to_act[0]) == 1:
        table = table.play(table.legal(table.to_act[0])[0], table.to_act[0])
    if not table.is_over:
        view = table.glance(table.to_act[0])
        judge(view, next(one.name for one in candidates(view)), LITTLE)
        if is_solvable(game):
            solve(view, 10)
