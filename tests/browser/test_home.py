"""The home page: for who is new, and for who comes back."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import STARTING, Person
from tests.browser.short_games import finished_table

TOPS = "all => all.map(one => [one.getBoundingClientRect().top, one.querySelector('h2, h3, h4').innerText])"


def lines_of(tiles: Locator) -> list[list[str]]:
    """The titles, row by row, all measured at the same instant: fonts may still be on their way."""
    rows: dict[int, list[str]] = {}
    for top, title in tiles.evaluate_all(TOPS):
        rows.setdefault(round(top), []).append(title)
    return list(rows.values())


def test_two_games_to_a_row_on_a_phone(new_person: NewPerson) -> None:
    for width in (390, 360):
        person = new_person(viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True)
        person.page.goto(person.url)
        tiles = person.page.get_by_role("region", name="Choose a game").get_by_role("listitem")
        expect(tiles).not_to_have_count(0)
        rows = lines_of(tiles)
        assert all(len(row) == 2 for row in rows[:-1]), rows
        tops = [tile.get_by_role("button", name=re.compile("^With friends")).bounding_box() for tile in tiles.all()]
        assert all(box is not None and min(box["width"], box["height"]) >= 44 for box in tops), "large enough for a thumb"


def test_play_now_plays_what_was_played_last(person: Person) -> None:
    page = person.page
    person.go_home()
    now = page.get_by_role("button", name="Play now")
    expect(now).to_have_text(re.compile("Pairs, against easy bots"))
    person.play_now("Pickup")
    page.get_by_role("link", name="Cutcard").click()
    expect(now).to_have_text(re.compile("Pickup, against easy bots"))
    now.click()
    person.board.wait_for(timeout=STARTING)
    expect(page).to_have_title(re.compile("Pickup, table"))


def test_games_that_go_on_and_games_that_are_over(person: Person) -> None:
    page = person.page
    person.go_to(finished_table(person.url, "Pairs"))
    words = person.read_result()
    person.go_home()
    yours = page.get_by_role("region", name="Your games")
    expect(yours.get_by_role("listitem")).to_have_count(1)
    expect(yours).to_contain_text(words)
    if not words.startswith("You"):
        expect(yours).to_contain_text("You are safe.")
    person.play_now("Port")
    person.go_home()
    expect(yours.get_by_role("listitem")).to_have_count(2)
    expect(yours.get_by_role("listitem").first).to_contain_text("Port")  # what goes on comes first
    person.look_over("home of who comes back")
    yours.get_by_role("link", name=re.compile("^Result of Pairs")).click()
    assert person.read_result() == words


def test_the_menu_closes_by_a_press_beside_it(person: Person) -> None:
    page = person.page
    page.goto(person.url)
    field = page.get_by_label("You are")
    expect(field).to_have_count(0)
    person.open_settings()
    expect(field).to_be_visible()
    page.get_by_role("heading", level=1).click()
    expect(field).to_have_count(0)
    expect(page.get_by_role("button", name="Settings")).to_have_attribute("aria-expanded", "false")
