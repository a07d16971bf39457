"""A game that this project has never heard of: the example of CONTRIBUTING.md, from a package of its own, in the browser."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.another_package import NAME, TITLE, install
from tests.browser.conftest import NewPerson
from tests.browser.person import GO, RESULT, STARTING, Person
from tests.browser.test_lessons import count, do_by_mouse, walk
from tests.server.running import RunningServer

SEATS, ROUNDS = 3, 3

WATCH = """() => {
    window.seen = []
    const look = () => {
        const cards = [...document.querySelectorAll('[data-place^=shown-]')].map(card => card.dataset.card)
        const isOver = document.getElementById('result') !== null
        if (cards.length && !isOver) window.seen.push({line: document.querySelector('.goal')?.innerText ?? '', cards})
    }
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true})
}"""
"""Keep what lies turned up at any time while the game goes on."""


@pytest.fixture(scope="module")
def server_with_it(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Rules that no other test needs are not compiled for it."""
    folder = tmp_path_factory.mktemp("another-package")
    install(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        with RunningServer(f"sqlite:///{folder / 'tables.sqlite3'}", folder / "server.log", path=folder) as server:
            yield server


BY_WHAT = re.compile(
    r"^((Your|\w+'s) \d+ beat (your \d+|\w+'s \d+|the \d+ of .+)\."
    r"|.+ have \d+ points each, \d+ more than .+\.|All rounds are played\.)$"
)
"""What the scores tell of a win, alone or shared; where all tie, why the game is over."""


def test_it_is_played_to_its_end_and_seen_again(server_with_it: RunningServer, new_person: NewPerson) -> None:
    person = new_person("Zoe", url=server_with_it.url)
    person.go_home()
    person.make_table(TITLE, players=SEATS)
    person.fill_with_bots()
    person.page.evaluate(WATCH)
    swap_by_a_click_on_the_card(person)
    keep_by_a_button(person)
    keep_by_a_button(person)
    person.read_result()
    expect(person.page.locator(".end .why")).to_have_text(BY_WHAT)
    expect(person.page.get_by_role("table").get_by_role("row")).to_have_count(1 + SEATS)
    expect(person.page.locator("[data-place^=shown-]")).to_have_count(2 * SEATS)
    check_what_was_seen(person.page, range(1, ROUNDS))
    person.audit("the end of a game of another package")
    look_at_the_replay(person)
    assert "Traceback" not in server_with_it.said


def swap_by_a_click_on_the_card(person: Person) -> None:
    """The first turn: the tip, the card that goes, and the sentence with that card."""
    page = person.page
    wait_for_turn(person, 1)
    expect(page.locator(".turn")).to_have_text("Your turn: keep your cards, or swap one of them")
    expect(page.get_by_role("complementary", name="Tip")).to_contain_text("Click a card to swap it for the top one.")
    cards = page.locator(".own [data-place^=hands-]")
    expect(cards).to_have_count(2)
    face = cards.first.get_attribute("data-card")
    expect(cards.first.get_by_role("button")).to_have_accessible_name(f"Swap the {face}")
    person.look_over("a game of another package")
    cards.first.get_by_role("button").click()
    told = person.open_panel("What happened").locator("p").filter(has_text=re.compile("You swap the"))
    expect(told.first).to_contain_text(str(face))
    person.close_panel()


def keep_by_a_button(person: Person) -> None:
    wait_for_turn(person)
    person.page.get_by_role("button", name="Keep", exact=True).click()


def wait_for_turn(person: Person, number: int | None = None) -> None:
    person.page.locator(f".mine {GO}").first.wait_for(timeout=STARTING)
    if number:
        expect(person.page.locator(".goal")).to_contain_text(f"Round {number} of {ROUNDS}")


def check_what_was_seen(page: Page, rounds: range) -> None:
    """At the end of each round all hands lay turned up, before they were swept away."""
    seen: list[dict[str, Any]] = page.evaluate("window.seen")
    for number in rounds:
        turned = [one["cards"] for one in seen if one["line"] == f"Round {number} of {ROUNDS}"]
        assert max(map(len, turned), default=0) == 2 * SEATS, f"round {number}: {seen}"
        assert all("?" not in cards for cards in turned)


def look_at_the_replay(person: Person) -> None:
    page = person.page
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Replay of {TITLE}")
    slider = page.get_by_role("slider")
    expect(slider).to_have_accessible_name(f"Step 0 of {SEATS * ROUNDS}")
    page.get_by_label("Seen by", exact=True).select_option(label="Zoe")
    expect(page.locator(".own [data-place^=hands-]")).to_have_count(2)
    page.evaluate(WATCH)
    for step in range(1, SEATS + 1):
        page.get_by_role("button", name="Next").click()
        expect(slider).to_have_accessible_name(f"Step {step} of {SEATS * ROUNDS}")
    page.wait_for_function("most => window.seen.some(({cards}) => cards.length === most)", arg=2 * SEATS)
    expect(page.locator("[data-place^=shown-]")).to_have_count(0)  # the next round
    page.get_by_role("button", name="End").click()
    expect(page.locator(".turn")).to_have_text(RESULT)


def test_it_is_taught_to_its_end(server_with_it: RunningServer, new_person: NewPerson) -> None:
    person = new_person(url=server_with_it.url)
    person.page.goto(server_with_it.url)
    person.page.get_by_role("link", name=f"Teach me {TITLE}").click()
    expect(count(person)).to_have_text("Step 1 of 2", timeout=STARTING)
    walk(person, NAME, do_by_mouse, by_keys=False)
    expect(person.board).to_contain_text("You win!")
    assert "Traceback" not in server_with_it.said
