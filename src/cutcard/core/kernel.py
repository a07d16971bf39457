"""The general loops, written once and bound to each game's rules (see `compiling.bind`).

A template's free names are given by the game: its rules (`deal`, `legal`, `play`, `score`, `standing`, `utility`,
`steady`) and its layout as constants (`PUBLIC`, `PLACES`, `HIDDEN`, `OWNER`, `WORDS`, `VIEW`, `FULL`, `FACE`). Tables come
as an array of records and, where the loop needs no names, as the same memory in rows of words.
"""

# ruff: noqa: F821 (the free names of the templates)
# mypy: disable-error-code="name-defined"

from typing import Any

import numpy as np

from cutcard.core.bits import EMPTY, count, low, lowest, nth
from cutcard.core.dealer import HALF, advanced, below, mixed

Array = np.ndarray[Any, Any]

RANDOM, STEADY = 0, 1
"""The compiled players, as `simulate` names them."""


def begin(tables: Array, at: int, dealers: Array) -> None:
    """Deal the first cards."""
    deal(tables[at], dealers[0])


def step(tables: Array, at: int, seat: int, action: int, dealers: Array) -> None:
    """Carry out a legal action."""
    play(tables[at], seat, action, dealers[0])


def allowed(tables: Array, at: int, seat: int) -> Any:
    """The legal actions of a seat that is to act."""
    return legal(tables[at], seat)


def scored(tables: Array, at: int, seat: int) -> Any:
    return score(tables[at], seat)


def stands(tables: Array, at: int, seat: int) -> Any:
    return standing(tables[at], seat)


def gains(tables: Array, at: int, seat: int) -> Any:
    return utility(tables[at], seat)


def advised(views: Array, at: int) -> Any:
    """What `steady` does where it sees this."""
    return steady(views[at])


def winners_utility(t: Any, seat: int) -> Any:
    """COMMON-8 for a game with winners: what the best win, the others lose together."""
    best = standing(t, 0)
    winners = 0
    for other in range(t.seats):
        stand = standing(t, other)
        if stand > best:
            best = stand
            winners = 0
        if stand == best:
            winners += 1
    if winners == t.seats:
        return 0.0
    if standing(t, seat) == best:
        return (t.seats - winners) / winners / (t.seats - 1)
    return -1.0 / (t.seats - 1)


def look(tables: Array, at: int, views: Array, to: int, seat: int) -> None:
    """What `seat` may see of a table, put together from what is declared to be seen; -1 is a spectator."""
    table = tables[at]
    view = views[to]
    view[0] = np.uint64(seat) if seat >= 0 else ~EMPTY
    for word in PUBLIC:
        view[VIEW + word] = table[word]
    for i in range(len(HIDDEN)):
        word = HIDDEN[i]
        if OWNER[i] == seat:
            view[VIEW + word] = table[word]
            view[2 + i] = EMPTY
        else:
            view[VIEW + word] = EMPTY
            view[2 + i] = np.uint64(count(table[word]))
    unseen = FULL
    for word in PLACES:
        unseen &= ~view[VIEW + word]
    view[1] = unseen


def anonymous(views: Array, at: int) -> None:
    """Number the equal cards of a view afresh: which copy of a card lies where could tell what a seat may not know."""
    view = views[at]
    free = FULL
    for word in PLACES:
        cards = view[VIEW + word]
        renamed = EMPTY
        while cards != EMPTY:
            card = lowest(FACE[low(cards)] & free)
            free ^= card
            renamed |= card
            cards ^= lowest(cards)
        view[VIEW + word] = renamed
    view[1] = free


def redealt(views: Array, at: int, tables: Array, to: int, dealers: Array) -> None:
    """A table that looks like the view: the unseen cards, shuffled into the places that the viewer cannot see."""
    view = views[at]
    table = tables[to]
    dealer = dealers[0]
    for word in range(WORDS):
        table[word] = view[VIEW + word]
    unseen = view[1]
    for i in range(len(HIDDEN)):
        for _ in range(np.int64(view[2 + i])):
            card = nth(unseen, below(dealer, count(unseen)))
            unseen ^= card
            table[HIDDEN[i]] |= card


def simulate(
    tables: Array,
    rows: Array,
    views: Array,
    view_rows: Array,
    dealers: Array,
    seed: Any,
    first: int,
    players: Array,
    scores: Array,
    utilities: Array,
    decisions: Array,
) -> None:
    """Whole games. `tables[0]` is the table before the deal, game g is dealt from (seed, first + g) alone; `players`
    names the compiled player of each seat. Fills a row of each result array per game."""
    t = tables[1]
    dealer = dealers[0]
    for g in range(len(decisions)):
        for word in range(WORDS):
            rows[1, word] = rows[0, word]
        chance = mixed(seed ^ mixed(np.uint64(first + g)))
        dealer.random = chance
        chance = ~chance
        deal(t, dealer)
        moves = 0
        while t.over == 0:
            seat = low(t.to_act)
            if players[seat] == STEADY:
                look(rows, 1, view_rows, 0, seat)
                action = steady(views[0])
            else:
                actions = legal(t, seat)
                chance = advanced(chance)
                action = low(nth(actions, np.int64(((mixed(chance) >> HALF) * np.uint64(count(actions))) >> HALF)))
            play(t, seat, action, dealer)
            moves += 1
        decisions[g] = moves
        for seat in range(t.seats):
            scores[g, seat] = score(t, seat)
            utilities[g, seat] = utility(t, seat)
