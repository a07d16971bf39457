"""A whole visit without a mouse."""

from playwright.sync_api import expect

from tests.browser.keyboard import focus, play_by_keys, tab_to
from tests.browser.person import Person


def test_a_visit_by_keyboard_alone(person: Person) -> None:
    page = person.page
    page.goto(person.url)
    page.get_by_role("button", name="Play Pickup now, against bots").wait_for()
    tab_to(person, "Skip to the page")
    tab_to(person, "Settings")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # the name
    page.keyboard.type("Kay")
    page.keyboard.press("Tab")  # the level of the bots: arrows choose among them
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="easy")).to_be_checked()
    page.keyboard.press("Escape")
    assert str(focus(person)["words"]).startswith("Settings"), "a menu that is closed gives the focus back"
    tab_to(person, "Play Pickup now")
    page.keyboard.press("Enter")
    person.board.wait_for()
    assert focus(person)["tag"] == "H1", "a new page begins at its heading"
    play_by_keys(person, least=6)
    tab_to(person, "Rematch")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your turn")).to_be_visible()
