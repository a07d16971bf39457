"""On your turn everything that can be pressed is in the window and nothing scrolls: every game, at nine sizes of window."""

import pytest

from tests.browser.person import Person
from tests.browser.short_games import SHORT, most_seats, short_table
from tests.server.client import Visitor
from tests.soak import soaked

SIZES = [
    (2560, 1440), (1920, 1080), (1440, 900), (1366, 650), (1024, 768), (768, 1024), (390, 844), (360, 640), (740, 360),
]  # fmt: skip
FEWER_SIZES = SIZES[::2]
"""For the smallest table, where there is most room."""

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
    for seats in soaked((2, most_seats(title)), tuple(range(2, most_seats(title) + 1))):
        seat = short_table(person.url, title, seats)
        play_up_to_the_largest_hand(seat, title)
        person.go_to(seat)
        if person.wait_for_turn():
            check_sizes(person, f"{title} for {seats}", soaked(FEWER_SIZES, SIZES) if seats == 2 else SIZES)
        for turn in range(soaked(0, 12)):
            person.play_once()
            if not person.wait_for_turn():
                break
            check_sizes(person, f"{title} for {seats}, turn {turn + 2}", SIZES)
