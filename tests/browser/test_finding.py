"""For who comes alone: the list of open tables as it is now, and a seat at one of them."""

import re

from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import STARTING, Person
from tests.server.client import join, make_table


def find_table(person: Person, game: str, bots: bool = True) -> None:
    page = person.page
    page.get_by_role("button", name="Find me a table").click()
    dialog = page.get_by_role("dialog", name="Find me a table")
    dialog.get_by_label("Game").select_option(label=game)
    dialog.get_by_role("checkbox").set_checked(bots)
    dialog.get_by_role("button", name="Find me a table").click()
    page.get_by_role("heading", name="Who plays").wait_for()


def seats_taken_by(page: Page, *names: str) -> None:
    for name in names:
        expect(page.get_by_role("region", name="Who plays").locator("strong", has_text=name)).to_be_visible()


def test_two_who_come_alone_play_together(new_person: NewPerson) -> None:
    ann, bob = new_person("Ann"), new_person("Bob")
    for person in (ann, bob):
        person.go_home()
        find_table(person, "Starboard", bots=False)
    assert ann.page.url == bob.page.url
    seats_taken_by(ann.page, "Bob")
    seats_taken_by(bob.page, "Ann")
    ann.fill_with_bots()
    bob.board.wait_for(timeout=STARTING)


def test_bots_take_the_free_seats_where_nobody_comes(person: Person) -> None:
    person.go_home()
    find_table(person, "Pickup")
    person.board.wait_for(timeout=STARTING)
    expect(person.page.locator("[data-plate]").filter(has_text="bot, easy")).to_have_count(3)


def test_who_comes_alone_may_wait_for_people_and_finds_the_way_back(person: Person) -> None:
    page = person.page
    person.go_home()
    find_table(person, "Port", bots=False)
    expect(page.get_by_role("timer")).to_have_count(0)
    link = page.url
    page.get_by_role("link", name="Cutcard").click()
    page.get_by_role("button", name="Find me a table").click()
    person.look_over("finding a table")
    page.get_by_role("dialog").get_by_role("button", name="Find me a table").click()
    expect(page).to_have_url(link)
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()


def test_the_list_of_tables_changes_by_itself_and_a_page_nobody_sees_asks_for_nothing(person: Person) -> None:
    page = person.page
    asked: list[str] = []

    def count(request: Request) -> None:
        if request.url.endswith("/api/tables"):
            asked.append(request.url)

    page.on("request", count)
    page.goto(person.url)
    tables = page.get_by_role("region", name="Open tables")
    waiting = make_table(person.url, "to-the-moon", "Quentin", seats=2, listed=True)
    entry = tables.get_by_role("listitem").filter(has_text="Quentin")
    expect(entry.get_by_role("link")).to_have_text(re.compile("^Join"))
    friend = join(waiting, "Rosa")
    expect(entry).to_contain_text("Rosa")
    expect(entry.get_by_role("link")).to_have_text(re.compile("^Watch"))
    person.look_away()
    page.wait_for_timeout(600)  # the look that was due finds nobody
    before = len(asked)
    page.wait_for_timeout(1_500)  # of a person who is hurried: more than twenty seconds
    assert len(asked) <= before + 1
    friend.at_table("leave")
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    expect(entry.get_by_role("link")).to_have_text(re.compile("^Join"))
    waiting.at_table("leave")
