"""The search of `search`: information-set Monte Carlo tree search over redealt worlds, as a template for every game.

Each simulation deals the unseen cards anew, goes down the tree as far as it is known, adds one step to it, and lets `steady`
play on from there. Nodes are what the seat that is to act is taken to know: for the searching seat its own view, for the
others what everybody sees, so that nobody answers to a card they cannot see. Each seat maximises its own utility. An
action counts as often as it was there to be chosen, since worlds differ in what others can do.

A search looks up to the end of the game, or of the round or hand where the game has a `lap`; what the table is `worth` to a
seat then is the game's own estimate.
"""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, Bits, bit, count, low, nth
from cutcard.core.dealer import below, mixed
from cutcard.core.declaration.zones import record

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import (
        ALL_DIFFERENT,
        FACES,
        HIDDEN,
        OWNER,
        PUBLIC_NUMBERS,
        PUBLIC_ZONES,
        choices,
        lap,
        look,
        play,
        redealt,
        reopen,
        steady,
        utility,
        worth,
    )

Array = np.ndarray[Any, Any]

NODE = record([("key", "u8"), ("visits", "i8"), ("edge", "i8")])
"""`edge` is the first of its actions, -1 for none."""
EDGE = record([("action", "i8"), ("next", "i8"), ("visits", "i8"), ("offered", "i8"), ("total", "f8"), ("squares", "f8")])

DEEPEST = 256
"""How many steps down the tree a simulation goes at most."""
CURIOSITY, ROOT_CURIOSITY = 0.5, 2.0
"""How much an action that was seldom tried is preferred, in standard deviations of what it brings. At the root the point is
to find the best one; below it, to play well meanwhile."""
FEW = 32
"""What an action brings is taken to differ as much as all simulations do, until it was tried more often than this."""
LEAST_SPREAD = 1e-6
WIDTH = 0.3
"""Below the root so many actions are tried as the root of the visits, times this."""


def grow(
    views: Array, view_rows: Array, tables: Array, rows: Array, dealers: Array,
    nodes: Array, edges: Array, used: Array, gains: Array, seed: Any, first: int, simulations: int,
) -> None:  # fmt: skip
    """More simulations from `views[0]`, the view of the seat that searches. Simulation `i` depends on (seed, i) and on the
    tree alone. `used` has the number of nodes, of edges, and the root; a full tree grows no further. `gains` has the sum and
    the sum of squares of what the simulations brought to the seat."""
    me = views[0].viewer
    dealer = dealers[0]
    t = tables[0]
    path = np.zeros(DEEPEST, np.int64)
    movers = np.zeros(DEEPEST, np.int64)
    for i in range(first, first + simulations):
        dealer.random = mixed(seed ^ mixed(np.uint64(i)))
        redealt(views, view_rows, 0, rows, 0, dealers)
        reopen(t, me)
        mean = gains[0] / max(i, 1)
        spread = max(gains[1] / i - mean * mean, LEAST_SPREAD) if i > FEW else 1.0
        start = lap(t)
        depth = 0
        in_tree = True
        while t.over == 0 and lap(t) == start:
            seat = me if t.to_act & bit(me) != EMPTY else low(t.to_act)  # where all choose at once, we begin
            actions = choices(t, seat)
            action = low(actions)
            if actions != bit(action):
                edge = 0
                if in_tree:
                    edge, is_new = descended(
                        rows, views, view_rows, seat, actions, depth == 0, nodes, edges, used, spread, dealer
                    )
                    in_tree = edge > 0 and not is_new and depth + 1 < DEEPEST
                if edge > 0:
                    path[depth] = edge
                    movers[depth] = seat
                    depth += 1
                    action = edges[edge].action
                else:
                    action = advice(rows, views, view_rows, seat)
            play(t, seat, action, dealer)
        gain = utility(t, me) if t.over else worth(t, me)
        gains[0] += gain
        gains[1] += gain * gain
        for step in range(depth):
            edge = path[step]
            gain = utility(t, movers[step]) if t.over else worth(t, movers[step])
            edges[edge].visits += 1
            edges[edge].total += gain
            edges[edge].squares += gain * gain


