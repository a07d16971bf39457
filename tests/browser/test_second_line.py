"""A node that hangs, and one that is only busy: the page has a second line then, beside the first.

By the page's own clock, which stands still but for what it is given here: how quick the machine is does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import GO, Person
from tests.server.client import Visitor
from tests.server.nodes import Node, Nodes

LIVE = re.compile(r"/live$")
STEP = 250
"""Milliseconds of the page's clock that go by at a time."""
NGINX_MISSES = 1_200
"""Real milliseconds in which nginx finds out that a node hangs which it has asked."""
A_FEW_SECONDS = 5_000
SENT = ".sent"
"""What was pressed and is not done yet."""


def stop_the_clock(person: Person) -> None:
    person.page.clock.pause_at(person.page.evaluate("Date.now() + 1000"))


def let_time_pass(person: Person, milliseconds: int, holds: Callable[[], bool], ours: int = NGINX_MISSES) -> None:
    """So much of the page's time at most, until it is so; and in each step as much of ours as the others may need."""
    for _ in range(milliseconds // STEP):
        if holds():
            return
        person.page.clock.run_for(STEP)
        person.page.wait_for_timeout(ours)
    assert holds(), f"it is not so after {milliseconds} ms of the page's time"


def press_any(person: Person) -> None:
    person.press(person.page.locator(f"section[aria-label=Table] {GO}").first)
    expect(person.page.locator(SENT)).not_to_have_count(0)


def is_done(person: Person) -> bool:
    return person.page.locator(SENT).count() == 0


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[Nodes]:
    """As `deploy/nginx.conf` has them: all who are at one table go to the same one."""
    with Nodes(tmp_path, 2, by_turns=False) as nodes:
        yield nodes


def node_of(nodes: Nodes, visitor: Visitor) -> Node:
    """Where nginx sends whoever asks for this table."""
    begin = f"GET /api/tables/{visitor.code} 200 from 127.0.0.1:"
    visitor.look()
    assert nodes.nginx.has_said("access", begin)
    port = nodes.nginx.said("access").rpartition(begin)[2].partition(" ")[0]
    return next(node for node in nodes.nodes if node.port == int(port))


def moves_at(visitor: Visitor) -> int:
    return sum(event["kind"] == "move" for event in visitor.look()["events"])


def test_a_person_plays_on_where_a_node_hangs(new_person: NewPerson, nodes: Nodes) -> None:
    """nginx does not know yet that it hangs, and has all who are at the table there. Where all hang, that is said."""
    person = new_person(url=nodes.url, hurried=False)
    person.forgiven = ["WebSocket"]  # one is given up that would never be opened
    person.page.clock.install()
    seat, ann = person.sit_with("Ann", "port")
    person.wait_for_turn_after(ann)
    hung = node_of(nodes, seat)
    before = moves_at(seat)
    stop_the_clock(person)
    hung.hang()
    try:
        press_any(person)
        let_time_pass(person, A_FEW_SECONDS, lambda: is_done(person))
        assert moves_at(seat) > before, "it has been played at the other node"
        for node in nodes.nodes:
            node.hang()
        dead = person.page.get_by_text("No answer yet.")
        let_time_pass(person, A_FEW_SECONDS, dead.is_visible, 0)
        person.page.close()
    finally:
        for node in nodes.nodes:
            node.wake()


def test_a_server_that_is_only_busy_is_not_stormed(new_person: NewPerson) -> None:
    """It answers nothing for six seconds. Now and then the page tries another line, less and less often, and keeps the
    first, by which the answer comes in the end."""
    person = new_person(hurried=False)
    held: list[str | bytes] = []
    lines: list[WebSocketRoute] = []
    is_busy: list[bool] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        lines.append(server)
        is_first = len(lines) == 1

        def passed_on(message: str | bytes) -> None:
            if not is_busy:
                server.send(message)
            elif is_first:
                held.append(message)

        route.on_message(passed_on)

    person.page.route_web_socket(LIVE, between)
    person.page.clock.install()
    seat, ann = person.sit_with("Ann", "port")
    person.wait_for_turn_after(ann)
    before = moves_at(seat)
    stop_the_clock(person)
    is_busy.append(True)
    press_any(person)
    for _ in range(6_000 // STEP):
        person.page.clock.run_for(STEP)
        person.page.wait_for_timeout(20)
    assert 1 < len(lines) <= 5, "two tries, each of which may be repeated once"
    assert moves_at(seat) == before
    expect(person.page.get_by_text("No answer yet.")).to_be_visible()
    is_busy.clear()
    for message in held:
        lines[0].send(message)
    expect(person.page.locator(SENT)).to_have_count(0)
    assert moves_at(seat) == before + 1
    number = len(lines)
    let_time_pass(person, 2_000, person.page.get_by_text("No answer yet.").is_hidden, 100)
    assert len(lines) == number, "the first line is kept"


def test_a_line_by_which_nothing_comes_is_found_while_others_are_to_move(new_person: NewPerson) -> None:
    """And a tab that nobody sees is quiet."""
    person = new_person(hurried=False)
    said: list[list[str | bytes]] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        said.append(own := [])
        is_dead = len(said) == 1

        def passed_on(message: str | bytes) -> None:
            own.append(message)
            if not is_dead or "hello" in str(message):
                server.send(message)

        def told(message: str | bytes) -> None:
            if not is_dead or len(own) == 1:
                route.send(message)

        route.on_message(passed_on)
        server.on_message(told)

    person.page.route_web_socket(LIVE, between)
    person.page.clock.install()
    person.sit_with("Ann", "port")
    stop_the_clock(person)
    let_time_pass(person, A_FEW_SECONDS, lambda: len(said) > 1 and any("ping" in str(one) for one in said[1]), 100)
    assert any("ping" in str(message) for message in said[0])
    person.page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })")
    person.page.clock.run_for(1_000)
    number = len(said[-1])
    person.page.clock.run_for(20_000)
    assert len(said[-1]) == number


def test_a_reaction_is_said_once_and_what_is_to_be_kept_by_the_second_line_too(new_person: NewPerson) -> None:
    """Both have arrived, and no answer comes: the second line says again what counts once, and only that."""
    person = new_person(hurried=False)
    said: list[list[str]] = []
    is_silent: list[bool] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        said.append(own := [])
        is_first = len(said) == 1

        def passed_on(message: str | bytes) -> None:
            own.append(str(message))
            server.send(message)

        route.on_message(passed_on)
        server.on_message(lambda message: None if is_first and is_silent else route.send(message))

    person.page.route_web_socket(LIVE, between)
    person.page.clock.install()
    person.sit_with("Ann", "port")
    chat = person.open_panel("Chat")
    stop_the_clock(person)
    is_silent.append(True)
    chat.get_by_role("button", name="Well played!").click()
    chat.get_by_label("Say something").fill("good evening")
    person.page.keyboard.press("Enter")
    let_time_pass(person, A_FEW_SECONDS, lambda: any("good evening" in one for own in said[1:] for one in own), 100)
    assert [sum("bravo" in one for one in own) for own in said] == [1, *[0] * (len(said) - 1)]
