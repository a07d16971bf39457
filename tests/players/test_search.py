"""`search` and the advice it gives: legal, repeatable, and blind to what its seat cannot see."""

import random

import numpy as np
import pytest

import cutcard
from cutcard import Game
from cutcard.core.compiling import JIT
from cutcard.players.search import Budget, SearchPlayer, Tree, advise
from tests.contract.cases import plain_games, random_game, scaled
from tests.contract.test_leakage import another_game

SMALL, ENOUGH = Budget(simulations=scaled(200, 8)), Budget(simulations=scaled(400, 80))
GAMES = [case for case in plain_games() if case.values[0].seats in (2, 4)][:: 1 if JIT else 3]


@pytest.mark.parametrize("game", GAMES)
def test_it_chooses_legal_moves_and_cannot_see_what_is_hidden(game: Game) -> None:
    """The same choice at another table that looks the same."""
    rng = random.Random(51)
    searcher = SearchPlayer(SMALL)
    tables = [table for table in random_game(game, 52, scaled(60, 8)) if not table.is_over]
    for table in rng.sample(tables, min(len(tables), scaled(12, 2))):
        seat = rng.choice(table.to_act)
        view = table.view(seat)
        move = searcher.choose(view, view.legal, np.random.default_rng(53))
        assert move in view.legal
        other = another_game(table, seat, game.name, rng).view(seat)
        assert searcher.choose(other, other.legal, np.random.default_rng(53)) == move
        assert advise(other, SMALL, 54) == advise(view, SMALL, 54)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_simulations_give_the_same_tree(game: Game) -> None:
    table = game.start(seed=3)
    state = table.view(table.to_act[0]).state
    one, other = Tree(game, state, SMALL, 7), Tree(game, state, SMALL, 7)
    one.grow()
    other.grow()
    assert one.found() == other.found()
    assert one.simulations == SMALL.simulations
    assert sum(edge.visits for edge in one.found()) == one.simulations or len(one.found()) == 0


def test_a_budget_of_time_is_kept_by_simulations_in_chunks() -> None:
    table = cutcard.game("pairs", seats=4).start(seed=3)
    tree = Tree(table.game, table.view(table.to_act[0]).state, Budget(milliseconds=1), 7)
    tree.grow()
    assert tree.simulations >= 128
    assert tree.simulations % 128 == 0
    with pytest.raises(ValueError, match="in simulations or in milliseconds"):
        Budget()


def test_a_sure_thing_is_found() -> None:
    """A fold costs 1, and a hit pairs for certain: all that is unseen are nines and tens, and both are held."""
    game = cutcard.game("pairs", seats=2, burn=0)
    table = game.position("pairs/2 burn=0; to_act 0; deck 9 9 10 10; stacks 9 10, 1; discards *")
    view = table.view(0)
    assert SearchPlayer(ENOUGH).choose(view, view.legal, np.random.default_rng(1)) == "fold 1"
    fold, hit = advise(view, ENOUGH)
    assert (fold.move, hit.move) == ("fold 1", "hit")
    assert fold.utility > hit.utility
    assert fold.chance(2, losing=True) < hit.chance(2, losing=True)


def test_a_move_of_several_cards_is_chosen_whole() -> None:
    """The last but one trick of a hand: leading the pair of eights leaves the two for the end, and that wins the hand."""
    game = cutcard.game("pickle", seats=2, limit=10)
    line = "to_act 0; phase 3; remaining 0 1; hand_size 3; hands 2C 8C 8D, 4C 5C 6C; deck *; scores 8 8"
    view = game.position(f"pickle/2 limit=10; {line}").view(0)
    assert SearchPlayer(SMALL).choose(view, view.legal, np.random.default_rng(1)) in ("play 8C 8D", "play 8C")
    assert {one.move.split(" ")[0] for one in advise(view, SMALL)} == {"play"}


def test_nobody_advises_a_seat_that_is_not_to_act() -> None:
    table = cutcard.game("port", seats=3).start(seed=1)
    waiting = next(seat for seat in range(3) if seat not in table.to_act)
    assert advise(table.view(waiting), SMALL) == ()
    assert advise(table.view(), SMALL) == ()
    with pytest.raises(ValueError, match="a spectator has nothing to choose"):
        SearchPlayer(SMALL).choose(table.view(), (), np.random.default_rng(1))
