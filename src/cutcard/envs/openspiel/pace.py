"""A game that OpenSpiel walks through, action by action and card by card, with no more than that takes.

A `Pace` has the row of words that a table is, and compiled rules change it. Stages, texts and all else that a `Node` knows
are made when somebody asks for them: the node of each state is worked out from the one before it, once for all copies.
"""

from __future__ import annotations

import threading
from array import array
from functools import cache, lru_cache
from itertools import compress
from typing import Any

import numpy as np

from cutcard.core.bits import members
from cutcard.core.dealer import DEALER, SCRIPT, TAPE
from cutcard.core.dealer_memory import After, DealerMemory, scratch_dealers
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.zones import Words
from cutcard.core.errors import NotAllowed
from cutcard.core.table.moves import name_of
from cutcard.core.table.table import DEAL
from cutcard.envs.openspiel.walk import CHANCE, TERMINAL, Node

HEAD_WORDS = len(After._fields)
FAULT, DECK, WRITTEN = (After._fields.index(name) for name in ("fault", "faulty_deck", "written"))
FIRST_CARD = dict(DEALER.fields or ())["tape"][1] // 8
"""Where in a dealer's memory its head, what it says there, and its cards are found."""


REMEMBERED = 1 << 14
SETS = [bytes(part >> i & 1 for i in range(8)) for part in range(256)]
"""The members of a set of eight, as eight times 1 or 0."""


class Made:
    """Where a state came from: its node, or the way to make it."""

    __slots__ = ("action", "before", "node")

    def __init__(self, before: Made | None, action: int, node: Node | None = None) -> None:
        self.before = before
        self.action = action
        self.node = node

    def made(self) -> Node:
        """The node, made now if nobody has asked for it yet. What led there is kept by the node itself."""
        way: list[Made] = []
        at = self
        while at.node is None:
            assert at.before is not None
            way.append(at)
            at = at.before
        node = at.node
        for later in reversed(way):
            node = later.node = node.after(later.action)
            later.before = None
        return node


class Desk:
    """Room in which a move is carried out before it is known whether a card is missing: one for each thread. It is written
    and read as plain memory, for NumPy would take longer than the rules."""

    def __init__(self, rules: Rules) -> None:
        words = np.zeros(rules.layout.words, np.uint64)
        self.table = rules.layout.as_table(words)
        self.words = words.data.cast("B").cast("Q")
        self.bytes = words.data.cast("B")
        self.dealers = DealerMemory(rules.deck).dealers
        self.dealer = self.dealers.data.cast("B").cast("Q")
        self.cards: list[int] = []
        """Whose cards are on the dealer's tape, …"""
        self.written = 0
        """… and how many of them."""

    def lay(self, cards: list[int]) -> None:
        """Tell the dealer which cards come. Mostly they are those of the last time, and one more."""
        number, dealer = len(cards), self.dealer
        dealer[:HEAD_WORDS] = _heads(number)
        if number:
            if self.cards is cards and self.written == number - 1:
                dealer[FIRST_CARD + number - 1] = cards[-1]
            else:
                dealer[FIRST_CARD : FIRST_CARD + number] = memoryview(array("Q", cards))
            self.cards, self.written = cards, number


@cache
def _heads(number: int) -> memoryview:
    """The first fields of a dealer that deals so many cards by a script."""
    head = After(SCRIPT, 0, 0, 0, number, 0, 0, 0, 0)
    return memoryview(array("Q", head))


_own = threading.local()


def desk_for(rules: Rules) -> Desk:
    try:
        found: Desk = _own.desks[rules]
    except (AttributeError, KeyError):
        found = Desk(rules)
        vars(_own).setdefault("desks", {})[rules] = found
    return found


@lru_cache(maxsize=1 << 14)
def _listed(bits: int) -> tuple[int, ...]:
    return tuple(members(bits))


