"""What a move risked, as everybody could know: the page waits for the card that decides."""

import pytest

from cutcard import Table, game
from cutcard.present.scene import offers_of, risk_of
from cutcard.server.tables.updates import told_of


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


def test_without_aids_nobody_is_told() -> None:
    table = two_hands().play("test")
    assert told_of(table, None, 2)[0]["risk"] == pytest.approx(16 / 53)
    assert told_of(table, None, 2, aids=False)[0]["risk"] is None
