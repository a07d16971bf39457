"""`search` and the advice it gives: legal, repeatable, and blind to what its seat cannot see."""

import random

import numpy as np
import pytest

import cutcard
from cutcard import Game
from cutcard.core.compiling import JIT
from cutcard.core.errors import NotFound, NotYours, ParseError
from cutcard.players import names, player
from cutcard.players.search.search import SETTLED_EVERY, Budget, SearchPlayer, Tree, advise, think
from tests.contract.cases import plain_games, random_game, scaled
from tests.contract.test_leakage import another_game
from tests.soak import soaked

SMALL, ENOUGH = Budget(simulations=scaled(200, 8)), Budget(simulations=scaled(400, 80))
GAMES = [case for case in plain_games() if case.values[0].seats in (2, 4)][:: 1 if JIT else 3]


@pytest.mark.parametrize("game", GAMES)
def test_it_chooses_legal_moves_and_cannot_see_what_is_hidden(game: Game) -> None:
    """The same choice at another table that looks the same."""
    rng = random.Random(51)
    searcher = SearchPlayer(SMALL)
    tables = [table for table in random_game(game, 52, scaled(soaked(30, 60), 8)) if not table.is_over]
    for table in rng.sample(tables, min(len(tables), scaled(soaked(4, 12), 2))):
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


def test_a_budget_is_of_simulations_or_of_time() -> None:
    table = cutcard.game("pairs", seats=4).start(seed=3)
    tree = Tree(table.game, table.view(table.to_act[0]).state, Budget(milliseconds=1), 7)
    tree.grow()
    assert tree.simulations >= 1
    with pytest.raises(ValueError, match="in simulations or in milliseconds"):
        Budget()
    with pytest.raises(ValueError, match="more than 0"):
        Budget(simulations=0)


def test_a_name_can_say_the_budget() -> None:
    for name, budget in (("search@50ms", Budget(milliseconds=50)), ("search@500", Budget(simulations=500))):
        made = player(name)
        assert isinstance(made, SearchPlayer)
        assert made.budget == budget
    for name in ("search@0", "search@-5ms", "search@soon", "search@1.5", "search@ms"):
        with pytest.raises(ParseError, match="a budget is a number of simulations or milliseconds"):
            player(name)
    with pytest.raises(NotFound, match="the player steady takes no budget"):
        player("steady@50")


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_share_the_simulations_and_give_the_same_answer_each_time(threads: int) -> None:
    table = cutcard.game("port", seats=3).start(seed=3)
    view = table.view(table.to_act[0])
    found = think(table.game, view.state, SMALL, 7, threads)
    assert found == think(table.game, view.state, SMALL, 7, threads)
    assert sum(one.visits for one in found) == (SMALL.simulations or 0) // threads * threads
    assert {one.action for one in found} == {one.action for one in think(table.game, view.state, SMALL, 7)}
    assert advise(view, SMALL, 7, threads)[0].simulations == found[0].visits
    with pytest.raises(ValueError, match="1 thread or more"):
        think(table.game, view.state, SMALL, 7, 0)


@pytest.mark.skipif(not JIT, reason="thousands of simulations need compiled code")
def test_a_player_stops_when_it_is_clear_what_is_best_and_advice_does_not() -> None:
    game = cutcard.game("pairs", seats=2, burn=0)
    view = game.position("pairs/2 burn=0; to_act 0; deck 9 9 10 10; stacks 9 10, 1; discards *").view(0)
    many = Budget(simulations=50 * SETTLED_EVERY)
    clear = Tree(game, view.state, many, 7)
    clear.grow(may_stop=True)
    assert clear.simulations == SETTLED_EVERY
    assert sum(one.simulations for one in advise(view, many)) == many.simulations
    # Whatever it does, seat 0 loses: there is nothing to be found out, so it thinks to the end.
    lost = game.position("pairs/2 burn=0; to_act 0; deck 9 9 10 10; stacks 9 10, 1; scores 30 0; discards *").view(0)
    hopeless = Tree(game, lost.state, many, 7)
    hopeless.grow(may_stop=True)
    assert hopeless.simulations == many.simulations


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


@pytest.mark.parametrize("name", names())
def test_nobody_chooses_out_of_turn(name: str) -> None:
    table = cutcard.game("pairs", seats=3).start(seed=1)
    waiting = next(seat for seat in range(3) if seat not in table.to_act)
    over = table
    while not over.is_over:
        over = over.play(over.legal()[0])
    for view in (table.view(waiting), table.view(), over.view(0)):
        with pytest.raises(NotYours, match="this seat has nothing to choose"):
            player(name).choose(view, ("hit",), np.random.default_rng(1))


def test_what_there_was_no_time_to_try_is_listed_last() -> None:
    table = cutcard.game("pickup", seats=4).start(seed=2)
    view = table.view(table.to_act[0])
    found = advise(view, Budget(simulations=2))
    assert {one.move for one in found} == set(view.legal)
    assert [one.simulations for one in found[2:]] == [0] * (len(found) - 2)
    assert all(one.error == float("inf") for one in found)
