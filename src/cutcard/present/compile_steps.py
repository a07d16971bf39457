"""All that is compiled for a game, in small parts."""

from collections.abc import Iterator

import numpy as np

from cutcard.core.declaration.game import Game
from cutcard.players import player


def steps(game: Game) -> Iterator[str]:
    """Do once all that playing a game needs, with a pause after each part that is compiled."""
    table = game.start(seed=0)
    yield "deal"
    legal = table.legal(table.to_act[0])
    yield "legal"
    view = table.view(table.to_act[0])
    yield "view"
    view.count_legal()
    yield "redeal"
    view.openings()
    yield "openings"
    move = player("steady").choose(view, legal, np.random.default_rng(0))
    yield "advice"
    view.scores  # noqa: B018
    yield "scores"
    game.start(seed=0).play(move, table.to_act[0])  # a table that has not named its moves reads what is typed
    yield "move"
    game.kernel.stands(game.blank(), 0, 0)
    yield "places"
    game.kernel.gains(game.blank(), 0, 0)
    yield "worth"
