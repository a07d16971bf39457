"""The dealer: where cards come from, and who tells what happened.

No random state lives in a table. A rule that needs a card calls `take` (or a game's own `draw`, which may
reshuffle first) in straight-line code, and the dealer it was given deals it: from a fast generator, from a stream of
given random words (online tables), or from a script (records, tests).

A script may run out, or ask for a card that is not there. The rule then goes on with chance cards, the dealer
remembers the fault, and whoever called throws the result away: so a chance node is a move re-run with a
longer script, and no rule has to be written in pieces.
"""

import secrets
from dataclasses import dataclass
from operator import index
from typing import Any, TypeAlias

import numpy as np

from cutcard.core.bits import EMPTY, Bits, count, low, lowest, nth
from cutcard.core.compiling import JIT, intrinsic, quick, rule
from cutcard.core.declaration.zones import record
from cutcard.core.errors import ParseError

Dealer: TypeAlias = Any
"""A record of `DEALER`."""

GENERATOR, WORDS, SCRIPT = 0, 1, 2
RAN_OUT, NOT_IN_DECK = 1, 2
DRAWN, SHOWN = 0, -1
"""The codes of a drawn card and of a moment in the log; a game's own notes count from 1."""

TAPE = 1 << 14
"""How many cards or words one move can use. The longest moves seen take some hundreds."""

ROOM = 1 << 13
"""How many words of tables the moments of one move may take together: some hundred moments. More are not kept."""

DEALER = record(
    [
        ("kind", "i8"),
        ("quiet", "i8"),  # 1: a generator that keeps no log, for simulation
        ("random", "u8"),  # the generator
        ("cursor", "i8"),  # what has been used of the tape
        ("length", "i8"),  # what there is of it
        ("fault", "i8"),
        ("faulty_deck", "u8"),  # the deck when the script failed
        ("written", "i8"),  # what there is of the log
        ("kept", "i8"),  # how many words of tables were kept as moments
        ("face", "u8", (64,)),  # for each card, the cards of the same face
        ("tape", "u8", (TAPE,)),  # random words, or for each card of a script the cards of its face
        ("log", "i8", (TAPE, 3)),  # code, seat, number
        ("moments", "u8", (ROOM,)),  # the tables that were shown, one after the other
    ]
)

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)
LOWER = np.uint64(0xFFFFFFFF)
WHOLE = np.uint64(1 << 32)


_MASK = (1 << 64) - 1
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mixed_number(value: int) -> int:
    """SplitMix64's finish: every bit of the word has its say in every bit of the answer."""
    value = ((value ^ (value >> 30)) * _FIRST) & _MASK
    value = ((value ^ (value >> 27)) * _SECOND) & _MASK
    return value ^ (value >> 31)


if JIT:
    _FACTORS = np.uint64(_FIRST), np.uint64(_SECOND)
    _SHIFTS = np.uint64(30), np.uint64(27), np.uint64(31)

    @quick
    def mixed(word: Bits) -> Bits:
        """`mixed_number` for compiled code."""
        word = (word ^ (word >> _SHIFTS[0])) * _FACTORS[0]
        word = (word ^ (word >> _SHIFTS[1])) * _FACTORS[1]
        return word ^ (word >> _SHIFTS[2])

    @quick
    def advanced(word: Bits) -> Bits:
        """The next state of the generator."""
        return word + GOLDEN

else:  # NumPy would warn of the overflow that is meant here

    def mixed(word: Bits) -> Bits:
        return np.uint64(mixed_number(int(word)))

    def advanced(word: Bits) -> Bits:
        return np.uint64((int(word) + int(GOLDEN)) & _MASK)


@rule
def word_from_tape(dealer: Dealer) -> Bits:
    """The next given random word; past the end a fault, and chance from then on."""
    if dealer.cursor < dealer.length:
        dealer.cursor += 1
        return dealer.tape[dealer.cursor - 1]
    dealer.fault = RAN_OUT
    dealer.random = advanced(dealer.random)
    return mixed(dealer.random)


@quick
def random_word(dealer: Dealer) -> Bits:
    """64 random bits."""
    if dealer.kind == WORDS:
        return word_from_tape(dealer)
    dealer.random = advanced(dealer.random)
    return mixed(dealer.random)


@rule
def unbiased(dealer: Dealer, product: Bits, bound: Bits) -> Bits:
    """The rare case of Lemire's method in which a word has to be thrown away."""
    while (product & LOWER) < (WHOLE - bound) % bound:
        product = (random_word(dealer) >> HALF) * bound
    return product


@quick
def below(dealer: Dealer, number: int) -> Any:
    """A random whole number from 0 to `number` - 1, each exactly as likely as the others (Lemire's method)."""
    bound = np.uint64(number)
    product = (random_word(dealer) >> HALF) * bound
    if (product & LOWER) < bound:
        product = unbiased(dealer, product, bound)
    return np.int64(product >> HALF)


@quick
def tell(dealer: Dealer, code: int, seat: int, number: int) -> None:
    """Say what happened, for the log. Everybody hears it: say nothing that somebody may not know."""
    if not dealer.quiet:
        write(dealer, code, seat, number)


