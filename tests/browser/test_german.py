"""A browser that likes German is spoken to in German, by the page and by the rules; and another language can be chosen."""

import json
import os
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.german_places import NAME, PLACES
from tests.browser.person import LARGE_PHONE, SMALL_PHONE, Person

ENGLISH = re.compile(
    r"\b(the|your|you|turn|play|points|cards?|rules|seats?|with|friends|settings|leave|close|trick|bid|pick|round)\b",
    re.IGNORECASE,
)
"""Words that German texts of these pages do not have."""
NAMES = re.compile(
    r"Pieces of Eight|[Tt]o.the.[Mm]oon|Clever Pickin'|Cheapass Games|Hip Pocket Games|James Ernest|cutcard \w+"
)


PHONES = {"large": LARGE_PHONE, "small": SMALL_PHONE}


def check_german(person: Person, what: str) -> None:
    """All that can be read or heard on the page."""
    page = person.page
    expect(page.locator("html")).to_have_attribute("lang", "de")
    heard = page.eval_on_selector_all(
        "[aria-label], [title], [placeholder]",
        "all => all.flatMap(one => ['aria-label', 'title', 'placeholder'].map(name => one.getAttribute(name) ?? ''))",
    )
    text = page.inner_text("body")
    for rules in page.locator(".rules").all_inner_texts():  # they name moves as they are typed; other tests look at them
        text = text.replace(rules, "")
    text = NAMES.sub("", "\n".join([page.title(), text, *heard]))
    assert ENGLISH.findall(text) == [], f"{what}: {text}"
    person.audit(what)


def slug(what: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", what.lower()).strip("-")


@pytest.mark.parametrize("place", PLACES)
def test_every_page_and_state_in_german_on_a_phone(new_person: NewPerson, place: str) -> None:
    """axe in one lamp, and nothing cut off on a large and on a small phone. `CUTCARD_PICTURES=folder` takes pictures."""
    pictures = os.environ.get("CUTCARD_PICTURES")
    person = new_person(NAME, viewport=LARGE_PHONE, has_touch=True, locale="de-AT", hurried=not pictures)
    troubles = []
    for what in PLACES[place](person):
        for name, size in PHONES.items():
            person.page.set_viewport_size(size)
            try:
                if name == "large":
                    check_german(person, what)
                person.check_width(what)
                person.check_whole(f"{what} on a {name} phone", NAME)
            except AssertionError as error:
                troubles.append(str(error))
            if pictures:
                person.page.screenshot(path=f"{pictures}/{place}-{slug(what)}-{name}.png", full_page=True)
        person.page.set_viewport_size(LARGE_PHONE)
    assert not troubles, "\n".join(troubles)


def test_a_language_can_be_chosen_and_is_kept(new_person: NewPerson) -> None:
    person = new_person()
    person.page.goto(person.url)
    person.page.get_by_role("button", name="Settings").click()
    person.page.get_by_role("combobox", name="Language").select_option("Deutsch")
    expect(person.page.get_by_role("heading", name="Wähl ein Spiel")).to_be_visible()
    person.page.reload()
    manifest = person.context.new_cdp_session(person.page).send("Page.getAppManifest")
    assert manifest["url"] == f"{person.url}/manifest.webmanifest?language=de"
    assert json.loads(manifest["data"])["lang"] == "de"
    expect(person.page.get_by_text("Reiz dein Glück aus", exact=False)).to_be_visible()
    person.page.get_by_role("button", name="Einstellungen").click()
    person.page.get_by_role("combobox", name="Sprache").select_option("Wie mein Browser")
    expect(person.page.get_by_role("heading", name="Choose a game")).to_be_visible()
