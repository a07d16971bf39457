"""A table without aids in the browser: no hint, no odds, and of the discards their backs and how many they are."""

import re

from playwright.sync_api import expect

from tests.browser.person import Person


def test_a_table_without_aids(person: Person) -> None:
    page = person.page
    person.go_home()
    person.make_table("Port", players=2, aids=False, the_score_that_wins=7)
    expect(page.get_by_text("Without aids: no odds, no hints")).to_be_visible()
    person.audit("the lobby of a table without aids")
    person.fill_with_bots()
    discards = page.locator("[data-pile=discards]")
    lay_there = False
    while person.wait_for_turn():
        assert not any("%" in option["words"] for option in person.options())
        assert page.get_by_role("button", name="Hint").count() == 0
        assert discards.get_by_role("button").count() == 0
        text = discards.inner_text()
        assert re.fullmatch(r"Discards\s+\d+", text)
        lay_there |= not re.search(r"\b0$", text)
        person.play_once()
    assert lay_there
    expect(discards.get_by_role("button")).to_have_count(1)  # the game is over
    page.get_by_role("button", name="See the cards").click()
    discards.get_by_role("button").click()
    expect(page.get_by_role("group", name="Discards").get_by_role("listitem").first).to_be_visible()


def test_the_host_changes_it_before_the_start(person: Person) -> None:
    page = person.page
    person.go_home()
    person.make_table("Pairs", players=2, aids=False)
    page.get_by_text("Change the game’s settings").click()
    switch = page.get_by_label("Aids: show odds, hints and what lies in the discards")
    expect(switch).not_to_be_checked()
    switch.check()
    page.get_by_role("button", name="Keep these settings").click()
    expect(page.get_by_text("Without aids:")).to_have_count(0)
    person.fill_with_bots()
    assert person.wait_for_turn()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
