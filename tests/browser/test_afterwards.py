"""When the game is over: rematch, replay, and the record."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cutcard.cli.main import run
from tests.browser.person import Person
from tests.browser.short_games import finished_table


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
    assert not shown(), "somebody who watches sees no hands"
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
