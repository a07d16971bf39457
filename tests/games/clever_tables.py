"""Tables of Clever Pickin' for tests, set up by their cards.

The hollow values that are used here, by the stand-in of CLEVER-2:
2C 9C, 3C 3S, 4C 10D, 5C 4C, 6C JH, 7C 5D, 8C QS, 9C 6H, 10C KC, JC 7S, QC AD, KC 8C, AC 2S,
2D 9D, 3D 3C, 4D 10H, 5D 4D, 6D JS, 7D 5H, 8D QC, 9D 6S, 10D KD, JD 7C, QD AH, KD 8D, AD 2C,
2H 9H, 3H 3D, 4H 10S, 5H 4H, 6H JC, 7H 5S, 8H QD, 9H 6C, 10H KH, JH 7D, QH AS, KH 8H, AH 2D,
2S 9S, 3S 3H, 4S 10C, 5S 4S, 6S JD, 7S 5C, 8S QH, 9S 6D, 10S KS, JS 7H, QS AC, KS 8S, AS 2H.
"""

from cutcard import Table, game
from tests.helpers import played

LOW = "2C 3C 4C 5C 6C 7C"
"""One card for each seat, no trump among them where hearts are."""

SECOND_HAND = "2C 2D 3C 3D 4C 4D 5C 5D AH KH"
"""The cards of a hand of two seats up to the first pick."""


def start(seats: int, cards: str = "", dealer: int = 0, **options: int) -> Table:
    """A new table; without cards it is dealt the deck in its order, as far as the first hand needs it."""
    a_game = game("clever-pickin", seats=seats, dealer=dealer, **options)
    return a_game.start(cards=cards.split() or a_game.deck.cards[: 7 * seats + 1])


def position(line: str, cards: str = "", dealer: int = 0, **options: int) -> Table:
    """A table in the middle of a hand; the line begins with its number of seats."""
    a_game = game("clever-pickin", seats=int(line[0]), dealer=dealer, **options)
    return a_game.position(f"clever-pickin/{line}", cards=cards.split())


def picking(seats: int, center: str, hands: str, number: int = 1, seat: int = 0, more: str = "", cards: str = "") -> Table:
    bids = "-1 " * seats
    line = f"{seats}; to_act {seat}; picks {number}; bids {bids}; center {center}; hands {hands}; deck *; {more}"
    return position(line, cards)


def bidding(seats: int, first: int = 0) -> Table:
    """The first seat is to bid, three places to the left of the dealer. Hearts are trump."""
    hands = ", ".join(LOW.split()[:seats])
    line = f"{seats}; to_act {first}; phase 1; picks 3; bids {'-1 ' * seats}; hands {hands}; trump KH; deck *"
    return position(line, dealer=(first - 3) % seats)


def trick(number: int, held: str, trump: str, more: str = "", leader: int = 0, cards: str = "", **options: int) -> Table:
    """A seat is to lead this trick. The cards that each holds are hidden; `more` may say what is known."""
    seats = held.count(",") + 1
    line = f"{seats}; to_act {leader}; leader {leader}; phase 2; trick {number}; hands {held}; trump {trump}; deck *; {more}"
    return position(line, cards, **options)


def zone(table: Table, name: str, seat: int | None = None) -> str:
    """The cards of a zone, as its seat sees them."""
    return " ".join(table.view(seat).cards(name, seat))


def each(table: Table, name: str) -> list[str]:
    return [zone(table, name, seat) for seat in range(table.game.seats)]


def numbers(table: Table, name: str, viewer: int | None = None) -> list[int]:
    """What each seat has of something, as anybody sees it."""
    return [table.view(viewer).number(name, seat) for seat in range(table.game.seats)]


def legal(table: Table) -> str:
    """The legal moves of the one seat that is to act, without their verb."""
    return " ".join(move.partition(" ")[2] for move in table.legal())


def bids(table: Table, *made: int) -> Table:
    """The table after these bids, in the order in which they come."""
    for bid in made:
        table = table.play(f"bid {bid}")
    return table


def winner(table: Table, cards: str) -> int:
    """Who takes the trick to which these cards are played in turn."""
    before = numbers(table, "tricks")
    for card in cards.split():
        table = table.play(f"play {card}")
    (seat,) = [seat for seat, taken in enumerate(numbers(table, "tricks")) if taken > before[seat]]
    return seat


def end_of_hand(cards: str = "") -> Table:
    """Two seats; a hand with something of everything has just been played, dealt by seat 0."""
    more = "broken 1; bids 3 4; tricks 3 3; voids 2H 3H, 4H 5H; picks 3; finished 4"
    return played(trick(7, "AC, 2C", "5S", more, cards=cards), "0 play AC", "1 play 2C")