@rule
def write(dealer: Dealer, code: int, seat: int, number: int) -> None:
    if dealer.written < TAPE:
        dealer.log[dealer.written, 0] = code
        dealer.log[dealer.written, 1] = seat
        dealer.log[dealer.written, 2] = number
    dealer.written += 1


if JIT:
    from numba.core import cgutils, types

    @intrinsic
    def copied(typing_context, t, words, at):  # type: ignore[no-untyped-def]
        """Copy the words of a table into an array, from `at` on; how many they are."""
        number = t.size // 8

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            room = context.make_array(signature.args[1])(context, builder, arguments[1])
            to = builder.gep(room.data, [arguments[2]])
            cgutils.raw_memcpy(builder, to, arguments[0], context.get_constant(types.intp, number), 8)
            return context.get_constant(types.intp, number)

        return types.intp(t, words, types.intp), generate

    @intrinsic
    def size_of(typing_context, t):  # type: ignore[no-untyped-def]
        """How many words a table has."""
        number = t.size // 8

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return context.get_constant(types.intp, number)

        return types.intp(t), generate

else:

    def copied(t: Any, words: Any, at: int) -> int:
        row = np.frombuffer(t.tobytes(), np.uint64)
        words[at : at + len(row)] = row
        return len(row)

    def size_of(t: Any) -> int:
        return int(t.dtype.itemsize) // 8


@quick
def show(t: Any, dealer: Dealer) -> None:
    """Mark an instant that people must see before it is swept away. It is looked at as any table is, so that everybody sees
    of it what they may."""
    if not dealer.quiet:
        keep(t, dealer)


@rule
def keep(t: Any, dealer: Dealer) -> None:
    if dealer.kept + size_of(t) <= ROOM:
        write(dealer, SHOWN, -1, dealer.kept)
        to_act = t.to_act
        t.to_act = EMPTY  # nobody is to act at a moment
        dealer.kept += copied(t, dealer.moments, dealer.kept)
        t.to_act = to_act


@rule
def scripted(dealer: Dealer, deck: Bits) -> Bits:
    """The next card of the script, or none if it cannot be had."""
    if dealer.fault != 0:
        return EMPTY
    if dealer.cursor == dealer.length:
        dealer.fault = RAN_OUT
        dealer.faulty_deck = deck
        return EMPTY
    top = lowest(deck & dealer.tape[dealer.cursor])
    if top == EMPTY:
        dealer.fault = NOT_IN_DECK
        dealer.faulty_deck = deck
    else:
        dealer.cursor += 1
    return top


@rule
def told(dealer: Dealer, deck: Bits) -> Bits:
    """A card for a dealer that keeps a log. Equal cards are dealt in a fixed order, so that a record that is
    replayed gives the same table to the bit; which copy it is never changes what face comes next."""
    top = EMPTY
    if dealer.kind == SCRIPT:
        top = scripted(dealer, deck)
    if top == EMPTY:
        top = nth(deck, below(dealer, count(deck)))
        top = lowest(deck & dealer.face[low(top)])
    write(dealer, DRAWN, 0, low(top))
    return top


@quick
def take(t: Any, dealer: Dealer) -> int:
    """COMMON-5: a card off the face-down deck, each as likely as the others."""
    if dealer.quiet:
        top = nth(t.deck, below(dealer, count(t.deck)))
    else:
        top = told(dealer, t.deck)
    t.deck ^= top
    return low(top)


def seeded(seed: int) -> int:
    """A first state of the generator from any whole number: near seeds give far streams."""
    try:
        seed = index(seed)
    except TypeError:
        raise ParseError(f"a seed is a whole number, not {seed!r}") from None
    word = mixed_number(int(GOLDEN) ^ (seed < 0))
    seed = abs(seed)
    while seed:
        word = mixed_number(word ^ (seed & _MASK))
        seed >>= 64
    return word


def first_dealer(seats: int, seed: int | None = None) -> int:
    """COMMON-2: a seat by chance; from a seed always the same one. The word that it comes from stands before the first that
    cards are dealt from, so that it tells nothing of them."""
    if seed is None:
        return secrets.randbelow(seats)
    return mixed_number(seeded(seed)) * seats >> 64


@dataclass(frozen=True, slots=True)
class Chance:
    """Cards from the fast generator."""

    state: int


def fresh_chance() -> Chance:
    """Cards nobody can foretell."""
    return Chance(secrets.randbits(64))


@dataclass(frozen=True, slots=True)
class Stream:
    """Cards from given random words, `words[0]`, `words[1]` …: a sequence, or anything that answers an index.
    Where it answers with IndexError the stream has run out. One that has a method `span(first, end)` is asked for many at
    once."""

    words: Any
    used: int = 0


@dataclass(frozen=True, slots=True)
class Script:
    """Cards by name; past the last one a draw is a chance node (see `Table.chance_outcomes`)."""

    cards: tuple[str, ...] = ()


Source: TypeAlias = Chance | Stream | Script
