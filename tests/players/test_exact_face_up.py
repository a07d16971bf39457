"""`exact` in a game that burns face up: nothing is hidden but the deck."""

from dataclasses import replace

import pytest

from cutcard import Game
from cutcard.core.compiling import JIT
from cutcard.core.declaration.zones import Open
from cutcard.games.pairs.rulebook import PAIRS, RULES
from cutcard.games.pairs.rules import PairsTable
from tests.games.pairs_tables import pairs
from tests.players.test_exact import solved, through_the_surface
from tests.soak import SOAKING

pytestmark = pytest.mark.skipif(JIT and not SOAKING, reason="with JIT off nothing has to be compiled for it")


class BurnedFaceUp(PairsTable):
    burned: Open


def face_up(game: Game) -> Game:
    return replace(game, rulebook=replace(PAIRS, rules=replace(RULES, table=BurnedFaceUp, burns=None)))


@pytest.mark.parametrize("burn", [0, 1])
def test_a_game_of_which_only_the_deck_is_hidden_is_solved_without_being_told_how(burn: int) -> None:
    game = face_up(pairs(target=1, burn=burn))
    table = game.position("pairs/2; to_act 0; deck 4; discards 2 3 4; stacks 4 6, 3 4; markers *", cards=[])
    found = solved(table).moves
    for move in table.legal():
        assert found[move] == pytest.approx(tuple(map(float, through_the_surface(table.play(move)))), abs=1e-12)
