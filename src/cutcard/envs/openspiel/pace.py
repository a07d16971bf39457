"""A game that OpenSpiel walks through, action by action and card by card, with no more than that takes.

A `Pace` has the row of words that a table is, and compiled rules change it. Stages, texts and all else that a `Node` knows
are made when somebody asks for them: the node of each state is worked out from the one before it, once for all copies.
"""

from __future__ import annotations

import threading
from array import array
from functools import lru_cache
from itertools import compress
from typing import Any

import numpy as np

from cutcard.core.dealer import DEALER, TAPE
from cutcard.core.dealer_memory import DealerMemory
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.zones import Words
from cutcard.core.errors import NotAllowed
from cutcard.core.table.moves import name_of
from cutcard.envs.openspiel import pace_loop
from cutcard.envs.openspiel.pace_loop import ALLOWED, CARD, DECISION, DECK, SEAT, UNFINISHED, WRITTEN
from cutcard.envs.openspiel.walk import CHANCE, TERMINAL, Node

FIRST_CARD = dict(DEALER.fields or ())["tape"][1] // 8
"""Where in a dealer's memory its cards are found."""


NUMBERS = range(64)
DIGITS = bytes.maketrans(b"01", bytes((0, 1)))


def chosen(bits: int) -> bytes:
    """A 1 for each member of a set, from the first on, and a 0 for each that is none."""
    return f"{bits:b}".encode().translate(DIGITS)[::-1]


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
        at, before = self, self.before  # read in this order: another thread may be making the same node
        while (node := at.node) is None:
            assert before is not None
            way.append(at)
            at, before = before, before.before
        for later in reversed(way):
            node = later.node = node.after(later.action)
            later.before = None
        return node


class Desk:
    """Room in which a move is carried out before it is known whether a card is missing: one for each thread. It is written
    and read as plain memory, for NumPy would take longer than the rules."""

    def __init__(self, rules: Rules) -> None:
        words = np.zeros(rules.layout.words, np.uint64)
        actions, noted = np.zeros(rules.longest, np.int64), np.zeros(pace_loop.SAID, np.uint64)
        self.carry_on = rules.bound(pace_loop.carried_on)
        self.table = rules.layout.as_table(words)
        self.bytes = words.data.cast("B")
        self.dealers = DealerMemory(rules.deck).dealers
        self.tape = self.dealers.data.cast("B").cast("Q")[FIRST_CARD:]
        self.actions, self.noted = actions, noted
        self.action, self.said = actions.data, noted.data
        self.cards: list[int] = []
        """Whose cards are on the dealer's tape, …"""
        self.written = 0
        """… and how many of them."""

    def lay(self, cards: list[int]) -> None:
        """Tell the dealer which cards come. Mostly they are those of the last time, and one more."""
        number = len(cards)
        if number == 1 or (self.cards is cards and self.written == number - 1):
            self.tape[number - 1] = cards[-1]
        else:
            self.tape[:number] = memoryview(array("Q", cards))
        self.cards, self.written = cards, number


class Course:
    """What all states of a game share."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = game.rulebook.rules
        self.masks = list(game.deck.masks.values())
        most = [mask.bit_count() for mask in self.masks]
        self._shares = [
            [(mask, [(face, copies / total) for copies in range(most[face] + 1)]) for face, mask in enumerate(self.masks)]
            for total in range(1, len(game.deck.cards) + 1)
        ]
        """For each size of the deck and each face: its cards, and the face with its probability, by how many are there."""
        self._single = [[by_copies[-1] for _, by_copies in faces] for faces in self._shares] if max(most) == 1 else None
        """The same where there is one card of each face."""
        self._own = threading.local()

    @property
    def desk(self) -> Desk:
        """This thread's."""
        try:
            found: Desk = self._own.desk
        except AttributeError:
            found = self._own.desk = Desk(self.rules)
        return found

    def chances(self, deck: int) -> list[tuple[int, float]]:
        """Each face that is in the deck with its probability."""
        size = deck.bit_count() - 1
        if self._single:
            return [*compress(self._single[size], chosen(deck))]
        return [shares[there.bit_count()] for mask, shares in self._shares[size] if (there := deck & mask)]


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
        return [*compress(NUMBERS, chosen(self.allowed))]

    def chances(self) -> list[tuple[int, float]]:
        """Where a card is due, each face it can be with its probability."""
        if self.player != CHANCE:
            raise NotAllowed("no card is due here")
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
            self.seat, self.actions = self.player, (*self.actions, action)
            self.cards = []
            self._run(action)

    def _run(self, action: int) -> None:
        """Carry out what was begun of a move with the cards that it drew, up to a decision or to the next card."""
        desk, actions, cards = self.course.desk, self.actions, self.cards
        desk.bytes[:] = self._before
        if cards:
            desk.lay(cards)
        for i, one in enumerate(actions):
            desk.action[i] = one
        came = desk.carry_on(desk.table, desk.dealers, self.seat, desk.actions, len(actions), len(cards), desk.noted)
        self._made = Made(self._made, action)
        said = desk.said
        if said[WRITTEN] > TAPE:
            self._made.made()  # says that there is no room for so many cards
        if came == CARD:
            self.player, self.deck, self.allowed, self._now = CHANCE, said[DECK], 0, self._before
            return
        self._now = desk.bytes.tobytes()
        if came == UNFINISHED:
            self.allowed = said[ALLOWED]
            return
        self._before, self.actions = self._now, ()
        if came == DECISION:
            self.player, self.allowed = said[SEAT], said[ALLOWED]
        else:
            self.player, self.allowed = TERMINAL, 0


@lru_cache(maxsize=64)
def course_for(game: Game) -> Course:
    """One course for all states of this game."""
    return Course(game)


def _restored(node: Node) -> Pace:
    return Pace(course_for(node.table.game), node)
