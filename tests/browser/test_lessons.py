"""A first game that teaches: walked through by mouse and by keys, with the table's own cards and buttons."""

import re
from collections.abc import Callable
from itertools import takewhile
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPerson
from tests.browser.keyboard import focus, tab_to
from tests.browser.person import LAPTOP, LARGE_PHONE, SIDEWAYS, STARTING, Person
from tests.patience import PATIENCE
from tests.soak import soaked

ALL = [
    "pairs", "pieces-of-eight", "continuous", "port", "starboard", "pickup", "to-the-moon", "pickle", "clever-pickin",
]  # fmt: skip

COVERED = """() => {
    const box = what => document.querySelector(what).getBoundingClientRect()
    const [board, lesson] = [box('section[aria-label=Table]'), box('section[aria-label=Lesson]')]
    const isApart = lesson.left >= board.right - 1 || lesson.bottom <= board.top + 1
    const said = document.querySelector('section[aria-label=Lesson]')
    return {isApart, isWhole: said.scrollHeight <= said.clientHeight + 1}
}"""
"""Whether the explanation lies beside the table, and all of it is to be seen."""

Step = dict[str, Any]


def lesson_of(url: str, game: str) -> dict[str, Any]:
    answer = httpx.get(f"{url}/api/games/{game}/lesson", timeout=PATIENCE, trust_env=False).json()["lesson"]
    return answer if answer else lesson_of(url, game)  # its rules may still have to be compiled


def zones_of(url: str, game: str) -> dict[str, list[str]]:
    """The zones of which a move of each verb names cards."""
    games = httpx.get(f"{url}/api/games", timeout=PATIENCE, trust_env=False).json()["games"]
    (info,) = [one for one in games if one["id"] == game]
    return {verb: about["zones"] for verb, about in info["verbs"].items()}


