"""`champ`, stated by cards: at a table, and the same in simulations."""

from typing import Any

import numpy as np
import pytest

import cutcard
from cutcard import Game, NotFound, NotYours, ParseError, Table
from cutcard.core.bits import EMPTY, low
from cutcard.core.compiling import JIT, rule
from cutcard.core.dealer import Chance, mixed_number, seeded
from cutcard.core.loops.compiled_player import CompiledPlayer
from cutcard.games.pairs.moves import HIT
from cutcard.games.shared.pairs_deck import next_cards
from cutcard.games.shared.stacks import in_play
from cutcard.players import player
from tests.contract.cases import random_game, scaled
from tests.games.pairs_tables import continuous, either_game, pairs, placed

RNG = np.random.default_rng(0)


def chosen(table: Table, name: str = "champ") -> str:
    view = table.view(table.to_act[0])
    return player(name).choose(view, view.legal, RNG)


def test_it_folds_when_the_cheapest_card_costs_much_less_than_a_hit() -> None:
    # A 9 costs 8/52 * 9 and a 10 costs 9/52 * 10: 3.1 in all.
    assert chosen(placed(pairs(), 0, "deck *; stacks 9 10, 2")) == "fold 2"


def test_it_hits_where_a_fold_is_only_a_little_cheaper() -> None:
    table = placed(pairs(), 0, "deck *; stacks 9 10, 3")  # 3 is less than 3.1, but not than 0.9 of it
    assert chosen(table) == "hit"
    assert chosen(table, "steady") == "fold 3"


def test_burned_cards_may_be_anything_and_discards_are_gone() -> None:
    table = placed(pairs(), 0, "deck 10 10 1; burned 10; discards *; stacks 9 10, 2")
    assert chosen(table) == "fold 2"  # three of four are 10: 7.5
    table = placed(pairs(), 0, "deck 10 1 3 4 5 6 7 8; discards *; stacks 9 10, 2")
    assert chosen(table) == "hit"  # one of eight: 1.25


def test_an_empty_deck_is_judged_by_what_is_reshuffled() -> None:
    assert chosen(placed(pairs(), 0, "discards 10 10 1; stacks 9 10, 2; markers *")) == "fold 2"
    assert chosen(placed(pairs(), 0, "discards 1 3 4; stacks 9 10, 2; markers *")) == "hit"


def test_it_does_not_fold_into_losing_while_a_hit_can_save_it() -> None:
    game = pairs(target=16)
    assert chosen(placed(game, 0, "deck *; stacks 9 10, 2; scores 13 0")) == "fold 2"
    assert chosen(placed(game, 0, "deck *; stacks 9 10, 2; scores 14 0")) == "hit"
    # one card in three does not pair
    assert chosen(placed(game, 0, "deck 9 10 1; stacks 9 10, 2; scores 14 0; markers *")) == "hit"
    # none: it is lost either way
    assert chosen(placed(game, 0, "deck 9 10; stacks 9 10, 2; scores 14 0; markers *")) == "fold 2"


def test_it_folds_where_nothing_can_be_drawn() -> None:
    assert chosen(placed(pairs(), 0, "stacks 9 10, 2; markers *")) == "fold 2"


# Continuous Pairs


def test_cont_4_a_seat_without_cards_hits() -> None:
    assert chosen(placed(continuous(), 0, "deck *; stacks -, 2")) == "hit"


@pytest.mark.parametrize(
    ("stacks", "move"),
    [("9 10, 2 7, 3", "fold 2@1"), ("2 9 10, 2, 3", "fold 2@0"), ("9 10, 4, 2 7", "fold 2@2"), ("9 10, 2, 2", "fold 2@1")],
)
def test_cont_3_it_takes_the_cheapest_card_its_own_first_then_the_next_to_the_left(stacks: str, move: str) -> None:
    assert chosen(placed(continuous(3), 0, f"deck *; stacks {stacks}")) == move


def test_cont_3_counted_from_its_own_seat() -> None:
    assert chosen(placed(continuous(3), 1, "deck *; stacks 2, 9 10, 2")) == "fold 2@2"


# Pieces of Eight


def test_eight_1_it_uses_an_eight_where_two_cards_cost_less_than_one() -> None:
    # A hit pairs the 8 with 7 of 53 cards: 1.06. Of two cards the second pairs the first: 0.90.
    assert chosen(placed(pairs(eights=True), 0, "deck *; stacks 8, 5")) == "eight"
    assert chosen(placed(pairs(), 0, "deck *; stacks 8, 5")) == "hit"


def test_eight_1_it_keeps_an_eight_where_two_cards_cost_more() -> None:
    assert chosen(placed(pairs(eights=True), 0, "deck *; stacks 8 10, 5")) == "hit"


def test_eight_1_a_cheap_fold_comes_before_it() -> None:
    assert chosen(placed(pairs(eights=True), 0, "deck 8 8 10 10; discards *; stacks 8, 1")) == "fold 1"


def test_eight_1_where_a_fold_loses_it_draws_in_the_safer_way() -> None:
    game = pairs(eights=True, target=16)
    # A hit pairs with 7 of 53, an eight with 316 of 2756 = 6.1 of 53.
    assert chosen(placed(game, 0, "deck *; stacks 8, 1; scores 15 0")) == "eight"
    assert chosen(placed(game, 0, "deck *; stacks 8 10, 1; scores 15 0")) == "hit"


