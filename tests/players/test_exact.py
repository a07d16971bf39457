"""`exact` beside three other ways to know: by hand, by going through the surface in fractions, and by a model of a round."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import cutcard
from cutcard import Game, NotFound, NotYours, Table
from cutcard.core.compiling import JIT
from cutcard.games.pairs.rulebook import PAIRS, RULES
from cutcard.players import player
from cutcard.players.exact.solver import ExactPlayer, Solution, is_solvable, solve
from tests.contract.cases import random_game, scaled
from tests.games.pairs_tables import continuous, pairs, placed

Exact = tuple[Fraction, ...]

ENOUGH = 1_000_000


def solved(table: Table) -> Solution:
    solution = solve(table.view(table.to_act[0]), ENOUGH)
    assert solution is not None, "too large"
    return solution


def worth(table: Table, move: str, seat: int = 0) -> float:
    return solved(table).moves[move][seat]


# By hand. With a target of 1 whoever scores first has lost.


def test_a_card_that_nobody_sees_may_be_in_the_deck_or_burned() -> None:
    """Of the 3 and the 4 one was burned. Seat 0 pairs with the 4; after the 3 the 4 comes to seat 1, which pairs then."""
    for hidden in ("deck 3; burned 4", "deck 4; burned 3"):
        table = placed(pairs(target=1, burn=1), 0, f"{hidden}; stacks 4, 3 4; markers *")
        assert solved(table).moves == {"fold 3": (-1.0, 1.0), "hit": (0.0, 0.0)}


def test_pairs_12_discards_and_burned_cards_come_back() -> None:
    """The 2 and the 9 are shuffled, one of them is burned, and comes back for the next draw."""
    table = placed(pairs(target=1, burn=1), 0, "burned 9; discards 2; stacks 9, 7 9; markers *")
    assert solved(table).moves == {"fold 7": (-1.0, 1.0), "hit": (0.0, 0.0)}


def test_equal_cards_are_one_outcome() -> None:
    # The 5 saves, one card in four; seat 1 then pairs with any of the 6s.
    table = placed(pairs(target=1), 0, "deck 6 6 6 5; stacks 6, 6; markers *")
    assert solved(table).moves["hit"] == pytest.approx((-0.5, 0.5))
    assert solved(table).nodes <= 8


def test_pairs_14_a_seat_folds_while_it_can_afford_it() -> None:
    """A fold costs 1 of 2, and the next round is dealt from 5 and 9: seat 0 or seat 1 has the 5, and must fold or pair."""
    table = placed(pairs(target=2), 0, "deck 5 9; stacks 4 7, 1 8; markers *")
    moves = solved(table).moves
    assert moves["fold 1"] == pytest.approx(tuple(map(float, through_the_surface(table.play("fold 1")))))


def test_port_7_the_last_seat_draws_only_if_it_must() -> None:
    game = cutcard.game("port", seats=2, rounds=1, burn=0)
    behind = "port/2; to_act 1; playing 0 1; locked 0; stacks 10 9, 10 8; deck 1 2 8 8; discards *"
    # A lock loses. The 2 wins and the 8s bust; after the 1 the totals are equal, and a lock then shares.
    assert solved(game.position(behind)).moves["lock"] == (1.0, -1.0)
    # After the 1 there are 2 8 8: a third of a win is less than the tie.
    assert solved(game.position(behind)).moves["hit"] == pytest.approx((0.25, -0.25))


def test_star_8_the_last_seat_shares_or_draws_for_the_pot() -> None:
    game = cutcard.game("starboard", seats=2, games=1, coins=10, burn=0)
    line = "starboard/2; to_act 1; playing 0 1; locked 0; locked_with 3 0; hand 3 4 9; pot 4; scores 8 8; finished 0"
    table = game.position(f"{line}; deck 1 2 5 9; discards *")
    # A lock shares 4 coins. A draw costs one and wins 5 with three cards in four; with the 9 seat 0 has them.
    assert solved(table).moves["lock"] == (0.0, 0.0)
    assert worth(table, "draw", 1) == pytest.approx((0.75 * (12 - 8) + 0.25 * (7 - 13)) / 2 / 10)
    assert solved(table).best == ("draw",)


# Through the surface, in fractions: every move and every card, one at a time


def through_the_surface(table: Table) -> Exact:
    """What a table is worth to each seat. For tables without burned cards: there the deck is what is unseen."""
    known: dict[str, Exact] = {}

    def value(table: Table) -> Exact:
        if table.card_is_due:
            return added((chance, value(table.draw(card))) for card, chance in table.chance_outcomes())
        if table.result is not None:
            return tuple(Fraction(utility).limit_denominator(10_000) for utility in table.result.utilities)
        line = str(table)
        if line not in known:
            known[line] = best(table.to_act[0], [value(table.play(move)) for move in table.legal()])
        return known[line]

    return value(table)


def added(parts: Iterator[tuple[Fraction, Exact]]) -> Exact:
    scaled_values = [tuple(chance * each for each in values) for chance, values in parts]
    return tuple(sum(each, Fraction(0)) for each in zip(*scaled_values, strict=True))


def best(seat: int, values: list[Exact]) -> Exact:
    most = max(each[seat] for each in values)
    tied = [each for each in values if each[seat] == most]
    return added((Fraction(1, len(tied)), each) for each in tied)


def game(name: str, **settings: int) -> Game:
    return cutcard.game(name, **{"burn": 0, **settings})


SMALL = {
    "pairs, one round": (game("pairs", seats=2, target=1), "deck 3 3 4 6 7 9 9; stacks 4 5, 3; markers *"),
    "pairs, three seats": (game("pairs", seats=3, target=1), "deck 2 5 5 6 6 9; stacks 5 6, 6 9, 2 9; markers *"),
    "pairs, reshuffled": (game("pairs", seats=2, target=1), "deck 4; discards 2 3 4 6; stacks 4 6, 3 4; markers *"),
    "pairs, two rounds": (game("pairs", seats=2, target=3), "deck 2 5 9 10; stacks 2 7, 1 8; scores 1 2; markers *"),
    "pairs, three rounds": (game("pairs", seats=2, target=3), "deck 5; stacks 2 7, 1 8; scores 1 1; markers *"),
    "pairs, ties": (game("pairs", seats=2, target=2), "deck 5 5 6 9; stacks 1, 3; markers *"),
    "pairs, eights": (game("pairs", seats=2, target=1, eights=True), "deck 3 4 8 9; stacks 8 9, 3 8; markers *"),
    "continuous": (game("continuous", seats=2, target=3), "deck 2 9 9 7; stacks 1 9, 2 7; scores 1 1; markers *"),
    "continuous, three seats": (game("continuous", seats=3, target=2), "deck 2 5; stacks 1 9, 2, 5 9; markers *"),
    "continuous, eights": (game("continuous", seats=2, target=2, eights=True), "deck 8 9 3; stacks 8 1, 3; markers *"),
    "port, one seat left": (
        game("port", seats=3, rounds=1),
        "playing 0 1 2; locked 1; bust 2; stacks 1 2 3 4 5 6, 10 9 8, 4 4; deck 6 7 7 8 9 10; discards *",
    ),
    "port, all seats": (
        game("port", seats=2, rounds=1),
        "playing 0 1; stacks 10 9 8 7 6 5 1, 10 9 8 7 6 4 2; deck *",
    ),
    "port, target in sight": (
        game("port", seats=3, rounds=5, target=4),
        "playing 0 1 2; locked 1; scores 3 3 2; bust 2; stacks 2 3 4 5, 10 9, 4 4; deck 3 5 10; discards *",
    ),
    "starboard, two seats": (
        game("starboard", seats=2, games=1, coins=4),
        "playing 0 1; hand 3 5 6 7 9 10; pot 2; scores 3 3; deck *",
    ),
    "starboard, three seats": (
        game("starboard", seats=3, games=1, coins=3),
        "playing 0 1 2; hand 4 5 6 7 8 9 10; pot 3; scores 2 2 2; deck *",
    ),
    "starboard, two games": (
        game("starboard", seats=2, games=2, coins=2),
        "playing 0 1; button 0; hand 6 8 9 10; pot 2; scores 1 1; deck 1 2 5; discards *",
    ),
}  # fmt: skip

SLOW = ("port, all seats", "starboard, two games", "starboard, three seats", "port, target in sight", "pairs, ties")


@pytest.mark.parametrize("name", [name for name in SMALL if JIT or name not in SLOW])
def test_it_finds_what_going_through_the_surface_finds(name: str) -> None:
    small, cards = SMALL[name]
    table = small.position(f"{small.name}/{small.seats}; to_act 0; {cards}", cards=[])
    solution = solved(table)
    for move in table.legal():
        assert solution.moves[move] == pytest.approx(tuple(map(float, through_the_surface(table.play(move)))), abs=1e-12)
    assert sorted(solution.moves) == list(table.legal())
    assert sum(solution.values) == pytest.approx(0)


# A model of one round of Pairs in which whoever scores first has lost, with cards burned unseen


def modelled(unseen: str, deck: int, discards: str, stacks: list[str], burn: int) -> Fraction:
    """What seat 0 of two can expect from a hit, when nobody ever folds before it is lost."""

    @cache
    def hit(
        unseen: tuple[int, ...], deck: int, discards: tuple[int, ...], mine: frozenset[int], yours: frozenset[int]
    ) -> Fraction:
        if deck == 0:
            unseen, discards = tuple(sorted(unseen + discards)), ()
            deck = len(unseen) - min(burn, len(unseen) - 1)
        total = Fraction(0)
        for card, copies in Counter(unseen).items():
            left = list(unseen)
            left.remove(card)
            if card in mine:
                after = Fraction(-1)
            elif left or discards:
                after = -hit(tuple(left), deck - 1, discards, yours, mine | {card})
            else:
                after = Fraction(1)  # the other seat has nothing left but to fold
            total += Fraction(copies, len(unseen)) * after
        return total

    cards = [tuple(sorted(map(int, text.split()))) for text in (unseen, discards)]
    mine, yours = (frozenset(map(int, stack.split())) for stack in stacks)
    return hit(cards[0], deck, cards[1], mine, yours)


@pytest.mark.parametrize("burn", [0, 1, 2, 5])
@pytest.mark.parametrize(
    ("deck", "burned", "discards"),
    [
        ("2 3 3 6", "", ""), ("2 3 3 6", "9", ""), ("4 3", "2 6", "5 9"), ("", "3 4 6", "2 9 9"), ("7", "", "1 3 4 8"),
        ("3", "4 4", "5 6"), ("", "", "3 4 5 7"),
    ],
)  # fmt: skip
def test_burned_cards_are_as_a_model_of_the_round_has_them(deck: str, burned: str, discards: str, burn: int) -> None:
    line = f"deck {deck or '-'}; burned {burned or '-'}; discards {discards or '-'}; stacks 3 9, 4 6; markers *"
    expected = modelled(f"{deck} {burned}", len(deck.split()), discards, ["3 9", "4 6"], burn)
    assert worth(placed(pairs(target=1, burn=burn), 0, line), "hit") == pytest.approx(float(expected), abs=1e-12)


def test_what_a_zone_that_nobody_sees_is_for_has_to_be_said() -> None:
    game = pairs(target=1)
    silent = replace(game, rulebook=replace(PAIRS, rules=replace(RULES, burns=None)))
    assert is_solvable(game)
    assert not is_solvable(silent)


# What it may know, and where it gives up


def test_all_views_of_a_table_have_one_solution() -> None:
    table = placed(pairs(3, target=1, burn=2), 0, "deck 3 5; burned 9 2; stacks 4, 5 9, 2; markers *")
    same = placed(pairs(3, target=1, burn=2), 0, "deck 2 9; burned 3 5; stacks 4, 5 9, 2; markers *")
    assert len({str(solve(one.view(seat), ENOUGH)) for one in (table, same) for seat in (None, 0, 1, 2)}) == 1


def test_a_budget_is_kept() -> None:
    table = placed(pairs(target=1), 0, "deck *; stacks 5 6 7 9 10, 2 3 4 8 10")
    whole = solved(table)
    assert solve(table.view(0), whole.nodes) == whole
    assert solve(table.view(0), whole.nodes - 1) is None
    assert solve(table.view(0), 0) is None


def test_a_tie_break_without_an_end_is_not_solved() -> None:
    """The next round may be dealt 5 and 5. The third 5 can be turned up again and again, while the last other card is burned
    after each reshuffle."""
    table = placed(pairs(target=2, burn=1), 0, "deck 5 5 5 9; stacks 1, 3; markers *")
    assert solve(table.view(0), 5_000) is None


def test_a_whole_game_is_not_solved() -> None:
    assert solve(cutcard.game("pairs", seats=4).start(seed=1).view(0)) is None


def test_games_with_hidden_hands_cannot_be_solved() -> None:
    with pytest.raises(NotFound, match="Pickup cannot be solved: more is hidden"):
        solve(cutcard.game("pickup", seats=2).start(seed=1).view(0))


def test_a_game_that_is_over_cannot_be_solved() -> None:
    end = placed(pairs(target=1), 0, "deck *; stacks 4, 5").play("fold 4")
    with pytest.raises(NotYours, match="the game is over"):
        solve(end.view(0))


# The player


def test_it_plays_the_best_move_where_it_can_see_the_end() -> None:
    game = cutcard.game("port", seats=2, rounds=1, burn=0)
    table = game.position("port/2; to_act 1; playing 0 1; locked 0; stacks 10 9, 10 8; deck 1 2 8 8; discards *")
    chosen = ExactPlayer(ENOUGH).choose(table.view(1), table.legal(), np.random.default_rng(0))
    assert chosen == "hit"


@pytest.mark.parametrize("name", ["pairs", "pickup"])
def test_it_plays_steadily_where_it_cannot(name: str) -> None:
    rng = np.random.default_rng(0)
    for table in random_game(cutcard.game(name, seats=4), 3, scaled(10, 2)):
        if table.is_over:
            break
        view = table.view(table.to_act[0])
        assert player("exact").choose(view, view.legal, rng) == player("steady").choose(view, view.legal, rng)


def test_in_continuous_pairs_it_names_whose_card_it_takes() -> None:
    table = placed(continuous(target=3), 0, "deck 9; stacks 9, 1 2; scores 0 2; markers *")
    assert sorted(solved(table).moves) == ["fold 1@1", "fold 2@1", "fold 9@0", "hit"]
