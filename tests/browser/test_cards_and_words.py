"""Cards that move, with motion on: words come after them, and they go where they belong."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import LAPTOP, LARGE_PHONE, SIDEWAYS, Person
from tests.soak import soaked

RECORD = """() => {
    const board = document.querySelector('section[aria-label=Table]')
    const log = document.querySelector('[role=log][aria-label="What happens"]')
    const before = {log: log.textContent, news: board.querySelector('.news').textContent}
    window.frames_ = []
    const look = () => {
        const moving = document.getAnimations().filter(one => one.playState === 'running' && !one.animationName
            && !one.transitionProperty && one.effect.target?.closest('.ghost, [data-card]'))
        const time = Math.max(0, ...moving.map(one => one.effect.getComputedTiming().endTime))
        window.frames_.push({moving: moving.length, time,
            told: log.textContent !== before.log, news: board.querySelector('.news').textContent !== before.news,
            flash: board.querySelector('.flash') !== null})
        if (window.frames_.length < 2000) requestAnimationFrame(look)
    }
    look()
}"""
"""Keeps for every frame whether cards move, and whether there are words yet."""

STILL = "() => document.getAnimations().every(one => one.playState !== 'running' || one.animationName)"
"""Nothing moves. What is waited for is a function: the page's policy allows no text to be run later on."""

GHOSTS = """() => {
    const board = document.querySelector('section[aria-label=Table]')
    const frame = board.getBoundingClientRect()
    window.ghosts = []
    const note = (ghost) => {
        const [flight] = ghost.getAnimations()
        const end = new DOMMatrix(flight?.effect.getKeyframes().at(-1).transform.replace('none', '') ?? '')
        const left = parseFloat(ghost.style.left) + frame.left + end.e
        const top = parseFloat(ghost.style.top) + frame.top + end.f
        const turns = ghost.querySelector('.ghost-sides')?.getAnimations()[0]?.effect.getKeyframes().at(-1).transform ?? ''
        window.ghosts.push({left, top, turns})
    }
    new MutationObserver(changes => changes.forEach(({addedNodes}) => addedNodes.forEach(one => {
        if (one.classList?.contains('ghost')) note(one)
    }))).observe(board, {childList: true})
}"""
"""Keeps of every card that travels where it comes to, and how it is turned then."""


def near(ghost: dict[str, Any], box: Any) -> bool:
    assert box is not None
    return abs(ghost["left"] - box["x"]) + abs(ghost["top"] - box["y"]) < 40


def test_words_come_after_the_card(new_person: NewPerson) -> None:
    """A card off the deck, in Port: until it has landed neither log nor news nor a flash tell of it. And it is not slow."""
    person = new_person(reduced_motion="no-preference", hurried=False)
    _, ann = person.sit_with("Ann", "port")
    person.wait_for_turn_after(ann)
    person.page.wait_for_function(STILL)
    person.page.evaluate(RECORD)
    person.page.get_by_role("button", name=re.compile("^Hit")).click()
    person.page.wait_for_function("() => window.frames_.some(frame => frame.told)")
    assert "You hit." in person.log
    frames = person.page.evaluate("window.frames_")
    moving = [place for place, frame in enumerate(frames) if frame["moving"]]
    assert moving, "the card moves"
    told = next(place for place, frame in enumerate(frames) if frame["told"])
    assert told > moving[0]
    early = [frame for frame in frames[: moving[-1] if moving[-1] < told else told] if frame["told"] or frame["news"]]
    assert not early, "nothing is told before it is seen"
    assert not frames[told]["moving"], "the card has landed when it is told"
    assert 500 < max(frame["time"] for frame in frames[:told]) < 2000, "it is waited for, and not for long"


def test_pickup_the_chosen_card_goes_face_down_to_the_middle(new_person: NewPerson) -> None:
    person = new_person(reduced_motion="no-preference", hurried=False)
    person.sit_with("Ann", "pickup")
    page = person.page
    person.wait_for_turn()
    page.evaluate(GHOSTS)
    person.press(page.locator(".own [data-go]").first)
    chosen = page.locator("[data-place='choices-0']")
    expect(chosen).to_have_attribute("data-card", "?")
    page.wait_for_function("() => window.ghosts.length > 0")
    place, discards = chosen.bounding_box(), page.locator("[data-pile=discards] .top").bounding_box()
    ghosts = page.evaluate("ghosts")
    assert any(near(ghost, place) and "180deg" in ghost["turns"] for ghost in ghosts), ghosts
    assert not any(near(ghost, discards) for ghost in ghosts), ghosts


