"""Where you lose most: the last games are looked at when that is asked for, and what comes of it stays."""

import re

from playwright.sync_api import expect

from tests.browser.person import LARGE_PHONE, SIDEWAYS, Person
from tests.browser.rounding import with_one_decimal
from tests.browser.short_games import short_table
from tests.browser.test_you import SECRET, finish
from tests.server.client import Visitor


def test_the_last_games_are_looked_at_and_say_where_most_is_lost(person: Person) -> None:
    page = person.page
    page.goto(f"{person.url}/you")
    secret = page.evaluate(SECRET)
    for _ in range(2):
        finish(short_table(person.url, "Pairs", 2, person=secret))
    person.forgiven = ["503"]
    page.route("**/you/trends", lambda route: route.fulfill(status=503, json={"reason": "not now"}))
    page.reload()
    part = page.get_by_role("region", name="Where you lose")
    expect(part.get_by_role("alert")).to_have_text("Not now.")
    page.unroute("**/you/trends")
    part.get_by_role("button", name="Try again").press("Enter")
    expect(part).to_contain_text("None has been made yet.")
    expect(part.get_by_role("alert")).to_have_text("")
    look = part.get_by_role("button", name="Look at my last games: 2 games")
    expect(look).to_be_focused()
    page.keyboard.press("Enter")
    expect(part.get_by_role("button", name="Stop")).to_be_focused()
    page.keyboard.press("Enter")
    expect(look).to_be_focused()
    page.keyboard.press("Enter")
    expect(part.get_by_text("Your last games are all looked at.")).to_be_visible()
    expect(part.get_by_role("heading", name="Where you lose")).to_be_focused()
    expect(part.get_by_role("button")).to_have_count(0)
    told = Visitor(person.url, key=secret).ask("GET", "/you/trends")
    (game,) = told["games"]
    card = part.get_by_role("article")
    expect(card.get_by_role("heading")).to_have_text("Pairs")
    for sentence in game["said"]:
        expect(card.get_by_text(sentence)).to_be_visible()
    kinds = card.locator(".kinds").get_by_role("listitem")
    expect(kinds).to_have_count(len(game["kinds"]))
    for kind, shown in zip(game["kinds"], kinds.all(), strict=True):
        expect(shown).to_contain_text(kind["name"])
        cost = " ± ".join(with_one_decimal(one) for one in (kind["cost"], kind["error"]) if one is not None)
        expect(shown.locator("strong")).to_have_text(cost)
        expect(shown.get_by_text("may be chance")).to_have_count(0 if kind["is_known"] else 1)
        expect(shown).to_contain_text(f"{kind['decisions']} decision")
    if len(game["accuracies"]) > 1:
        expect(card.get_by_role("img", name=re.compile("^Accuracy of your last 2 games"))).to_be_visible()
    person.look_over("where you lose")
    for size in (LARGE_PHONE, SIDEWAYS):
        page.set_viewport_size(size)
        person.check_width("where you lose")
    page.reload()
    expect(part.get_by_role("article")).to_have_count(1)