def teacher(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Lesson")


def count(person: Person) -> Locator:
    return teacher(person).locator(".count")


def words_of(offer: dict[str, Any]) -> str:
    """What its button says first; of one that speaks of a card, what stands before that."""
    before = takewhile(lambda part: "card" not in part, offer["words"])
    return "".join(str(part.get("text", part.get("number", ""))) for part in before).strip()


def what_to_press(person: Person, step: Step, stages: list[Any], zones: dict[str, list[str]]) -> list[Locator]:
    """The cards of the move that is asked for, or its button."""
    (offer,) = [one for one in stages[step["stage"]]["you"]["offers"] if one["move"] == step["do"]]
    if not offer["cards"]:
        return [person.board.get_by_role("button", name=re.compile(f"^{re.escape(words_of(offer))}( |$)")).first]
    whose = "" if offer["owner"] is None else f"[data-place$='-{offer['owner']}']"
    places = [f"[data-card='{{face}}'][data-place^='{zone}-']{whose} button[data-go]" for zone in zones[offer["verb"]]]
    return [person.board.locator(", ".join(places).replace("{face}", face)).first for face in offer["cards"]]


def confirm(person: Person) -> Locator:
    """The button for a set of cards that is being picked."""
    return person.board.locator("button.main")


def do_by_mouse(person: Person, wanted: list[Locator]) -> None:
    is_set = wanted[0].get_attribute("aria-pressed") is not None
    for one in wanted:
        person.press(one)
    if is_set:
        person.press(confirm(person))


def do_by_keys(person: Person, wanted: list[Locator]) -> None:
    assert focus(person)["inside"], f"a move is asked for, and the focus is elsewhere: {focus(person)}"
    is_set = wanted[0].get_attribute("aria-pressed") is not None
    for one in [*wanted, *([confirm(person)] if is_set else [])]:
        for _ in range(60):
            if one.evaluate("one => one === document.activeElement"):
                break
            person.page.keyboard.press("Tab")
        assert focus(person)["marked"]
        person.page.keyboard.press("Enter")


def walk(person: Person, game: str, do: Callable[[Person, list[Locator]], None], by_keys: bool) -> None:
    """From the first step to the closing; everything to be pressed is in sight at each."""
    lesson, zones = lesson_of(person.url, game), zones_of(person.url, game)
    person.page.goto(f"{person.url}/learn/{game}")
    for number, step in enumerate(lesson["steps"], start=1):
        expect(count(person)).to_have_text(f"Step {number} of {len(lesson['steps'])}", timeout=STARTING)
        expect(teacher(person).locator(".say")).to_have_count(1)
        told = person.page.evaluate(COVERED)
        assert told == {"isApart": True, "isWhole": True}, f"{game}, step {number}: {told}"
        if step["do"]:
            wanted = what_to_press(person, step, lesson["stages"], zones)
            expect(wanted[0]).to_be_visible()
            person.check_in_sight(f"the lesson of {game}, step {number}")
            do(person, wanted)
        elif by_keys:
            if number == 1:
                tab_to(person, "Next")
            expect(teacher(person).get_by_role("button", name="Next")).to_be_focused()
            person.page.keyboard.press("Enter")
        else:
            teacher(person).get_by_role("button", name="Next").click()
    expect(count(person)).to_have_text("The end")
    expect(teacher(person).get_by_role("term")).to_have_text(["What ends it", "Who wins"])
    person.check_in_sight(f"the end of the lesson of {game}")


@pytest.mark.parametrize("game", soaked(["pickle"], ALL))
def test_a_lesson_by_mouse(new_person: NewPerson, game: str) -> None:
    person = new_person(viewport=LAPTOP)
    walk(person, game, do_by_mouse, by_keys=False)
    person.page.get_by_role("button", name="Play a real game").click()
    expect(person.page).to_have_url(re.compile("/t/"), timeout=STARTING)


@pytest.mark.parametrize("game", soaked(["pairs"], ALL))
def test_a_lesson_by_keys(new_person: NewPerson, game: str) -> None:
    person = new_person(viewport=LARGE_PHONE)
    walk(person, game, do_by_keys, by_keys=True)
    expect(person.page.get_by_role("button", name="Play a real game")).to_be_focused()


@pytest.mark.parametrize("game", soaked(["to-the-moon"], ALL))
def test_a_lesson_on_a_phone_held_sideways(new_person: NewPerson, game: str) -> None:
    walk(new_person(viewport=SIDEWAYS), game, do_by_mouse, by_keys=False)


def test_another_move_is_answered_kindly_and_changes_nothing(person: Person) -> None:
    page = person.page
    person.page.goto(person.url)
    page.get_by_role("link", name="Teach me Pairs", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn Pairs")
    for _ in range(2):
        page.get_by_role("button", name="Next").click()
    expect(count(person)).to_have_text("Step 3 of 11")
    before = person.board.inner_text()
    person.board.locator("button.act", has_text="Fold and take").click()
    expect(teacher(person).get_by_role("status")).to_contain_text("One more card is hardly a risk yet.")
    expect(teacher(person).get_by_role("status")).to_contain_text("This time: Hit.")
    expect(count(person)).to_have_text("Step 3 of 11")
    assert person.board.inner_text() == before
    person.look_over("an answer to another move")
    page.get_by_role("button", name="Back").click()
    expect(count(person)).to_have_text("Step 2 of 11")
    expect(teacher(person).get_by_role("status")).to_have_text("")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Pull up a chair")


def test_what_is_told_and_what_a_card_cannot_do(new_person: NewPerson) -> None:
    """Those who listen hear the explanation and what happens; a card that may not be played is answered, too."""
    person = new_person(viewport=LARGE_PHONE)
    page = person.page
    page.goto(f"{person.url}/learn/to-the-moon")
    spoken = teacher(person).locator("[aria-live=polite]")
    expect(spoken).to_contain_text("In the middle a countdown grows", timeout=STARTING)
    for _ in range(2):
        page.get_by_role("button", name="Next").click()
    expect(spoken).to_contain_text("build the 10.")
    page.get_by_role("button", name="Do it for me").click()
    expect(spoken).to_contain_text("To save your hand you can test")
    assert "Ada builds the 9 ." in " ".join(person.log.split())
    page.get_by_role("button", name="Next").click()
    person.press(page.locator(".own [data-card='8'] button"))
    expect(teacher(person).get_by_role("status")).to_contain_text("That is not possible here. This time: Test the top card.")
    expect(count(person)).to_have_text("Step 5 of 12")


def test_the_rules_at_a_table_lead_to_the_lesson(person: Person) -> None:
    person.sit_among_bots("port", seats=2)
    link = person.open_panel("Rules", "Rules of Port").get_by_role("link", name="Teach me, card by card")
    with person.context.expect_page() as opened:
        link.click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Learn Port")
    expect(person.board).to_be_visible()


def test_a_lesson_that_is_none(person: Person) -> None:
    person.forgiven = ["404"]
    person.page.goto(f"{person.url}/learn/poker")
    expect(person.page.get_by_role("alert")).to_contain_text("There is no game")
    person.look_over("a lesson that is none")
    person.page.get_by_role("link", name="All games").click()
    expect(person.page.get_by_role("heading", level=1)).to_contain_text("Pull up a chair")