def test_a_fold_in_pairs_is_nothing_good_and_can_be_taken_back(new_person: NewPerson) -> None:
    """By a setting, for two seconds; who does not take it back has folded."""
    person = new_person(hurried=False)
    page = person.page
    page.clock.install()
    seat, ann = person.sit_with("Ann", "pairs")
    person.wait_for_turn_after(ann)
    person.open_panel("Menu").get_by_label("Two seconds to take back what ends my round").check()
    person.close_panel()
    moves = seat.look()["play"]["step"]
    fold(person)
    page.get_by_role("button", name=re.compile("^Take it back")).click()
    page.clock.run_for(3000)
    assert seat.look()["play"]["step"] == moves, "it was taken back"
    expect(page.get_by_role("button", name=re.compile("^Hit"))).to_be_visible()
    fold(person)
    expect(page.get_by_role("button", name=re.compile("^Take it back"))).to_be_visible()
    page.clock.run_for(2500)
    seat.wait_for(lambda update: update["play"]["step"] > moves)
    expect(page.get_by_role("log", name="What happens")).to_contain_text("You fold")
    expect(page.locator(".flash.bad")).not_to_have_count(0)
    expect(page.locator(".flash.good, .plate.good")).to_have_count(0)


def fold(person: Person) -> None:
    option = next(option for option in person.options() if "old" in option["words"].split()[0])
    person.click(option)


COVERED = """() => [...document.querySelectorAll('.flash')].map(flash => {
    const all = [flash, flash.closest('[data-plate]').querySelector('.name'), flash.closest('section[aria-label=Table]')]
    const [box, name, table] = all.map(one => one.getBoundingClientRect())
    return {above: name.top - box.bottom, inside: box.top - table.top}
})"""
"""For each bubble: how far it ends above the name at its plate, and how far it is below the upper edge of the table."""


SIZES = {"laptop": LAPTOP, "phone": LARGE_PHONE, "sideways": SIDEWAYS}


@pytest.mark.parametrize("size", soaked(["phone", "sideways"], [*SIZES]))
def test_what_happened_to_a_seat_does_not_cover_its_name(new_person: NewPerson, size: str) -> None:
    person = new_person(viewport=SIZES[size])
    person.sit_among_bots("port", seats=5)
    person.page.evaluate("""() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync('.flash { animation: none !important }')  // it stays to be measured
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }""")
    others = person.page.locator("[aria-label='Other players'] .flash")
    while not others.count() and person.wait_for_turn():
        person.play_once()
    for flash in person.page.evaluate(COVERED):
        assert flash["above"] > -1, flash
        assert flash["inside"] > -1, flash


FLIGHTS = """
    window.flights = []
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, timing) {
        if (this.classList.contains('ghost') && frames.length === 5) window.flights.push(timing.duration)
        return animate.call(this, frames, timing)
    }
"""
"""Keeps how long each card off the deck takes: it comes, waits, turns and goes to its place."""


def test_a_risk_of_another_is_waited_for_as_long_as_your_own(new_person: NewPerson) -> None:
    """Over a quarter the card that decides lies face down for longer, whoever asked for it."""
    person = new_person(reduced_motion="no-preference")
    page = person.page
    page.add_init_script(FLIGHTS)
    seats = person.sit_with("Ann", "port", options={"target": 200})
    waits: dict[tuple[int, bool], set[int]] = {}
    while len(waits) < 4:
        (mover,) = seats[0].look()["play"]["to_act"]
        you = seats[mover].look()["you"]
        (hit,) = (offer for offer in you["offers"] if offer["move"] == "hit")
        flown = page.evaluate("flights.length")
        update = seats[mover].move("hit", you["asked"])
        told = seats[0].look(update["seq"] - 1)["events"][0]["told"]
        assert told[0]["risk"] == hit["chance"]
        page.wait_for_function("before => window.flights.length > before", arg=flown)
        waits.setdefault((mover, hit["chance"] > 0.25), set()).add(page.evaluate("at => flights[at]", flown))
        page.wait_for_function(STILL)
        if any(one["moment"] for one in told):  # the round is swept and dealt anew, which need not be seen here
            page.reload()
            person.board.wait_for()
    for much in (False, True):
        assert waits[0, much] == waits[1, much]
    assert min(waits[0, True]) > max(waits[0, False])
