"""What is to be seen before it is swept away; and who deals, who has lost, and who shares the win."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import LAPTOP, LARGE_PHONE, SIDEWAYS, Person
from tests.server.client import join, make_table, play_out

WATCH = """([place, needs]) => {
    const board = document.querySelector('section[aria-label=Table]')
    window.seen = []
    const look = () => {
        const open = [...board.querySelectorAll(`[data-place^=${place}-]:not([data-card="?"])`)]
        const cards = open.map(one => one.dataset.card)
        if (cards.length >= needs && !window.seen.length) {
            window.seen.push({cards, offers: board.querySelectorAll('.actions [data-go]').length,
                              words: board.querySelector('.news').innerText})
        }
    }
    new MutationObserver(look).observe(board, {subtree: true, childList: true, characterData: true})
    look()
}"""
"""Keeps the first instant at which so many open cards lay in a zone."""


@pytest.mark.parametrize(("game", "zone"), [("pickup", "played"), ("clever-pickin", "played")])
def test_what_two_have_played_is_seen_together(person: Person, game: str, zone: str) -> None:
    """Though the last card of a trick, and all that follows from it, come in one message of the server."""
    _, ann = person.sit_with("Ann", game)
    person.page.evaluate(WATCH, [zone, 2])
    while not person.page.evaluate("seen.length"):
        assert person.wait_for_turn_after(ann)
        person.play_once()
    seen = person.page.evaluate("seen[0]")
    assert len(seen["cards"]) == 2
    assert seen["offers"] == 0, "nothing is on offer at an instant"


def test_the_end_is_told_after_the_last_move_was_seen(new_person: NewPerson) -> None:
    """The board is some moves behind where bots are quick. The result is not told before it has come to the end."""
    person = new_person(hurried=False)
    person.page.add_init_script("""
        const look = () => {
            if (document.getElementById('result')) window.atTheEnd ??= document.querySelector('.turn').innerText
        }
        new MutationObserver(look).observe(document, {subtree: true, childList: true})
    """)
    person.sit_among_bots("pairs", seats=5, options={"target": 5})
    words = person.play_to_the_end()
    assert person.page.evaluate("atTheEnd").startswith(words)


STACKS = "all => all.map(one => `${one.dataset.place} ${one.dataset.card}`).sort()"


@pytest.mark.parametrize("sees_it", [True, False], ids=["seen", "afterwards"])
def test_what_decided_the_game_stays_on_the_table(person: Person, sees_it: bool) -> None:
    """Below the result lie everybody's stacks and the pair that ended it, for who saw it and for who comes later."""
    zoe = make_table(person.url, "pairs", seats=3, options={"target": 11})
    seats = [zoe, join(zoe, "Ann"), join(zoe, "Eve")]
    update = zoe.start()
    if sees_it:
        person.go_to(zoe)
    while update["table"]["state"] != "over":
        acting = seats[update["play"]["to_act"][0]]
        acting.move("hit", acting.look()["you"]["asked"])
        update = zoe.look()
    if not sees_it:
        person.go_to(zoe)
    person.read_result()
    moment = [one["moment"] for event in update["events"] for one in event.get("told") or [] if one["moment"]][-1]
    stacks = moment["play"]["zones"]["stacks"]
    lying = sorted(f"stacks-{seat} {card}" for seat, stack in enumerate(stacks) for card in stack["cards"])
    assert len(lying) >= len(seats) + 1
    assert person.page.locator("[data-place^=stacks-]").evaluate_all(STACKS) == lying
    expect(person.page.locator("[data-place^=stacks-].struck")).to_have_count(2)


def test_what_lies_in_the_middle_at_the_end_is_not_covered(person: Person) -> None:
    """The last trick, say: the result is told below it."""
    seat = make_table(person.url, "clever-pickin", seats=4, level="easy", options={"hands": 1})
    seat.start()
    with seat.live() as live:
        live.play_to_the_end()
    for size in (LAPTOP, LARGE_PHONE, SIDEWAYS):
        person.page.set_viewport_size(size)
        person.go_to(seat)
        person.read_result()
        cards = person.page.locator(".stage [data-place^=played-]")
        expect(cards).to_have_count(4)
        above = person.page.locator("section.end").bounding_box()
        assert above is not None
        for box in (card.bounding_box() for card in cards.all()):
            assert box is not None
            assert box["y"] + box["height"] < above["y"] + 4, f"{size}: {box} {above}"


