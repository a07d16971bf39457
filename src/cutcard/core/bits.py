"""Sets as 64-bit words: of cards, of seats, of legal actions.

Every function here has two faces that give the same answer: one for compiled code and one for plain Python,
which runs when Numba's JIT is switched off. Nothing else in the project needs to know which one it has.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from cutcard.core.compiling import JIT, intrinsic, quick

Bits: TypeAlias = Any
"""A 64-bit set. Always `np.uint64`: mixed with signed integers it would turn into a float."""

EMPTY = np.uint64(0)
ONE = np.uint64(1)


def members(bits: int) -> Iterator[int]:
    """The members of a set, ascending (for Python code; rules clear bits in a loop)."""
    bits = int(bits)
    while bits:
        lowest_bit = bits & -bits
        yield lowest_bit.bit_length() - 1
        bits ^= lowest_bit


@lru_cache(maxsize=4096)
def seats_in(bits: int) -> tuple[int, ...]:
    """The members of a set of which there are few, such as the seats that are to act: they are asked for all the time."""
    return tuple(members(bits))


@quick
def bit(member: Any) -> Bits:
    """The set of one member."""
    return ONE << np.uint64(member)


if JIT:
    from llvmlite import binding, ir
    from numba.core import cgutils, types

    @intrinsic
    def trailing_zeros(typing_context, bits):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), generate

    @intrinsic
    def ones(typing_context, bits):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def deposit(typing_context, value, bits):  # type: ignore[no-untyped-def]
        """BMI2's pdep: the bits of `value` laid out on the members of `bits`."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            word = ir.IntType(64)
            pdep = cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64"
            )
            return builder.call(pdep, arguments)

        return types.uint64(types.uint64, types.uint64), generate

    @quick
    def low(bits: Bits) -> int:
        """The lowest member; 64 for the empty set."""
        return trailing_zeros(bits)

    @quick
    def count(bits: Bits) -> int:
        """How many members."""
        return ones(bits)

    @quick
    def lowest(bits: Bits) -> Bits:
        """The set of the lowest member only."""
        return bits & (~bits + ONE)

    HAS_PDEP = bool(binding.get_host_cpu_features().get("bmi2", False))
else:

    def low(bits: Bits) -> int:
        word = int(bits)
        return (word & -word).bit_length() - 1 if word else 64

    def count(bits: Bits) -> int:
        return int(bits).bit_count()

    def lowest(bits: Bits) -> Bits:
        return np.uint64(int(bits) & -int(bits))

    HAS_PDEP = False


@quick
def nth_by_halving(bits: Bits, n: Any) -> Bits:
    """The set of the n-th member, counted from 0: halves the word by popcounts (for processors without pdep)."""
    position = 0
    width = 32
    while width > 0:
        lower = (bits >> np.uint64(position)) & ((ONE << np.uint64(width)) - ONE)
        below = count(lower)
        if n >= below:
            n -= below
            position += width
        width >>= 1
    return ONE << np.uint64(position)


if HAS_PDEP:

    @quick
    def nth(bits: Bits, n: Any) -> Bits:
        """The set of the n-th member, counted from 0. The hottest function of all."""
        return deposit(bit(n), bits)

else:
    nth = nth_by_halving
