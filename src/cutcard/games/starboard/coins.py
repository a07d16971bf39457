"""Coins from match to match: what the next one starts with, and the option that brings them there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cutcard.core.declaration.options import NumbersBySeat
from cutcard.core.declaration.zones import Reading
from cutcard.core.errors import ParseError
from cutcard.core.table.evening import Carried


@dataclass(frozen=True, kw_only=True)
class Purses(NumbersBySeat):
    """The option `purses`: two seats need a coin, or there is no match."""

    def check_entries(self, values: list[Any] | tuple[Any, ...]) -> None:
        super().check_entries(values)
        if sum(value > 0 for value in values) < 2:
            raise ParseError(f"the option {self.name} leaves at least two seats with a coin, or there is no match")

    def fields(self, value: Any) -> Mapping[str, Any]:
        """They are before each seat when the match begins."""
        return {"scores": value} if value else {}


def carry_on(t: Reading, options: Mapping[str, Any]) -> Carried:
    """STAR-2, STAR-9: the next match has the coins, the odd coins and the button of this one. Where fewer than two seats
    have a coin everybody gets new ones, and the button passes to the left all the same."""
    coins = t.scores[: t.seats]
    brought = options["purses"] or (t.coins,) * t.seats
    gained = [after - before for after, before in zip(coins, brought, strict=True)]
    if sum(purse > 0 for purse in coins) < 2:
        return Carried({}, t.button, gained)
    button = next(seat for i in range(1, t.seats + 1) if coins[seat := (t.button + i) % t.seats] > 0)
    return Carried({"purses": tuple(coins), "pot": t.pot}, (button - 1) % t.seats, gained)
