"""The names that templates leave free, for type checkers: `Rules.namespace` says what each means in a game.

A template imports them under `TYPE_CHECKING`. When it runs they are not there: only a copy that is bound to a game's rules
(`Rules.bound`) has them.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from cutcard.core.bits import Bits

Array = np.ndarray[Any, Any]

# The layout of the table: see `Layout.constants`

WORDS: int
"""How many words a table has."""
VIEW: int
"""Where in a view the words of the table begin."""
PUBLIC: Array
"""The words that everybody sees …"""
PUBLIC_ZONES: Array
"""… those of them that are zones …"""
PUBLIC_NUMBERS: Array
"""… and those that are numbers, sets of seats, or cards in no place."""
PLACES: Array
"""The words of all places of cards."""
HIDDEN: Array
"""The words of the places that not all see; the deck is the first."""
OWNER: Array
"""For each of them the seat that sees it, -2 for nobody."""
BARRED: Array
"""For each of them the seat whose `barred` cards it cannot hold, -1 where it can hold any."""

# The deck

FULL: Bits
"""All cards."""
FACE: Array
"""For each card all cards of its face."""
FACES: Array
"""All cards of each face."""
ALL_DIFFERENT: bool
"""Whether no two cards have the same face."""

# Moves and scores

LONGEST: int
"""How many actions a move can take."""
OFTEN_TWO: bool
"""Whether most choices are between two actions."""
DONE: int
"""The action that ends a move of several cards, -1 where there is none."""
AHEAD: int
"""1 where more is better, -1 where less is."""
PHASE: str
"""The field of the table that says which phase it is."""
SECONDS: Array
"""How long people think where an action is on offer, by phase and action."""

# The rules: see `Rules`

deal: Callable[..., Any]
burns: Callable[..., Any]
waits: Callable[..., Any]
round_of: Callable[..., Any]
legal: Callable[..., Any]
play: Callable[..., Any]
steady: Callable[..., Any]
score: Callable[..., Any]
standing: Callable[..., Any]
utility: Callable[..., Any]
barred: Callable[..., Any]
choices: Callable[..., Any]
lap: Callable[..., Any]
worth: Callable[..., Any]
reopen: Callable[..., Any]

# Other templates, bound to the same rules

look: Callable[..., Any]
anonymous: Callable[..., Any]
redealt: Callable[..., Any]
fill_barred: Callable[..., Any]

# Who else takes part in a simulation

other: Callable[..., Any]
"""`other(view, number)`: the action of a compiled player beside `random` and `steady`."""
anybody_slips: Callable[..., bool]
"""Whether a player of this simulation makes any move now and then."""
watch: Callable[..., Any]
"""`watch(t, game, seat, action, moves, notes)`: is shown every action and the table after it, with how many whole moves that
makes, and may take notes."""
chooser: Callable[..., Any]
"""One of the players that `other` asks …"""
rest: Callable[..., Any]
"""… and those after it: given to `one_of` alone."""
go_on: Callable[..., Any]
"""How the seats of a review go on after a move: how many steps of the tree that took, and how many actions."""
