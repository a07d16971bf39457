"""What is to be seen before it is swept away; and who deals, who has lost, and who shares the win."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import STARTING, Person
from tests.browser.test_together import play_on, sit_together

WATCH = """([place, needs]) => {
    const board = document.querySelector('section[aria-label=Table]')
    window.seen = []
    const look = () => {
        const open = [...board.querySelectorAll(`[data-place^=${place}-]:not([data-card="?"])`)]
        const cards = open.map(one => one.dataset.card)
        if (cards.length >= needs && !window.seen.length) {
            window.seen.push({cards, offers: board.querySelectorAll('.actions [data-go]').length,
                              words: board.querySelector('.headline').innerText})
        }
    }
    new MutationObserver(look).observe(board, {subtree: true, childList: true, characterData: true})
    look()
}"""
"""Keeps the first instant at which so many open cards lay in a zone."""


@pytest.mark.parametrize(
    ("title", "zone", "said"), [("Pickup", "played", r"plays? \S*"), ("Clever Pickin'", "played", r"takes? trick")]
)
def test_what_two_have_played_is_seen_together(new_person: NewPerson, title: str, zone: str, said: str) -> None:
    """Though the last card of a trick, and all that follows from it, come in one message of the server."""
    zoe, ann = new_person("Zoe"), new_person("Ann")
    sit_together(zoe, ann, title)
    zoe.page.evaluate(WATCH, [zone, 2])
    while not zoe.page.evaluate("seen.length"):
        assert not zoe.is_over
        play_on([zoe, ann], 1)
    seen = zoe.page.evaluate("seen[0]")
    assert len(seen["cards"]) == 2
    assert seen["offers"] == 0, "nothing is on offer at an instant"
    assert re.search(said, seen["words"])


def test_the_end_is_told_after_the_last_move_was_seen(new_person: NewPerson) -> None:
    """The board is some moves behind where bots are quick. The result is not told before it has come to the end."""
    person = new_person(hurried=False)
    person.go_home()
    person.make_table("Pairs", players=5)
    person.fill_with_bots()
    person.page.evaluate("""() => {
        const look = () => {
            if (document.getElementById('result')) window.atTheEnd ??= document.querySelector('.headline').innerText
        }
        new MutationObserver(look).observe(document.body, {subtree: true, childList: true})
    }""")
    words = person.play_to_the_end()
    assert person.page.evaluate("atTheEnd").startswith(words)


def test_common_2_the_dealer_is_marked_at_the_seat(new_person: NewPerson) -> None:
    zoe, ann = new_person("Zoe"), new_person("Ann")
    sit_together(zoe, ann, "Starboard")
    marks = {person.name: person.page.locator(place).inner_text() for person in (zoe, ann) for place in [".own .you"]}
    dealers = [name for name, words in marks.items() if "dealer" in words]
    buttons = [name for name, words in marks.items() if "button" in words]
    assert len(dealers) == len(buttons) == 1
    assert dealers != buttons, "STAR-2: the button is at the dealer's left"
    across = zoe if dealers == ["Ann"] else ann
    expect(across.page.locator(".seats [data-seat] .kind")).to_contain_text("dealer")


def test_pairs_5_at_two_seats_too_one_loses_and_nobody_wins(new_person: NewPerson) -> None:
    zoe, ann = new_person("Zoe"), new_person("Ann")
    sit_together(zoe, ann, "Pairs")
    play_on([zoe, ann])
    told = {person.name: person.read_result() for person in (zoe, ann)}
    assert told in ({"Zoe": "You lose.", "Ann": "Zoe loses."}, {"Zoe": "Ann loses.", "Ann": "You lose."})
    loser = "Zoe" if told["Zoe"] == "You lose." else "Ann"
    last = zoe.page.get_by_role("table").first.locator("tbody tr").last
    expect(last).to_contain_text(loser)
    expect(last).to_contain_text("2.")


def test_common_7_two_who_have_as_much_share_the_win(new_person: NewPerson) -> None:
    """In Starboard the first draws and the others lock: whatever the card was, those end with as many coins (STAR-9)."""
    people = [new_person(name) for name in ("Zoe", "Ann", "Eve")]
    zoe = people[0]
    zoe.go_home()
    link = zoe.make_table("Starboard", players=3, how_many_games=1)
    for person in people[1:]:
        person.sit_down(link)
    zoe.page.get_by_role("button", name="Start", exact=True).click()
    for person in people:
        person.board.wait_for(timeout=STARTING)
    first = whoever_may_move(people)
    choose(first, "Pay a coin")
    while not any(person.is_over for person in people):
        if moving := [person for person in people if person.options()]:
            choose(moving[0], "Lock")
        zoe.page.wait_for_timeout(20)
    sharing = [person for person in people if person is not first]
    for person in people:
        words = person.read_result()
        assert words.endswith("share the win, with as many coins.")
        for other in people:
            name = "you" if other is person else other.name
            assert (name.lower() in words.lower()) == (other in sharing)
        places = person.page.get_by_role("table").first.locator("tbody td:first-child").all_inner_texts()
        assert places == ["1.", "1.", "3."]


def whoever_may_move(people: list[Person]) -> Person:
    for _ in range(1000):
        for person in people:
            if person.options():
                return person
        people[0].page.wait_for_timeout(20)
    raise AssertionError("nobody may move")


def choose(person: Person, verb: str) -> None:
    if wanted := [option for option in person.options() if option["words"].startswith(verb)]:
        person.click(wanted[0])
