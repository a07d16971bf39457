"""A view as numbers for learning code, read off the declaration of the table.

One walk over the declaration (`parts`) says what each number is, where on a table it is found, and between which bounds it
lies. From it come the names, the bounds, and the plans by which one compiled function writes the numbers: straight from a
table, of which it takes no more than the viewer may see, or from a view. Of cards they tell how many of each face lie where,
so that no number of a card, which could tell what is hidden, is ever among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cutcard.core.bits import EMPTY, ONE, count
from cutcard.core.compiling import quick
from cutcard.core.declaration.zones import DARK, OPEN, OWN, Field, Layout, Words

if TYPE_CHECKING:
    from cutcard.core.declaration.game import Game

Array = np.ndarray[Any, Any]

CARDS, BACKS, IN_SET, IS_SEAT, NUMBER, BYTE = range(6)
"""How a word is written: how many cards of each face are in it; how many in all; whether a seat is in it; whether it is that
seat; as the number that it is; or one byte of it. A plan has all words of the first kind, then all of the second …"""

NUMBERS = np.arange(64, dtype=np.float32)
"""Small numbers as they are written: to look them up is quicker than to convert them."""

FARTHEST = 2**63
"""Numbers on a table are 64-bit words: for those of which a game declares no range."""


class Part(NamedTuple):
    """What an observation has of one word of the table."""

    kind: int
    names: tuple[str, ...]
    """A name for each number it has: of cards as many as there are faces, else one."""
    word: int
    """Where on the table it is found."""
    most: tuple[float, ...]
    """The most that each number can be."""
    least: float = 0
    bits: int = 0
    """Which seat is meant, or where in the word the byte begins."""
    is_hidden: bool = False
    """Whether the viewer may know of these cards only how many they are."""
    constant: int | None = None
    """What it is in every game with these seats and options, if it never changes."""


def parts(game: Game, viewer: int) -> Iterator[Part]:
    """All that a seat observes, in order. In names seat 0 is the viewer, seat 1 sits to its left, and so on."""
    around = [(viewer + i) % game.seats for i in range(game.seats)]
    constants, ranges = _constants(game), ranges_of(game)
    for name, field in game.layout.fields.items():
        by_seat = field.each or field.kind in ("seats", "seat")
        owners = around if by_seat else range(field.length or 1)
        for i, owner in enumerate(owners) if field.shown else ():
            called = f"{name}[{i}]" if by_seat or field.length else name
            word = game.layout.spans[name].start
            if field.kind in ("zone", "cards"):
                is_hidden = field.sight == DARK or (field.sight == OWN and owner != viewer)
                yield from _cards(game, field, called, word + owner, is_hidden)
            elif by_seat and not field.each:
                yield Part(IN_SET if field.kind == "seats" else IS_SEAT, (called,), word, (1,), bits=owner)
            elif field.kind == "small":
                least, most = ranges.get(name, (-128, 127))
                yield Part(BYTE, (called,), word + owner // 8, (most,), least=least, bits=8 * (owner % 8))
            elif name in constants:
                yield _constant(called, word + owner, constants[name], owner)
            else:
                least, most = ranges.get(name, (-FARTHEST, FARTHEST))
                yield Part(NUMBER, (called,), word + owner, (max(least + 1, most),), least=least)


def _cards(game: Game, field: Field, called: str, word: int, is_hidden: bool) -> Iterator[Part]:
    """The cards of a zone, and where not all may see them how many the viewer cannot."""
    deck = game.deck
    copies = tuple(deck.counts(deck.full))
    yield Part(CARDS, tuple(f"{called} {face}" for face in deck.faces), word, copies, is_hidden=is_hidden)
    if field.sight != OPEN:
        yield Part(BACKS, (f"{called} hidden",), word, (len(deck.cards),), is_hidden=is_hidden)


def _constant(called: str, word: int, values: tuple[int, ...], at: int) -> Part:
    """A number that never changes. All of a row have the same bounds, and learning code wants some room between them."""
    value = values[at] if at < len(values) else 0
    return Part(NUMBER, (called,), word, (max(1, *values),), constant=value)


def ranges_of(game: Game) -> dict[str, tuple[int, int]]:
    """The least and the most that the numbers on a table can be, as the game declares them, and of those that all have."""
    book = game.rulebook
    return {"over": (0, len(book.reasons)), "midway": (0, 1), **book.ranges(game.seats, game.options)}


def _constants(game: Game) -> dict[str, tuple[int, ...]]:
    """Numbers that stay as they are in every game with these seats and options, by field."""
    given = {**game.rulebook.fixed, **game.option_fields, "seats": game.seats}
    if game.rulebook.rules.longest == 1:
        given["midway"] = 0
    fields = game.layout.fields
    numbers = {name: value for name, value in given.items() if fields[name].kind == "number" and not fields[name].each}
    return {name: tuple(np.atleast_1d(value).tolist()) for name, value in numbers.items()}


class Plan(NamedTuple):
    """Which word goes where in an observation."""

    words: Array
    """For each viewer a row for each word: the word, the entry, the bits. Sorted by kind."""
    ends: Array
    """Where each kind ends."""


class Observation:
    """What the seats of a game observe: everything that is read off the walk."""

    def __init__(self, game: Game) -> None:
        walks = [list(parts(game, viewer)) for viewer in range(game.seats)]
        walk = walks[0]
        self.names = tuple(name for part in walk for name in part.names)
        """What each entry is. Seat 0 is the viewer, seat 1 sits to its left, and so on."""
        self.low = np.array([part.least for part in walk for _ in part.names], np.float32)
        self.high = np.array([most for part in walk for most in part.most], np.float32)
        """Every observation lies between them."""
        self.blank = np.array([part.constant or 0 for part in walk for _ in part.names], np.float32)
        """An observation of which only that is written which never changes: options and the like."""
        self.plan = _plan([list(_from_table(walk)) for walk in walks])
        """How it is written from a table: nothing is in it that its viewer cannot see."""
        self._view_plan = _plan([list(_from_view(walk, game.layout)) for walk in walks])
        self._faces = np.array(list(game.deck.masks.values()), np.uint64)
        self._all_different = len(game.deck.faces) == len(game.deck.cards)

    def of_view(self, words: Words, viewer: int) -> Array:
        """What a seat observes, from the view that is this row of words."""
        return self.written(*self._view_plan, words, viewer)

    def written(self, plan: Array, ends: Array, words: Words, viewer: int) -> Array:
        """What a seat observes of a row of words, by the parts of a plan for such rows."""
        found = self.blank.reshape(1, -1).copy()
        observe(plan, ends, self._faces, self._all_different, words.reshape(1, -1), 0, viewer, found, 0)
        return found[0]


@lru_cache(maxsize=64)
def observation_of(game: Game) -> Observation:
    """What the seats of a game observe, worked out once for all who look at it."""
    return Observation(game)


def tensor_names(game: Game) -> list[str]:
    """What each entry of a view's tensor is. Seat 0 is the viewer, seat 1 sits to its left, and so on."""
    return list(observation_of(game).names)