def test_what_you_may_do_stays_while_another_chooses(new_person: NewPerson) -> None:
    """In Pickup all choose at once: the cards of one who thinks are not taken from under the finger, nor the keyboard."""
    person = new_person(hurried=False)
    _, ann = person.sit_with("Ann", "pickup")
    person.wait_for_turn()
    second = person.page.locator(".own [data-place^=hands-] button").nth(1)
    second.focus()
    person.page.evaluate("""() => {
        const look = () => { window.least = Math.min(window.least, document.querySelectorAll('.own [data-go]').length) }
        window.least = Infinity
        new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true})
    }""")
    update = ann.look()
    ann.move(ann.wish(update), update["you"]["asked"])
    expect(person.page.locator("[data-place='choices-1']")).to_have_attribute("data-card", "?")
    expect(person.page.get_by_role("log", name="What happens")).to_contain_text("Ann")
    assert person.page.evaluate("window.least") > 1
    expect(second).to_be_focused()


def test_common_2_the_dealer_is_marked_at_the_seat(person: Person) -> None:
    """And the hand in the middle is nobody's, also by its name."""
    seat, _ = person.sit_with("Ann", "starboard")
    expect(person.page.get_by_role("list", name=re.compile(r"^Hand(, \d+)?$"))).to_be_visible()
    plates = {at: person.page.locator(f"[data-plate='{at}'] .avatar") for at in (0, 1)}
    marks = {(mark["word"], mark["seat"]) for mark in seat.look()["play"]["marks"] if mark["zone"] is None}
    assert {word for word, _ in marks} == {"dealer", "button"}
    assert len({at for _, at in marks}) == 2, "STAR-2: the button is at the dealer's left"
    for word, at in marks:
        expect(plates[at]).to_contain_text(word)
        expect(plates[1 - at]).not_to_contain_text(word)


def test_pairs_5_at_two_seats_too_one_loses_and_nobody_wins(person: Person) -> None:
    """As each of the two is told it."""
    zoe = make_table(person.url, "pairs", seats=2, options={"target": 5})
    ann = join(zoe)
    zoe.start()
    play_out([zoe, ann])
    told = []
    for seat in (zoe, ann):
        person.go_to(seat)
        told.append(person.read_result())
        expect(person.page.locator("#result + p")).to_have_text(re.compile(r"^(You have|Zoe has|Ann has) [^.]*\.$"))
    assert told in (["You lose.", "Zoe loses."], ["Ann loses.", "You lose."])
    loser = "Zoe" if told[0] == "You lose." else "Ann"
    last = person.page.get_by_role("table").first.locator("tbody tr").last
    expect(last).to_contain_text(loser)
    expect(last).to_contain_text("2.")


def test_common_7_two_who_have_as_much_share_the_win(person: Person) -> None:
    """In Starboard the first draws and the others lock: whatever the card was, those end with as many coins (STAR-9)."""
    zoe = make_table(person.url, "starboard", seats=3, options={"games": 1})
    seats = [zoe, join(zoe, "Ann"), join(zoe, "Eve")]
    update = zoe.start()
    first = update["play"]["to_act"][0]
    drawn = False
    while update["table"]["state"] != "over":
        acting = seats[update["play"]["to_act"][0]]
        asked = acting.look()["you"]["asked"]
        acting.move("lock" if drawn else "draw", asked)
        drawn = True
        update = zoe.look()
    names = ["Zoe", "Ann", "Eve"]
    for seat in seats[:2]:
        person.go_to(seat)
        words = person.read_result()
        assert words.endswith("share the win, with as many coins.")
        for at, name in enumerate(names):
            shown = "you" if at == seat.seat else name
            assert (shown.lower() in words.lower()) == (at != first), words
        places = person.page.get_by_role("table").first.locator("tbody td:first-child").all_inner_texts()
        assert places == ["1.", "1.", "3."]
