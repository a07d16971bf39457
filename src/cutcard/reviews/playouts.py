"""The compiled loops of a review, as templates for every game: what moves lead to, over worlds that are redealt from a view.

First a tree is grown below the moves that are to be judged, as `players.search.tree` does, but with the first move given: so
the weaker moves are thought through as well as the best. Then every move is tried in the same fresh worlds. Where nothing is
hidden but the deck and the burned cards, each seat plays there what the tree found best, as far as it knows better than
`steady`. Where hands are hidden the tree is never finished: there each seat goes on as a search would, which keeps learning.

Playouts go to the end of the lap, or, if they are to go through the `whole` rest of the game, to its end.
"""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, Bits, bit, low
from cutcard.core.dealer import mixed
from cutcard.players.search.tree import DEEPEST, FEW, LEAST_SPREAD, ROOT_CURIOSITY

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import (
        WORDS,
        choices,
        go_on,
        lap,
        look,
        play,
        redealt,
        reopen,
        steady,
        utility,
        worth,
    )
    from cutcard.players.search.tree import advice, descended, node_of

Array = np.ndarray[Any, Any]

TRIED = 12
"""So often an action was tried, where hands are open, before it is played in place of what `steady` does."""
UNKNOWN = -1
EQUAL = 1e-9
"""Actions that brought the same up to this are worth the same."""


def curiosity(is_root: bool) -> float:
    """Everywhere as much as at the root of a search: it must be known here what each seat does later, and an action that had
    bad luck at first would never be tried again where most results are the same."""
    return ROOT_CURIOSITY


def breadth(visits: int) -> float:
    """More than a search tries, for the same reason."""
    return math.sqrt(visits)


def remaining(
    views: Array, view_rows: Array, tables: Array, rows: Array, dealers: Array, seed: Any, worlds: int, most: int
) -> Any:
    """How many actions it is to the end of the game by `steady`, on average, where none is counted after so many; and in
    which part of these worlds the game is over when the lap is."""
    me = views[0].viewer
    t = tables[0]
    total = 0
    ends = 0
    for world in range(worlds):
        dealers[0].random = mixed(seed ^ mixed(np.uint64(world)))
        redealt(views, view_rows, 0, rows, 0, dealers)
        reopen(t, me)
        start = lap(t)
        plays = 0
        laps = 0
        while t.over == 0 and plays < most:
            seat = me if t.to_act & bit(me) != EMPTY else low(t.to_act)
            play(t, seat, advice(rows, views, view_rows, seat), dealers[0])
            plays += 1
            laps += 1 if t.over == 0 and lap(t) != start else 0
        total += plays
        ends += 1 if t.over and laps == 0 else 0
    return total / worlds, ends / worlds


def play_given(t: Any, seat: int, actions: Array, dealer: Any) -> int:
    """Carry out a whole move; how many actions that were."""
    plays = 0
    for action in actions:
        if action < 0:
            break
        play(t, seat, action, dealer)
        plays += 1
    return plays


def play_down(
    views: Array, view_rows: Array, t: Any, rows: Array, dealer: Any,
    nodes: Array, edges: Array, used: Array, spread: float, start: int, whole: bool, path: Array, movers: Array,
) -> Any:  # fmt: skip
    """Go down the tree, add a step to it, and let `steady` play on; how deep it went, and how many actions that were."""
    me = views[0].viewer
    depth = 0
    plays = 0
    in_tree = True
    while t.over == 0 and (whole or lap(t) == start):
        seat = me if t.to_act & bit(me) != EMPTY else low(t.to_act)
        actions = choices(t, seat)
        action = low(actions)
        if actions != bit(action):
            edge = 0
            if in_tree:
                edge, is_new = descended(rows, views, view_rows, seat, actions, False, nodes, edges, used, spread, dealer)
                in_tree = edge > 0 and not is_new and depth + 1 < DEEPEST
            if edge > 0:
                path[depth] = edge
                movers[depth] = seat
                depth += 1
                action = edges[edge].action
            else:
                action = advice(rows, views, view_rows, seat)
        play(t, seat, action, dealer)
        plays += 1
    return depth, plays


def learn(t: Any, edges: Array, path: Array, movers: Array, depth: int) -> None:
    """Add what came of it to the actions that were taken in the tree."""
    for step in range(depth):
        edge = path[step]
        gain = utility(t, movers[step]) if t.over else worth(t, movers[step])
        edges[edge].visits += 1
        edges[edge].total += gain
        edges[edge].squares += gain * gain


