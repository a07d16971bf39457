"""What a move risked, as everybody could know: the page waits for the card that decides."""

from dataclasses import replace
from pathlib import Path

import pytest

from cutcard import Table, game
from cutcard.present.scene import offers_of, risk_of
from tests.server.open_tables import full, opened, run, shown


def two_hands() -> Table:
    """To the Moon with eight cards each and a 10 in the countdown; seat 1 has built the 8."""
    cards = "1 2 3 4 5 6 7 8 2 3 4 5 6 7 8 9 10 3"
    return game("to-the-moon", seats=2).start(cards=cards.split()).play("build 8")


def test_where_all_is_open_it_is_what_the_mover_was_told() -> None:
    table = game("port", seats=2, burn=0).start(cards=["9", "10", "4"])
    (hit,) = (offer for offer in offers_of(table.view(1), table.legal(1)) if offer.move == "hit")
    assert risk_of(table.play("hit")) == hit.chance == pytest.approx(8 / 53)


def test_where_hands_are_hidden_it_tells_nothing_of_them() -> None:
    """Seat 0 holds an 8 and so knows better than the others: the chance is that of somebody who sees no hand."""
    table = two_hands()
    (test,) = (offer for offer in offers_of(table.view(0), table.legal(0)) if offer.move == "test")
    assert test.chance == pytest.approx(15 / 45)
    assert risk_of(table.play("test")) == pytest.approx(16 / 53)


def test_what_risks_nothing_that_can_be_counted_has_none() -> None:
    table = game("port", seats=2, burn=0).start(cards=["9", "10", "4"])
    assert risk_of(table) is None, "the deal"
    assert risk_of(two_hands()) is None


def test_a_choice_that_is_secret_has_none() -> None:
    table = game("pickup", seats=2).start(seed=3)
    assert risk_of(table.play(table.legal(0)[0], 0)) is None


def test_what_was_offered_is_not_reckoned_again() -> None:
    """Where all is open; where hands are hidden, what the mover was told says something of a hand."""
    table = game("port", seats=2, burn=0).start(cards=["9", "10", "4"])
    offers = [replace(offer, chance=0.5) for offer in offers_of(table.view(1), table.legal(1))]
    assert risk_of(table.play("hit"), offers) == 0.5
    hidden = two_hands()
    offers = [replace(offer, chance=0.5) for offer in offers_of(hidden.view(0), hidden.legal(0))]
    assert risk_of(hidden.play("test"), offers) == pytest.approx(16 / 53)


def test_without_aids_nobody_is_told(tmp_path: Path) -> None:
    """Not even what the mover of another table was told."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            for aids in (True, False):
                open_table, _ = await full(tables, "port", seats=2)
                open_table.state.aids = aids
                mover = open_table.state.table.to_act[0]
                offers = shown(open_table, mover)["you"]["offers"]
                await open_table.move(mover, "hit", open_table.state.seq, "a")
                (risk,) = (one["risk"] for one in shown(open_table, None)["events"][-1]["told"] if one["kind"] == "move")
                (hit,) = (offer for offer in offers if offer["move"] == "hit")
                assert (risk is not None and risk == hit["chance"]) if aids else risk is None

    run(story)


def test_when_it_is_over_everybody_is_told_at_a_table_without_aids_too(tmp_path: Path) -> None:
    """Nothing is hidden then; the move that ends the game was offered without its chance."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pairs", seats=2)
            open_table.state.aids = False
            while open_table.state.phase != "over":
                mover = open_table.state.table.to_act[0]
                assert {offer["chance"] for offer in shown(open_table, mover)["you"]["offers"]} == {None}
                await open_table.move(mover, "hit", open_table.state.seq, None)
            (risk,) = (one["risk"] for one in shown(open_table, None)["events"][-1]["told"] if one["kind"] == "move")
            assert risk > 0, "who pairs has had a card that could"

    run(story)
