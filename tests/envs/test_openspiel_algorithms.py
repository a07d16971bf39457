"""OpenSpiel's algorithms on tiny games of ours: what they find is what our own solver and a plain walk find."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import best_response, expected_game_score, exploitability, get_all_states
from open_spiel.python.policy import Policy, UniformRandomPolicy

import cutcard
from cutcard import CutcardError, NotAllowed, NotFound, Table
from cutcard.core import registry
from cutcard.core.declaration.options import Option, at
from cutcard.envs.openspiel import game as spiel
from cutcard.players import LegalMoves
from cutcard.players.exact.solver import Solution, solve
from scripts import tiny_games
from tests.docs.test_docs import ROOT
from tests.soak import soaked

TINY = registry.GAMES.unlisted()
LARGEST = "clever-tiny"
"""Its tree is as large as those of the others together."""
MOST = soaked([name for name in TINY if name != LARGEST], [*TINY])
SOME = pytest.mark.parametrize("name", MOST)


def loaded(name: str, **options: int) -> Any:
    return pyspiel.load_game(spiel.short_name(name), options)


def test_tiny_games_have_a_name_and_stand_in_no_list() -> None:
    assert TINY == ("pairs-tiny", "starboard-tiny", "pickup-tiny", "clever-tiny")
    assert not {*TINY} & {book.name for book in cutcard.games()}
    assert cutcard.game("pairs-tiny") == cutcard.game("pairs-tiny", seats=2, target=2, burn=0)
    for name in TINY:
        assert loaded(name).table_game == cutcard.game(name)
    with pytest.raises(NotFound, match="not offered here"):
        registry.GAMES.need_listed("pairs-tiny")


# The tree


@dataclass
class Counts:
    """Nodes of each kind, and the information states."""

    ends: int = 0
    cards: int = 0
    decisions: int = 0
    known: set[Any] = field(default_factory=set)
    """What a seat knew when it was asked: all that it was told, by its log."""


def walked(table: Table, counts: Counts) -> Counts:
    """A walk that knows nothing of OpenSpiel."""
    if table.is_over:
        counts.ends += 1
    elif table.card_is_due:
        counts.cards += 1
        for card, _ in table.chance_outcomes():
            walked(table.draw(card), counts)
    else:
        counts.decisions += 1
        seat = min(table.to_act)
        counts.known.add((seat, table.view(seat).log))
        for move in table.legal(seat):
            walked(table.play(move, seat), counts)
    return counts


@SOME
def test_players_of_tiny_games_make_legal_moves_whatever_the_options(name: str) -> None:
    """Each option at both its ends. Compiled players are trusted to be legal: here they are held to it, by views."""
    book = registry.GAMES.load(name)
    ends = [{}] + [
        {option.name: value}
        for option in book.options
        if isinstance(option, Option)
        for value in ((True, False) if option.is_switch else (option.least, min(at(option.most, 2), 4)))
    ]
    rng = np.random.default_rng(1)
    for options in ends:
        game = cutcard.game(name, **options)
        for player in (cutcard.player("steady", name), cutcard.player("random", name)):
            for seed in range(soaked(3, 40)):
                table = game.start(seed=seed)
                while not table.is_over:
                    seat = table.to_act[0]
                    view = table.view(seat)
                    table = table.play(player.choose(view, LegalMoves(view), rng), seat)


def test_what_a_small_deck_cannot_do_is_refused() -> None:
    for name, option in (("pairs-tiny", {"target": 8}), ("clever-tiny", {"hands": 2}), ("pickup-tiny", {"long": True})):
        with pytest.raises(CutcardError):
            cutcard.game(name, **option)  # type: ignore[arg-type]
    table = cutcard.game("clever-tiny").start(seed=1)
    while "bid 0" not in table.legal():
        table = table.play(table.legal()[0])
    table = table.play("bid 0")
    with pytest.raises(NotAllowed, match="2 would make the sum of both bids two"):
        table.play("bid 2")


@SOME
def test_the_tree_has_as_many_nodes_as_a_walk_over_tables(name: str) -> None:
    ours = walked(cutcard.game(name).start(cards=[]), Counts())
    theirs = get_all_states.get_all_states(
        loaded(name),
        include_terminals=True,
        include_chance_states=True,
        to_string=lambda state: state.history_str(),
    )
    kinds = [(state.is_terminal(), state.is_chance_node()) for state in theirs.values()]
    assert kinds.count((True, False)) == ours.ends
    assert kinds.count((False, True)) == ours.cards
    assert kinds.count((False, False)) == ours.decisions
    asked = [state for state in theirs.values() if state.is_player_node()]
    assert len({state.information_state_string() for state in asked}) == len(ours.known)


# The same tree once more, from the rules page alone: Pairs of 1 2 2 3 3 3, two seats, losing score 2, nothing burned.

Cards = tuple[int, ...]
Stacks = tuple[Cards, Cards]


def without(cards: Cards, card: int) -> Cards:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def drawn(deck: Cards, pile: Cards, then: Callable[[int, Cards, Cards], Counter[str]]) -> Counter[str]:
    """PAIRS-12."""
    if not deck:
        deck, pile = pile, ()
    found = Counter(cards=1)
    for card in sorted(set(deck)):
        found += then(card, without(deck, card), pile)
    return found


def round_of(deck: Cards, pile: Cards, scores: Cards) -> Counter[str]:
    """PAIRS-4: seat 0 deals, so seat 1 gets its card first."""

    def begin(one: int, zero: int, deck: Cards, pile: Cards) -> Counter[str]:
        return first_turn(deck, pile, scores, ((zero,), (one,)), zero, one)

    return drawn(deck, pile, lambda one, *left: drawn(*left, lambda zero, *left: begin(one, zero, *left)))


def first_turn(deck: Cards, pile: Cards, scores: Cards, stacks: Stacks, zero: int, one: int) -> Counter[str]:
    if zero != one:
        return turn(deck, pile, scores, stacks, 0 if zero < one else 1)

    def extra(seat: int, stacks: Stacks, others: int, deck: Cards, pile: Cards) -> Counter[str]:
        if set(deck + pile) <= set(stacks[seat]):  # PAIRS-7
            return turn(deck, pile, scores, stacks, 1)

        def got(card: int, deck: Cards, pile: Cards) -> Counter[str]:
            if card in stacks[seat]:  # PAIRS-6
                return extra(seat, stacks, others, deck, (*pile, card))
            if seat == 1:
                return extra(0, (stacks[0], (*stacks[1], card)), card, deck, pile)
            return first_turn(deck, pile, scores, ((*stacks[0], card), stacks[1]), card, others)

        return drawn(deck, pile, got)

    return extra(1, stacks, 0, deck, pile)  # PAIRS-5


def turn(deck: Cards, pile: Cards, scores: Cards, stacks: Stacks, seat: int) -> Counter[str]:
    """PAIRS-8."""

    def scored(points: int, deck: Cards, pile: Cards, in_play: Cards) -> Counter[str]:
        after = tuple(score + points * (who == seat) for who, score in enumerate(scores))
        if max(after) >= 2:  # PAIRS-14
            return Counter(ends=1)
        return round_of(deck, pile + without(in_play, points), after)  # PAIRS-11

    def hit(card: int, deck: Cards, pile: Cards) -> Counter[str]:
        mine = (*stacks[seat], card)
        now = (mine, stacks[1]) if seat == 0 else (stacks[0], mine)
        if card in stacks[seat]:  # PAIRS-9
            return scored(card, deck, pile, now[0] + now[1])
        return turn(deck, pile, scores, now, 1 - seat)

    in_play = stacks[0] + stacks[1]
    found = Counter(decisions=1) + scored(min(in_play), deck, pile, in_play)  # PAIRS-10
    return found + drawn(deck, pile, hit) if deck or pile else found  # PAIRS-13


def test_the_tree_of_pairs_has_the_nodes_that_the_rules_page_gives_it() -> None:
    counted = round_of((1, 2, 2, 3, 3, 3), (), (0, 0))
    ours = walked(cutcard.game("pairs-tiny").start(cards=[]), Counts())
    assert counted == {"ends": ours.ends, "cards": ours.cards, "decisions": ours.decisions}
    assert counted.total() == 2_059


@SOME
def test_what_a_seat_cannot_tell_apart_looks_the_same_and_came_the_same_way(name: str) -> None:
    """Perfect recall: one information state, one view, one list of actions, and one past of the seat's own. The tensor
    has it where all that was told is asked for."""
    known: dict[str, Any] = {}
    tensors: dict[tuple[int, tuple[float, ...]], str] = {}

    def walk(state: Any, before: list[list[tuple[str, int]]]) -> None:
        seat = state.current_player()
        if state.is_player_node():
            text = state.information_state_string()
            now = (state.observation_string(), state.legal_actions(), before[seat])
            assert known.setdefault(text, now) == now
            assert tensors.setdefault((seat, tuple(state.information_state_tensor())), text) == text
        for action in state.legal_actions():
            after = [[*mine, (text, action)] if other == seat else mine for other, mine in enumerate(before)]
            walk(state.child(action), after)

    walk(loaded(name, events=-1).new_initial_state(), [[], []])
    assert len(tensors) == len(known)


# Equilibria


@SOME
def test_cfr_converges(name: str) -> None:
    """On the tree that OpenSpiel writes to a file and reads again: there it is walked without Python."""
    tree = tiny_games.exported(name)
    solver = pyspiel.CFRSolver(tree)
    found = []
    for _ in range(3):
        for _ in range(60):
            solver.evaluate_and_update_policy()
        found.append(pyspiel.exploitability(tree, solver.average_policy()))
    assert found == sorted(found, reverse=True)
    assert found[-1] < 0.01
    uniform = pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))
    assert found[-1] < uniform / 20
    value = expected_game_score.policy_value(tree.new_initial_state(), [solver.average_policy()] * 2)[0]
    assert abs(value - tiny_games.solve(name).value) <= 2 * found[-1] + 1e-9


@SOME
def test_the_table_of_tiny_games_is_up_to_date(name: str) -> None:
    """`python scripts/tiny_games.py` prints it."""
    one = tiny_games.solve(name)
    assert one.nash_conv < 1e-6
    assert tiny_games.row(one) in (ROOT / "docs" / "openspiel.md").read_text()


def test_cfr_converges_on_the_python_game_itself() -> None:
    game = loaded("starboard-tiny")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(15):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.average_policy()) < 0.01


class Exactly(Policy):  # type: ignore[misc]
    """What our solver makes of every table: of the best moves each as often as the others."""

    def __init__(self, game: Any) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.known: dict[str, Solution] = {}

    def solution(self, state: Any) -> Solution:
        text = state.information_state_string()
        if text not in self.known:
            solution = solve(state.node.table.view(state.current_player()), 100_000)
            assert solution is not None
            self.known[text] = solution
        return self.known[text]

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        best = self.solution(state).best
        return {action: 1 / len(best) if state.action_to_string(action) in best else 0.0 for action in state.legal_actions()}


@pytest.mark.parametrize("name", soaked(["starboard-tiny"], ["pairs-tiny", "starboard-tiny"]))
def test_no_best_response_gains_against_our_exact_solver(name: str) -> None:
    game = loaded(name)
    exact = Exactly(game)
    assert exploitability.nash_conv(game, exact) == pytest.approx(0, abs=1e-12)
    responses = [best_response.BestResponsePolicy(game, seat, exact) for seat in range(2)]
    weights: dict[str, float] = {}
    values: dict[str, list[float]] = {}
    for state, chance in first_decisions(game.new_initial_state(), 1.0):
        text = state.information_state_string()  # the burned card is known to nobody
        weights[text] = weights.get(text, 0.0) + chance
        before = values.get(text, [0.0, 0.0])
        values[text] = [before[seat] + chance * responses[seat].value(state) for seat in range(2)]
    for text, weight in weights.items():
        assert [value / weight for value in values[text]] == pytest.approx(exact.known[text].values, abs=1e-12)
    uniform = UniformRandomPolicy(game)
    value = expected_game_score.policy_value(game.new_initial_state(), [exact, exact])
    assert value[0] == pytest.approx(tiny_games.solve(name).value, abs=1e-9)
    assert expected_game_score.policy_value(game.new_initial_state(), [exact, uniform])[0] > value[0]


def first_decisions(state: Any, chance: float) -> Iterator[tuple[Any, float]]:
    """Each with its probability."""
    if state.is_chance_node():
        for action, part in state.chance_outcomes():
            yield from first_decisions(state.child(action), chance * part)
    else:
        yield state, chance
