"""Your own games: counted up, saved, taken to another device, and deleted."""

import json
import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import KEY, LARGE_PHONE, Person
from tests.browser.short_games import short_table
from tests.server.client import Visitor

SECRET = "JSON.parse(localStorage['cutcard.person'])"
EMPTY = "Play a game, and it shows here."


def finish(seat: Visitor) -> None:
    with seat.live() as live:
        live.play_to_the_end()


def play_a_few(person: Person) -> None:
    """One from the page, which says whose it is, and two more by the same secret."""
    person.go_home()
    person.play_now("Pickup")
    code = person.page.url.rpartition("/")[2]
    finish(Visitor(person.url, code, person.page.evaluate(KEY, code), 0))
    for title in ("Port", "Pairs"):
        finish(short_table(person.url, title, 2, person=person.page.evaluate(SECRET)))


def figure(person: Person, name: str) -> Locator:
    """One of the large numbers."""
    figures = person.page.get_by_role("region", name="All your games")
    return figures.get_by_text(name, exact=True).locator("xpath=following-sibling::dd")


def test_your_games_counted_saved_moved_and_deleted(new_person: NewPerson) -> None:
    zoe = new_person("Zoe")
    play_a_few(zoe)
    zoe.go_home()
    zoe.page.get_by_role("link", name=re.compile("your games in numbers")).click()
    page = zoe.page
    expect(figure(zoe, "Played")).to_have_text("3")
    told = Visitor(zoe.url, key=page.evaluate(SECRET)).ask("GET", "/you")
    for name, number in (("Won", told["won"]), ("Lost", told["lost"]), ("Best streak", told["best_streak"])):
        expect(figure(zoe, name)).to_have_text(re.compile(rf"^{number}\b"))
    cards = page.get_by_role("region", name="Game by game").get_by_role("article")
    expect(cards.get_by_role("heading")).to_have_text([one["title"] for one in told["games"]])
    for one, card in zip(told["games"], cards.all(), strict=True):
        expect(card.get_by_role("img", name=re.compile("^One game: "))).to_be_visible()
        card.get_by_text("The last games").click()
        expect(card.get_by_role("link", name=f"table {one['last'][0]['code']}")).to_be_visible()
    (bots,) = told["bots"]
    expect(page.get_by_role("row", name=f"Easy {bots['beaten']} {bots['met']}", exact=True)).to_be_visible()
    zoe.look_over("your games")

    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "cutcard-games.json"
    saved = json.loads(Path(download.value.path()).read_text())
    assert saved["numbers"] == told
    assert [one["replay"] for one in saved["played"]] == [f"{zoe.url}/r/{one['code']}" for one in saved["played"]]

    page.get_by_role("button", name="Use on another device").click()
    expect(page.get_by_role("img", name="Your private link as a QR code")).to_be_visible()
    zoe.look_over("the private link")
    link = page.get_by_label("Your private link", exact=True).input_value()
    page.keyboard.press("Escape")
    phone = new_person("Zoe's phone", viewport=LARGE_PHONE, has_touch=True)
    move(phone, link)

    page.reload()
    expect(figure(zoe, "Played")).to_have_text("4")
    page.get_by_role("button", name="Delete all of it").click()
    page.get_by_role("button", name="Delete 4 games").click()  # one of them was the phone's
    expect(page.get_by_text(EMPTY)).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Deleted: 4 games.")).to_be_visible()
    phone.page.reload()
    expect(phone.page.get_by_text(EMPTY)).to_be_visible()
    assert page.evaluate(SECRET) not in link


def move(phone: Person, link: str) -> None:
    """Open the private link in a browser that has a game of its own: asked first, it is left alone; then both are one."""
    page = phone.page
    page.goto(f"{phone.url}/you")
    expect(page.get_by_text(EMPTY)).to_be_visible()
    finish(short_table(phone.url, "Port", 2, person=page.evaluate(SECRET)))
    own = page.evaluate(SECRET)
    page.reload()
    expect(page.get_by_role("button", name="Look at my last games: 1 game", exact=True)).to_be_visible()
    page.goto(link)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("stands for 3 games")
    assert page.url == f"{phone.url}/you"
    phone.look_over("a private link that was opened")
    dialog.get_by_role("button", name="Leave all as it is").click()
    assert page.evaluate(SECRET) == own
    page.goto(link)
    dialog.get_by_role("button", name="Put both together").click()
    expect(figure(phone, "Played")).to_have_text("4")
    expect(page.get_by_role("button", name="Look at my last games: 4 games")).to_be_visible()
    assert page.evaluate(SECRET) in link
