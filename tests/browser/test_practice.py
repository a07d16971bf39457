"""Playing on from a moment of a replay, and a coach at the table: heeded, and overruled."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.coached import lost_by_folding, until_the_coach_is_ready
from tests.browser.conftest import NewPerson
from tests.browser.person import KEY, LARGE_PHONE, SIDEWAYS, TWO_FRAMES, Person
from tests.browser.short_games import finished_table
from tests.browser.test_german import check_german
from tests.browser.test_replay import step_shown
from tests.server.client import Visitor, play_out

WITHIN_THE_PAGE = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }"
"""To another page by a link: nothing that is asked for is given up."""
NOT_NOW = {"status": 503, "json": {"reason": "not now"}}


def test_playing_on_from_a_moment_of_a_replay_to_the_end(person: Person) -> None:
    page, seat = person.page, finished_table(person.url, "Pickup", 3)
    looks: list[Route] = []
    are_held: list[bool] = []  # and not a route from then on: what is asked for right after a first one may get past it
    page.route(f"**/tables/{seat.code}?since=*", lambda route: looks.append(route) if are_held else route.continue_())
    person.go_to(seat)
    page.goto(f"{seat.url}/r/{seat.code}?step=2")
    page.get_by_role("slider").wait_for()
    for width, height in ((1440, 900), (740, 360), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("button", name="Play on from here")).to_be_in_viewport(ratio=1)
        assert not page.evaluate("document.documentElement.scrollHeight > innerHeight"), f"{width}x{height}"
    person.look_over("a replay to play on from")
    page.set_viewport_size({"width": 1440, "height": 900})
    play_on = page.get_by_role("button", name="Play on from here")
    play_on.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Play on from here")
    expect(dialog.get_by_role("combobox", name="Your seat")).to_have_value(str(seat.seat))
    person.look_over("the dialog to play on")
    close = dialog.get_by_role("button", name="Close")
    close.press("End")  # keys are for the dialog, and not for the replay behind it
    step_shown(person, 2)
    close.press("Enter")
    expect(dialog).to_have_count(0)
    expect(play_on).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(play_on).to_be_focused()
    expect(page.get_by_role("dialog", name="Moves")).to_be_visible()

    are_held.append(True)
    page.keyboard.press("Enter")
    seats = dialog.get_by_role("combobox", name="Your seat")
    person.wait_until(lambda: looks)
    other = next(one for one in "012" if one not in (seats.input_value(), str(seat.seat)))
    seats.select_option(other)  # before it is known which one was theirs
    with page.expect_response(f"**/tables/{seat.code}?since=*"):
        page.unroute(f"**/tables/{seat.code}?since=*")  # what it held goes on by itself
    page.evaluate(TWO_FRAMES)
    expect(seats).to_have_value(other)
    seats.select_option(str(seat.seat))
    dialog.get_by_role("combobox", name="The others").select_option("Easy bot")
    dialog.get_by_text("As they were").click()
    person.forgiven = ["503"]
    page.route("**/start", lambda route: route.fulfill(**NOT_NOW), times=1)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/t/(?!" + seat.code + ")"))
    page.get_by_role("button", name=re.compile("^Start")).click()  # the table is there, and waits
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
    button.click()
    expect(page.get_by_role("dialog")).to_contain_text("Hier ist die Partie zu Ende")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Anfang", exact=True).click()
    button.click()
    page.get_by_role("dialog").get_by_role("button", name="Weiterspielen").click()
    expect(page.get_by_role("heading", name="Pairs: Übung")).to_be_visible()
    page.get_by_role("navigation").get_by_role("button", name="Menü").click()
    expect(page.get_by_text("Verdeckte Karten wurden neu gegeben.")).to_be_visible()
    check_german(person, "the menu of a practice table")


def test_a_table_that_is_not_wanted_any_more_is_not_gone_to(person: Person) -> None:
    """Whoever closes the dialog, or goes to another page, stays there when the table is made."""
    page, seat = person.page, finished_table(person.url, "Pickup", 2)
    held: list[Route] = []
    page.route("**/play-on", lambda route: held.append(route))
    page.goto(f"{seat.url}/you")
    page.evaluate(WITHIN_THE_PAGE, f"/r/{seat.code}")
    for leave, where in ((lambda: page.keyboard.press("Escape"), f"/r/{seat.code}"), (page.go_back, "/you")):
        held.clear()
        page.get_by_role("button", name="Play on from here").click()
        page.get_by_role("dialog").get_by_role("button", name="Play on", exact=True).click()
        person.wait_until(lambda: held)
        leave()
        expect(page.get_by_role("dialog", name="Play on from here")).to_have_count(0)
        with page.expect_response("**/play-on"):
            held[0].continue_()
        page.evaluate(TWO_FRAMES)
        page.wait_for_timeout(200)
        expect(page).to_have_url(f"{seat.url}{where}")


@pytest.mark.parametrize("hidden", ["anew", "as-it-was"])
def test_what_was_dealt_anew_has_no_record_to_download(person: Person, hidden: str) -> None:
    old = finished_table(person.url, "Pickup", 2)
    made = old.at_table("play-on", name="Zoe", step=0, hidden=hidden)
    seat = Visitor(person.url, made["code"], made["key"], made["seat"])
    seat.start()
    play_out([seat])
    person.page.goto(f"{seat.url}/r/{seat.code}")
    person.page.get_by_role("slider").wait_for()
    expect(person.page.get_by_role("link", name="Download the record")).to_have_count(int(hidden != "anew"))


# A coach


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
    expect(fold.first).to_be_focused()
    menu = person.open_panel("Menu")
    expect(menu.get_by_role("combobox", name="Coach")).to_have_value("gentle")
    person.close_panel()
    fold.first.click()  # once for each decision
    assert person.read_result()
    expect(dialog).to_have_count(0)

    person.go_to(lost_by_folding(person)[0])
    happened = person.open_panel("What happened")
    fold.first.click()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")  # it is for the dialog, and not for what is beside the table
    expect(dialog).to_have_count(0)
    expect(happened).to_be_visible()
    assert page.evaluate("localStorage['cutcard.log-beside']") == "true"

    person.go_to(lost_by_folding(person)[0])
    fold.first.click()
    dialog.get_by_role("button", name="Play it all the same").click()
    assert person.read_result()


def test_the_coach_is_chosen_for_games_against_bots_and_sent_away(new_person: NewPerson) -> None:
    person = new_person(viewport=LARGE_PHONE, has_touch=True)
    page = person.page
    page.route("**/set", lambda route: route.fulfill(**NOT_NOW), times=1)
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
    person.forgiven = ["503"]
    with page.expect_response("**/set"):
        coach.select_option("None")
    expect(coach).to_have_value("strict")  # the one there is
    with page.expect_response("**/set"):
        coach.select_option("None")
    expect(menu.get_by_text("Nobody warns you.")).to_be_visible()
    code = page.url.rpartition("/")[2]
    table = Visitor(person.url, code, page.evaluate(KEY, code)).look()["table"]
    assert table["coach"] is None
    page.reload()
    expect(person.open_panel("Menu").get_by_role("combobox", name="Coach")).to_have_value("off")
