"""What there is at a table besides playing: reasons, hints, rules, sets that are picked card by card, a clock, sound."""

import re
from collections import Counter

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import DESKTOP, LARGE_PHONE, LIGHT_AND_DARK, NEXT_LOOK, Person, turn_of
from tests.server.client import Visitor
from tests.soak import SOAKING, soaked

PICKED = ".own [aria-pressed=true]"


def test_pickle_exchange_and_a_led_set(person: Person) -> None:
    """The other, who has no browser, has three cards exchanged if asked how many, and then plays anything."""
    seat, ann = person.sit_with("Ann", "pickle")
    done: Counter[str] = Counter()
    while not done["led"]:
        if person.options():
            done[step(person)] += 1
        elif ann.seat in seat.look()["play"]["to_act"]:
            move_of_pickle(ann)
        else:
            person.page.wait_for_timeout(NEXT_LOOK)
    assert done["traded"] >= 1
    assert person.page.locator("[data-place^=played-]").count() >= 2


def move_of_pickle(visitor: Visitor) -> None:
    update = visitor.look()
    if update["you"] and visitor.seat in update["play"]["to_act"]:
        three = [offer["move"] for offer in update["you"]["offers"] if offer["number"] == 3]
        visitor.move(three[0] if three else visitor.wish(update) or "", update["you"]["asked"])


def step(person: Person) -> str:
    """One move of Pickle: the exchange is of three cards, and the first who can leads two."""
    page = person.page
    numbers = page.get_by_role("group", name="How many")
    if numbers.count():
        numbers.get_by_text("3", exact=True).click()
    elif page.get_by_role("button", name=re.compile("^Trade")).count():
        exchange(person)
        return "traded"
    elif "lead" in page.locator(".turn").inner_text().lower() and two_alike(person.own_hand):
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
    person.press(cards.nth(0))
    expect(trade).to_contain_text("Pick 2 more cards")
    person.press(cards.nth(1))
    person.press(cards.nth(0))  # not this one after all
    expect(person.page.locator(PICKED)).to_have_count(1)
    person.page.get_by_role("button", name="Put back").click()
    expect(person.page.locator(PICKED)).to_have_count(0)
    person.press(cards.nth(2))
    person.page.keyboard.press("Escape")
    expect(person.page.locator(PICKED)).to_have_count(0)
    for at in (3, 1, 2):
        person.press(cards.nth(at))
    expect(person.page.locator(PICKED)).to_have_count(3)
    expect(trade).not_to_have_attribute("aria-disabled", "true")
    trade.click()
    away = person.page.locator(".mine [data-place^=traded-]")
    expect(away).to_have_count(3)
    given = away.evaluate_all("all => all.map(one => one.dataset.card)")
    assert sorted(given) == sorted(hand[1:4])


def lead_a_set(person: Person) -> None:
    """Two cards of one value; a third of another value is refused, with the reason."""
    page = person.page
    pair = two_alike(person.own_hand)
    other = next(card for card in person.own_hand if card[:-1] != pair[0][:-1] and card not in ("JR", "JB"))
    card = lambda face: page.locator(f".own [data-place^=hands-][data-card='{face}'] button")  # noqa: E731
    play = page.get_by_role("button", name=re.compile(r"^Play\b"))
    person.press(card(pair[0]))
    expect(play).not_to_have_attribute("aria-disabled", "true")  # one card would do
    person.press(card(other))
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_be_visible()
    expect(page.locator(PICKED)).to_have_count(1)
    person.press(card(pair[1]))
    expect(page.locator(PICKED)).to_have_count(2)
    page.get_by_role("button", name="Put back").click()
    person.press(card(pair[1]))
    person.press(card(pair[0]))
    play.click()
    expect(page.get_by_role("log", name="What happens")).to_contain_text("You play")
    expect(page.locator("[data-place^=played-]")).to_have_count(2)


