"""What the page says where the line is dead, where others are away, and where nobody needs to wait."""

import math
import re
from pathlib import Path

from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.server.client import Visitor, join, make_table
from tests.server.running import RunningServer

LIVE = re.compile(r"/live$")

PRESSED = """async one => {
    one.click()
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    return one.closest('.sent') !== null
}"""
"""Whether a frame after the click it shows that it was pressed."""


def test_a_click_on_a_dead_line_is_seen_at_once_and_said_within_three_seconds(new_person: NewPerson) -> None:
    """Nothing that the page sends arrives, and nobody tells it so. When the line is back the move goes out."""
    person = new_person(hurried=False)
    person.forgiven = ["WebSocket is closed before"]
    dead: list[bool] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda message: None if dead else server.send(message))

    person.page.route_web_socket(LIVE, between)
    person.page.clock.install()
    for game, button in [("port", "Hit"), ("pickup", "")]:
        dead.clear()
        seat, ann = person.sit_with("Ann", game)
        person.wait_for_turn_after(*([ann] if game == "port" else []))  # in Pickup her choice would turn yours up
        before = seat.look()["play"]["step"]
        dead.append(True)
        named = person.page.get_by_role("button", name=re.compile(f"^{button}"))
        target = named.and_(person.page.locator("[data-go]")).first
        assert target.evaluate(PRESSED), "what was pressed shows it"
        person.page.clock.fast_forward(3_000)
        expect(person.page.get_by_text("No answer yet.")).to_be_visible()
        expect(person.page.get_by_text("thinking")).to_have_count(0)
        assert seat.look()["play"]["step"] == before
    dead.clear()
    expect(person.page.locator("[data-place='choices-0']")).to_have_attribute("data-card", "?")
    assert seat.wish(seat.look()) is None, "the choice has arrived"


def lose_answers(person: Person, path: str, number: float = math.inf) -> list[str]:
    """So many requests to this path are done, and nobody is told; gives the ids of all."""
    person.forgiven = ["net::ERR", "Failed to load resource"]
    ids: list[str] = []

    def between(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        assert route.request.post_data_json
        ids.append(route.request.post_data_json["id"])
        assert route.request.headers["x-has-id"] == "yes", "a web server in front may send it again too"
        assert ids[-1] not in str(route.request.headers), "a key follows from it, and headers are logged"
        answer = route.fetch()
        assert answer.ok
        if len(ids) <= number:
            route.abort()
        else:
            route.fulfill(response=answer)

    person.page.route(path, between)
    return ids


def test_a_table_whose_answer_is_lost_is_made_once(new_person: NewPerson) -> None:
    person = new_person()
    ids = lose_answers(person, "**/api/tables", 1)
    person.go_home()
    person.make_table("Port", players=2)
    assert len(ids) >= 2  # where the server was slow it was asked once more beside that
    assert len(set(ids)) == 1
    expect(person.page.get_by_text("Free seat")).to_have_count(1)
    person.page.unroute_all(behavior="wait")  # what was asked beside it may still be on its way


def test_a_seat_whose_answer_is_lost_is_taken_once(new_person: NewPerson, url: str) -> None:
    """The page asks once more by itself; then somebody has to press again, and sits in the same seat."""
    zoe, person = make_table(url, "port", seats=2), new_person("Ann")
    ids = lose_answers(person, "**/join")
    person.page.goto(f"{url}/t/{zoe.code}")
    person.page.get_by_label("Your name").fill("Ann")
    sit = person.page.get_by_role("button", name="Sit down")
    sit.click()
    expect(person.page.get_by_text("The server does not answer.")).to_be_visible()
    assert [seat["name"] for seat in zoe.look()["table"]["seats"]] == ["Zoe", "Ann"]
    assert len(ids) >= 2
    person.page.unroute_all(behavior="wait")
    later = lose_answers(person, "**/join", 0)
    sit.click()
    expect(sit).to_have_count(0)
    assert later
    ids += later
    assert len(set(ids)) == 1
    assert [seat["name"] for seat in zoe.look()["table"]["seats"]] == ["Zoe", "Ann"]
    person.page.unroute_all(behavior="wait")


def out_of_pickle(url: str) -> Visitor:
    """A seat that is out of a game of Pickle which goes on: the others have gone, and bots play for them."""
    while True:
        people = [zoe := make_table(url, "pickle", seats=3, options={"limit": 3}), join(zoe, "Ann"), join(zoe, "Ben")]
        zoe.start()
        update = zoe.look()
        while not any(seat["is_gone"] for seat in update["play"]["seats"]):
            for one in people:
                if (wish := one.wish(now := one.look(since=10**9))) is not None:
                    one.move(wish, now["you"]["asked"])
            update = zoe.look(since=10**9)
        if update["play"]["seats"][0]["is_gone"] and update["table"]["state"] == "playing":
            for seat in (1, 2):
                zoe.at_table("seats", seat=seat, to="bot", level="easy")
            return zoe


def test_who_is_out_can_run_on_to_the_end(new_person: NewPerson, tmp_path: Path) -> None:
    """Bots that take an hour for a move, so that it is not over by itself. Where both go at once, everybody is back
    (PICKLE-18), and nobody is hurried any more."""
    with RunningServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path / "server.log", pace=3600.0) as server:
        person = new_person(url=server.url)
        while not person.is_over:
            person.go_to(out_of_pickle(server.url))
            person.audit("a table that one is out of", ".said")
            person.page.get_by_role("button", name="Run on to the end").click()
            person.page.locator("#result, .own [data-place^=hands-]").first.wait_for()
        assert person.read_result() in ("Ann wins!", "Ben wins!")
        person.page.close()


def test_the_host_who_closed_the_tab_is_no_obstacle_in_a_game(person: Person) -> None:
    """Somebody else hands the seat to a bot, which is named by the person it plays for."""
    zoe = make_table(person.url, "port", "Zoe", seats=2)
    ann = join(zoe, "Ann")
    zoe.start()
    person.go_to(ann)
    expect(person.page.get_by_text("Zoe is away and can come back at any time.")).to_be_visible()
    person.page.get_by_role("button", name="Hand Zoe’s seat to a bot").click()
    expect(person.page.get_by_role("log", name="What happens")).to_contain_text("A bot plays for Zoe.")
    expect(person.page.get_by_text("Zoe is away and can come back at any time.")).to_have_count(0)
    person.wait_for_turn()
    person.play_once()
    assert person.wait_for_turn(), "the bot plays"


def test_who_comes_late_is_told_all_that_was_said(person: Person) -> None:
    """Fifty events are told at once; the page asks for those before, and puts each in its place."""
    host, friend = person.sit_with("Ann", "port")
    person.page.goto("about:blank")
    said = [f"number {number}." for number in range(120)]
    for number, text in enumerate(said):
        friend.at_table("chat", id=f"c{number}", text=text)
    person.go_to(host)
    log = person.open_panel("Chat").get_by_role("log", name="Chat")
    expect(log).to_contain_text(said[0])
    assert re.findall(r"number \d+\.", log.inner_text()) == said
    friend.at_table("chat", id="last", text="the last one")
    expect(log).to_contain_text("the last one")
