"""What there is at a table besides playing: reasons, hints, rules, sets that are picked card by card, a clock."""

import re
from collections import Counter
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import Option, Person
from tests.browser.test_together import sit_together

PICKED = ".own [aria-pressed=true]"


def test_pickle_exchange_and_a_led_set(new_person: NewPerson) -> None:
    zoe, ann = new_person("Zoe"), new_person("Ann")
    sit_together(zoe, ann, "Pickle")
    done: Counter[str] = Counter()
    while not done["led"]:
        for person in (zoe, ann):
            if options := person.options():
                done[step(person, options)] += 1
        zoe.page.wait_for_timeout(20)
    assert done["traded"] >= 2
    assert zoe.page.locator("[data-place^=played-]").count() in (2, 4), "the other sees the set too"


def step(person: Person, options: list[Option]) -> str:
    """One move of Pickle: the exchange is of three cards, and the first who can leads two."""
    page = person.page
    numbers = page.get_by_role("group", name="How many")
    if numbers.count():
        numbers.get_by_text("3", exact=True).click()
    elif page.get_by_role("button", name=re.compile("^Trade")).count():
        exchange(person)
        return "traded"
    elif "lead" in page.locator(".headline").inner_text().lower() and two_alike(person.own_hand):
        lead_a_set(person)
        return "led"
    else:
        person.play_once()
    return "moved"


def two_alike(hand: list[str]) -> list[str]:
    """Two cards of one face value, if there are."""
    for card in hand:
        alike = [other for other in hand if other[:-1] == card[:-1] and other not in ("JR", "JB")]
        if len(alike) > 1:
            return alike[:2]
    return []


def exchange(person: Person) -> None:
    """Three cards, one by one, with changes of mind; then they are gone."""
    hand = person.own_hand
    trade = person.page.get_by_role("button", name=re.compile("^Trade"))
    cards = person.page.locator(".own [data-place^=hands-] button")
    expect(trade).to_have_attribute("aria-disabled", "true")
    cards.nth(0).click()
    expect(trade).to_contain_text("Pick 2 more cards")
    cards.nth(1).click()
    cards.nth(0).click()  # not this one after all
    expect(person.page.locator(PICKED)).to_have_count(1)
    person.page.get_by_role("button", name="Put back").click()
    expect(person.page.locator(PICKED)).to_have_count(0)
    cards.nth(2).click()
    person.page.keyboard.press("Escape")
    expect(person.page.locator(PICKED)).to_have_count(0)
    for at in (3, 1, 2):
        cards.nth(at).click()
    expect(person.page.locator(PICKED)).to_have_count(3)
    expect(trade).not_to_have_attribute("aria-disabled", "true")
    trade.click()
    away = person.page.locator(".own [data-place^=traded-]")
    expect(away).to_have_count(3)
    given = away.evaluate_all("all => all.map(one => one.dataset.card)")
    assert sorted(given) == sorted(hand[1:4])


def lead_a_set(person: Person) -> None:
    """Two cards of one value; a third of another value is refused, with the reason."""
    page = person.page
    pair = two_alike(person.own_hand)
    other = next(card for card in person.own_hand if card[:-1] != pair[0][:-1] and card not in ("JR", "JB"))
    card = lambda face: page.locator(f".own [data-place^=hands-][data-card='{face}'] button")  # noqa: E731
    play = page.get_by_role("button", name=re.compile("^Play"))
    card(pair[0]).click()
    expect(play).not_to_have_attribute("aria-disabled", "true")  # one card would do
    card(other).click()
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_be_visible()
    expect(page.locator(PICKED)).to_have_count(1)
    card(pair[1]).click()
    expect(page.locator(PICKED)).to_have_count(2)
    page.get_by_role("button", name="Put back").click()
    card(pair[1]).click()
    card(pair[0]).click()
    play.click()
    expect(page.get_by_role("log", name="New")).to_contain_text("You play")
    expect(page.locator("[data-place^=played-]")).to_have_count(2)


def test_an_illegal_wish_gets_the_reason(person: Person) -> None:
    person.go_home()
    person.play_now("Pairs")
    refused = person.page.get_by_role("button", name=re.compile(r"(, not now|: why not\?)$"))
    person.wait_for_turn()
    refused.first.click()
    alert = person.page.get_by_role("alert").filter(has_text="lowest")
    expect(alert).to_be_visible()
    expect(alert).to_contain_text("PAIRS-")
    assert person.wait_for_turn(), "it is still your turn"
    person.audit("a refusal")
    person.play_once()
    expect(alert).to_have_count(0)


def test_a_double_click_plays_once(new_person: NewPerson) -> None:
    """While the board still shows what led to your turn, the table may have gone on: a second click does not play for it."""
    person = new_person(hurried=False)
    person.go_home()
    person.make_table("Port", players=2)
    person.fill_with_bots()
    person.wait_for_turn()
    person.page.get_by_role("button", name=re.compile("^Hit")).click(click_count=2, delay=120)
    assert person.wait_for_turn()
    told = person.page.get_by_role("log", name="New").inner_text()
    assert told.count("You hit.") == 1 or "Ada locks." in told, "a second hit without a turn between"


def test_hint_and_rules(person: Person) -> None:
    person.go_home()
    person.play_now("Port")
    person.wait_for_turn()
    page = person.page
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    panel = page.get_by_role("dialog", name="A hint")
    expect(panel.get_by_role("table")).to_contain_text("Hit")
    expect(panel).to_contain_text("best")
    person.audit("the hint")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(hint).to_be_focused()

    rules = page.get_by_role("button", name="Rules")
    rules.click()
    panel = page.get_by_role("dialog", name="Rules of Port")
    expect(panel.get_by_role("heading", level=2)).not_to_have_count(1)
    person.audit("the rules")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(rules).to_be_focused()

    hint.click()
    expect(page.get_by_role("dialog", name="A hint").get_by_role("table")).to_be_visible()
    person.play_once()
    expect(page.get_by_role("dialog")).to_have_count(0)  # once you have moved it is of the past