def test_an_illegal_wish_gets_the_reason_and_a_double_click_plays_once(new_person: NewPerson) -> None:
    """While the board still shows what led to your turn, the table may have gone on: a second click does not play for it."""
    person = new_person(hurried=False)
    _, ann = person.sit_with("Ann", "pairs")
    refused = person.page.get_by_role("button", name=re.compile(r": why not\?$"))
    while person.wait_for_turn_after(ann) and not refused.count():
        person.play_once()
    refused.first.click()
    alert = person.page.get_by_role("alert").filter(has_text="lowest")
    expect(alert).to_be_visible()
    expect(alert).not_to_contain_text("PAIRS-")  # no numbers of clauses at the table
    assert person.wait_for_turn(), "it is still your turn"
    person.audit("a refusal")
    before = person.log.count("You hit.")
    person.page.get_by_role("button", name=re.compile("^Hit")).click(click_count=2, delay=120)
    expect(alert).to_have_count(0)
    expect(person.page.get_by_role("log", name="What happens")).to_contain_text("You hit.")
    person.page.wait_for_timeout(500)
    assert person.log.count("You hit.") == before + 1, "a second hit without a turn between"


PANELS = [
    ("Hint", "A hint", "best"),
    ("Rules", "Rules of Port", "bust"),
    ("What happened", "What happened", "The game begins."),
    ("Chat", "Chat", "Nobody has said anything yet."),
    ("Menu", "Menu", "Speed"),
]
"""What is one press away: the words of the button, the title, and words that are in it."""


def test_hint_rules_and_the_other_panels(person: Person) -> None:
    person.sit_among_bots("port")
    person.wait_for_turn()
    page = person.page
    for turn, (size, scheme) in enumerate(((DESKTOP, "light"), (LARGE_PHONE, "dark"))):
        page.set_viewport_size(size)
        for name, title, words in PANELS:
            panel = person.open_panel(name, title)
            expect(panel).to_contain_text(words)
            if name == "Rules":  # open at what you are to do now
                expect(panel.get_by_role("heading", name="Your turn")).to_be_in_viewport()
            if SOAKING or turn_of(title) == turn:
                person.audit(f"{title} at {size}", "dialog", soaked((scheme,), LIGHT_AND_DARK))
            person.check_width(f"{title} at {size}")
            person.close_panel()
            expect(page.get_by_role("button", name=re.compile(f"^{name}"))).to_be_focused()
    page.set_viewport_size(DESKTOP)
    expect(person.open_panel("Hint", "A hint").get_by_role("table")).to_contain_text("Hit")
    person.play_once()
    expect(page.get_by_role("dialog")).to_have_count(0)  # once you have moved it is of the past


def test_the_clock_says_whose_it_is_and_hurries_only_them(person: Person) -> None:
    """And it moves for whoever does not."""
    seat, _ = person.sit_with("Ann", "port", clock=5)
    timer = person.page.get_by_role("timer")
    turns: set[bool] = set()
    while len(turns) < 2:
        update = seat.look()
        is_yours = update["play"]["to_act"] == [seat.seat]
        expect(timer).to_have_text(re.compile(r"^Hurry: 0:0[0-5]$" if is_yours else r"^Ann: 0:0[0-5]$"))
        expect(timer).to_have_accessible_name(re.compile("^Your time" if is_yours else "^Time of Ann"))
        turns.add(is_yours)
        seat.wait_for(lambda now, seq=update["seq"]: now["seq"] > seq)
    for name in ("you", "Ann"):
        expect(person.page.get_by_role("log", name="What happens")).to_contain_text(f"this move was made for {name}.")


UNNAMED = """() => [...document.querySelectorAll('[data-card]:not([data-card="?"])')]
    .filter(one => !one.querySelector('button[aria-label], svg[role=img][aria-label]'))
    .map(one => one.outerHTML.slice(0, 200))"""

SOUNDS = """
window.sounds = 0
const start = AudioScheduledSourceNode.prototype.start
AudioScheduledSourceNode.prototype.start = function (...when) { window.sounds += 1; return start.apply(this, when) }
"""


def test_words_for_those_who_listen_tips_that_go_and_sound_that_is_asked_for(person: Person) -> None:
    """One table, looked at for one thing after the other."""
    person.context.add_init_script(SOUNDS)
    person.sit_among_bots("port", seats=2)
    check_tips(person)
    check_words(person)
    check_sound(person)