def explore(
    views: Array, view_rows: Array, tables: Array, rows: Array, dealers: Array, nodes: Array, edges: Array, used: Array,
    moves: Array, whole: bool, active: Array, tally: Array, seed: Any, first: int, simulations: int,
) -> int:  # fmt: skip
    """Grow the tree below these moves, in turn. Simulation `i` depends on (seed, i) and on the tree. `tally` has for each
    move how often it was tried, the sum of what it brought to the seat, and that of the squares, and in its last row the
    same of all; how many actions that were."""
    me = views[0].viewer
    dealer = dealers[0]
    t = tables[0]
    path = np.zeros(DEEPEST, np.int64)
    movers = np.zeros(DEEPEST, np.int64)
    plays = 0
    for i in range(first, first + simulations):
        dealer.random = mixed(seed ^ mixed(np.uint64(i)))
        redealt(views, view_rows, 0, rows, 0, dealers)
        reopen(t, me)
        mean = tally[-1, 1] / max(tally[-1, 0], 1.0)
        spread = max(tally[-1, 2] / tally[-1, 0] - mean * mean, LEAST_SPREAD) if tally[-1, 0] > FEW else 1.0
        start = lap(t)
        move = active[i % len(active)]
        plays += play_given(t, me, moves[move], dealer)
        depth, more = play_down(
            views, view_rows, t, rows, dealer, nodes, edges, used, spread, start, whole, path, movers
        )  # fmt: skip
        plays += more
        gain = utility(t, me) if t.over else worth(t, me)
        for row in (move, len(tally) - 1):
            tally[row, 0] += 1.0
            tally[row, 1] += gain
            tally[row, 2] += gain * gain
        learn(t, edges, path, movers, depth)
    return plays


def known(rows: Array, seat: int, me: int, actions: Bits, nodes: Array, edges: Array, used: Array, chance: Any) -> Any:
    """The action that the tree tried most often here, by chance one of several that are worth the same; `UNKNOWN` where it
    does not know enough."""
    node = node_of(rows, seat, me, nodes, used)
    best = UNKNOWN
    most = TRIED - 1
    mean = math.inf
    equals = 0
    edge = nodes[node].edge if node >= 0 else 0
    while edge > 0:
        visits = edges[edge].visits
        if visits >= TRIED and actions & bit(edges[edge].action) != EMPTY:
            brought = edges[edge].total / visits
            if abs(brought - mean) < EQUAL:
                equals += 1
                chance = mixed(chance)
                if chance % np.uint64(equals) == EMPTY:
                    best = edges[edge].action
                most = max(most, visits)
            elif visits > most:
                best = edges[edge].action
                most = visits
                mean = brought
                equals = 1
        edge = edges[edge].next
    return best


def play_known(
    views: Array, view_rows: Array, t: Any, rows: Array, dealer: Any,
    nodes: Array, edges: Array, used: Array, spread: float, start: int, whole: bool, path: Array, movers: Array,
) -> Any:  # fmt: skip
    """Play as the tree has found it, and as `steady` where it knows nothing, to the end. It is called as `play_down` is, but
    leaves nothing to be learnt: 0 steps, and how many actions that were."""
    me = views[0].viewer
    plays = 0
    in_tree = True
    while t.over == 0 and (whole or lap(t) == start):
        seat = me if t.to_act & bit(me) != EMPTY else low(t.to_act)
        actions = choices(t, seat)
        action = low(actions)
        if actions != bit(action):
            action = UNKNOWN
            if in_tree:
                action = known(rows, seat, me, actions, nodes, edges, used, dealer.random)
            if action < 0:
                in_tree = False
                action = advice(rows, views, view_rows, seat)
        play(t, seat, action, dealer)
        plays += 1
    return 0, plays


def appraise(
    views: Array, view_rows: Array, tables: Array, rows: Array, dealers: Array, nodes: Array, edges: Array, used: Array,
    moves: Array, whole: bool, active: Array, gains: Array, spread: float, seed: Any, first: int, worlds: int,
) -> int:  # fmt: skip
    """Try these moves in the same worlds, `first` to `first + worlds - 1` of the seed. Row `w`, column `m` of `gains` gets
    what move `m` brought to each seat in world `w`; how many actions that were. Who goes on may learn from each of them, and
    so knows a world better at the last move than at the first: each second world takes the moves in the other direction."""
    me = views[0].viewer
    dealer = dealers[0]
    t = tables[0]
    path = np.zeros(DEEPEST, np.int64)
    movers = np.zeros(DEEPEST, np.int64)
    plays = 0
    for world in range(first, first + worlds):
        dealer.random = mixed(seed ^ mixed(np.uint64(world)))
        redealt(views, view_rows, 0, rows, 1, dealers)
        reopen(tables[1], me)
        chance = dealer.random
        for i in range(len(active)):
            move = active[i if world % 2 == 0 else len(active) - 1 - i]
            for word in range(WORDS):
                rows[0, word] = rows[1, word]
            dealer.random = chance
            start = lap(t)
            plays += play_given(t, me, moves[move], dealer)
            depth, more = go_on(
                views, view_rows, t, rows, dealer, nodes, edges, used, spread, start, whole, path, movers
            )  # fmt: skip
            plays += more
            learn(t, edges, path, movers, depth)
            for seat in range(t.seats):
                gains[world, move, seat] = utility(t, seat) if t.over else worth(t, seat)
    return plays


def outlook(tables: Array, rows: Array, views: Array, view_rows: Array, dealers: Array, seed: Any, gains: Array) -> None:
    """What the whole table `tables[1]` promises each seat where all go on by `steady`: a row of `gains` for each playout."""
    dealer = dealers[0]
    t = tables[0]
    for i in range(len(gains)):
        for word in range(WORDS):
            rows[0, word] = rows[1, word]
        dealer.random = mixed(seed ^ mixed(np.uint64(i)))
        start = lap(t)
        while t.over == 0 and lap(t) == start:
            seat = low(t.to_act)
            look(rows, 0, view_rows, 0, seat)
            play(t, seat, steady(views[0]), dealer)
        for seat in range(t.seats):
            gains[i, seat] = utility(t, seat) if t.over else worth(t, seat)
