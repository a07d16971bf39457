"""Playing on from a moment of a replay, and a coach at the table: heeded, and overruled."""

import re
import time
from contextlib import suppress

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import LARGE_PHONE, SIDEWAYS, Person
from tests.browser.short_games import finished_table
from tests.browser.test_german import check_german
from tests.patience import PATIENCE
from tests.server.client import Refused, Visitor, make_table


def test_playing_on_from_a_moment_of_a_replay_to_the_end(person: Person) -> None:
    page, seat = person.page, finished_table(person.url, "Pickup", 3)
    person.go_to(seat)
    page.goto(f"{seat.url}/r/{seat.code}?step=2")
    page.get_by_role("slider").wait_for()
    for width, height in ((1440, 900), (740, 360), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("button", name="Play on from here")).to_be_in_viewport(ratio=1)
        assert not page.evaluate("document.documentElement.scrollHeight > innerHeight"), f"{width}x{height}"
    person.look_over("a replay to play on from")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Play on from here").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Play on from here")
    expect(dialog.get_by_role("combobox", name="Your seat")).to_have_value(str(seat.seat))
    person.look_over("the dialog to play on")
    dialog.get_by_role("combobox", name="The others").select_option("Easy bot")
    dialog.get_by_text("As they were").click()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/t/(?!" + seat.code + ")"))
    expect(page.get_by_role("heading", name="Pickup: practice")).to_be_visible()
    menu = person.open_panel("Menu")
    expect(menu.get_by_text("Practice, from move 2 of this game. All cards are as they were.")).to_be_visible()
    expect(menu.get_by_role("link", name="this game")).to_have_attribute("href", f"/r/{seat.code}?step=2")
    expect(menu.get_by_text("fair deal")).to_have_count(0)
    person.audit("the menu of a practice table")
    person.close_panel()
    person.play_to_the_end()
    expect(page.get_by_role("link", name="Download the record")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(person.result).to_have_count(0)
    expect(page.get_by_role("heading", name="Pickup: practice")).to_be_visible()


def test_it_ends_where_the_game_does_and_can_be_dealt_anew(new_person: NewPerson) -> None:
    person = new_person(viewport=LARGE_PHONE, has_touch=True, locale="de")
    page, seat = person.page, finished_table(person.url, "Pairs", 2)
    page.goto(f"{seat.url}/r/{seat.code}")
    page.get_by_role("slider").wait_for()
    button = page.get_by_role("button", name="Von hier weiterspielen")
    page.get_by_role("button", name="Ende", exact=True).click()
    expect(button).to_be_disabled()
    page.get_by_role("button", name="Anfang", exact=True).click()
    button.click()
    check_german(person, "the dialog to play on")
    page.get_by_role("dialog").get_by_role("button", name="Weiterspielen").click()
    expect(page.get_by_role("heading", name="Pairs: Übung")).to_be_visible()
    page.get_by_role("navigation").get_by_role("button", name="Menü").click()
    expect(page.get_by_text("Verdeckte Karten wurden neu gegeben.")).to_be_visible()
    check_german(person, "the menu of a practice table")


# A coach


def lost_by_folding(person: Person, **wishes: str) -> tuple[Visitor, str]:
    """A table with a coach at which one is asked, and has lost by the fold that is given."""
    while True:
        wish = {"options": {"target": 1}, "level": "easy", "coach": "gentle", **wishes}
        seat = make_table(person.url, "pairs", person.name, seats=2, **wish)
        seat.start()
        update = seat.wait_for(lambda update: update["you"]["offers"] or update["table"]["state"] == "over")
        folds = [one["move"] for one in update["you"]["offers"] if one["move"].startswith("fold")]
        if folds:
            return seat, folds[0]


def until_the_coach_is_ready(person: Person) -> None:
    """What it needs may have to be compiled, once on a machine; until then it says nothing."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        seat, fold = lost_by_folding(person)
        with suppress(Refused):
            seat.move(fold, seat.look()["you"]["asked"])
            time.sleep(0.5)
            continue
        return
    raise AssertionError("the coach never said anything")


def test_a_warning_is_heeded_and_another_overruled(person: Person) -> None:
    page = person.page
    until_the_coach_is_ready(person)
    seat, _ = lost_by_folding(person)
    person.go_to(seat)
    fold = page.get_by_role("button", name=re.compile("^Fold"))
    dialog = page.get_by_role("dialog", name="Think it over?")
    fold.first.click()
    expect(dialog.get_by_text(re.compile(r"That costs you about \d+ games of a hundred\."))).to_be_visible()
    expect(dialog.get_by_text(re.compile("Hit is better: "))).to_be_visible()
    expect(dialog.get_by_role("button", name="Let me think")).to_be_focused()
    person.look_over("a warning of the coach")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(fold.first).to_be_enabled()
    menu = person.open_panel("Menu")
    expect(menu.get_by_role("combobox", name="Coach")).to_have_value("gentle")
    person.close_panel()
    fold.first.click()  # once for each decision
    assert person.read_result()
    expect(dialog).to_have_count(0)

    person.go_to(lost_by_folding(person)[0])
    fold.first.click()
    dialog.get_by_role("button", name="Play it all the same").click()
    assert person.read_result()


def test_the_coach_is_chosen_for_games_against_bots_and_sent_away(new_person: NewPerson) -> None:
    person = new_person(viewport=LARGE_PHONE, has_touch=True)
    page = person.page
    until_the_coach_is_ready(person)
    seat, _ = lost_by_folding(person)
    person.go_to(seat)
    page.get_by_role("button", name=re.compile("^Fold")).first.click()
    dialog = page.get_by_role("dialog", name="Think it over?")
    for size in (LARGE_PHONE, SIDEWAYS):
        page.set_viewport_size(size)
        for name in ("Let me think", "Play it all the same"):
            expect(dialog.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    page.set_viewport_size(LARGE_PHONE)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    person.go_home()
    person.open_settings()
    page.get_by_role("combobox", name="Coach").select_option("Strict")
    expect(page.get_by_text("costs 5 games of a hundred or more")).to_be_visible()
    person.audit("the settings with a coach")
    person.play_now("Port")
    person.board.wait_for()
    menu = person.open_panel("Menu")
    coach = menu.get_by_role("combobox", name="Coach")
    expect(coach).to_have_value("strict")
    coach.select_option("None")
    expect(coach).to_have_value("off")
    expect(menu.get_by_text("Nobody warns you.")).to_be_visible()