IS_IN_THE_WAY = """one => {
    const box = one.getBoundingClientRect()
    const reached = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return one.closest('aside').contains(reached)
}"""
"""Whether a press on the words of a tip would be taken by the tip."""


def check_tips(person: Person) -> None:
    """A tip is there for two turns at most, or until it is put away, and then it never comes again."""
    page = person.page
    tip = page.get_by_role("complementary", name="Tip")
    shown: Counter[str] = Counter()
    for _ in range(5):
        person.wait_for_turn()
        shown.update(tip.all_inner_texts())
        person.play_once()
    assert shown, "there are tips"
    assert max(shown.values()) <= 2, shown
    assert person.wait_for_turn()  # nothing more is counted then
    page.evaluate("localStorage.removeItem('cutcard.tips')")
    page.reload()
    person.wait_for_turn()
    words = tip.locator("p").inner_text()
    assert not tip.locator("p").evaluate(IS_IN_THE_WAY), "what lies below a tip can be pressed"
    tip.get_by_role("button", name="Got it").click()
    expect(tip).to_have_count(0)
    page.reload()
    person.wait_for_turn()
    expect(tip.filter(has_text=words)).to_have_count(0)


def check_words(person: Person) -> None:
    page = person.page
    page.get_by_role("button", name=re.compile("^Hit")).click()
    live = page.get_by_role("log", name="What happens")
    expect(live).to_contain_text("You hit.")
    expect(live).to_have_attribute("aria-live", "polite")
    assert not page.evaluate(UNNAMED)


def check_sound(person: Person) -> None:
    page = person.page
    person.wait_for_turn()
    assert page.evaluate("sounds") == 0
    switch = person.open_panel("Menu").get_by_role("switch", name="Sound")
    expect(switch).not_to_be_checked()
    switch.check()
    page.wait_for_function("() => window.sounds > 0")
    page.reload()
    person.wait_for_turn()
    assert page.evaluate("sounds") == 0, "nobody has touched the page yet"
    expect(person.open_panel("Menu").get_by_role("switch", name="Sound")).to_be_checked()


ANIMATED = """document.getAnimations().map(one => ({
    time: one.effect.getComputedTiming().endTime, words: one.animationName ?? '',
    moves: (one.effect.getKeyframes?.() ?? []).some(frame => frame.transform && frame.transform !== 'none')}))"""


def test_reduced_motion_has_fades_only(new_person: NewPerson) -> None:
    person = new_person(hurried=False)
    person.sit_among_bots("continuous", seats=2)
    for _ in range(3):
        if not person.wait_for_turn():
            break
        person.play_once()
        for seen in person.page.evaluate(ANIMATED):
            assert not seen["moves"], seen
            assert seen["time"] is None or seen["time"] <= 2500, seen  # a word that stands for a moment, and fades


STACKS = """
    window.stacks = []
    const look = () => document.querySelectorAll('section[aria-label=Table] ul').forEach(one => {
        const cards = [...one.querySelectorAll('[data-place^=stacks-]')].map(card => card.dataset.card)
        if (cards.length) window.stacks.push(cards.join(' '))
    })
    new MutationObserver(look).observe(document, {subtree: true, childList: true})
"""
"""Keeps every stack that was ever shown."""


def test_the_card_that_pairs_is_seen_where_it_lies(person: Person) -> None:
    """Though the same message of the server brings the next round."""
    person.page.add_init_script(STACKS)  # the bot may be first, and make a pair as soon as the page is there
    person.sit_among_bots("pairs", seats=2, options={"target": 60})
    while not (pair := re.search(r"draws? a second (\d+): a pair", person.log.replace("\n", ""))):
        assert person.wait_for_turn()
        if hit := [option for option in person.options() if option["words"].startswith("Hit")]:
            person.click(hit[0])
    person.page.locator("[data-place^=markers-]").first.wait_for()  # the next round is there
    assert any(stack.split().count(pair[1]) == 2 for stack in person.page.evaluate("stacks"))
