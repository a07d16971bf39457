"""Moves as actions: listed, counted, named, and found again from what was written.

In most games a move is one action. A move of several cards is built card by card, by small actions in ascending order, so
that search and simulation never list sets; only here, at the surface, the sets are put together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import members
from cutcard.core.dealer_memory import scratch_dealers
from cutcard.core.declaration.zones import Reading, Words, rows

if TYPE_CHECKING:
    from cutcard.core.declaration.game import Game

Array = np.ndarray[Any, Any]

LISTED_AT_MOST = 10_000
"""Where a seat has more legal moves than this, a trace or a JSON view gives their number."""

NONE = np.zeros((0, 1), dtype=np.int8)


def listed(game: Game, words: Words, seat: int) -> Array:
    """The legal moves of a seat that is to act: a row of actions each, -1 where a move is shorter than the longest."""
    found = np.full((counted(game, words, seat), game.rulebook.rules.longest), -1, dtype=np.int8)
    _walk(game, words, seat, found)
    return found


def counted(game: Game, words: Words, seat: int) -> int:
    """How many legal moves a seat has that is to act."""
    if game.rulebook.rules.longest == 1:
        return int(game.kernel.allowed(game.layout.as_table(words), 0, seat)).bit_count()
    return _walk(game, words, seat, NONE)


def question(game: Game, words: Words, seat: int) -> tuple[int, ...]:
    """What a seat that is to act is asked: the phase, where the game has phases, the actions it may begin with, and the
    cards that it alone sees."""
    reading, phase = game.layout.read_table(words), game.rulebook.verbs.phase
    allowed = int(game.kernel.allowed(game.layout.as_table(words), 0, seat))
    return getattr(reading, phase) if phase else 0, allowed, *(getattr(reading, zone)[seat] for zone in game.layout.own)


def _walk(game: Game, words: Words, seat: int, found: Array) -> int:
    tables = np.zeros(game.rulebook.rules.longest + 1, dtype=game.layout.table)
    rows(tables)[0] = words
    return int(game.kernel.listed(tables, rows(tables), seat, scratch_dealers(), found))


def name_of(game: Game, reading: Reading, seat: int, action: int) -> str:
    """One action as the rules page writes a move; of a move of several cards this is one card."""
    return str(game.rulebook.verbs.named(reading, seat, action))


def named(game: Game, reading: Reading, seat: int, actions: Any) -> str:
    """A move as the rules page writes it; its verb stands there once."""
    name = game.rulebook.verbs.named
    first, *others = [name(reading, seat, action) for action in actions if action >= 0]
    return str(first._replace(cards=first.cards + tuple(card for one in others for card in one.cards)) if others else first)


def all_named(game: Game, words: Words, seat: int) -> dict[str, tuple[int, ...]]:
    """Every legal move of a seat that is to act, by its name. It may be shared: nobody changes it."""
    verbs, is_short = game.rulebook.verbs, game.rulebook.rules.longest == 1
    allowed = int(game.kernel.allowed(game.layout.as_table(words), 0, seat)) if is_short else 0
    if is_short and not verbs.says_whose:
        phase = getattr(game.layout.read_table(words), verbs.phase) if verbs.phase else None
        return verbs.named_anywhere(phase, allowed)
    name, reading = verbs.named, game.layout.read_table(words)
    if is_short:
        return {str(name(reading, seat, action)): (action,) for action in members(allowed)}
    moves = listed(game, words, seat)
    names = {action: name(reading, seat, action) for action in np.unique(moves).tolist() if action >= 0}
    found: dict[str, tuple[int, ...]] = {}
    for row in moves.tolist():
        actions = tuple(action for action in row if action >= 0)
        first = names[actions[0]]
        found[" ".join([str(first), *(card for action in actions[1:] for card in names[action].cards)])] = actions
    return found


def spelled(game: Game, words: Words, seat: int, move: str) -> tuple[int, ...] | None:
    """The actions of a move, if it is letter for letter a legal one: found without listing the others."""
    numbers = game.deck.numbers
    reading = game.layout.read_table(words)
    cards = [numbers.get(word, -1) for word in move.split(" ")[1:]]
    if cards and min(cards) >= 0:
        actions = cards
    else:
        allowed = members(game.kernel.allowed(game.layout.as_table(words), 0, seat))
        actions = [action for action in allowed if name_of(game, reading, seat, action) == move][:1]
    if not actions or len(actions) > game.rulebook.rules.longest:
        return None
    scratch = game.layout.as_table(words.copy())
    used = int(game.kernel.carried(scratch, 0, seat, np.array(actions), scratch_dealers()))
    if used < 0:
        return None
    whole = (*actions, game.rulebook.rules.done)[:used]
    return whole if named(game, reading, seat, whole) == move else None


def advised(game: Game, view: Array, adviser: Any = None) -> tuple[int, ...]:
    """The move of `steady` where it sees this; or of another compiled player, if `loops.play.advised` is bound to it."""
    longest = game.rulebook.rules.longest
    views, tables = np.zeros(2, dtype=game.layout.view), np.zeros(1, dtype=game.layout.table)
    views[0] = view[0]
    found = np.zeros(longest, dtype=np.int64)
    used = (adviser or game.kernel.advised)(views, rows(views), tables, rows(tables), scratch_dealers(), found)
    return tuple(found[:used].tolist())
