"""Tables of Pickle for tests, set up by their cards."""

from typing import Any

from cutcard import Table, game
from tests.helpers import notes, played

RANKS = [
    "2C 2D 2H 2S", "3D 3H 3S", "4C 4D 4H 4S", "5C 5D 5H", "6C 6D 6H 6S", "7C 7D 7H 7S", "9C 9D 9H 9S", "10C 10D 10H 10S",
    "JC JD JH JS", "QC QD QH QS", "KC KD KH KS", "AC AD AH AS", "8C 8D 8H 8S", "JR JB", "5S", "3C",
]  # fmt: skip
"""The cards of each of the sixteen ranks, lowest first (PICKLE-2)."""

CARDS = " ".join(RANKS)
"""All 54, as moves write them."""

SETTING, CALLING, EXCHANGING, PLAYING = range(4)


def dealing(hands: str, dealer: int = 0) -> list[str]:
    """The cards in the order in which they are dealt, so that each seat gets its hand."""
    cards = [hand.split() for hand in hands.split(",")]
    order = [(dealer + 1 + i) % len(cards) for i in range(len(cards))]
    return [cards[seat][place] for place in range(len(cards[0])) for seat in order]


def start(hands: str, /, more: str = "", dealer: int = 0, **options: Any) -> Table:
    """A new table on which each seat is dealt its hand of seven."""
    cards = [*dealing(hands, dealer), *more.split()]
    return game("pickle", seats=hands.count(",") + 1, dealer=dealer, **options).start(cards=cards)


def position(
    phase: int, to_act: list[int], hands: str, more: str, cards: str, dealer: int, options: dict[str, Any]
) -> Table:
    """A table in the middle of a hand. A seat whose hand is - is out: it went first, unless `more` says when."""
    held = [hand.split() for hand in hands.split(",")]
    remaining = [seat for seat, hand in enumerate(held) if hand != ["-"]]
    line = "; ".join(
        [
            f"pickle/{len(held)}",
            f"phase {phase}",
            f"to_act {' '.join(map(str, to_act))}",
            f"remaining {' '.join(map(str, remaining))}",
            f"hand_size {len(held[remaining[0]])}",
            f"out {' '.join('0' if seat in remaining else '1' for seat in range(len(held)))}",
            f"hands {hands}",
            more if "*" in more else f"deck *; {more}",
        ]
    )
    return game("pickle", seats=len(held), dealer=dealer, **options).position(line, cards=cards.split())


def in_play(hands: str) -> list[int]:
    return [seat for seat, hand in enumerate(hands.split(",")) if hand.strip() != "-"]


def calling(hands: str, /, exchange: int, more: str = "", cards: str = "", dealer: int = 0, **options: Any) -> Table:
    """Everybody is asked; the exchange is set."""
    return position(CALLING, in_play(hands), hands, f"exchange {exchange}; {more}", cards, dealer, options)


def exchanging(hands: str, /, exchange: int, more: str = "", cards: str = "", dealer: int = 0, **options: Any) -> Table:
    """All are ready, and the trade is offered."""
    table = calling(hands, exchange, more, cards, dealer, **options)
    return played(table, *(f"{seat} ready" for seat in table.to_act))


def trick(hands: str, /, leader: int = 0, more: str = "", cards: str = "", dealer: int = 0, **options: Any) -> Table:
    """The leader is to lead."""
    return position(PLAYING, [leader], hands, f"leader {leader}; highest {leader}; {more}", cards, dealer, options)


def after_trick(
    hands: str, /, leader: int = 0, more: str = "", cards: str = CARDS, dealer: int = 0, **options: Any
) -> Table:
    """After the final trick, in which each seat plays its one card. The next hand, if there is one, is dealt from the lowest
    card up."""
    table = trick(hands, leader, more, cards, dealer, **options)
    last = [hand.strip() for hand in hands.split(",")]
    order = [(leader + i) % len(last) for i in range(len(last))]
    return played(table, *(f"{seat} play {last[seat]}" for seat in order if last[seat] != "-"))


def zone(table: Table, name: str, seat: int | None = None) -> str:
    """The cards of a zone, as its seat sees them."""
    return " ".join(table.view(seat).cards(name, seat))


def each(table: Table, name: str) -> list[str]:
    return [zone(table, name, seat) for seat in range(table.game.seats)]


def sizes(table: Table) -> list[int]:
    """How many cards each seat holds."""
    return [table.view().hidden("hands", seat) for seat in range(table.game.seats)]


def dealer(table: Table) -> int:
    return table.view().number("dealer")


def told(table: Table, key: str) -> list[tuple[int | None, int]]:
    """Whom a note was about, and its number, each time."""
    return [(seat, number) for note, seat, number in notes(table) if note == key]
