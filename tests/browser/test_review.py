"""The review of a game, beside its replay: from the end of a lost game one press leads to it, and there it is stepped
through by buttons, keys, the graph and the list of moves."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import DESKTOP, LARGE_PHONE, STARTING, TWO_FRAMES, Person
from tests.browser.rounding import in_percent
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


def reviewed_game(person: Person, way: Callable[[Visitor], object], errors: int) -> tuple[Visitor, list[dict[str, Any]]]:
    """One that a person has lost, with so many errors at least, theirs among them; and its errors. `way` leads to its
    review, which has filled in."""
    while True:
        seat = lost_game(person.url)
        way(seat)
        whole(panel_of(person))
        found = errors_of(seat)
        if len(found) >= errors and found[0]["seat"] == seat.seat:
            return seat, found


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


def told_of(seat: Visitor) -> dict[str, Any]:
    """The review as a page gets it."""
    told: dict[str, Any] = seat.ask("GET", f"/tables/{seat.code}/review", depth=1)
    return told


def errors_of(seat: Visitor) -> list[dict[str, Any]]:
    """What is held against somebody: of this seat first, and then by the order of the game. The review has to be made."""
    found = [one for one in told_of(seat)["decisions"] if one["is_error"]]
    return sorted(found, key=lambda one: (one["seat"] != seat.seat, one["decision"]))


def test_a_lost_game_is_reviewed_mistake_by_mistake(person: Person, new_person: NewPerson) -> None:
    page, panel = person.page, panel_of(person)

    def from_the_end(seat: Visitor) -> None:
        page.goto(f"{seat.url}/t/{seat.code}#key={seat.key}")
        page.get_by_role("link", name="Review").click()

    seat, errors = reviewed_game(person, from_the_end, 2)
    page.get_by_role("button", name="End", exact=True).click()
    panel.get_by_role("button", name="Next mistake").click()  # around to the first
    first, last = errors[0], errors[-1]
    step_shown(person, first["decision"])
    expect(panel.get_by_role("heading", name=f"Mistake 1 of {len(errors)}")).to_be_visible()
    expect(panel.get_by_role("status").filter(has_text=f"You: {first['word']}")).to_be_visible()
    expect(panel.get_by_text(re.compile("was better: this way you lose about"))).to_be_visible()
    page.keyboard.press("p")
    step_shown(person, last["decision"])
    page.keyboard.press("n")
    step_shown(person, first["decision"])

    judged = first["judged"]
    tried = panel.locator(".try").first
    tried.focus()
    page.keyboard.press("Enter")
    expect(tried).to_have_attribute("aria-pressed", "true")
    after = panel.locator(".after")
    for chance in judged[0]["chances"]:
        expect(after).to_contain_text(in_percent(chance))

    graph = panel.get_by_role("slider", name="Chances over the game")
    graph.focus()
    page.keyboard.press("End")
    steps = int(graph.get_attribute("aria-valuemax") or 0)
    step_shown(person, steps)
    page.keyboard.press("ArrowLeft")
    step_shown(person, steps - 1)
    box = graph.bounding_box()
    assert box
    page.mouse.move(box["x"] + 0.99 * box["width"], box["y"] + box["height"] / 2)
    page.mouse.down()  # a thumb that begins to scroll does as much
    page.evaluate(TWO_FRAMES)
    step_shown(person, steps - 1)
    page.mouse.up()
    step_shown(person, steps)
    expect(graph).to_have_attribute("aria-valuenow", str(steps))
    panel.get_by_text("What is this?").click()
    expect(panel.get_by_text("never from what was hidden")).to_be_visible()
    person.audit("a review", schemes=("light", "dark"))
    assert page.evaluate(SIDEWAYS) == []
    page.set_viewport_size(LARGE_PHONE)
    expect(panel).to_have_count(0)
    page.set_viewport_size(DESKTOP)
    expect(panel).to_be_visible()
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
    step_shown(friend, min(one["decision"] for one in errors))


def test_what_is_slow_or_fails_takes_nothing_away(person: Person) -> None:
    """A deeper look that is refused, and other moves that are tried: of a hand of which any two cards make a move."""
    page, panel = person.page, panel_of(person)
    person.forgiven = ["400", "503"]
    tried: list[Route] = []
    # What is asked for right after a first route may get past it.
    page.route("**/review/what-if?*", lambda route: tried.append(route))
    seat, errors = reviewed_game(person, lambda seat: page.goto(f"{seat.url}/r/{seat.code}?review"), 1)
    last = max(errors, key=lambda one: one["decision"])
    step, moment = last["decision"], f"**/replay?step={last['decision']}&seat={last['seat']}"
    page.get_by_role("button", name="End", exact=True).click()
    page.route(moment, lambda route: route.fulfill(status=503, json={"reason": "not now"}))  # what is late is asked twice
    panel.get_by_role("button", name="Previous mistake").click()
    expect(panel.get_by_role("alert")).to_have_text("Not now.")
    page.unroute(moment)

    def with_pick(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["update"]["you"]["pick"] = {"verb": "trade", "cards": ["3", "5", "9"], "count": 2}
        route.fulfill(response=answer, json=told)

    page.route(moment, with_pick)
    panel.get_by_role("slider").press("End")
    page.keyboard.press("p")
    step_shown(person, step)
    cards = panel.get_by_role("group", name="Try others: pick 2 cards")
    for card in ("9", "3"):
        cards.get_by_role("button", name=card).click()
    cards.get_by_role("button", name="What if?").click()
    person.wait_until(lambda: tried)
    assert parse_qs(urlsplit(tried[0].request.url).query)["move"] == ["trade 3 9"]
    looked_at = panel.locator(".try").first
    looked_at.click()
    chances = panel.locator(".after").inner_text()
    late = {**last["judged"][-1], "cost": 77}
    with page.expect_response("**/review/what-if?*"):
        tried[0].fulfill(json=late)
    expect(cards.get_by_role("button", name="What if?")).to_be_enabled()
    assert panel.locator(".after").inner_text() == chances

    asked: list[Route] = []
    answers: dict[str, Any] = {}

    def as_wished(route: Route) -> None:
        if answers:
            route.fulfill(**answers)
        else:
            asked.append(route)  # it has to wait

    page.route("**/review?*depth=4", as_wished)
    deeper = panel.get_by_role("button", name="Look deeper")
    deeper.focus()
    page.keyboard.press("Enter")
    expect(deeper).to_have_count(0)
    heading = panel.get_by_role("heading", name=f"Mistake {len(errors)} of {len(errors)}")
    expect(heading).to_be_focused()
    expect(panel.get_by_text(re.compile("^0 of .* decisions judged"))).to_be_visible()
    person.wait_until(lambda: asked)
    nothing_yet = {"stage": "preparing", "depth": 4, "graph": None, "decisions": [], "seats": [], "done": 0, "until": 0}
    answers = {"json": {**told_of(seat), **nothing_yet, "trouble": "it took too long"}}
    for route in asked:  # what is late is asked twice
        route.fulfill(**answers)
    expect(panel.get_by_role("alert")).to_have_text("It took too long.")
    expect(heading).to_be_visible()
    answers = {"status": 400, "json": {"reason": "not this one"}}  # it is asked for again by itself
    expect(panel.get_by_role("alert")).to_have_text("Not this one.")
    expect(heading).to_be_visible()
    page.evaluate(TWO_FRAMES)
    before, answers = len(asked), {}
    panel.get_by_role("button", name="Try again").press("Enter")
    person.wait_until(lambda: len(asked) > before)
    expect(panel.get_by_role("alert")).to_have_count(0)
    expect(heading).to_be_focused()