class Course:
    """What all states of a game share."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = game.rulebook.rules
        self.kernel = game.kernel
        self.to_act_at, self.over_at = game.layout.to_act_at, game.layout.over_at
        self.midway_at = game.layout.spans["midway"].start
        self.has_long_moves = self.rules.longest > 1
        self.masks = list(game.deck.masks.values())
        copies = [range(mask.bit_count() + 1) for mask in self.masks]
        self.shares = [
            [tuple((face, copy / total) for copy in copies[face]) for face in range(len(self.masks))]
            for total in range(1, len(game.deck.cards) + 1)
        ]
        """For each size of the deck and each face: the face with its probability, by how many of it are there."""
        self.single = [[of_face[-1] for of_face in shares] for shares in self.shares] if max(map(len, copies)) == 2 else []
        """The same where there is one card of each face: all of them, if they are there."""
        self._known: dict[int, list[tuple[int, float]]] = {}
        """Where there are equal cards the same decks come again."""

    def chances(self, deck: int) -> list[tuple[int, float]]:
        """Each face that is in the deck with its probability."""
        total = deck.bit_count()
        if self.single:
            return [*compress(self.single[total - 1], b"".join([SETS[part] for part in deck.to_bytes(8, "little")]))]
        if deck not in self._known:
            if len(self._known) == REMEMBERED:
                self._known.clear()
            found = zip(self.shares[total - 1], self.masks, strict=True)
            self._known[deck] = [shares[(deck & mask).bit_count()] for shares, mask in found if deck & mask]
        return self._known[deck].copy()


class Pace:
    """Where a game stands, for OpenSpiel. It changes with every action; a copy does not change with it."""

    __slots__ = ("_before", "_made", "_now", "actions", "allowed", "cards", "course", "deck", "player", "seat")

    def __init__(self, course: Course, node: Node) -> None:
        self.course = course
        self._made = Made(None, 0, node)
        table, due = node.table, node.table.due
        self._before = table.words.tobytes()
        """The table before the move that was begun, as all may look at it."""
        self._now = node.words.tobytes()
        """The table with what was begun."""
        self.player: int = node.player
        """Who is to act, as OpenSpiel counts."""
        self.seat = due.seat if due else self.player
        """Whose move it is, or `DEAL`."""
        self.actions = node.begun
        """What was begun of it."""
        self.cards = [course.game.deck.mask(card) for card in due.cards] if due else []
        """The cards that it drew, each as all cards of its face."""
        self.deck = due.deck if due else 0
        """Where a card is due, the cards it can be."""
        self.allowed = node.turn.allowed if node.turn else 0
        """The legal actions of who is to act, as a set."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Pace:
        return self.copy()

    def copy(self) -> Pace:
        other = Pace.__new__(Pace)
        other.course, other._made, other._before, other._now = self.course, self._made, self._before, self._now
        other.player, other.seat, other.actions = self.player, self.seat, self.actions
        other.cards, other.deck, other.allowed = self.cards.copy(), self.deck, self.allowed
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.node,)

    @property
    def node(self) -> Node:
        """All there is to know of it."""
        return self._made.made()

    @property
    def words(self) -> Words:
        """The table with what was begun."""
        return np.frombuffer(self._now, np.uint64)

    def legal(self) -> list[int]:
        """The actions of the seat that is asked."""
        return [*_listed(self.allowed)]

    def chances(self) -> list[tuple[int, float]]:
        """Where a card is due, each face it can be with its probability."""
        return self.course.chances(self.deck)

    def named(self, seat: int, action: int) -> str:
        """An action as the rules page writes it."""
        game = self.course.game
        return name_of(game, game.layout.read_table(self.words), seat, action)

    def seen_words(self, seat: int) -> Words:
        """The table as this seat may look at it: a move is shown to the others when it is whole."""
        return np.frombuffer(self._now if seat == self.player else self._before, np.uint64)

    @property
    def open_words(self) -> Words:
        """The table as all may look at it."""
        return np.frombuffer(self._before, np.uint64)

    def returns(self) -> list[float]:
        """COMMON-8: what the result is worth to each seat; nothing before the game is over."""
        game = self.course.game
        if self.player != TERMINAL:
            return [0.0] * game.seats
        table = game.layout.as_table(self.words)
        return [float(game.kernel.gains(table, 0, seat)) for seat in range(game.seats)]

    def go_on(self, action: int) -> None:
        """A card, by the number of its face, or an action of who is to act."""
        if self.player == CHANCE:
            masks = self.course.masks
            if not (0 <= action < len(masks) and masks[action] & self.deck):
                raise NotAllowed(f"the card {action} is not in the deck")
            self.cards.append(masks[action])
            self._run(action)
        else:
            if action < 0 or not self.allowed >> action & 1:
                raise NotAllowed(f"the action {action} is not legal here")
            self.actions = (*self.actions, action)
            if self.course.has_long_moves and self._is_begun(action):
                self._made = Made(self._made, action)
            else:
                self.seat, self.cards = self.player, []
                self._run(action)

    def _is_begun(self, action: int) -> bool:
        """Whether a move of several actions is not whole after this one: what was begun then lies on a table of its own."""
        course, desk = self.course, desk_for(self.course.rules)
        desk.bytes[:] = self._now
        course.kernel.step(desk.table, 0, self.player, action, scratch_dealers())
        if not desk.words[course.midway_at]:
            return False
        self._now = desk.bytes.tobytes()
        self.allowed = int(course.kernel.allowed(desk.table, 0, self.player))
        return True

    def _run(self, action: int) -> None:
        """Carry out the move that is whole with the cards that it drew, up to a decision or to the next card."""
        course, desk = self.course, desk_for(self.course.rules)
        kernel, table, dealers, seat = course.kernel, desk.table, desk.dealers, self.seat
        desk.bytes[:] = self._before
        desk.lay(self.cards)
        if seat == DEAL:
            kernel.begin(table, 0, dealers)
        for one in self.actions:
            kernel.step(table, 0, seat, one, dealers)
        self._made = Made(self._made, action)
        said, words = desk.dealer, desk.words
        if said[WRITTEN] > TAPE:
            self._made.made()  # says that there is no room for so many cards
        if said[FAULT]:
            self.player, self.deck, self.allowed, self._now = CHANCE, said[DECK], 0, self._before
            return
        self._before = self._now = desk.bytes.tobytes()
        self.actions = ()
        to_act = words[course.to_act_at]
        if to_act and not words[course.over_at]:
            self.player = seat = (to_act & -to_act).bit_length() - 1
            self.allowed = int(kernel.allowed(table, 0, seat))
        else:
            self.player, self.allowed = TERMINAL, 0


@lru_cache(maxsize=64)
def course_for(game: Game) -> Course:
    """One course for all states of this game."""
    return Course(game)


def _restored(node: Node) -> Pace:
    return Pace(course_for(node.table.game), node)
