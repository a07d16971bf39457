"""Puzzles in a browser: one solved and one failed, the days in a row, what is shared; by mouse and by keys."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from cutcard.puzzles import daily
from cutcard.puzzles.puzzle import Puzzle, shipped
from tests.browser.conftest import NewPerson
from tests.browser.keyboard import focus
from tests.browser.person import LAPTOP, LARGE_PHONE, SIDEWAYS, SMALL_PHONE, STARTING, TWO_FRAMES, Person
from tests.browser.test_german import check_german
from tests.soak import soaked

COVERED = """() => {
    const box = what => document.querySelector(what).getBoundingClientRect()
    const [board, asked] = [box('section[aria-label=Table]'), box('section[aria-label=Puzzle]')]
    return asked.left >= board.right - 1 || asked.bottom <= board.top + 1
}"""
"""Whether what is asked lies beside the table."""

NO_ROOM = "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') } }"

CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def asked(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Puzzle", exact=True)


def on_the_board(person: Person, one: Puzzle, move: str) -> Locator:
    """What to press for a move of one card, or of none."""
    verb, *cards = move.split(" ")
    if not cards:
        return person.board.locator("button.act", has_text=re.compile(f"^{verb}", re.IGNORECASE)).first
    face, _, owner = cards[0].partition("@")
    zones = one.game.rulebook.verbs.all[verb].zones
    whose = f"[data-place$='-{owner}']" if owner else ""
    places = [f"[data-card='{face}'][data-place^='{zone}-']{whose} button[data-go]" for zone in zones]
    return person.board.locator(", ".join(places)).first


def open_puzzle(person: Person, path: str, name: str, number: int) -> Puzzle:
    one = shipped(name)[number - 1]
    person.page.goto(f"{person.url}{path}")
    expect(asked(person)).to_be_visible(timeout=STARTING)
    person.check_in_sight(f"a puzzle of {name}")
    assert person.page.evaluate(COVERED)
    return one


def answer(person: Person, one: Puzzle, move: str, by_keys: bool = False) -> None:
    wanted = on_the_board(person, one, move)
    press(person, wanted, by_keys)
    expect(asked(person).get_by_role("status")).to_contain_text("You choose:")
    button = asked(person).get_by_role("button", name="That is my answer")
    expect(button).to_be_focused()
    press(person, button, by_keys)


def press(person: Person, wanted: Locator, by_keys: bool) -> None:
    if not by_keys:
        person.press(wanted)
        return
    for _ in range(60):
        if wanted.evaluate("one => one === document.activeElement"):
            break
        person.page.keyboard.press("Tab")
    assert focus(person)["marked"]
    person.page.keyboard.press("Enter")


def come_back(person: Person, moment: datetime) -> None:
    """To a page that was left open until then."""
    person.page.clock.set_fixed_time(moment)
    person.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def result(person: Person, key: str) -> Any:
    return person.page.evaluate("key => JSON.parse(localStorage.getItem('cutcard.puzzles') ?? '{}')[key]", key)


@pytest.mark.parametrize("name", soaked(["continuous"], ["pairs", "port", "pickup", "clever-pickin", "starboard"]))
def test_one_solved_and_one_failed(new_person: NewPerson, name: str) -> None:
    person = new_person(viewport=LAPTOP)
    one = open_puzzle(person, f"/puzzle/{name}/1", name, 1)
    answer(person, one, one.answer)
    expect(asked(person)).to_contain_text("That is the move!")
    expect(asked(person)).to_contain_text("The rule of thumb would play:")
    expect(asked(person).get_by_role("row")).to_have_count(1 + len(one.moves))
    person.check_in_sight("a puzzle that is solved")
    person.look_over("a puzzle that is solved")
    assert result(person, f"{name} 1") == "atOnce"

    asked(person).get_by_role("link", name="Next puzzle").click()
    two = shipped(name)[1]
    expect(person.page).to_have_url(re.compile(f"/puzzle/{name}/2$"))
    answer(person, two, two.moves[1].move)
    expect(asked(person).get_by_role("status")).to_contain_text("there is something better")
    expect(asked(person).get_by_role("row")).to_have_count(0)
    person.look_over("an answer that is not right")
    assert result(person, f"{name} 2") == "tried"
    asked(person).get_by_role("button", name="Show me the solution").click()
    expect(asked(person)).to_contain_text("The solution")
    assert result(person, f"{name} 2") == "shown"

    person.page.get_by_role("link", name="All puzzles").click()
    title = one.game.called.title
    expect(person.page.get_by_role("link", name=re.compile(f"^Go on {title}$"))).to_have_attribute(
        "href", f"/puzzle/{name}/3"
    )
    person.page.locator("summary", has_text=re.compile(f"All {len(shipped(name))} {title}$")).click()
    expect(person.page.get_by_role("link", name=re.compile("^1 .*solved at first try"))).to_have_count(1)
    person.look_over("the page of puzzles")


def test_by_keys_on_a_phone_and_a_second_answer(new_person: NewPerson) -> None:
    person = new_person(viewport=LARGE_PHONE)
    one = open_puzzle(person, "/puzzle/pickup/1", "pickup", 1)
    answer(person, one, one.moves[-1].move, by_keys=True)
    expect(asked(person).get_by_role("status")).to_contain_text("there is something better")
    expect(asked(person).locator(".answer")).to_be_focused()
    person.page.keyboard.press("Enter")  # a second time, by mistake: it asks for nothing
    person.page.keyboard.press("Space")
    on_the_board(person, one, one.answer).focus()
    person.page.keyboard.press("Enter")
    expect(asked(person).get_by_role("status")).to_contain_text("You choose:")
    person.page.keyboard.press("Escape")
    expect(asked(person).get_by_role("status")).to_have_text("")
    expect(asked(person).get_by_text("Your move: which is clearly the best?")).to_be_focused()
    person.forgiven = ["503"]
    person.page.route("**/answer", lambda route: route.fulfill(status=503, json={"reason": "not now"}), times=1)
    answer(person, one, one.answer, by_keys=True)
    expect(asked(person).get_by_role("status")).to_contain_text("Not now.")
    expect(asked(person).get_by_role("status")).to_contain_text("You choose:")
    expect(asked(person).get_by_role("button", name="That is my answer")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(asked(person)).to_contain_text("That is the move!")
    person.check_in_sight("a puzzle that is solved on a phone")
    assert result(person, "pickup 1") == "later"
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Puzzles")


def of_the_day(moment: datetime) -> tuple[daily.Place, Puzzle]:
    place = daily.puzzle_of(moment.date())
    return place, shipped(place.name)[place.number - 1]


def test_a_streak_over_two_days_and_what_is_shared(new_person: NewPerson) -> None:
    """The day is that of the browser's clock, as far as it has come where the server is. Pages that are left open go on to
    the next day, and the link to a puzzle by its number leads to that of the day as well."""
    person = new_person(viewport=SIDEWAYS, **CLIPBOARD)
    page, now = person.page, datetime.now(UTC)
    yesterday = now - timedelta(days=1)
    page.clock.set_fixed_time(yesterday)
    page.goto(f"{person.url}/puzzles")
    page.get_by_role("link", name="Solve it").click()
    expect(asked(person)).to_be_visible(timeout=STARTING)
    _, one = of_the_day(yesterday)
    answer(person, one, one.answer)
    expect(asked(person)).to_contain_text("Your streak: 1 day.")
    assert result(person, f"day {yesterday.date()}") == "atOnce"
    come_back(person, now)
    expect(asked(person)).to_contain_text(f"{now:%-d %B %Y}", timeout=STARTING)
    expect(asked(person).get_by_role("button", name="Show me the solution")).to_be_visible()
    page.clock.set_fixed_time(yesterday)
    page.goto(f"{person.url}/puzzles")
    expect(page.get_by_role("link", name="Look at it again")).to_be_visible()
    come_back(person, now)

    expect(page.get_by_role("link", name="Solve it")).to_be_visible()
    place, one = of_the_day(now)
    page.goto(f"{person.url}/puzzle/{place.name}/{place.number}")
    expect(asked(person)).to_be_visible(timeout=STARTING)
    answer(person, one, one.answer)
    expect(asked(person)).to_contain_text("Your streak: 2 days.")
    for key in (f"day {now.date()}", f"{place.name} {place.number}"):
        assert result(person, key) == "atOnce"
    asked(person).get_by_role("button", name="Share").click()
    expect(asked(person).get_by_role("button", name="Share")).to_have_text("Copied")
    said, link = person.page.evaluate("navigator.clipboard.readText()").split("\n")
    assert said == f"Cutcard puzzle {now.date()}, {one.game.called.title}: solved at first try, streak 2"
    assert link == f"{person.url}/puzzle/{place.name}/{place.number}"
    person.check_in_sight("the puzzle of the day on a phone held sideways")
    person.page.goto(person.url)
    expect(person.page.get_by_role("link", name="Puzzle of the day Your streak: 2 days")).to_be_visible()

    come_back(person, now + timedelta(days=2))  # a day that was left out ends it
    expect(person.page.get_by_role("link", name="Puzzle of the day", exact=True)).to_be_visible()


def stop_the_day(person: Person) -> datetime:
    """It is now in all tabs, also where midnight comes meanwhile."""
    now = datetime.now(UTC)
    person.context.clock.set_fixed_time(now)
    return now


def open_twice(person: Person, path: str) -> tuple[Page, Page]:
    """In two tabs of one browser."""
    tabs = person.page, person.context.new_page()
    for person.page in reversed(tabs):
        person.page.goto(f"{person.url}{path}")
        expect(asked(person)).to_be_visible(timeout=STARTING)
    return tabs


def test_what_one_tab_has_kept_another_does_not_undo(person: Person) -> None:
    now = stop_the_day(person)
    _, one = of_the_day(now)
    overview = person.context.new_page()
    overview.goto(f"{person.url}/puzzles")
    expect(overview.get_by_role("link", name="Solve it")).to_be_visible()
    tabs = open_twice(person, "/puzzle/today")
    answer(person, one, one.answer)
    expect(asked(person)).to_contain_text("Your streak: 1 day.")
    expect(overview.get_by_role("link", name="Look at it again")).to_be_visible()
    person.page = tabs[1]
    asked(person).get_by_role("button", name="Show me the solution").click()
    expect(asked(person)).to_contain_text("Your streak: 1 day.")
    assert result(person, f"day {now.date()}") == "atOnce"

    tabs = open_twice(person, "/puzzle/pickup/2")
    one = shipped("pickup")[1]
    answer(person, one, one.moves[-1].move)
    expect(asked(person).get_by_role("status")).to_contain_text("there is something better")
    person.page = tabs[1]
    answer(person, one, one.answer)
    expect(asked(person)).to_contain_text("That is the move!")
    assert result(person, "pickup 2") == "later"


def test_a_wrong_answer_ends_the_streak(new_person: NewPerson) -> None:
    person = new_person()
    today = stop_the_day(person).date()
    person.page.goto(f"{person.url}/puzzles")
    kept = {f"day {today - timedelta(days=days)}": "atOnce" for days in (1, 2)}
    person.page.evaluate("kept => localStorage.setItem('cutcard.puzzles', JSON.stringify(kept))", kept)
    person.page.reload()
    expect(person.page.get_by_text("Your streak: 2 days.")).to_be_visible()
    person.page.get_by_role("link", name="Solve it").click()
    place = daily.puzzle_of(today)
    one = shipped(place.name)[place.number - 1]
    expect(asked(person)).to_be_visible(timeout=STARTING)
    answer(person, one, one.moves[-1].move)
    expect(asked(person).get_by_role("status")).to_contain_text("there is something better")
    answer(person, one, one.answer)
    expect(asked(person)).to_contain_text("No streak.")
    assert result(person, f"day {today}") == "later"


def test_what_could_not_be_stored_is_remembered_all_the_same(person: Person) -> None:
    """There is no room any more: a wrong answer is not forgotten, though what is stored knows nothing of it."""
    page, today = person.page, stop_the_day(person).date()
    page.goto(f"{person.url}/puzzles")
    page.evaluate("day => localStorage.setItem('cutcard.puzzles', JSON.stringify({[day]: 'atOnce'}))", f"day {today}")
    page.evaluate(NO_ROOM)
    page.locator("summary", has_text="Pickup").click()
    page.get_by_role("link", name=re.compile("^1[, ]")).and_(page.locator("[href='/puzzle/pickup/1']")).click()
    one = shipped("pickup")[0]
    expect(asked(person)).to_be_visible(timeout=STARTING)
    answer(person, one, one.moves[-1].move)
    expect(asked(person).get_by_role("status")).to_contain_text("there is something better")
    answer(person, one, one.answer)
    expect(asked(person)).to_contain_text("That is the move!")
    asked(person).get_by_role("link", name="Next puzzle").click()
    page.get_by_role("link", name="All puzzles").click()
    page.locator("summary", has_text="Pickup").click()
    expect(page.locator("[href='/puzzle/pickup/1']")).to_have_accessible_name(re.compile("not at first try"))


def test_puzzles_that_are_refused_are_asked_for_again(person: Person) -> None:
    """By a press, or by coming back to the page."""
    page, of_the_day = person.page, "**/api/puzzles?day=*"
    person.forgiven = ["503"]
    for again in (
        lambda: page.get_by_role("button", name="Try again").press("Enter"),
        lambda: page.evaluate("document.dispatchEvent(new Event('visibilitychange'))"),
    ):
        page.route(of_the_day, lambda route: route.fulfill(status=503, json={"reason": "not now"}))
        page.goto(f"{person.url}/puzzles")
        expect(page.get_by_role("alert")).to_have_text("Not now.")
        page.unroute(of_the_day)
        again()
        expect(page.get_by_role("link", name="Solve it")).to_be_visible()
        expect(page.get_by_role("button", name="Try again")).to_have_count(0)


def test_who_holds_enter_down_chooses_and_does_not_answer(person: Person) -> None:
    one = open_puzzle(person, "/puzzle/pickup/1", "pickup", 1)
    on_the_board(person, one, one.answer).focus()
    keyboard, button = person.page.keyboard, asked(person).get_by_role("button", name="That is my answer")
    keyboard.down("Enter")
    expect(button).to_be_focused()
    for _ in range(3):
        keyboard.down("Enter")
    keyboard.up("Enter")
    person.page.evaluate(TWO_FRAMES)
    expect(button).to_be_focused()
    assert result(person, "pickup 1") is None
    keyboard.press("Enter")
    expect(asked(person)).to_contain_text("That is the move!")


def test_large_text_leaves_the_board_its_room(new_person: NewPerson) -> None:
    person = new_person(viewport=SMALL_PHONE)
    open_puzzle(person, "/puzzle/pickup/1", "pickup", 1)
    person.page.evaluate("document.documentElement.style.fontSize = '200%'")
    heights = [part.bounding_box() or {} for part in (person.board, asked(person))]
    assert heights[0]["height"] > heights[1]["height"]


def test_a_puzzle_in_german(new_person: NewPerson) -> None:
    person = new_person(viewport=LARGE_PHONE, locale="de-DE")
    page = person.page
    page.goto(person.url)
    page.get_by_role("link", name="Rätsel des Tages").click()
    expect(page.get_by_role("heading", name="Rätsel zu jedem Spiel")).to_be_visible()
    check_german(person, "the page of puzzles")
    page.goto(f"{person.url}/puzzle/clever-pickin/1")
    expect(page.get_by_text("Du bist am Zug: Was ist klar das Beste?")).to_be_visible(timeout=STARTING)
    check_german(person, "a puzzle")
    page.get_by_role("button", name="Zeig mir die Lösung").click()
    expect(page.get_by_text("Die Faustregel würde spielen:")).to_be_visible()
    check_german(person, "a puzzle that is solved")


def test_a_puzzle_that_is_none(person: Person) -> None:
    person.forgiven = ["404"]
    person.page.goto(f"{person.url}/puzzle/pairs/999")
    expect(person.page.get_by_role("alert")).to_contain_text("none with that number")
    person.page.get_by_role("main").get_by_role("link", name="All puzzles").click()
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Puzzles")
