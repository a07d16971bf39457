"""A browser that likes German is spoken to in German, by the page and by the rules; and another language can be chosen."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import LARGE_PHONE, STARTING, Person
from tests.browser.short_games import finished_table, short_table
from tests.server.client import Visitor

ENGLISH = re.compile(
    r"\b(the|your|you|turn|play|points|cards?|rules|seats?|with|friends|settings|leave|close|trick|bid|pick|round)\b",
    re.IGNORECASE,
)
"""Words that German texts of these pages do not have."""
NAMES = re.compile(r"Pieces of Eight|To the Moon|Clever Pickin'|Cheapass Games|Hip Pocket Games|James Ernest|cutcard \w+")


def check_german(person: Person, what: str) -> None:
    """All that can be read or heard on the page."""
    page = person.page
    expect(page.locator("html")).to_have_attribute("lang", "de")
    heard = page.eval_on_selector_all(
        "[aria-label], [title], [placeholder]",
        "all => all.flatMap(one => ['aria-label', 'title', 'placeholder'].map(name => one.getAttribute(name) ?? ''))",
    )
    text = NAMES.sub("", "\n".join([page.title(), page.inner_text("body"), *heard]))
    assert ENGLISH.findall(text) == [], f"{what}: {text}"
    person.audit(what)
    person.check_width(what)


def go_to(person: Person, seat: Visitor) -> None:
    person.page.goto(f"{seat.url}/t/{seat.code}#key={seat.key}")
    expect(person.page.get_by_role("region", name="Tisch", exact=True)).to_be_visible(timeout=STARTING)


def test_home_table_and_end_in_german_on_a_phone(new_person: NewPerson) -> None:
    person = new_person(viewport=LARGE_PHONE, has_touch=True, locale="de-AT")
    person.page.goto(person.url)
    expect(person.page.get_by_role("heading", name="Wähl ein Spiel")).to_be_visible()
    expect(person.page.get_by_role("heading", name="Pickle")).to_be_visible()
    check_german(person, "home")

    go_to(person, short_table(person.url, "Clever Pickin'", 4))
    expect(person.page.get_by_text("Du bist dran")).to_be_visible()
    check_german(person, "a table")
    person.page.get_by_role("button", name="Menü").click()
    expect(person.page.get_by_role("combobox", name="Sprache")).to_be_visible()
    check_german(person, "the menu")

    go_to(person, finished_table(person.url, "Pairs", 3))
    expect(person.page.get_by_role("button", name="Revanche")).to_be_visible()
    check_german(person, "the end")


def test_a_language_can_be_chosen_and_is_kept(new_person: NewPerson) -> None:
    person = new_person()
    person.page.goto(person.url)
    person.page.get_by_role("button", name="Settings").click()
    person.page.get_by_role("combobox", name="Language").select_option("Deutsch")
    expect(person.page.get_by_role("heading", name="Wähl ein Spiel")).to_be_visible()
    person.page.reload()
    expect(person.page.get_by_text("Reiz dein Glück aus", exact=False)).to_be_visible()
    person.page.get_by_role("button", name="Einstellungen").click()
    person.page.get_by_role("combobox", name="Sprache").select_option("Wie mein Browser")
    expect(person.page.get_by_role("heading", name="Choose a game")).to_be_visible()
