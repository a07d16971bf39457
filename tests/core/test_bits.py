"""Sets as words: the compiled and the plain answers are the same as Python's own arithmetic."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cutcard.core import bits

words = st.integers(0, 2**64 - 1)


@given(words)
def test_low_count_and_lowest(word: int) -> None:
    found = list(bits.members(word))
    assert found == [i for i in range(64) if word >> i & 1]
    assert bits.count(np.uint64(word)) == len(found)
    assert bits.low(np.uint64(word)) == (found[0] if found else 64)
    assert int(bits.lowest(np.uint64(word))) == (1 << found[0] if found else 0)


@given(words.filter(bool), st.data())
def test_both_ways_to_find_the_nth_member_give_the_same_card(word: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, word.bit_count() - 1))
    expected = 1 << list(bits.members(word))[n]
    assert int(bits.nth(np.uint64(word), n)) == expected
    assert int(bits.nth_by_halving(np.uint64(word), n)) == expected


@given(st.integers(0, 63))
def test_bit(member: int) -> None:
    assert int(bits.bit(member)) == 1 << member
