"""A table as learning code sees it: numbers for a network, and a mask of what is allowed.

An observation is the tensor of a seat's view, entry for entry (`View.tensor`; `Eyes.names` says what each one is), written
by compiled code straight from the table. Of cards it tells how many of each face lie where, as far as the seat may see
it, so that no number of a card, which could tell what is hidden, is ever in it.
"""

# ruff: noqa: F821 (the free names of the templates)
# mypy: disable-error-code="name-defined"

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

import numpy as np

from cutcard.core.bits import EMPTY, ONE, bit, count
from cutcard.core.compiling import quick
from cutcard.core.game import Game, Rules
from cutcard.core.layout import DARK, OPEN, OWN
from cutcard.core.view import tensor_names

Array = np.ndarray[Any, Any]

CARDS, BACKS, IN_SET, IS_SEAT, NUMBER, BYTE = range(6)
"""How a word of the table is written; a plan has all words of the first kind, then all of the second …"""

NUMBERS = np.arange(64, dtype=np.float32)
"""Small numbers as they are written: to look them up is quicker than to convert them."""

FARTHEST = 2.0**63
"""Numbers on a table are 64-bit words."""


@quick
def observe(
    plan: Array, ends: Array, faces: Array, all_different: bool, rows: Array, at: int, seat: int, found: Array, to: int
) -> None:
    """Write what `seat` sees of the table `rows[at]` to `found[to]`, which was `Eyes.blank` at first: what is always hidden,
    and what never changes, is there already. The plan for a seat says which word goes where, and which of its bits are
    meant; `ends` where each kind of words ends; `faces` has all cards of each face."""
    table = rows[at]
    out = found[to]
    words = plan[seat]
    for i in range(ends[CARDS]):
        cards = table[words[i, 0]]
        first = words[i, 1]
        if all_different:
            for face in range(len(faces)):
                out[first + face] = NUMBERS[1] if cards & faces[face] != EMPTY else NUMBERS[0]
        else:
            for face in range(len(faces)):
                out[first + face] = NUMBERS[count(cards & faces[face])]
    for i in range(ends[CARDS], ends[BACKS]):
        out[words[i, 1]] = np.float32(count(table[words[i, 0]]))
    for i in range(ends[BACKS], ends[IN_SET]):
        out[words[i, 1]] = np.float32(np.int64((table[words[i, 0]] >> np.uint64(words[i, 2])) & ONE))
    for i in range(ends[IN_SET], ends[IS_SEAT]):
        out[words[i, 1]] = np.float32(table[words[i, 0]] == np.uint64(words[i, 2]))
    for i in range(ends[IS_SEAT], ends[NUMBER]):
        out[words[i, 1]] = np.float32(np.float64(np.int64(table[words[i, 0]])))
    for i in range(ends[NUMBER], ends[BYTE]):
        byte = np.int64((table[words[i, 0]] >> np.uint64(words[i, 2])) & np.uint64(255))
        out[words[i, 1]] = np.float32(byte - 256 * (byte > 127))


def masked(tables: Array, at: int, seat: int, found: Array) -> None:
    """Write 1 for each action that is legal for the seat, else 0; all 0 where it is not to act."""
    t = tables[at]
    actions = legal(t, seat) if t.to_act & bit(seat) != EMPTY else EMPTY
    for action in range(len(found)):
        found[action] = np.int8((actions >> np.uint64(action)) & ONE)


