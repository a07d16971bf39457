"""The review of a game, beside its replay: from the end of a lost game one press leads to it, and there it is stepped
through by buttons, keys, the graph and the list of moves."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import LARGE_PHONE, STARTING, Person
from tests.browser.short_games import SHORT
from tests.browser.test_german import check_german
from tests.server.client import Visitor, make_table

SIDEWAYS = """() => [...document.querySelectorAll('html, dialog .body')].filter(one => one.scrollWidth > one.clientWidth)
    .map(one => one.className || one.tagName)"""


def lost_game(url: str) -> Visitor:
    """A short game of Pairs for two that a person has lost: they folded at once, and took the highest card there was."""
    game, options = SHORT["Pairs"]
    while True:
        seat = make_table(url, game, seats=2, options=options, level="easy")
        seat.start()
        while (update := seat.wait_for(is_my_turn))["table"]["state"] != "over":
            offers = [offer["move"] for offer in update["you"]["offers"]]
            seat.move(max(offers, key=taken), update["you"]["asked"])
        if update["play"]["outcome"]["standings"][-1]["seat"] == 0:
            return seat


def taken(move: str) -> int:
    return int(move.removeprefix("fold ")) if move != "hit" else 0


def is_my_turn(update: dict[str, dict[str, object]]) -> bool:
    return bool(update["you"]["offers"]) or update["table"]["state"] == "over"


def step_shown(person: Person, step: int) -> None:
    expect(person.page.locator("input[type=range]")).to_have_js_property("value", str(step))


def panel_of(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name="Review")


def whole(panel: Locator) -> None:
    """It has filled in; what it needs is compiled where that has not been done."""
    expect(panel.get_by_role("slider")).to_be_visible(timeout=STARTING)
    expect(panel.get_by_role("progressbar")).to_have_count(0, timeout=STARTING)


def errors_of(seat: Visitor) -> list[dict[str, object]]:
    """What is held against somebody: of this seat first, and then by the order of the game."""
    found = [one for one in seat.ask("GET", f"/tables/{seat.code}/review", depth=1)["decisions"] if one["is_error"]]
    return sorted(found, key=lambda one: (one["seat"] != seat.seat, one["decision"]))


def test_a_lost_game_is_reviewed_mistake_by_mistake(person: Person, new_person: NewPerson) -> None:
    page, seat = person.page, lost_game(person.url)
    page.goto(f"{seat.url}/t/{seat.code}#key={seat.key}")
    page.get_by_role("link", name="Review").click()
    panel = panel_of(person)
    whole(panel)
    errors = errors_of(seat)
    assert errors[0]["seat"] == 0, "who takes a high card has made a mistake"

    page.get_by_role("button", name="End", exact=True).click()
    panel.get_by_role("button", name="Next mistake").click()  # around to the first
    first = next(one for one in errors if one["decision"] >= 0)
    step_shown(person, int(str(first["decision"])))
    expect(panel.get_by_role("heading", name=f"Mistake 1 of {len(errors)}")).to_be_visible()
    expect(panel.get_by_text(f"You: {first['word']}", exact=False)).to_be_visible()
    expect(panel.get_by_text(re.compile("was better: this way you lose about"))).to_be_visible()
    page.keyboard.press("p")
    step_shown(person, int(str(errors[-1]["decision"])))
    page.keyboard.press("n")
    step_shown(person, int(str(first["decision"])))

    judged = first["judged"]
    assert isinstance(judged, list)
    tried = panel.locator(".try").first
    tried.focus()
    page.keyboard.press("Enter")
    expect(tried).to_have_attribute("aria-pressed", "true")
    after = panel.locator(".after")
    for chance in judged[0]["chances"]:
        expect(after).to_contain_text(f"{round(chance)}%")

    graph = panel.get_by_role("slider", name="Chances over the game")
    graph.focus()
    page.keyboard.press("End")
    steps = int(graph.get_attribute("aria-valuemax") or 0)
    step_shown(person, steps)
    page.keyboard.press("ArrowLeft")
    step_shown(person, steps - 1)
    box = graph.bounding_box()
    assert box
    page.mouse.click(box["x"] + 0.99 * box["width"], box["y"] + box["height"] / 2)
    step_shown(person, steps)
    expect(graph).to_have_attribute("aria-valuenow", str(steps))
    panel.get_by_text("What is this?").click()
    expect(panel.get_by_text("never from what was hidden")).to_be_visible()
    person.audit("a review", schemes=("light", "dark"))
    assert page.evaluate(SIDEWAYS) == []
    page.get_by_role("button", name="Moves").click()
    expect(page.get_by_role("dialog", name="Moves").locator("[aria-current=step]")).to_contain_text(f"Step {steps}")

    friend = new_person("Ann", viewport=LARGE_PHONE, has_touch=True, locale="de-DE")
    friend.page.goto(f"{seat.url}/r/{seat.code}")
    friend.page.get_by_role("button", name="Analyse").click()
    sheet = friend.page.get_by_role("dialog", name="Analyse")
    sheet.get_by_role("slider").press("End")
    sheet.get_by_role("button", name="Nächster Fehler").click()
    expect(sheet.get_by_role("heading", name=f"Fehler 1 von {len(errors)}")).to_be_visible()
    expect(sheet.get_by_text(re.compile("“ war besser: So "))).to_be_visible()
    check_german(friend, "a review")
    assert friend.page.evaluate(SIDEWAYS) == []
    sheet.get_by_role("button", name="Schließen").click()
    expect(friend.page.get_by_role("dialog")).to_have_count(0)
    step_shown(friend, min(int(str(one["decision"])) for one in errors))
