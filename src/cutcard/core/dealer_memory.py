"""The memory that Python shares with a compiled dealer: where its cards come from is written there, and what it dealt and
told is read from there."""

import threading
from contextlib import suppress
from struct import Struct
from typing import Any, NamedTuple

import numpy as np

from cutcard.core.dealer import DEALER, GENERATOR, SCRIPT, TAPE, WORDS, Chance, Script, Source, Stream, seeded
from cutcard.core.declaration.deck import Deck
from cutcard.core.errors import ParseError

Array = np.ndarray[Any, Any]

USUAL, MORE = 16, 16
"""How many random words most moves can do with, and how many times as many are tried where that is not enough."""


class After(NamedTuple):
    """The first fields of a dealer, in their order, as a move left them."""

    kind: int
    quiet: int
    random: int
    cursor: int
    length: int
    fault: int
    faulty_deck: int
    written: int
    kept: int

    def rest(self, source: Source) -> Source:
        """Where the next move's cards come from."""
        if isinstance(source, Chance):
            return Chance(self.random)
        if isinstance(source, Stream):
            return Stream(source.words, source.used + self.cursor)
        return Script(source.cards[self.cursor :])


HEAD = Struct(f"{len(After._fields)}Q")


class DealerMemory:
    """One dealer's memory, with its parts at hand: writing to a record field by field takes longer than the move."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.dealers = np.zeros(1, dtype=DEALER)
        self.head = self.dealers.data.cast("B")
        self.tape = self.dealers["tape"][0]
        self.log = self.dealers["log"][0]
        self.moments = self.dealers["moments"][0]
        self.dealers["face"] = deck.face_of

    def hand_over(self, source: Source, room: int) -> None:
        """Tell the dealer where cards come from; of a stream it gets `room` words."""
        if isinstance(source, Chance):
            HEAD.pack_into(self.head, 0, GENERATOR, 0, source.state, 0, 0, 0, 0, 0, 0)
            return
        kind, tape = WORDS, []
        if isinstance(source, Script):
            kind, tape = SCRIPT, [self.deck.mask(card) for card in source.cards[:TAPE]]
        elif hasattr(source.words, "span"):  # they come as the dealer takes them
            tape = source.words.span(source.used, source.used + room)
        else:
            with suppress(IndexError):
                tape.extend(int(source.words[i]) for i in range(source.used, source.used + room))
            if tape and not (min(tape) >= 0 and max(tape) < 1 << 64):
                wrong = next(word for word in tape if not 0 <= word < 1 << 64)
                raise ParseError(f"a random word is from 0 to 2**64 - 1, not {wrong}")
        self.tape[: len(tape)] = tape
        HEAD.pack_into(self.head, 0, kind, 0, 0, 0, len(tape), 0, 0, 0, 0)


_own = threading.local()


def memory_for(deck: Deck) -> DealerMemory:
    """This thread's dealer for this deck: it is told everything anew for each move."""
    try:
        return _own.memories[id(deck)]
    except (AttributeError, KeyError):
        memory = DealerMemory(deck)
        vars(_own).setdefault("memories", {})[id(deck)] = memory
        return memory


def scratch_dealers(chance: int = 0) -> Array:
    """This thread's quiet dealer, for what is only tried out; it begins where it is told."""
    try:
        dealers: Array = _own.scratch
    except AttributeError:
        dealers = _own.scratch = quiet_dealers(0)
    dealers["random"] = chance
    return dealers


def quiet_dealers(seed: int) -> Array:
    """A dealer of one's own, from the fast generator, that keeps no log."""
    dealers = np.zeros(1, dtype=DEALER)
    dealers["quiet"] = 1
    dealers["random"] = seeded(seed)
    return dealers