class Eyes:
    """What is seen of a game's tables, at any seat."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names = tuple(tensor_names(game))
        """What each entry of an observation is. Seat 0 is the viewer, seat 1 sits to its left, and so on."""
        self.size = len(self.names)
        self.actions = game.rulebook.rules.actions
        """How many actions there are: the length of a mask."""
        self.plan, self.ends = _plan(game)
        """Where each word of a table goes: see `observe`."""
        self.blank = _blank(game)
        """An observation of which only that is written which never changes: options and the like."""
        self.low, self.high = _bounds(game)
        """Every observation lies between them."""
        self._faces = np.array(list(game.deck.masks.values()), np.uint64)
        self._all_different = len(game.deck.faces) == len(game.deck.cards)
        self._masked = _masked_of(game.rulebook.rules)

    def observe(self, words: Array, seat: int) -> Array:
        """What a seat sees of the table that is this row of words."""
        found = self.blank.reshape(1, -1).copy()
        table = words.reshape(1, -1)
        observe(self.plan, self.ends, self._faces, self._all_different, table, 0, seat, found, 0)
        return found[0]

    def mask(self, words: Array, seat: int) -> Array:
        """For each action whether this seat may choose it now, as 1 or 0; all 0 where it is not to act."""
        found = np.empty(self.actions, np.int8)
        self._masked(self.game.layout.as_table(words), 0, seat, found)
        return found


@cache
def _masked_of(rules: Rules) -> Any:
    return rules.bound(masked)


@lru_cache(maxsize=64)
def eyes_for(game: Game) -> Eyes:
    """The same eyes for all who look at this game."""
    return Eyes(game)


def _plan(game: Game) -> tuple[Array, Array]:
    """For each seat which word of a table goes where in its observation, sorted by kind; and where each kind ends."""
    entries = [sorted(_entries(game, seat)) for seat in range(game.seats)]
    kinds = [kind for kind, *_ in entries[0]]
    ends = [sum(kind <= last for kind in kinds) for last in range(BYTE + 1)]
    return np.array(entries, np.uint16)[:, :, 1:].copy(), np.array(ends, np.int64)


def _entries(game: Game, me: int) -> Iterator[tuple[int, int, int, int]]:
    """Kind, word, where it goes, and which bits of it: in the order of `tensor_names`."""
    to, around, constants = 0, [(me + i) % game.seats for i in range(game.seats)], _constants(game)
    for name, field in game.layout.fields.items():
        start = game.layout.spans[name].start
        each = around if field.each or field.kind in ("seats", "seat") else range(field.length or 1)
        for i in each if field.shown else ():
            if name in constants:
                to += 1
            elif field.kind in ("zone", "cards"):
                hidden = field.sight == DARK or (field.sight == OWN and i != me)
                faces = len(game.deck.faces)
                yield (BACKS, start + i, to + faces, 0) if hidden else (CARDS, start + i, to, 0)
                to += faces + (field.sight != OPEN)
            elif field.kind == "small":
                yield BYTE, start + i // 8, to, 8 * (i % 8)
                to += 1
            elif field.kind == "number":
                yield NUMBER, start + i, to, 0
                to += 1
            else:
                yield (IN_SET if field.kind == "seats" else IS_SEAT), start, to, i
                to += 1


def _constants(game: Game) -> dict[str, Any]:
    """Numbers that stay as they are in every game with these seats and options, by field."""
    given = {**game.rulebook.fixed, **game.option_fields, "seats": game.seats}
    if game.rulebook.rules.longest == 1:
        given["midway"] = 0
    fields = game.layout.fields
    return {name: value for name, value in given.items() if fields[name].kind == "number" and fields[name].shown}


def _blank(game: Game) -> Array:
    blank, constants, places = np.zeros(len(tensor_names(game)), np.float32), _constants(game), tensor_names(game)
    for name, value in constants.items():
        first = places.index(name if name in places else f"{name}[0]")
        blank[first : first + np.size(value)] = value
    return blank


def _bounds(game: Game) -> tuple[Array, Array]:
    """The least and the most that each entry can be."""
    copies = game.deck.counts(game.deck.full)
    known = {"over": len(game.rulebook.reasons), "midway": 1, **_constants(game)}
    least: list[float] = []
    most: list[float] = []
    for name, field in game.layout.fields.items():
        repeats = game.seats if field.each or field.kind in ("seats", "seat") else field.length or 1
        if not field.shown:
            continue
        if field.kind in ("zone", "cards"):
            each = [*copies, *([] if field.sight == OPEN else [len(game.deck.cards)])]
            most += each * repeats
        elif field.kind in ("seats", "seat"):
            most += [1] * repeats
        elif name in known:
            most += [max(1, *np.atleast_1d(known[name]))] * repeats  # learning code wants some room
        else:
            most += [127 if field.kind == "small" else FARTHEST] * repeats
            least += [0] * (len(most) - repeats - len(least)) + [-128 if field.kind == "small" else -FARTHEST] * repeats
    least += [0] * (len(most) - len(least))
    return np.array(least, np.float32), np.array(most, np.float32)
