"""PICKUP-3: all choose at once, and a search makes nothing of who was quicker."""

from dataclasses import replace

import pytest

import cutcard
from cutcard.core import registry
from cutcard.core.compiling import JIT
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.zones import OpenEach
from cutcard.games.pickup.rulebook import PICKUP
from cutcard.games.pickup.rules import PickupTable
from cutcard.players.search.search import Budget, advise
from tests.contract.cases import scaled
from tests.soak import SOAKING


class OpenChoices(PickupTable):
    choices: OpenEach


def advice_as_others_choose(rules: Rules, patch: pytest.MonkeyPatch) -> list[dict[str, tuple[float, float]]]:
    """What a search makes of the moves of a seat: while the other has yet to choose, and after each of its choices. With two
    seats the search meets the same worlds in the same order each time."""
    name = f"pickup-{rules.name}"
    book = replace(PICKUP, name=name, rules=rules)
    patch.setitem(registry.GAMES._loaded, name, book)
    patch.setitem(registry.GAMES._announced, name, "")
    table = cutcard.game(name, seats=2).position(f"{name}/2; to_act 0 1; hands 10 4, 9 2; pool 1 5 6 8 9; deck *")
    tables = [table, *(table.play(move, 1) for move in table.legal(1))]
    return [
        {one.move: (one.utility, one.error) for one in advise(at.view(0), Budget(simulations=scaled(400, 80)), 5)}
        for at in tables
    ]


def test_pickup_3_who_chose_before_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the other has face down goes back to its hand, and it chooses anew: the advice is the same to the bit."""
    first, *later = advice_as_others_choose(PICKUP.rules, monkeypatch)
    assert set(first) == {"choose 10", "choose 4"}
    assert later == [first, first]


@pytest.mark.skipif(JIT and not SOAKING, reason="found with JIT off: three more games would be compiled for it")
@pytest.mark.parametrize(
    "rules",
    [
        replace(PICKUP.rules, name="blind", reopen=None),
        replace(PICKUP.rules, name="seeing", table=OpenChoices),
        replace(PICKUP.rules, name="seeing-blind", table=OpenChoices, reopen=None),
    ],
    ids=lambda rules: rules.name,
)
def test_pickup_3_a_search_that_knows_who_chose_is_caught(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that takes a choice for a card by chance, and one that sees it."""
    first, *later = advice_as_others_choose(rules, monkeypatch)
    assert later != [first, first]
