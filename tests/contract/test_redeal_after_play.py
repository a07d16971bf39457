"""Where play tells what hidden hands cannot hold, a redeal gives each world in which the moves were legal, and no other.

The worlds are found without asking what the game has written down of it: every way to lay the unseen cards is tried, the
moves are taken back and played again, and a world counts if each of them was legal in it.
"""

import random
from collections import Counter

import numpy as np
import pytest
import scipy

import cutcard
from cutcard import Game, NotAllowed, Table, View, redeal
from cutcard.core.compiling import JIT
from cutcard.core.dealer import Chance
from tests.contract.cases import scaled
from tests.contract.test_redeal import World, all_worlds, hidden_places, world_of
from tests.helpers import played
from tests.soak import SOAKING, soaked

SAMPLES = scaled(soaked(4_000, 10_000), soaked(200, 500))

# A table, the moves that tell something, and who looks; -1 is a spectator.
STORIES = {
    "void in a solid suit": (
        "clever-pickin/3; to_act 0; phase 2; trick 3; leader 0; bids 2 1 0; trump 2D; deck 9S 4H; "
        "hands 8S AC, 3H 7H QC, 5S 9H; known -, 6C, JC KD; spent *",
        ["0 play 8S", "1 play 3H", "2 play 5S"], 0,
    ),
    "void in a hollow suit": (
        "clever-pickin/3; to_act 1; phase 2; trick 2; leader 1; bids 2 1 0; trump 2D; deck 9D 4H 5H; "
        "hands 8S AC, 3H 7H, 5S 9H QC; known -, 6C, JC KD; spent *",
        ["1 play 6C", "2 play 9H", "0 play 8S"], 0,
    ),
    "nothing but trumps": (
        "clever-pickin/3; to_act 1; phase 2; trick 1; leader 1; bids 2 1 0; trump 2D; deck 9D 4H; "
        "hands 8S AC, 3D 7D, 5S QD; known 5D, 6D, JC; spent *",
        ["1 play 3D", "2 play QD", "0 play 5D"], 0,
    ),
    "two voids, for a spectator": (
        "clever-pickin/3; to_act 0; phase 2; trick 3; leader 0; bids 2 1 0; trump 2D; deck 9D; "
        "hands 8S AS, 3H 7H QC, 5C 9H; known -, -, KD; spent *",
        ["0 play 8S", "1 play 3H", "2 play KD"], -1,
    ),
    "a lowest card given up": (
        "pickle/3; to_act 0; phase 3; remaining 0 1 2; hand_size 4; leader 0; highest 0; deck 2C 7D; "
        "hands AC 2D, 4C 9D KH, 6D QH 8S; traded -, 5C, 10S; spent *",
        ["0 play AC", "1 play 4C", "2 play 8S"], 0,
    ),
    "a lowest set given up": (
        "pickle/3; to_act 0; phase 3; remaining 0 1 2; hand_size 4; leader 0; highest 0; deck 2C 7D; "
        "hands KC KS 2D, 4C 9D KH, 6D QH QS; traded -, 5C, -; spent *",
        ["0 play KC KS", "1 play 4C 9D", "2 play 6D QS"], 0,
    ),
    "given up twice": (
        "pickle/2; to_act 0; phase 3; remaining 0 1; hand_size 5; leader 0; highest 0; deck 2C 7D 5D; "
        "hands KC AS 2D 3D, 4C 9D 9H QH; traded -, 5C; spent *",
        ["0 play KC", "1 play 4C", "0 play AS", "1 play 9D"], 0,
    ),
    "could not beat": (
        "pickle/3 must_beat=true; to_act 0; phase 3; remaining 0 1 2; hand_size 4; leader 0; highest 0; deck 2C 7D; "
        "hands 10C 2D, 4C 9D 9H, 6D QH 8S; traded -, AC, JS; spent *",
        ["0 play 10C", "1 play 4C", "2 play QH"], 0,
    ),
    "a match tells nothing": (
        "pickle/2; to_act 0; phase 3; remaining 0 1; hand_size 5; leader 0; highest 0; deck 2C 7D 5D; "
        "hands 6C AS 2D, 6D 9D 4H; traded -, 5C; spent *",
        ["0 play 6C", "1 play 6D"], 0,
    ),
}  # fmt: skip


