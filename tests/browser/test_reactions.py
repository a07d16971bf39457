"""Reactions at the plates of those who send them, and people who are not to be heard."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import LARGE_PHONE, Person
from tests.browser.test_together import sit_together


def reaction_of(person: Person, seat: int) -> Locator:
    """What floats at the plate of a seat."""
    return person.page.locator(f"[data-plate='{seat}'] [data-reaction]")


def watch_plates(person: Person) -> None:
    """Keep all that ever floats: it is soon gone."""
    person.page.evaluate("""() => {
        window.floated = []
        new MutationObserver(() => document.querySelectorAll('[data-reaction]').forEach(one =>
            window.floated.push(`${one.closest('[data-plate]').dataset.plate} ${one.dataset.reaction}`)
        )).observe(document.body, {subtree: true, childList: true})
    }""")


def has_floated(person: Person, what: str) -> None:
    person.page.wait_for_function("what => window.floated.includes(what)", arg=what)


def say(person: Person, text: str) -> None:
    person.page.get_by_label("Say something").fill(text)
    person.page.keyboard.press("Enter")


def test_a_reaction_floats_at_the_plate_of_who_sent_it_until_they_are_muted(new_person: NewPerson) -> None:
    zoe, ann = new_person("Zoe"), new_person("Ann", viewport=LARGE_PHONE)
    sit_together(zoe, ann)
    for person in (zoe, ann):
        watch_plates(person)
    chat = zoe.open_panel("Chat")
    chat.get_by_role("button", name="Well played!").click()
    for person in (zoe, ann):
        has_floated(person, "0 bravo")
        expect(reaction_of(person, 0)).to_have_count(0)
    zoe.audit("chat with reactions", schemes=("light",))

    ann.open_panel("Chat").get_by_role("button", name="Wow!").click()
    expect(ann.page.get_by_role("dialog")).to_have_count(0)  # on a phone it would lie over the table
    has_floated(zoe, "1 wow")
    mute = chat.get_by_role("button", name="Mute Ann")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    ann.open_panel("Chat").get_by_role("button", name="Ouch!").click()
    has_floated(ann, "1 ouch")
    ann.open_panel("Chat")
    say(ann, "Can you hear me?")
    said = ann.page.get_by_role("log", name="Chat")
    expect(said).to_contain_text("Can you hear me?")
    say(zoe, "I am listening to myself")  # what was said before has come by then
    expect(said).to_contain_text("Zoe: I am listening to myself")
    expect(chat.get_by_role("log", name="Chat")).to_contain_text("You: I am listening to myself")
    expect(chat).not_to_contain_text("Can you hear me?")
    assert "1 ouch" not in zoe.page.evaluate("window.floated")

    zoe.page.reload()
    chat = zoe.open_panel("Chat")
    expect(chat.get_by_role("log", name="Chat")).to_contain_text("I am listening")
    expect(chat).not_to_contain_text("Can you hear me?")
    chat.get_by_role("button", name="Mute Ann").click()
    expect(chat).to_contain_text(re.compile("Ann: ?Can you hear me"))
