"""Tables of the Pairs family for tests, set up by their cards."""

import pytest

import cutcard
from cutcard import Game, Table
from tests.helpers import fields

FULL_DECK = [str(rank) for rank in range(1, 11) for _ in range(rank)]

either_game = pytest.mark.parametrize("name", ["pairs", "continuous"])


def pairs(seats: int = 2, **settings: int) -> Game:
    """Pairs that burns nothing unless asked to, so that a script begins with the cards that matter."""
    return cutcard.game("pairs", seats=seats, **{"burn": 0, **settings})


def continuous(seats: int = 2, **settings: int) -> Game:
    return cutcard.game("continuous", seats=seats, **{"burn": 0, **settings})


def dealt(game: Game, cards: str) -> Table:
    """A new table, dealt from these cards."""
    return game.start(cards=cards.split())


def placed(game: Game, seat: int, text: str, cards: str = "") -> Table:
    """A table on which `seat` is to act, with the next cards."""
    return game.position(f"{game.name}/{game.seats}; to_act {seat}; {text}", cards=cards.split())


def stacks(table: Table) -> str:
    return fields(table)["stacks"]


def notes(table: Table) -> list[str]:
    return [happening.text for happening in table.view().log if happening.kind == "note"]


def without(*cards: str) -> list[str]:
    """The full deck without some cards."""
    rest = list(FULL_DECK)
    for card in cards:
        rest.remove(card)
    return rest