def advice(rows: Array, views: Array, view_rows: Array, seat: int) -> int:
    """What `steady` does there."""
    look(rows, 0, view_rows, 1, seat)
    return steady(views[1])


def curiosity(is_root: bool) -> float:
    """How much an action that was seldom tried is preferred."""
    return ROOT_CURIOSITY if is_root else CURIOSITY


def breadth(visits: int) -> float:
    """How many actions are tried below the root."""
    return WIDTH * math.sqrt(visits)


def code(cards: Bits) -> Bits:
    """A set of cards as a number in which equal cards make no difference."""
    if ALL_DIFFERENT:
        return cards
    number = EMPTY
    for face in FACES:
        number = (number << np.uint64(5)) + (number >> np.uint64(59)) + np.uint64(count(cards & face))
    return number


def node_of(rows: Array, seat: int, me: int, nodes: Array, used: Array) -> Any:
    """The node of this decision, a new one if there is none yet; -1 where there is no more room."""
    row = rows[0]
    key = np.uint64(seat)
    for word in PUBLIC_NUMBERS:
        key = mixed(key ^ row[word])
    for word in PUBLIC_ZONES:
        key = mixed(key ^ code(row[word]))
    for i in range(len(HIDDEN)):
        if seat == me and OWNER[i] == me:
            key = mixed(key ^ code(row[HIDDEN[i]]))
        else:
            key = mixed(key ^ np.uint64(count(row[HIDDEN[i]])))
    slot: Any = np.int64(key % np.uint64(len(nodes)))
    while nodes[slot].edge != 0:
        if nodes[slot].key == key:
            return slot
        slot = slot + 1 if slot + 1 < len(nodes) else 0
    if 2 * used[0] >= len(nodes):
        return -1
    used[0] += 1
    nodes[slot].key = key
    nodes[slot].edge = -1
    return slot


def descended(
    rows: Array, views: Array, view_rows: Array, seat: int, actions: Bits, is_root: bool,
    nodes: Array, edges: Array, used: Array, spread: float, dealer: Any,
) -> Any:  # fmt: skip
    """The edge to go down, 0 for none, and whether it is new: the best bound among those that can be chosen, or an action
    that was not tried yet. The first to be tried is what `steady` would do."""
    node = node_of(rows, seat, views[0].viewer, nodes, used)
    if node < 0:
        return 0, False
    if is_root:
        used[2] = node
    nodes[node].visits += 1
    eager = curiosity(is_root)
    untried = actions
    tried = 0
    best = 0
    highest = -math.inf
    edge = nodes[node].edge
    while edge > 0:
        if actions & bit(edges[edge].action) != EMPTY:
            untried ^= bit(edges[edge].action)
            tried += 1
            edges[edge].offered += 1
            visits = max(edges[edge].visits, 1)
            mean = edges[edge].total / visits
            variance = (edges[edge].squares - mean * edges[edge].total + FEW * spread) / (visits + FEW)
            bound = mean + eager * math.sqrt(variance * math.log(edges[edge].offered) / visits)
            if bound > highest:
                highest = bound
                best = edge
        edge = edges[edge].next
    is_wide = tried > 0 and not is_root and tried >= breadth(nodes[node].visits)
    if untried == EMPTY or is_wide or used[1] + 1 >= len(edges):
        return best, False
    action = low(nth(untried, below(dealer, count(untried))))
    if nodes[node].edge < 0:
        advised = advice(rows, views, view_rows, seat)
        action = advised if untried & bit(advised) != EMPTY else action
    used[1] += 1
    edge = used[1]
    edges[edge].action = action
    edges[edge].next = nodes[node].edge
    edges[edge].offered = 1
    nodes[node].edge = edge
    return edge, True
