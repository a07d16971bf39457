"""Every game to its result: by mouse, by touch, by keys alone, and on a phone held sideways; and looked over on the way."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.keyboard import play_by_keys
from tests.browser.person import LAPTOP, LARGE_PHONE, LIGHT_AND_DARK, SIDEWAYS, Person
from tests.browser.short_games import SHORT, short_table
from tests.soak import SOAKING, soaked

WAYS: dict[str, dict[str, Any]] = {
    "mouse": {"viewport": LAPTOP},
    "touch": {"viewport": LARGE_PHONE, "has_touch": True, "is_mobile": True},
    "keys": {"viewport": LAPTOP},
    "sideways": {"viewport": SIDEWAYS, "has_touch": True, "is_mobile": True},
}
"""How a game may be played, and what the browser is like then."""

USUAL = [
    ("Pickle", "mouse"),
    ("Continuous Pairs", "mouse"),
    ("To the Moon", "touch"),
    ("Clever Pickin'", "touch"),
    ("Starboard", "keys"),
    ("Pieces of Eight", "sideways"),
]
"""Each way, and each kind of game once: Pairs is played from the home page, Pickup by keys in `test_keyboard.py`, and
of Port most of `test_at_the_table.py`."""


def check_the_end(person: Person, words: str) -> None:
    page = person.page
    table = page.get_by_role("table").first
    expect(table.get_by_role("row")).to_have_count(1 + page.locator("[data-seat]").count())
    mine = table.get_by_role("row").filter(has_text="Zoe").inner_text()
    place = int(mine.partition(".")[0])
    if words == "You win!":
        assert place == 1
    if words == "You lose." or (words.endswith(" wins!") and not words.startswith("You")):
        assert place > 1
    assert page.locator("#result + p").inner_text().strip(), "the reason is told"
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


DARK_FIRST = ("keys", "sideways")
"""Ways in which axe looks at the game in dark and at its end in light; in the others it is the other way round. In `make
test` it looks at some games while they are played, and at the others when they are over."""


def is_seen_in_play(title: str) -> bool:
    """Every other game."""
    return bool([*SHORT].index(title) % 2)


def play(person: Person, title: str, way: str) -> None:
    light, dark = (soaked((scheme,), LIGHT_AND_DARK) for scheme in LIGHT_AND_DARK)
    in_play, at_the_end = (dark, light) if way in DARK_FIRST else (light, dark)
    person.wait_for_turn()
    if SOAKING or is_seen_in_play(title):
        person.audit(f"{title} in play by {way}", schemes=in_play)
    person.check_in_sight(f"{title} in play by {way}")
    check_the_end(person, play_by_keys(person) if way == "keys" else person.play_to_the_end())
    if SOAKING or not is_seen_in_play(title):
        person.audit(f"the end of {title} by {way}", schemes=at_the_end)
    person.check_in_sight(f"the end of {title} by {way}")


@pytest.mark.parametrize(("title", "way"), soaked(USUAL, [(title, way) for title in SHORT for way in WAYS]))
def test_a_game_to_its_end(new_person: NewPerson, title: str, way: str) -> None:
    person = new_person(**WAYS[way])
    person.go_to(short_table(person.url, title, seats=4, dealer=3))  # in Starboard the dealer's left acts first: seat 0
    play(person, title, way)


def test_a_game_from_the_home_page(person: Person) -> None:
    """One click, and played as it is."""
    person.go_home()
    person.play_now("Pairs")
    expect(person.page).to_have_title(re.compile(r"Pairs, table \w+ · Cutcard$"))
    person.wait_for_turn()
    person.look_over("Pairs in play")
    check_the_end(person, person.play_to_the_end())
    person.look_over("the end of Pairs")
