"""The general loops, written once and bound to each game's rules (see `compiling.bind`).

A template's free names are given by the game: its rules (`deal`, `legal`, `play`, `score`, `standing`, `utility`,
`steady`, `barred`, `choices`) and its layout as constants (`PUBLIC`, `PLACES`, `HIDDEN`, `OWNER`, `BARRED`, `WORDS`,
`VIEW`, `FULL`, `FACE`, `LONGEST`, `DONE`). Tables come as an array of records and, where the loop needs no names, as the
same memory in rows of words.
"""

# ruff: noqa: F821 (the free names of the templates)
# mypy: disable-error-code="name-defined"

from typing import Any

import numpy as np

from cutcard.core.bits import EMPTY, Bits, bit, count, low, lowest, nth
from cutcard.core.compiling import quick
from cutcard.core.dealer import HALF, advanced, below, mixed

Array = np.ndarray[Any, Any]

RANDOM, STEADY, OTHERS = 0, 1, 2
"""The compiled players, as `simulate` names them; from `OTHERS` on those that `other` knows."""

MOST_TRIES = 1 << 24
"""How often a redeal begins again. Far more than any real game needs: a table set up by hand may be impossible."""


def begin(tables: Array, at: int, dealers: Array) -> None:
    """Deal the first cards."""
    deal(tables[at], dealers[0])


def step(tables: Array, at: int, seat: int, action: int, dealers: Array) -> None:
    """Carry out a legal action."""
    play(tables[at], seat, action, dealers[0])


def allowed(tables: Array, at: int, seat: int) -> Any:
    """The legal actions of a seat that is to act."""
    return legal(tables[at], seat)


def chosen_from(tables: Array, at: int, seat: int) -> Any:
    """The same, of equal ones only one: all that a bot or a search has to choose from."""
    return choices(tables[at], seat)


def listed(tables: Array, rows: Array, seat: int, dealers: Array, found: Array) -> int:
    """How many moves a seat has at `tables[0]`; the actions of as many as there is room for go to the rows of `found`. The
    other tables are room too: one for each action of the longest move."""
    waiting = np.zeros(LONGEST + 1, np.uint64)
    chosen = np.zeros(LONGEST + 1, np.int64)
    waiting[0] = legal(tables[0], seat)
    depth = 0
    moves = 0
    while depth >= 0:
        if waiting[depth] == EMPTY:
            depth -= 1
            continue
        chosen[depth] = low(waiting[depth])
        waiting[depth] ^= lowest(waiting[depth])
        for word in range(WORDS):
            rows[depth + 1, word] = rows[depth, word]
        play(tables[depth + 1], seat, chosen[depth], dealers[0])
        depth += 1
        if tables[depth].midway:
            waiting[depth] = legal(tables[depth], seat)
            continue
        if moves < len(found):
            found[moves, :depth] = chosen[:depth]
        moves += 1
        depth -= 1
    return moves


def carried(tables: Array, at: int, seat: int, actions: Array, dealers: Array) -> int:
    """Carry out one move of several actions; `DONE` is added where it is needed. How many actions that were, or -1 where
    one of them is not legal or the move is not complete."""
    t = tables[at]
    used = 0
    while used < len(actions) or (t.midway and DONE >= 0):
        action = actions[used] if used < len(actions) else DONE
        if (used > 0 and not t.midway) or legal(t, seat) & bit(action) == EMPTY:
            return -1
        play(t, seat, action, dealers[0])
        used += 1
    return -1 if t.midway else used


def scored(tables: Array, at: int, seat: int) -> Any:
    return score(tables[at], seat)


def stands(tables: Array, at: int, seat: int) -> Any:
    return standing(tables[at], seat)


def gains(tables: Array, at: int, seat: int) -> Any:
    return utility(tables[at], seat)


def advised(views: Array, view_rows: Array, tables: Array, rows: Array, dealers: Array, found: Array) -> int:
    """What `steady` does where it sees `views[0]`: the actions of a whole move, and how many they are. The move is tried
    out on a table that looks the same; `views[1]` and `tables[0]` are room for that."""
    found[0] = steady(views[0])
    if LONGEST == 1:
        return 1
    redealt(views, view_rows, 0, rows, 0, dealers)
    seat = views[0].viewer
    used = 1
    play(tables[0], seat, found[0], dealers[0])
    while tables[0].midway:
        look(rows, 0, view_rows, 1, seat)
        found[used] = steady(views[1])
        play(tables[0], seat, found[used], dealers[0])
        used += 1
    return used


@quick
def nothing_barred(view: Any, seat: int) -> Bits:
    """For games in which play never tells what a hidden hand cannot hold."""
    return EMPTY


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


@quick
def nobody(view: Any, who: int) -> int:
    """For simulations without other compiled players than `random` and `steady`."""
    return 0


def one_of(view: Any, who: int) -> Any:
    """The move of one of several further compiled players, counted from 0: the next one is asked here, or the rest."""
    if who == 0:
        return chooser(view)
    return rest(view, who - 1)


