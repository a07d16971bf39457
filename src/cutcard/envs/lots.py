"""Sharing out the tables of a step: each thread takes the next lot as long as there is one, so that one that comes late
only leaves more to the others."""

from __future__ import annotations

from typing import Any

import numpy as np

from cutcard.core.compiling import JIT, intrinsic, rule

Array = np.ndarray[Any, Any]

LOT = 64
"""How many tables are taken at once."""

TAKEN, FINISHED = 0, 8
"""Where lots are counted that were taken, and those that are done: not in one line of a processor's cache."""

LOOKS = 2000
"""How often it is looked whether the others are done before one sleeps: that is some 20 µs, about as long as a lot takes."""


def blank_counts() -> Array:
    return np.zeros(2 * FINISHED, np.int64)


if JIT:
    from numba.core import types

    def _at_once(operation: str) -> Any:
        """A change of a count, which tells what it was: no other thread comes between, and all that was written before is
        there for who sees it."""

        def changed(typing_context, counts, at, number):  # type: ignore[no-untyped-def]
            def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
                array = context.make_array(signature.args[0])(context, builder, arguments[0])
                return builder.atomic_rmw(operation, builder.gep(array.data, [arguments[1]]), arguments[2], "seq_cst")

            return types.int64(counts, types.int64, types.int64), generate

        return intrinsic(changed)

    added, put = _at_once("add"), _at_once("xchg")

else:  # without machine code there are no threads

    def added(counts: Array, at: int, number: int) -> int:
        return put(counts, at, int(counts[at]) + number)

    def put(counts: Array, at: int, number: int) -> int:
        before = int(counts[at])
        counts[at] = number
        return before


@rule
def lay_out(counts: Array) -> None:
    """From now on lots can be taken."""
    put(counts, FINISHED, 0)
    put(counts, TAKEN, 0)


@rule
def all_done(counts: Array, lots: int) -> bool:
    """Whether all lots are done, or are so in a moment."""
    looks = 0
    while added(counts, FINISHED, 0) != lots and looks < LOOKS:
        looks += 1
    return looks < LOOKS