def test_the_clock_moves_for_whoever_does_not(person: Person) -> None:
    person.go_home()
    person.make_table("Port", players=2, clock="15 seconds a turn")
    person.fill_with_bots()
    person.wait_for_turn()
    expect(person.page.get_by_role("timer")).to_contain_text(re.compile(r"0:1\d"))
    expect(person.page.get_by_role("timer")).to_contain_text("Hurry")
    expect(person.page.get_by_role("log", name="New")).to_contain_text("Time is up: this move was made for you.")
    person.wait_for_turn()
    person.play_once()


def test_events_are_announced_and_cards_are_named(person: Person) -> None:
    person.go_home()
    person.play_now("Port")
    person.wait_for_turn()
    person.page.get_by_role("button", name=re.compile("^Hit")).click()
    live = person.page.get_by_role("log", name="New")
    expect(live).to_contain_text("You hit.")
    expect(live).to_have_attribute("aria-live", "polite")
    unnamed = person.page.evaluate("""() => [...document.querySelectorAll('[data-card]')]
        .filter(one => !one.querySelector('button[aria-label], svg[role=img][aria-label]'))
        .map(one => one.outerHTML.slice(0, 200))""")
    assert not unnamed


def test_tips_come_one_at_a_time_and_only_once(person: Person) -> None:
    person.go_home()
    person.play_now("Port")
    person.wait_for_turn()
    tip = person.page.get_by_role("complementary", name="Tip")
    expect(tip).to_contain_text("Build a high stack")
    tip.get_by_role("button", name="Got it").click()
    expect(tip).to_have_count(0)
    person.page.reload()
    person.wait_for_turn()
    expect(tip.filter(has_text="Build a high stack")).to_have_count(0)


ANIMATED = """document.getAnimations().map(one => ({
    time: one.effect.getComputedTiming().endTime, words: one.animationName ?? '',
    moves: (one.effect.getKeyframes?.() ?? []).some(frame => frame.transform && frame.transform !== 'none')}))"""


def test_reduced_motion_has_fades_only(person: Person) -> None:
    person.go_home()
    person.play_now("Continuous Pairs")
    for _ in range(4):
        if not person.wait_for_turn():
            break
        person.play_once()
        for seen in person.page.evaluate(ANIMATED):
            assert not seen["moves"], seen
            assert seen["time"] <= 2500, seen  # a word that stands for a moment, and fades


def test_motion_is_short(new_person: NewPerson) -> None:
    person = new_person(reduced_motion="no-preference", hurried=False)
    person.go_home()
    person.play_now("Port")
    seen: list[dict[str, Any]] = []
    for _ in range(3):
        if not person.wait_for_turn():
            break
        person.play_once()
        seen += person.page.evaluate(f"""() => new Promise(done => {{
            const look = () => document.getAnimations().length ? done({ANIMATED}) : requestAnimationFrame(look)
            look()
        }})""")
    travels = [one for one in seen if one["moves"] and not one["words"]]  # cards; words may stand longer
    assert travels
    assert all(one["time"] <= 1000 for one in travels), travels


STACKS = """() => {
    window.stacks = []
    const look = () => document.querySelectorAll('ul').forEach(one => {
        const cards = [...one.querySelectorAll('[data-place^=stacks-]')].map(card => card.dataset.card)
        if (cards.length) window.stacks.push(cards.join(' '))
    })
    new MutationObserver(look).observe(document.querySelector('section[aria-label=Table]'), {subtree: true, childList: true})
}"""
"""Keeps every stack that was ever shown."""


def test_the_card_that_pairs_is_seen_where_it_lies(new_person: NewPerson) -> None:
    """Though the same message of the server brings the next round."""
    zoe, ann = new_person("Zoe"), new_person("Ann")
    sit_together(zoe, ann, "Pairs")
    zoe.page.evaluate(STACKS)
    told = zoe.page.get_by_role("log", name="New")
    while not (pair := re.search(r"draws? a second (\d+): a pair", told.inner_text().replace("\n", ""))):
        for person in (zoe, ann):
            if hit := [option for option in person.options() if option["words"].startswith("Hit")]:
                person.click(hit[0])
        zoe.page.wait_for_timeout(20)
    zoe.page.locator("[data-place^=markers-]").first.wait_for()  # the next round is there
    assert any(stack.split().count(pair[1]) == 2 for stack in zoe.page.evaluate("stacks"))


SOUNDS = """
window.sounds = 0
const start = AudioScheduledSourceNode.prototype.start
AudioScheduledSourceNode.prototype.start = function (...when) { window.sounds += 1; return start.apply(this, when) }
"""


def test_sound_is_off_until_it_is_asked_for(person: Person) -> None:
    page = person.page
    person.context.add_init_script(SOUNDS)
    person.go_home()
    person.play_now("Port")
    for _ in range(2):
        person.wait_for_turn()
        person.play_once()
    person.wait_for_turn()
    switch = page.get_by_role("switch", name="Sound")
    expect(switch).not_to_be_checked()
    assert page.evaluate("sounds") == 0
    switch.check()
    page.wait_for_function("sounds > 0")
    page.reload()
    expect(switch).to_be_checked()
    person.wait_for_turn()
    assert page.evaluate("sounds") == 0, "nobody has touched the page yet"