@quick
def unwatched(t: Any, g: int, moves: int, notes: Array) -> None:
    """For simulations of which only the end counts."""


@quick
def whole_game(t: Any) -> int:
    """The lap of games that a search plays out to their end."""
    return 0


@quick
def as_it_is(t: Any, seat: int) -> None:
    """Where nobody chooses unseen there is nothing to take back."""


@quick
def nothing_burned(t: Any, cards: int) -> int:
    """For games that deal from the whole deck."""
    return 0


@quick
def unknown(t: Any, seat: int) -> float:
    """What a table is worth in such a game before its end."""
    return 0.0


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


def redealt(views: Array, view_rows: Array, at: int, rows: Array, to: int, dealers: Array) -> None:
    """A table that looks like the view: the unseen cards, shuffled into the places that the viewer cannot see, each world
    that play allows as likely as the others."""
    view = view_rows[at]
    table = rows[to]
    dealer = dealers[0]
    for word in range(WORDS):
        table[word] = view[VIEW + word]
    rest = fill_barred(views, view_rows, at, table, dealer)
    for i in range(1, len(HIDDEN)):
        if table[HIDDEN[i]] == EMPTY:
            for _ in range(np.int64(view[2 + i])):
                card = nth(rest, below(dealer, count(rest)))
                rest ^= card
                table[HIDDEN[i]] |= card
    table[HIDDEN[0]] = rest  # the deck is the first hidden place of every table, and has what nobody else has


def fill_barred(views: Array, view_rows: Array, at: int, table: Array, dealer: Any) -> Bits:
    """Fill the places that cannot hold some of the unseen cards; the cards that are left.

    The place with the fewest cards to choose from goes first. Given what the places before it took, a place can be filled in
    as many ways as there are choices of its cards. That number differs from world to world, so a world is kept only in
    proportion to it, and else begun again: then all worlds are equally likely."""
    view = view_rows[at]
    unseen = view[1]
    places = np.empty(len(HIDDEN), np.int64)
    allowed = np.empty(len(HIDDEN), np.uint64)
    barring = 0
    for i in range(len(HIDDEN)):
        cards = unseen
        if BARRED[i] >= 0 and view[2 + i] != EMPTY:
            cards &= ~barred(views[at], BARRED[i])
        if cards == unseen:
            continue
        j = barring
        while j > 0 and count(allowed[j - 1]) > count(cards):
            places[j] = places[j - 1]
            allowed[j] = allowed[j - 1]
            j -= 1
        places[j] = i
        allowed[j] = cards
        barring += 1
    rest = unseen
    reached = EMPTY
    taken = 0
    tries = 0
    j = 0
    while j < barring:
        room = allowed[j] & rest
        size = np.int64(view[2 + places[j]])
        # The most there can be left for it: what was taken before had only so many cards elsewhere.
        most = count(allowed[j]) - max(0, taken - count(reached & ~allowed[j]))
        here = EMPTY
        for k in range(size):
            if below(dealer, most - k) >= count(room):
                break
            card = nth(room, below(dealer, count(room)))
            room ^= card
            here |= card
        if count(here) == size:
            table[HIDDEN[places[j]]] = here
            rest ^= here
            reached |= allowed[j]
            taken += count(here)
            j += 1
        else:
            rest = unseen
            reached = EMPTY
            taken = 0
            j = 0
            tries += 1
            if tries == MOST_TRIES:
                raise ValueError("no deal of the hidden cards fits what play has shown of them")
    return rest


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
    standings: Array,
    decisions: Array,
    notes: Array,
) -> None:
    """Whole games. `tables[0]` is the table before the deal, game g is dealt from (seed, first + g) alone; a row of
    `players` names the compiled player of each seat, and games take the rows in turn. Fills a row of each result array per
    game; `watch` may look at every table and write to `notes`."""
    t = tables[1]
    dealer = dealers[0]
    for g in range(len(decisions)):
        for word in range(WORDS):
            rows[1, word] = rows[0, word]
        row = (first + g) % len(players)
        chance = mixed(seed ^ mixed(np.uint64(first + g)))
        dealer.random = chance
        chance = ~chance
        deal(t, dealer)
        moves = 0
        while t.over == 0:
            seat = low(t.to_act)
            who = players[row, seat]
            if who != RANDOM:
                look(rows, 1, view_rows, 0, seat)
                action = steady(views[0]) if who == STEADY else other(views[0], who - OTHERS)
            else:
                actions = legal(t, seat)
                chance = advanced(chance)
                action = low(nth(actions, np.int64(((mixed(chance) >> HALF) * np.uint64(count(actions))) >> HALF)))
            play(t, seat, action, dealer)
            if LONGEST == 1 or not t.midway:
                moves += 1
                watch(t, g, moves, notes)
        decisions[g] = moves
        for seat in range(t.seats):
            scores[g, seat] = score(t, seat)
            utilities[g, seat] = utility(t, seat)
            standings[g, seat] = standing(t, seat)