def told(line: str) -> tuple[Game, Table]:
    head = line.split(";")[0].split(" ")
    name, _, seats = head[0].partition("/")
    game = cutcard.game(name, seats=int(seats), **dict.fromkeys((word.partition("=")[0] for word in head[1:]), True))
    return game, game.position(line)


def possible_worlds(before: Table, after: Table, moves: list[str], view: View) -> set[World]:
    """The worlds in which all the moves were legal."""
    return {world for world in all_worlds(view) if was_possible(before, after, moves, view, world)}


def was_possible(before: Table, after: Table, moves: list[str], view: View, world: World) -> bool:
    deck, words = before.game.deck, before.words.copy()
    for place, cards in zip(hidden_places(before.game, view.seat), world, strict=True):
        gone = int(before.words[place.word]) & ~int(after.words[place.word])
        words[place.word] = gone | sum(deck.mask(card) for card in cards)
    try:
        played(Table(before.game, words, Chance(1), None), *moves)
    except NotAllowed:
        return False
    return True


def check(before: Table, moves: list[str], viewer: int | None, samples: int) -> tuple[int, int, float]:
    """How many worlds there are, how many of them are possible, and the p-value of a redeal against those."""
    after = played(before, *moves)
    view = after.view(viewer)
    worlds = possible_worlds(before, after, moves, view)
    rng = np.random.default_rng(41)
    seen = Counter(world_of(redeal(view, rng), viewer) for _ in range(samples))
    assert set(seen) <= worlds, "a world in which a move was not legal"
    assert world_of(after, viewer) in worlds
    fit = scipy.stats.chisquare([seen[world] for world in worlds]).pvalue if len(worlds) > 1 else 1.0
    return len(all_worlds(view)), len(worlds), float(fit)


MANY_WORLDS = ("a lowest card given up", "could not beat")
"""To try each of them takes seconds with JIT off."""


@pytest.mark.parametrize("story", [story for story in STORIES if JIT or SOAKING or story not in MANY_WORLDS])
def test_each_world_in_which_the_moves_were_legal_is_as_likely_as_the_others(story: str) -> None:
    line, moves, viewer = STORIES[story]
    _, before = told(line)
    worlds, possible, fit = check(before, moves, None if viewer < 0 else viewer, SAMPLES)
    assert possible < worlds or story == "a match tells nothing"
    assert possible > 2
    assert fit > 1e-4


TABLES = scaled(soaked(9, 30), soaked(1, 4))


@pytest.mark.parametrize("name", ["clever-pickin", "pickle"])
def test_the_same_after_random_play(name: str) -> None:
    """Random small tables, some tricks played by chance."""
    rng = random.Random(42)
    narrowed = 0
    for _ in range(TABLES):
        before = small_table(name, rng)
        table, moves = before, []
        for _ in range(rng.randint(2, 6)):
            seat = table.to_act[0]
            move = rng.choice(table.legal(seat))
            after = table.play(move, seat)
            if after.reading.finished:
                break
            table = after
            moves.append(f"{seat} {move}")
        worlds, possible, fit = check(before, moves, rng.choice([None, 0, 1, 2]), scaled(soaked(1_000, 2_000), 100))
        narrowed += possible < worlds
        assert fit > 1e-5
    assert narrowed > soaked(TABLES // 5, TABLES // 3) or not JIT


def small_table(name: str, rng: random.Random) -> Table:
    """Three seats with three cards each, two more in the deck, everything else played."""
    game = cutcard.game(name, seats=3)
    cards = rng.sample(game.deck.cards, 12)
    hands = ", ".join(" ".join(cards[3 * seat : 3 * seat + 3]) for seat in range(3))
    start = rng.randrange(3)
    turn = f"to_act {start}; leader {start}; deck {cards[9]} {cards[10]}; hands {hands}"
    if name == "pickle":
        return game.position(f"pickle/3; phase 3; remaining 0 1 2; hand_size 3; highest {start}; {turn}; spent *")
    trick = f"trick {rng.randint(3, 5)}; broken {rng.randint(0, 1)}"
    return game.position(f"clever-pickin/3; phase 2; bids 2 1 0; {trick}; trump {cards[11]}; {turn}; spent *")