Line = tuple[int, int, int, int]
"""Kind, word, entry, bits."""


def _from_table(walk: list[Part]) -> Iterator[Line]:
    """Of a zone either the cards or their number, and nothing of what is there already."""
    to = 0
    for part in walk:
        if part.constant is None and (part.kind not in (CARDS, BACKS) or part.is_hidden == (part.kind == BACKS)):
            yield part.kind, part.word, to, part.bits
        to += len(part.names)


def _from_view(walk: list[Part], layout: Layout) -> Iterator[Line]:
    """All of it: what the viewer cannot see is not in a view, and it says how many cards that are."""
    to = 0
    for part in walk:
        if part.kind == BACKS:
            yield NUMBER, layout.hidden_start + layout.hidden_at[part.word], to, 0
        else:
            yield part.kind, layout.view_start + part.word, to, part.bits
        to += len(part.names)


def _plan(of_viewers: list[list[Line]]) -> Plan:
    lines = [sorted(of_viewer) for of_viewer in of_viewers]
    kinds = [kind for kind, *_ in lines[0]]
    ends = [sum(kind <= last for kind in kinds) for last in range(BYTE + 1)]
    return Plan(np.array(lines, np.uint16)[:, :, 1:].copy(), np.array(ends, np.int64))


@quick
def observe(
    plan: Array, ends: Array, faces: Array, all_different: bool, rows: Array, at: int, seat: int, found: Array, to: int
) -> None:
    """Write what `seat` sees of the table or view `rows[at]` to `found[to]`, which was `Observation.blank` at first: what is
    always hidden, and what never changes, is there already. The plan for a seat says which word goes where, and which of its
    bits are meant; `ends` where each kind of words ends; `faces` has all cards of each face."""
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
