"""When the game is over: rematch, replay, and the record."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

from cutcard.cli.main import run
from tests.browser.person import Person
from tests.browser.short_games import finished_table
from tests.server.client import play_out


def test_rematch_replay_and_record(person: Person, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = person.page
    person.go_to(finished_table(person.url, "Clever Pickin'", 3))
    words = person.read_result()
    rows = page.get_by_role("table").locator("tbody tr")
    scores = [rows.filter(has_text=name).locator("td.number .hidden-words").inner_text() for name in ("Zoe", "Ada")]

    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    check_the_overlay(person)
    page.get_by_role("link", name="Replay").click()
    look_through(person)

    page.get_by_role("link", name="To the table").click()
    assert person.read_result() == words
    page.get_by_role("button", name="Rematch").click()
    expect(person.result).to_have_count(0)
    assert person.wait_for_turn(), "against bots a rematch begins at once"

    assert run(["replay", str(record)]) == 0
    replayed = capsys.readouterr().out
    assert "Clever Pickin' with 3 seats" in replayed
    for seat, score in enumerate(scores):
        assert f"seat {seat} has {score}" in replayed
    assert run(["verify", str(record)]) == 0
    assert "this record holds" in capsys.readouterr().out


def check_the_overlay(person: Person) -> None:
    """It lies over the last cards, and can be put aside to see them."""
    page = person.page
    page.get_by_role("button", name="See the cards").click()
    expect(page.get_by_role("table")).to_have_count(0)
    expect(person.result).to_be_visible()
    page.get_by_role("button", name="Result").click()
    expect(page.get_by_role("table")).to_be_visible()


def look_through(person: Person) -> None:
    """The replay: buttons, arrows, the slider, and another seat."""
    page = person.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Replay of Clever Pickin'")
    slider = page.get_by_role("slider")
    expect(slider).to_have_accessible_name(re.compile(r"^Step 0 of \d+$"))
    steps = int(slider.get_attribute("max") or 0)
    assert steps > 10
    page.get_by_role("button", name="Next").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_accessible_name(f"Step 2 of {steps}")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"\w"))).not_to_have_count(0)
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_accessible_name(f"Step 3 of {steps}")

    hands = page.locator("[data-place^=hands-]")
    shown = lambda: set(hands.evaluate_all("all => all.map(one => one.dataset.card)")) - {"?"}  # noqa: E731
    assert shown(), "all hands are open"
    expect(page.locator("[data-place^=hands-][data-card='?']")).to_have_count(0)
    looks = page.get_by_label("Seen by", exact=True)
    looks.select_option(label="Zoe")
    expect(page.locator(".own [data-place^=hands-]").first).to_be_visible()
    mine = shown()
    looks.select_option(index=2)
    expect(page.locator(".mine .name")).not_to_contain_text("Zoe")
    assert shown() != mine
    page.get_by_role("button", name="End").click()
    expect(slider).to_have_accessible_name(f"Step {steps} of {steps}")
    expect(page.get_by_role("status").filter(has_text=re.compile("wins|win|ties"))).not_to_have_count(0)


def fair_deal(person: Person) -> Locator:
    """What the page found out about the deal."""
    panel = person.open_panel("Menu")
    panel.get_by_text("A fair deal: check it").click()
    return panel.get_by_role("status")


def test_the_deal_is_checked_in_the_page(person: Person) -> None:
    """The fingerprint that was shown before is kept and compared, and every card worked out again."""
    seat, friend = person.sit_with("Ann", "port", options={"target": 5})
    expect(person.board).to_be_visible()
    end = play_out([seat, friend])
    expect(person.result).to_be_visible()
    person.page.get_by_role("button", name="See the cards").click()
    said = fair_deal(person)
    expect(said).to_contain_text("This deal holds.")
    cards = len(friend.ask("GET", f"/tables/{seat.code}/deal")["draws"])
    expect(said).to_contain_text(f"All {cards} cards come from the secret")
    expect(said).to_contain_text("the one that this browser was shown before")
    person.close_panel()

    def other_card(route: Route) -> None:
        deal = route.fetch().json()
        deal["draws"][-1]["card"] = next(face for face in deal["faces"] if face != deal["draws"][-1]["card"])
        route.fulfill(json=deal)

    person.page.route("**/deal", other_card)
    said = fair_deal(person)
    expect(said).to_contain_text("This deal does not hold.")
    expect(said).to_contain_text(f"Card {cards} was")
    person.page.unroute("**/deal")
    person.close_panel()

    kept = {seat.code: {"commitment": "0" * 64, "added": [], "at": 1}}
    person.page.evaluate("kept => localStorage.setItem('cutcard.promises', JSON.stringify(kept))", kept)
    person.page.reload()
    person.page.get_by_role("button", name="See the cards").click()
    said = fair_deal(person)
    expect(said).to_contain_text("This deal does not hold.")
    expect(said).to_contain_text(f"another fingerprint: {'0' * 64}")
    assert end["table"]["commitment"] != "0" * 64
