"""On your turn everything that can be pressed is in the window and nothing scrolls: every game, at nine sizes of window."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.browser.person import LARGE_PHONE, SIDEWAYS, Person
from tests.browser.short_games import SHORT, most_seats, short_table
from tests.server.client import Update, Visitor, join, make_table
from tests.soak import soaked

SIZES = [
    (2560, 1440), (1920, 1080), (1440, 900), (1366, 650), (1024, 768), (768, 1024), (390, 844), (360, 640), (740, 360),
]  # fmt: skip

LARGEST = {"Pickle": "play", "Clever Pickin'": "play"}
"""Games in which the hand is largest from this verb on; in the others it is from the start."""
GROWING = {"Pairs": 4, "Pieces of Eight": 4, "Continuous Pairs": 4, "Port": 5}
"""Games in which what lies before you grows; and to how many cards, where chance allows."""


def play_up_to_the_largest_hand(seat: Visitor, title: str) -> None:
    """Over HTTP, since that is not what is looked at."""
    verb, cards, tries = LARGEST.get(title), GROWING.get(title), 12
    while tries and (verb or cards):
        update = seat.wait_for(lambda update: update["table"]["state"] == "over" or seat.wish(update) is not None)
        if update["table"]["state"] == "over" or {offer["verb"] for offer in update["you"]["offers"]} == {verb}:
            return
        if cards and len(update["play"]["zones"]["stacks"][seat.seat]["cards"]) >= cards:
            return
        moves = [offer["move"] for offer in update["you"]["offers"]]
        seat.move("hit" if "hit" in moves else seat.wish(update) or "", update["you"]["asked"])
        tries -= 1


def check_sizes(person: Person, what: str, sizes: list[tuple[int, int]]) -> None:
    assert person.options(), f"{what}: there is something to press"
    troubles = []
    for width, height in sizes:
        person.page.set_viewport_size({"width": width, "height": height})
        try:
            person.check_in_sight(f"{what} at {width}x{height}")
        except AssertionError as error:
            troubles.append(str(error))
    assert not troubles, "\n".join(troubles)


@pytest.mark.parametrize("title", SHORT)
def test_all_is_in_sight_at_nine_sizes_of_window(person: Person, title: str) -> None:
    for seats in soaked((most_seats(title),), tuple(range(2, most_seats(title) + 1))):
        seat = short_table(person.url, title, seats)
        play_up_to_the_largest_hand(seat, title)
        person.go_to(seat)
        if person.wait_for_turn():
            check_sizes(person, f"{title} for {seats}", SIZES)
        for turn in range(soaked(0, 12)):
            person.play_once()
            if not person.wait_for_turn():
                break
            check_sizes(person, f"{title} for {seats}, turn {turn + 2}", SIZES)


LEAST_IN_THE_MIDDLE, LEAST_STEP = 36, 30
"""Pixels of a card in the middle of a phone: how wide it is, and how far it is to the next in a row."""

IN_THE_MIDDLE = """zone => [...document.querySelectorAll(
    `.stage .as-row [data-place^=${zone}-], .stage .as-trick .cards > *`)].map(one => {
        const {left, right, top, bottom} = one.getBoundingClientRect()
        return {left, right, top, bottom}
    }).sort((one, other) => one.left - other.left)"""

EDGES = """() => {
    const box = (what) => document.querySelector(what).getBoundingClientRect()
    return [box('.seats').bottom, box('.stage .heaps').bottom, box('.lines').top]
}"""


def check_the_middle(person: Person, zone: str, what: str, count: int) -> None:
    """Cards are large enough for a finger, and between the others and what is told above your own cards; on a phone held
    sideways they lie in a row."""
    for shape, size in (("tall", LARGE_PHONE), ("low", SIDEWAYS)):
        person.page.set_viewport_size(size)
        person.page.locator(f"section.{shape}").wait_for()
        person.check_in_sight(what)
        cards = person.page.evaluate(IN_THE_MIDDLE, zone)
        assert len(cards) == count, what
        assert min(card["right"] - card["left"] for card in cards) > LEAST_IN_THE_MIDDLE, f"{what}, {shape}: {cards}"
        above, piles, below = person.page.evaluate(EDGES)
        assert min(card["top"] for card in cards) > above - 2, f"{what}, {shape}, {above}: {cards}"
        assert max(piles, *(card["bottom"] for card in cards)) < below + 2, f"{what}, {shape}, {piles}, {below}: {cards}"
    for card, following in itertools.pairwise(cards):
        assert following["left"] - card["left"] > LEAST_STEP, f"{what}: {card} {following}"


def go_on_until(people: list[Visitor], is_there: Callable[[Update], bool]) -> Visitor:
    """Any moves over HTTP until the table is so; gives who is to move then."""
    while True:
        update = people[0].look(since=10**9)
        acting = people[update["play"]["to_act"][0]]
        if is_there(update["play"]):
            return acting
        mine = acting.look(since=10**9)
        acting.move(acting.wish(mine) or "", mine["you"]["asked"])


@pytest.fixture
def there() -> Iterator[ExitStack]:
    """Of lines that are open until the test is over."""
    with ExitStack() as stack:
        yield stack


@pytest.mark.parametrize("seats", soaked([6], [4, 6]))
def test_a_full_middle_is_large_enough_on_a_phone(person: Person, there: ExitStack, seats: int) -> None:
    """How many cards lie there is no chance: the third pool of Clever Pickin' has one more than there are seats (CLEVER-4),
    and in its tricks everybody has a place."""
    host = make_table(person.url, "clever-pickin", seats=seats, options={"hands": 1})
    people = [host, *(join(host, name) for name in ("Ann", "Ben", "Cleo", "Dan", "Eve")[: seats - 1])]
    host.start()
    for other in people:  # who is there is not told to be away
        there.enter_context(other.live(closes_within=0.1))
    person.go_to(go_on_until(people, lambda play: len(play["zones"]["center"]["cards"]) == seats + 1))
    assert person.wait_for_turn()
    check_the_middle(person, "center", f"the pool of {seats}", seats + 1)
    person.go_to(go_on_until(people, lambda play: any(lying["cards"] for lying in play["zones"]["played"])))
    assert person.wait_for_turn()
    check_the_middle(person, "played", f"the trick of {seats}", seats)


def test_the_pool_of_pickup_is_large_enough_on_a_phone(person: Person) -> None:
    """Beside a trick of as many as can be."""
    seat = short_table(person.url, "Pickup", most_seats("Pickup"))
    person.go_to(seat)
    assert person.wait_for_turn()
    pool = len(seat.look()["play"]["zones"]["pool"]["cards"])
    check_the_middle(person, "pool", "the pool of Pickup", pool + most_seats("Pickup"))
