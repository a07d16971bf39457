"""The page of a replay: at every size of window, its moves and links, and that each card is where the moments of the record
say."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import LARGE_PHONE, Person
from tests.browser.short_games import SHORT, finished_table, most_seats
from tests.server.client import Visitor
from tests.soak import soaked

SIZES = [(1440, 900), (1366, 650), (390, 844), (740, 360)]

PARTS = """() => {
    const box = (what) => document.querySelector(what).getBoundingClientRect()
    const [board, bar] = [box('section[aria-label=Table]').top, box('section[aria-label="Steps of the game"]')]
    const scrolls = document.documentElement.scrollHeight > innerHeight
    return {scrolls, room: bar.top - board, rest: innerHeight - bar.bottom}
}"""


def open_replay(person: Person, seat: Visitor) -> None:
    person.page.goto(f"{seat.url}/r/{seat.code}")
    person.page.get_by_role("slider").wait_for()


def test_a_replay_fills_the_window_and_does_not_scroll(person: Person) -> None:
    page = person.page
    open_replay(person, finished_table(person.url, "To the Moon", 2))  # one has more moves than there are sizes
    expect(page.locator(".goal")).to_contain_text("Round 1 of 1")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Next").click()
        parts = page.evaluate(PARTS)
        assert not parts["scrolls"], f"{width}x{height}"
        assert parts["room"] > height / 2, f"{width}x{height}: the table has most of it, not {parts['room']}"
        assert abs(parts["rest"]) < 1, f"{width}x{height}: the bar is at the foot"
        for name in ("Back", "Play", "Next", "End"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    person.look_over("the replay")


def present_move(person: Person) -> Locator:
    """The entry of the list of moves that is marked."""
    return person.page.get_by_role("dialog", name="Moves").locator("[aria-current=step]")


def step_shown(person: Person, step: int) -> None:
    expect(person.page.get_by_role("slider")).to_have_accessible_name(re.compile(rf"^Step {step} of \d+$"))


def test_a_press_on_a_move_goes_there_and_the_link_to_it_can_be_shared(person: Person, new_person: NewPerson) -> None:
    page, seat = person.page, finished_table(person.url, "Pickle", 2)
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_replay(person, seat)
    moves = page.get_by_role("dialog", name="Moves")
    expect(present_move(person)).to_contain_text("Step 0")
    page.get_by_role("button", name="End", exact=True).click()
    expect(present_move(person)).to_be_in_viewport(ratio=0.9)
    moves.get_by_role("button", name=re.compile("^Step 3 ")).click()
    step_shown(person, 3)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    step_shown(person, 4)
    expect(present_move(person)).to_be_focused()
    expect(page).to_have_url(re.compile(rf"/r/{seat.code}\?step=4$"))
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Link copied")).to_have_count(1)
    person.audit("the moves of a replay", schemes=("light",))

    friend = new_person("Ann", viewport=LARGE_PHONE)
    friend.page.goto(page.evaluate("navigator.clipboard.readText()"))
    step_shown(friend, 4)
    expect(friend.page.locator("[data-place^=hands-]")).not_to_have_count(0)
    expect(friend.page.locator("[data-place^=hands-][data-card='?']")).to_have_count(0)
    expect(friend.page.get_by_role("dialog")).to_have_count(0)
    friend.page.get_by_role("button", name="Moves").click()
    friend.page.get_by_role("dialog", name="Moves").get_by_role("button", name=re.compile("^Step 2 ")).click()
    expect(friend.page.get_by_role("dialog")).to_have_count(0)
    step_shown(friend, 2)
    friend.forgiven = ["400"]
    friend.page.goto(f"{seat.url}/r/{seat.code}?step=9999&seat=7")
    step_shown(friend, 0)


SEE_ALL = """async ([code, info, steps, viewer]) => {
    const MOST_BACKS = 4
    const board = document.querySelector('section[aria-label=Table]')
    const below = new Set(Object.values(info.zones).map(zone => zone.under))
    const isShared = ({each, shape}) => !each || shape === 'trick'

    // What should lie where: `place card` as often as it does, piles with their number.
    const expected = (play, own) => {
        const all = []
        const put = (zone, seat, {cards, hidden}, backs) => {
            for (const card of cards) all.push(`${zone}-${seat} ${card}`)
            for (let back = 0; back < Math.min(hidden, backs); back += 1) all.push(`${zone}-${seat} ?`)
        }
        for (const [zone, about] of Object.entries(info.zones)) {
            if (about.shape === 'none' || below.has(zone) || !play.zones[zone]) continue
            if (isShared(about) && !play.showing.includes(zone)) continue
            const lying = play.zones[zone]
            if (!about.each) {
                const number = lying.cards.length + lying.hidden
                if (about.shape === 'pile' || about.sight === 'dark') all.push(`${zone} has ${number}`)
                else put(zone, '', lying, MOST_BACKS)
            } else lying.forEach((cards, seat) => {
                const seen = (seat === viewer && own[zone]) || cards
                const isDrawn = seat === viewer || about.title || about.joins
                if (about.shape !== 'trick') put(zone, seat, isDrawn ? seen : {cards: [], hidden: 0}, MOST_BACKS)
                else if (seen.cards.length) put(zone, seat, seen, 0)
                else if (about.under) {
                    const dark = (seat === viewer && own[about.under]) || play.zones[about.under][seat]
                    if (dark.hidden + dark.cards.length) all.push(`${about.under}-${seat} ?`)
                }
            })
        }
        return all.sort().join('\\n')
    }
    const inPlay = ({zones}) => Object.keys(zones)
        .filter(zone => info.zones[zone].shape !== 'pile' && info.zones[zone].sight !== 'dark')
        .flatMap(zone => zones[zone]).reduce((sum, {cards, hidden}) => sum + cards.length + hidden, 0)
    const shown = () => [
        ...[...board.querySelectorAll('[data-card]')].map(one => `${one.dataset.place} ${one.dataset.card}`),
        ...[...board.querySelectorAll('[data-pile]')].map(one => `${one.dataset.pile} has ${one.dataset.count}`),
    ].sort().join('\\n')

    let [wanted, at, latest] = [[], 0, '']
    const look = () => { latest = shown(); while (at < wanted.length && latest === wanted[at]) at += 1 }
    new MutationObserver(look).observe(board, {subtree: true, childList: true, attributes: true})
    const next = document.querySelector('button[aria-label=Next]')
    let moments = 0
    for (let step = 1; step <= steps; step += 1) {
        const {update} = await (await fetch(`/api/tables/${code}/replay?step=${step}&seat=${viewer}`)).json()
        const told = update.events.flatMap(event => event.told ?? []).filter(one => one.moment)
        moments += told.length
        wanted = [...told.map(({moment}) => expected(moment.play, moment.zones)), expected(update.play, update.you.zones)]
        // What lay there when the game was decided stays there: the latest of the moments with most cards in play.
        const lying = [...told.map(({moment}) => inPlay(moment.play)), inPlay(update.play) + 0.5]
        if (update.play.outcome) wanted.splice(lying.lastIndexOf(Math.max(...lying)) + 1)
        at = 0
        next.click()
        const end = Date.now() + 20000
        while (at < wanted.length && Date.now() < end) {
            await new Promise(done => { setTimeout(done, 40) })
            look()  // a step in which no card moves changes nothing that is observed
        }
        if (at < wanted.length) return {step, moment: at, of: wanted.length, wanted: wanted[at], shown: latest}
    }
    await new Promise(done => { setTimeout(done, 4000) })  // of a person who is hurried
    if (shown() !== wanted.at(-1)) return {step: steps, moment: at, of: at, wanted: wanted.at(-1), shown: shown()}
    return {moments}
}"""
"""Goes through all steps of a replay as a seat saw them. At each, the page must show the cards of every moment in turn, and
then those of the table as it is, or at the end those of the moment that decided it. In the last step it waits a little, so
that what lies there has settled. Gives what was never seen."""

FEW = [("Pieces of Eight", 0), ("Starboard", 0), ("Pickup", 0), ("Pickle", 1), ("Clever Pickin'", 1)]
"""Stacks before everybody, a hand in the middle, cards that are chosen face down, sets, and a trick: as the person saw it
who played it, or as the bot did, where each has other cards in hand."""
BY_SEAT = soaked(FEW, [(title, seat) for seat in (0, 1) for title in SHORT])


@pytest.mark.parametrize(("title", "viewer"), BY_SEAT)
def test_every_card_is_where_each_moment_says(person: Person, title: str, viewer: int) -> None:
    seat = finished_table(person.url, title, soaked(2, most_seats(title)))
    open_replay(person, seat)
    person.page.get_by_label("Seen by", exact=True).select_option(value=str(viewer))
    name = seat.look()["table"]["seats"][viewer]["name"]
    expect(person.page.locator(".mine .plate")).to_contain_text(name)
    steps = int(person.page.get_by_role("slider").get_attribute("max") or 0)
    info = next(one for one in seat.ask("GET", "/games")["games"] if one["title"] == title)
    found: dict[str, Any] = person.page.evaluate(SEE_ALL, [seat.code, info, steps, viewer])
    assert "moments" in found, f"step {found['step']}, {found['moment']} of {found['of']}:\nwanted\n{found['wanted']}\n" + (
        f"shown\n{found['shown']}"
    )
    assert found["moments"] > 0
