"""A deck of your own in the browser: pasted, or from a file that the page reads."""

import json
import re

from playwright.sync_api import Locator, expect

from cutcard.games.clever_pickin.deck import DECK, STAND_IN
from tests.browser.person import Person

OWN = STAND_IN[::-1]
PAIRS = dict(zip(DECK.cards, OWN, strict=True))

FILES = {
    "deck.csv": "\ufeffsolid,hollow\r\n" + "\r\n".join(f"{solid}, {hollow}" for solid, hollow in reversed(PAIRS.items())),
    "list.json": json.dumps(OWN),
    "object.json": json.dumps(PAIRS),
    "pairs.json": json.dumps(list(reversed(PAIRS.items()))),
    "cards.json": json.dumps([{"solid": solid, "hollow": hollow} for solid, hollow in PAIRS.items()]),
}


def settings(person: Person) -> Locator:
    person.go_home()
    dialog = person.open_dialog("Clever Pickin'")
    dialog.get_by_text("Advanced").click()
    return dialog


def choose(dialog: Locator, name: str, text: str) -> None:
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    dialog.get_by_label("Or from a file").set_input_files(file)


def test_a_deck_from_a_file_of_any_kind(person: Person) -> None:
    dialog = settings(person)
    expect(dialog.get_by_text("You can paste them, or choose a file")).to_be_visible()
    field = dialog.get_by_label("Deck, with commas between")
    expect(field).to_have_value(", ".join(STAND_IN))
    for name, text in FILES.items():
        field.fill(", ".join(STAND_IN))
        field.blur()
        choose(dialog, name, text)
        expect(field).to_have_value(", ".join(OWN))
    person.look_over("a deck of one's own")
    dialog.get_by_role("button", name="Make the table").click()
    person.page.get_by_role("heading", name="Who plays").wait_for()
    code = person.page.url.rpartition("/")[2].partition("#")[0]
    table = person.page.request.get(f"{person.url}/api/tables/{code}").json()["table"]
    assert tuple(table["options"]["deck"]) == OWN


NO_DECKS = {
    "": "This file is empty",
    "[1, 2": "is not JSON",
    "solid,hollow\n2C,3C\n2C,4C": "The card 2C is twice in this file",
    "2C,3C\n3C,2C": "This file has no value for 4C, 5C, 6C and others",
    "2C,3C\n3C,2C,9D": "Not every line of this file is a card and its other value",
}
"""What may be in a file that is no deck, and the reason that is told, which is another for each."""


def test_a_file_that_is_no_deck_says_why(person: Person) -> None:
    dialog = settings(person)
    for text, reason in NO_DECKS.items():
        choose(dialog, "deck.csv", text)
        alert = dialog.get_by_role("alert").filter(has_text=re.compile(r"\w"))
        expect(alert).to_contain_text(reason)
        expect(dialog.get_by_label("Deck, with commas between")).to_have_value(", ".join(STAND_IN))
