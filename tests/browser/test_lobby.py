"""Before the game."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import STARTING


def test_the_others_can_start_when_the_host_has_gone(new_person: NewPerson) -> None:
    """Also give seats to bots, and change the settings; when the host comes back that is over."""
    zoe, ann = new_person("Zoe"), new_person("Ann")
    zoe.go_home()
    link = zoe.make_table("Pairs", players=4)
    ann.sit_down(link)
    expect(ann.page.get_by_role("button", name=re.compile("start$", re.IGNORECASE))).to_have_count(0)
    zoe.page.goto("about:blank")
    expect(ann.page.get_by_text("Zoe is away: you can start.")).to_be_visible()
    ann.look_over("the lobby of a guest without a host")
    zoe.page.goto(link)
    expect(ann.page.get_by_text("Zoe starts the game when everybody is here.")).to_be_visible()
    zoe.page.goto("about:blank")

    ann.page.get_by_label("Who sits in seat 3").select_option(label="Easy bot")
    expect(ann.page.get_by_text("easy bot", exact=True)).to_be_visible()
    ann.page.get_by_text("Change the game’s settings").click()
    ann.page.get_by_label("Players").select_option("3")
    ann.page.get_by_role("button", name="Keep these settings").click()
    expect(ann.page.get_by_text("Free seat")).to_have_count(0)
    ann.page.get_by_role("button", name="Start", exact=True).click()
    ann.board.wait_for(timeout=STARTING)


def test_the_start_is_in_sight_on_a_phone(new_person: NewPerson) -> None:
    person = new_person(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    person.go_home()
    person.make_table("Pickle", players=7)
    start = person.page.get_by_role("button", name=re.compile("^Fill with .* bots and start$"))
    for place in ("start", "end"):
        person.page.evaluate("place => document.querySelector('main').scrollIntoView({block: place})", place)
        box = start.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844, f"at the {place} of the page"
