"""People at one table, each with a browser of their own."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import KEY, NEXT_LOOK, PHONE, STARTING, Person
from tests.server.client import Visitor, join, make_table, play_out, watcher
from tests.server.running import RunningServer

CUT_OFF = ["WebSocket connection", "net::ERR_INTERNET_DISCONNECTED", "net::ERR_CONNECTION", "net::ERR_EMPTY_RESPONSE"]
"""What a browser says in its console when the line is gone."""


def sit_together(zoe: Person, ann: Person, game: str = "pickup") -> tuple[Visitor, Visitor]:
    """A table for two with a browser each, begun; gives both seats."""
    seat = make_table(zoe.url, game, seats=2)
    friend = join(seat)
    seat.start()
    zoe.go_to(seat)
    ann.go_to(friend)
    return seat, friend


def play_on(people: list[Person], moves: int) -> None:
    """So many moves of whoever may move."""
    while moves > 0 and not any(person.is_over for person in people):
        for person in people:
            if person.options():
                person.play_once()
                moves -= 1
        people[0].page.wait_for_timeout(NEXT_LOOK)


def seat_of(person: Person, seat: int) -> Visitor:
    """The seat that somebody has at the table before them, to be used beside the page."""
    code = person.page.url.rpartition("/")[2]
    return Visitor(person.url, code, person.page.evaluate(KEY, code), seat)


def play_the_rest(people: list[Person], seats: tuple[Visitor, Visitor]) -> None:
    """As if by another device of each of them, while nobody looks at the pages step by step."""
    for person in people:
        person.look_away()
    play_out([*seats])


def standings(person: Person) -> list[str]:
    person.result.wait_for()
    rows = person.page.get_by_role("table").first.locator("tbody tr")
    return [re.sub(r"\s*\(you\)", "", row) for row in rows.all_text_contents()]


def told_moves(person: Person) -> int:
    """How many moves are told by what is one press away."""
    number = person.open_panel("What happened").locator("p.move").count()
    person.close_panel()
    return number


def settle(people: list[Person], seat: Visitor) -> None:
    """Until every click is answered, and everybody is told of every move."""
    for person in people:
        expect(person.page.locator("[data-go][aria-disabled]")).to_have_count(0)
    moves = seat.look()["play"]["step"]
    for person in people:
        expect(person.open_panel("What happened").locator("p.move")).to_have_count(moves)
        person.close_panel()


def test_by_link_with_a_reload_and_a_cut_off_line(new_person: NewPerson) -> None:
    zoe, ann = new_person("Zoe"), new_person("Ann")
    zoe.forgiven = ann.forgiven = CUT_OFF
    zoe.go_home()
    ann.sit_down(zoe.make_table("Pickup", players=2))
    zoe.page.get_by_role("button", name="Start", exact=True).click()
    zoe.board.wait_for(timeout=STARTING)
    ann.board.wait_for()
    play_on([zoe, ann], 4)

    ann.page.reload()
    ann.board.wait_for()
    play_on([zoe, ann], 4)

    zoe.context.set_offline(True)
    expect(zoe.page.get_by_text("Reconnecting…")).to_be_visible()
    expect(ann.page.get_by_text("Zoe is away")).to_be_visible()
    if ann.options():
        ann.play_once()
    zoe.context.set_offline(False)
    expect(zoe.page.get_by_text("Reconnecting…")).to_have_count(0)
    expect(ann.page.get_by_text("Zoe is away")).to_have_count(0)
    play_on([zoe, ann], 2)

    # Ann goes on at her phone, with the private link.
    ann.open_panel("Menu").get_by_text("Go on with this seat on another device").click()
    private = ann.page.get_by_label("Your private link").first.input_value()
    phone = new_person("Ann's phone", viewport=PHONE, has_touch=True, is_mobile=True)
    phone.page.goto(private)
    phone.board.wait_for()
    assert "key" not in phone.page.url, "the key does not stay in the address bar"
    assert phone.own_hand == ann.own_hand
    ann.page.goto(ann.url)
    play_on([zoe, phone], 2)
    play_the_rest([zoe, phone], (seat_of(zoe, 0), seat_of(phone, 1)))
    assert standings(zoe) == standings(phone)
    assert told_moves(zoe) == told_moves(phone) > 10
    ann.page.goto(phone.page.url)
    assert standings(ann) == standings(zoe)


def test_the_server_loses_power_and_comes_back(new_person: NewPerson, tmp_path: Path) -> None:
    with RunningServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path / "server.log") as server:
        zoe, ann = new_person("Zoe", url=server.url), new_person("Ann", url=server.url)
        zoe.forgiven = ann.forgiven = CUT_OFF
        seats = sit_together(zoe, ann)
        play_on([zoe, ann], 5)
        settle([zoe, ann], seats[0])
        hand, moves = zoe.own_hand, told_moves(zoe)
        server.kill()
        expect(zoe.page.get_by_text("Reconnecting…")).to_be_visible()
        server.start()
        expect(zoe.page.get_by_text("Reconnecting…")).to_have_count(0)
        expect(ann.page.get_by_text("Reconnecting…")).to_have_count(0)
        assert zoe.own_hand == hand
        assert told_moves(zoe) == moves
        play_on([zoe, ann], 2)
        play_the_rest([zoe, ann], seats)
        assert standings(zoe) == standings(ann)
        for person in (zoe, ann):
            person.context.close()


def test_chat_and_a_spectator_who_sees_no_hands(new_person: NewPerson) -> None:
    zoe, ann, wes = new_person("Zoe"), new_person("Ann"), new_person("Wes")
    seat, _ = sit_together(zoe, ann)
    wes.go_to(watcher(seat))
    expect(wes.page.get_by_text("You are watching")).to_be_visible()
    expect(zoe.page.get_by_text("1 person watches")).to_be_visible()
    expect(wes.page.get_by_text(re.compile("person watches|people watch"))).to_have_count(0)  # nobody else
    play_on([zoe, ann], 3)
    for place in ("hands", "choices"):
        shown = wes.page.locator(f"[data-place^={place}-]").evaluate_all("all => all.map(one => one.dataset.card)")
        assert set(shown) <= {"?"}, f"{place} are for their owners"
    assert not wes.options()

    chat = zoe.open_panel("Chat")
    chat.get_by_label("Say something").fill("Hello <b>Ann</b> & good luck")
    zoe.page.keyboard.press("Enter")
    expect(chat.get_by_role("log", name="Chat")).to_contain_text("You: Hello <b>Ann</b> & good luck")
    expect(ann.page.get_by_role("button", name=re.compile("^Chat 1 new"))).to_be_visible()
    expect(ann.open_panel("Chat").get_by_role("log", name="Chat")).to_contain_text("Zoe: Hello <b>Ann</b> & good luck")
    chat = wes.open_panel("Chat")
    expect(chat.get_by_role("log", name="Chat")).to_contain_text("Zoe: Hello <b>Ann</b>")
    expect(chat.get_by_label("Say something")).to_have_count(0)


def test_a_bot_keeps_the_seat_of_somebody_who_is_away(new_person: NewPerson) -> None:
    zoe, ann = new_person("Zoe"), new_person("Ann")
    seats = sit_together(zoe, ann)
    ann.page.get_by_role("link", name="Cutcard").click()
    zoe.page.get_by_role("button", name="Hand Ann’s seat to a bot").click()
    expect(zoe.page.get_by_role("log", name="What happens")).to_contain_text("A bot plays for Ann.")
    before = told_moves(zoe)
    for _ in range(3):
        zoe.wait_for_turn()
        zoe.play_once()
    zoe.wait_for_turn()
    assert told_moves(zoe) >= before + 4, "the bot has moved as well"

    ann.page.reload()
    ann.page.get_by_role("link", name=re.compile("^Go on")).click()
    expect(ann.page.get_by_text("A bot plays for you.")).to_be_visible()
    ann.page.get_by_role("button", name="Take my seat back").click()
    expect(ann.page.get_by_text("A bot plays for you.")).to_have_count(0)
    expect(zoe.page.get_by_role("log", name="What happens")).to_contain_text("Ann is back.")
    play_on([zoe, ann], 2)
    play_the_rest([zoe, ann], seats)
    assert standings(zoe) == standings(ann)

    # A rematch of two: one asks, and both find the way.
    zoe.page.get_by_role("button", name="Rematch").click()
    zoe.page.get_by_role("heading", name="Who plays").wait_for()
    expect(ann.page.get_by_text("Zoe wants a rematch.")).to_be_visible()
    ann.audit("the result with a rematch")
    ann.page.get_by_role("link", name="Go to the rematch").click()
    expect(ann.page.get_by_text("starts the game when everybody is here")).to_be_visible()
    zoe.page.get_by_role("button", name="Start", exact=True).click()
    assert zoe.wait_for_turn()
    assert ann.wait_for_turn()


def test_join_by_code_and_the_list_of_tables(new_person: NewPerson) -> None:
    zoe, ann = new_person("Zoe"), new_person("Ann")
    zoe.go_home()
    link = zoe.make_table("Port", players=2, show_this_table=True)
    ann.go_home()
    expect(ann.page.get_by_role("region", name="Open tables")).to_contain_text("Port")
    ann.page.get_by_label("Code or link").fill("not a code!")
    ann.page.get_by_role("button", name="Join", exact=True).click()
    expect(ann.page.get_by_text("That is not a code")).to_be_visible()
    ann.page.get_by_label("Code or link").fill(link.rpartition("/")[2].lower())
    ann.page.get_by_role("button", name="Join", exact=True).click()
    ann.page.get_by_role("button", name="Sit down").click()
    expect(zoe.page.get_by_role("region", name="Who plays").get_by_role("list").filter(has_text="Ann")).to_be_visible()
