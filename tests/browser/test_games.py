"""Every game, from the home page to its result, by mouse against bots; and its table looked over on the way."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

AT_ONCE = ["Pairs", "Port", "Starboard", "Pickup"]
"""One click on the home page, and played as it is."""
SHORTENED = {
    "Pieces of Eight": {"the_losing_score": 12},
    "Continuous Pairs": {"the_losing_score": 12},
    "To the Moon": {"how_many_rounds": 1},
    "Pickle": {"the_game_ends_after_this_many_hands": 1},
    "Clever Pickin'": {"the_game_ends_after_this_many_hands": 1},
}
"""Long games, with an option that makes them short."""


def check_the_end(person: Person, words: str) -> None:
    page = person.page
    table = page.get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(1 + page.locator("[data-seat]").count())
    mine = table.get_by_role("row").filter(has_text="Zoe").inner_text()
    place = int(mine.partition(".")[0])
    if words == "You win!":
        assert place == 1
    if words == "You lose." or (words.endswith(" wins.") and not words.startswith("You")):
        assert place > 1
    assert page.locator("#result + p").inner_text().strip(), "the reason is told"
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def play(person: Person, title: str) -> None:
    for _ in range(3):
        person.wait_for_turn()
        person.play_once()
    if person.wait_for_turn():
        person.look_over(f"{title} in play")
    check_the_end(person, person.play_to_the_end())


@pytest.mark.parametrize("title", AT_ONCE)
def test_a_game_as_it_is(person: Person, title: str) -> None:
    person.go_home()
    person.play_now(title)
    expect(person.page).to_have_title(re.compile(rf"{title}, table \w+ · Cutcard$"))
    play(person, title)


@pytest.mark.parametrize("title", SHORTENED)
def test_a_long_game_made_short(person: Person, title: str) -> None:
    person.go_home()
    person.make_table(title, **SHORTENED[title])
    person.fill_with_bots()
    play(person, title)
