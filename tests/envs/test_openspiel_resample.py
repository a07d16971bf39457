"""Other worlds in OpenSpiel: as likely as they are, and never the true cards for want of others."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
import scipy

from cutcard import CutcardError, Table
from cutcard.envs.openspiel import resample
from cutcard.games.pickle.moves import REDEAL
from tests.envs.test_openspiel import MORE, played, replayed


def test_hands_are_resampled_as_likely_as_they_are() -> None:
    """Seat 1 of Pickup, after seat 0 has chosen unseen: how many high cards that hand has, how often the choice is one."""
    game = pyspiel.load_game("cutcard_pickup(seats=2)")
    state = next(state for state in played(game, 2) if state.current_player() == 1)
    assert state.information_state_string(1).endswith("0:choose")
    high = sum(mask for face, mask in game.table_game.deck.masks.items() if int(face) >= 8)
    unseen = state.node.table.glance(1).unseen
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    number = 600 * MORE
    held, chosen = np.zeros(8), 0
    for _ in range(number):
        reading = state.resample_from_infostate(1, sampler).node.table.reading
        held[((reading.hands[0] | reading.choices[0]) & high).bit_count()] += 1
        chosen += bool(reading.choices[0] & high)
    likely = scipy.stats.hypergeom(unseen.bit_count(), (unseen & high).bit_count(), 7)
    bins = [held[:3].sum(), *held[3:6], held[6:].sum()]
    expected = [likely.cdf(2), *likely.pmf([3, 4, 5]), likely.sf(5)]
    assert scipy.stats.chisquare(bins, np.array(expected) * number).pvalue > 1e-4
    part = (unseen & high).bit_count() / unseen.bit_count()
    assert scipy.stats.binomtest(chosen, number, part).pvalue > 1e-4


def test_burned_cards_are_resampled_as_likely_as_they_are() -> None:
    game = pyspiel.load_game("cutcard_starboard_tiny(coins=2)")
    state = replayed(game, [2, 0, 1])  # a 3 is burned, the hand is 1 2: unseen are 2 3 3 3
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    worlds = [str(state.resample_from_infostate(seat % 2, sampler)) for seat in range(400)]
    assert "burned 3" in str(state)
    assert scipy.stats.binomtest(sum("burned 2" in world for world in worlds), 400, 1 / 4).pvalue > 1e-4
    assert all("burned 2" in world or "burned 3" in world for world in worlds)


def test_hands_of_the_past_that_were_never_shown_are_dealt_anew() -> None:
    game = pyspiel.load_game("cutcard_pickle(seats=3,hands=2)")
    states = (state for state in played(game, 5) if state.is_player_node())
    later = next(state for state in states if "hand@" in state.information_state_string(0))
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    first_deals = {later.resample_from_infostate(0, sampler).information_state_string(1).partition(";")[0] for _ in range(5)}
    assert len(first_deals) == 5


def with_redeals(game: Any, seed: int) -> Iterator[Any]:
    """The decisions of a game in which everybody redeals who may."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            yield state.clone()
            legal = state.legal_actions()
            state.apply_action(
                REDEAL if REDEAL in legal and state.action_to_string(REDEAL) == "redeal" else rng.choice(legal)
            )


@pytest.mark.parametrize("seats", [3, 7])
def test_pickle_9_a_redeal_shows_two_cards_and_all_others_are_dealt_anew(seats: int) -> None:
    """Of the deal before it seats know their own hand, and the 3S and the 5C of who asked for it."""
    game = pyspiel.load_game(f"cutcard_pickle(seats={seats},hands=1)")
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    found = 0
    for seed in range(200):
        states = with_redeals(game, seed)
        after = next((state for state in states if state.node.stage.step.move == "redeal"), None)
        if after is None:
            continue
        found += 1
        asked = after.node.stage.step.seat
        viewer, third = (seat for seat in range(3) if seat != asked) if asked < 3 else (0, 1)
        worlds = [after.resample_from_infostate(viewer, sampler) for _ in range(6)]
        for seat in (asked, third):
            hands = {frozenset(first_hand(world, seat)) for world in [after, *worlds]}
            assert len(hands) >= 6, f"seat {seat} mostly holds the same in every world"
            assert all({"3S", "5C"} <= hand for hand in hands) == (seat == asked)
        assert {first_hand(world, viewer) for world in worlds} == {first_hand(after, viewer)}
        for world in worlds:
            assert str(replayed(game, world.history())) == str(world)
        if found == 4:
            return
    raise AssertionError("too few redeals")


def first_hand(state: Any, seat: int) -> tuple[str, ...]:
    """What a seat was dealt first."""
    deal = state.information_state_string(seat).partition(": ")[2].partition(";")[0]
    return tuple(word.partition(">")[0] for word in deal.split(" ") if word.endswith(f">hands@{seat}"))


def test_where_no_world_fits_the_true_cards_are_not_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pyspiel.load_game("cutcard_pickle(seats=3,hands=2)")
    states = (state for state in played(game, 5) if state.is_player_node())
    later = next(state for state in states if "hand@" in state.information_state_string(0))
    other = resample._Other(later.node.stage, 0, random.Random(1))
    monkeypatch.setattr(resample, "MOST_TRIES", 30)
    monkeypatch.setattr(Table, "actions_of", lambda *_: None)
    with pytest.raises(CutcardError, match="no other world was found"):
        other.past_deal(other.past_ends()[0])


def test_nobody_resamples_in_the_middle_of_a_move() -> None:
    state = pyspiel.load_game("cutcard_pairs").new_initial_state()
    with pytest.raises(CutcardError, match="a card is to be drawn first"):
        state.resample_from_infostate(0, lambda: 0.5)