def test_eight_3_an_eight_saves_from_a_sure_pair() -> None:
    game = pairs(eights=True, target=16)
    assert chosen(placed(game, 0, "deck 8; stacks 8, 1; scores 15 0; discards *")) == "eight"
    assert chosen(placed(game, 0, "deck 8 8; stacks 8, 1; scores 15 0; discards *")) == "fold 1"  # two 8s are a pair too


def test_eight_3_a_reshuffle_brings_the_eight_back() -> None:
    # The 8 and the 3 are shuffled: a hit takes the 3; an eight would take both of them, no pair, and cost nothing either.
    table = placed(pairs(eights=True, target=16), 0, "discards 3; stacks 8, 1; scores 15 0; markers *")
    assert chosen(table) == "hit"


# Wherever it plays


@either_game
@pytest.mark.parametrize("eights", [False, True])
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_its_moves_are_legal(name: str, eights: bool, seats: int) -> None:
    game = cutcard.game(name, seats=seats, eights=eights)
    for seed in range(scaled(6, 1)):
        for table in random_game(game, seed):
            if not table.is_over:
                assert chosen(table) in table.legal()


def test_it_says_which_games_it_plays() -> None:
    reason = "plays pairs and continuous only, not port"
    table = cutcard.game("port", seats=2).start(seed=1)
    with pytest.raises(NotFound, match=reason):
        chosen(table)
    with pytest.raises(NotFound, match=reason):
        player("champ", "port")
    with pytest.raises(NotFound, match=reason):
        table.game.simulate(1, players=["champ", "random"])


def test_only_a_seat_that_is_to_act_can_ask_it() -> None:
    table = placed(pairs(), 0, "deck *; stacks 9 10, 2")
    for seat in (None, 1):
        with pytest.raises(NotYours):
            player("champ").choose(table.view(seat), (), RNG)


# Simulations


def game_at_a_table(game: Game, seed: int, number: int, players: list[str]) -> tuple[int, ...]:
    """The scores of one game of a simulation, played move by move."""
    chance = mixed_number(seeded(seed) ^ mixed_number(number))
    table = Table.dealt(game, Chance(chance))
    while not table.is_over:
        table = table.play(chosen(table, players[table.to_act[0]]))
    return table.scores


@either_game
@pytest.mark.parametrize("eights", [False, True])
def test_a_simulation_plays_the_same_game(name: str, eights: bool) -> None:
    game = cutcard.game(name, seats=3, eights=eights)
    games = scaled(25, 3)
    found = game.simulate(games, seed=9, first=4, players="champ")
    assert found.scores.tolist() == [list(game_at_a_table(game, 9, 4 + g, ["champ"] * 3)) for g in range(games)]


def test_players_of_all_kinds_sit_at_one_table() -> None:
    game = cutcard.game("pairs", seats=4)
    players = ["steady", "champ", "tests.players.test_champ:Bold", "champ"]
    games = scaled(25, 5)
    found = game.simulate(games, seed=2, players=players)
    assert found.scores.tolist() == [list(game_at_a_table(game, 2, g, players)) for g in range(games)]
    others = [game.simulate(games, seed=2, players=name).scores for name in ("steady", "champ", players[2], "random")]
    assert not any(np.array_equal(found.scores, scores) for scores in others)


@pytest.mark.skipif(not JIT, reason="needs many games")
def test_it_is_far_better_than_random() -> None:
    found = cutcard.game("pairs", seats=4).simulate(20_000, seed=1, players=["champ", "random", "random", "random"])
    assert (found.utilities[:, 0] < 0).mean() < 0.06


def test_a_player_that_is_not_compiled_cannot_be_simulated() -> None:
    with pytest.raises(NotFound, match="test_champ:Slow' is not a compiled player"):
        cutcard.game("pairs").simulate(1, players=["tests.players.test_champ:Slow", "champ", "champ", "champ"])
    with pytest.raises(NotFound, match="there is no player 'nobody'"):
        cutcard.game("pairs").simulate(1, players="nobody")


@rule
def bold(view: Any) -> int:
    """Hits while that is possible."""
    return HIT if next_cards(view) != EMPTY else low(in_play(view))


class Bold(CompiledPlayer):
    """Hits while that is possible."""

    compiled = staticmethod(bold)


def made(nerve: int) -> type[CompiledPlayer]:
    """Of two functions that differ in what they close over alone, the cache could give one for the other."""

    @rule
    def nervous(view: Any) -> int:
        return nerve

    return type("Nervous", (CompiledPlayer,), {"compiled": staticmethod(nervous)})


Nervous = made(HIT)


def test_a_compiled_function_stands_at_the_top_of_a_module() -> None:
    with pytest.raises(ParseError, match="has to be at the top of a module"):
        cutcard.game("pairs").simulate(1, players="tests.players.test_champ:Nervous")


class Slow:
    """Chooses as any Python code does."""

    def choose(self, view: cutcard.View, legal: list[str], rng: np.random.Generator) -> str:
        return legal[0]
