"""The dealer in its three kinds: fair, repeatable, and one rule for all."""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

import cutcard
from cutcard import CutcardError, NotAllowed, NotYours, ParseError
from cutcard.core.dealer import DEALER, RAN_OUT, WORDS, below, first_dealer, mixed, mixed_number, seeded
from cutcard.core.dealer_memory import quiet_dealers
from tests.contract.cases import scaled


@given(st.integers(0, 2**64 - 1))
def test_mixing_is_the_same_compiled_and_plain(word: int) -> None:
    assert int(mixed(np.uint64(word))) == mixed_number(word)


def test_mixing_is_split_mix_64() -> None:
    """The first three numbers of the reference implementation from the seed 1234567."""
    state, numbers = 1234567, []
    for _ in range(3):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        numbers.append(mixed_number(state))
    assert numbers == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.integers(-(2**130), 2**130))
def test_any_whole_number_is_a_seed(seed: int) -> None:
    assert 0 <= seeded(seed) < 2**64


def test_near_seeds_are_far_apart() -> None:
    states = {seeded(seed) for seed in range(-500, 500)} | {seeded(2**64 + seed) for seed in range(500)}
    assert len(states) == 1500


@pytest.mark.parametrize("number", [1, 2, 3, 7, 55])
def test_every_number_below_is_as_likely(number: int) -> None:
    dealer = quiet_dealers(5)[0]
    times = scaled(40_000, 4_000)
    counts = np.bincount([int(below(dealer, number)) for _ in range(times)], minlength=number)
    assert len(counts) == number
    assert number == 1 or scipy.stats.chisquare(counts).pvalue > 1e-4


def test_common_2_the_first_dealer_of_a_seed_is_the_same_and_any_seat() -> None:
    """The word before the first that cards come from, times the seats, divided by 2**64."""
    assert [first_dealer(4, seed) for seed in range(8)] == [mixed_number(seeded(seed)) * 4 // 2**64 for seed in range(8)]
    counts = np.bincount([first_dealer(7, seed) for seed in range(7_000)], minlength=7)
    assert len(counts) == 7
    assert scipy.stats.chisquare(counts).pvalue > 1e-4


def test_common_2_the_first_dealer_by_chance_is_any_seat() -> None:
    assert {first_dealer(3) for _ in range(300)} == {0, 1, 2}


def words_dealer(words: list[int]) -> np.ndarray:
    dealers = np.zeros(1, dtype=DEALER)
    dealers["kind"], dealers["length"] = WORDS, len(words)
    dealers["tape"][0, : len(words)] = words
    return dealers


def test_a_word_that_would_make_a_number_likelier_is_thrown_away() -> None:
    """2**32 words give 55 numbers: the first 2**32 mod 55 products are left out, and the next word is taken."""
    biased = 0
    left_out = 2**32 % 55
    assert left_out > 0
    dealers = words_dealer([biased, 54 << 32 << 26])
    expected = ((54 << 26) * 55) >> 32
    assert int(below(dealers[0], 55)) == expected
    assert int(dealers["cursor"][0]) == 2


def test_a_word_gives_the_number_it_stands_for() -> None:
    for number in (2, 5, 55):
        for answer in range(number):
            word = math.ceil((answer * 2**32 + number) / number) << 32
            dealers = words_dealer([word])
            assert int(below(dealers[0], number)) == answer
            assert int(dealers["cursor"][0]) == 1


def test_a_stream_that_runs_out_is_a_fault() -> None:
    dealers = words_dealer([])
    below(dealers[0], 7)
    assert int(dealers["fault"][0]) == RAN_OUT


def test_the_same_seed_deals_the_same_game_and_others_do_not() -> None:
    game = cutcard.game("pickup", seats=3)
    assert game.start(seed=7) == game.start(seed=7)
    assert len({str(game.start(seed=seed)) for seed in range(50)}) == 50
    assert game.start() != game.start()


def test_only_one_source_of_cards() -> None:
    with pytest.raises(ParseError, match="give one of them"):
        cutcard.game("pairs").start(seed=1, cards=["1"])


def test_a_script_stops_at_a_chance_node_and_goes_on_from_it() -> None:
    table = cutcard.game("pairs", seats=2, burn=0).start(cards=["5"])
    assert table.card_is_due
    assert table.to_act == ()
    assert not table.is_over
    assert table.legal() == ()
    assert table.record()["events"] == ["d 5"]
    outcomes = dict(table.chance_outcomes())
    assert outcomes["5"] == Fraction(4, 54)
    with pytest.raises(NotYours, match="a card is to be drawn first"):
        table.play("hit")
    with pytest.raises(NotAllowed, match="the card 1 is not in the deck"):
        cutcard.game("pairs", seats=3, burn=0).start(cards=["1"]).draw("1")
    dealt = table.draw("7")
    assert dealt.to_act == (0,) or dealt.to_act == (1,)
    hit = dealt.play("hit")
    assert hit.record()["events"] == ["d 5", "d 7", f"{dealt.to_act[0]} hit"]
    assert hit.draw("9").record()["events"][-1] == "d 9"
    with pytest.raises(NotAllowed, match="no card is due"):
        dealt.draw("5")
    with pytest.raises(ParseError, match="'11' is not a card"):
        table.draw("11")


def test_a_script_with_a_card_that_is_not_there() -> None:
    with pytest.raises(NotAllowed, match="the card 1 is not in the deck"):
        cutcard.game("pairs", seats=2, burn=0).start(cards=["1", "1"])


def test_a_table_in_the_middle_of_a_game_has_no_record() -> None:
    table = cutcard.game("pairs", seats=2).position("pairs/2; to_act 0; deck *; stacks 5, 6")
    with pytest.raises(CutcardError, match="no record"):
        table.record()
