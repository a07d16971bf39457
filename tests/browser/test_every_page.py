"""Every page around the tables, on a desktop in light and on a phone in dark, with large text."""

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import Person


def test_pages_around_the_table(new_person: NewPerson) -> None:
    zoe, ann = new_person("Zoe"), new_person("Ann")
    zoe.go_home()
    zoe.look_over("home")
    zoe.open_settings()
    zoe.look_over("home with its menu")
    ann.page.goto(f"{ann.url}/you")
    expect(ann.page.get_by_text("Play a game, and it shows here.")).to_be_visible()
    ann.look_over("your games, before the first")
    zoe.page.keyboard.press("Escape")
    expect(zoe.page.get_by_label("You are")).to_have_count(0)
    zoe.open_dialog("Pickle")
    zoe.look_over("the dialog")
    zoe.page.keyboard.press("Escape")
    expect(zoe.page.get_by_role("dialog")).to_have_count(0)
    link = zoe.make_table("Pickle", players=3)
    zoe.look_over("the lobby of the host")
    ann.page.goto(link)
    ann.page.get_by_role("button", name="Sit down").wait_for()
    ann.look_over("the lobby of a visitor")
    ann.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.get_by_text("starts the game when everybody is here")).to_be_visible()
    ann.look_over("the lobby of a guest")


def test_pages_that_are_not_there(person: Person) -> None:
    person.forgiven = ["404", "WebSocket connection"]
    page = person.page
    page.goto(f"{person.url}/t/AAAAAAAA")
    expect(page.get_by_role("alert")).to_contain_text("no")
    person.look_over("a table that is not there")
    page.goto(f"{person.url}/no/such/page")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing here")
    person.look_over("a page that is not there")
    page.get_by_role("link", name="See all games").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Pull up a chair")


def test_light_and_dark_follow_the_system(person: Person) -> None:
    page = person.page
    page.goto(person.url)
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("script[blocking=render]")).to_have_count(1)  # nothing is painted before it is known


def test_dark_by_ones_own_word(person: Person) -> None:
    person.go_home()
    person.open_settings()
    person.page.get_by_label("Look", exact=True).select_option(label="Dark")
    expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")
    person.page.reload()
    expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")
    person.page.get_by_role("button", name="Play Port now, against bots").wait_for()
    person.audit("home in the dark", schemes=("light",))  # the system's scheme: one's own word counts for more
