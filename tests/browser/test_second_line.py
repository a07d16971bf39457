"""A node that hangs, and one that is only busy: the page has a second line then, beside the first.

By the page's own clock, which stands still but for what it is given here: how quick the machine is does not matter.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, WebSocket, expect

from tests.browser.conftest import NewPerson
from tests.browser.lines import ALL, Lines, TappedLine
from tests.browser.person import GO, Person
from tests.patience import wait_until
from tests.server.client import Visitor
from tests.server.nodes import Node, Nodes

STEP = 250
"""Milliseconds of the page's clock that go by at a time."""
A_LINE = 3.0
"""Real seconds in which a line tells of the table, if it goes to a node that does not hang."""
A_FEW_SECONDS = 5_000
SENT = ".sent"
"""What was pressed and is not done yet."""


def stop_the_clock(person: Person) -> None:
    person.page.clock.pause_at(person.page.evaluate("Date.now() + 1000"))


def let_time_pass(
    person: Person, milliseconds: int, holds: Callable[[], bool], meanwhile: Callable[[], None] = lambda: None
) -> None:
    """So much of the page's time at most, until it is so; in each step the others are waited for."""
    for _ in range(milliseconds // STEP):
        if holds():
            return
        person.page.clock.run_for(STEP)
        meanwhile()
    assert holds(), f"it is not so after {milliseconds} ms of the page's time"


class Others:
    """Those that the page waits for: nginx, until it finds out that a node hangs which it has asked; and the other node,
    which may have to read the table first. As soon as nginx knows, the page has to go on: it forgets within two seconds."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._requests: set[Request] = set()
        self._lines: list[WebSocket] = []
        page.on("request", lambda one: self._requests.add(one))
        page.on("requestfinished", lambda one: self._requests.discard(one))
        page.on("requestfailed", lambda one: self._requests.discard(one))
        page.on("websocket", lambda one: self._lines.append(one))

    def answer(self, holds: Callable[[], bool]) -> None:
        """A request, or else a line that was opened: that which was opened beside a request goes to the node that hangs."""
        self._pause()
        if self._requests:
            wait_until(lambda: not self._requests, self._pause)
        elif self._lines:
            end = time.monotonic() + A_LINE
            while not holds() and time.monotonic() < end:
                self._pause()
        self._lines.clear()

    def _pause(self) -> None:
        self._page.wait_for_timeout(20)


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
    person.forgiven = ["WebSocket", "502", "504"]  # a line is given up that would never be opened, and a node may be slow
    person.page.clock.install()
    seat, ann = person.sit_with("Ann", "port")
    person.wait_for_turn_after(ann)
    others = Others(person.page)
    hung = node_of(nodes, seat)
    before = moves_at(seat)
    stop_the_clock(person)
    hung.hang()
    try:
        press_any(person)
        let_time_pass(person, A_FEW_SECONDS, lambda: is_done(person), lambda: others.answer(lambda: is_done(person)))
        assert moves_at(seat) > before, "it has been played at the other node"
        for node in nodes.nodes:
            node.hang()
        dead = person.page.get_by_text("No answer yet.")
        let_time_pass(person, A_FEW_SECONDS, dead.is_visible)
        person.page.close()
    finally:
        for node in nodes.nodes:
            node.wake()


def test_a_server_that_is_only_busy_is_not_stormed(new_person: NewPerson) -> None:
    """It answers nothing for six seconds. Now and then the page tries another line, less and less often, and keeps the
    first, by which the answer comes in the end."""
    person = new_person(hurried=False)
    lines = Lines(person.page)
    person.page.clock.install()
    seat, ann = person.sit_with("Ann", "port")
    person.wait_for_turn_after(ann)
    before = moves_at(seat)
    stop_the_clock(person)
    first, held = lines.first(), list[str]()

    def is_passed_on(line: TappedLine, message: str) -> bool:
        if line is first:
            held.append(message)
        return False

    lines.goes_out = is_passed_on
    press_any(person)
    for _ in range(6_000 // STEP):
        person.page.clock.run_for(STEP)
        person.page.wait_for_timeout(20)
    assert 0 < len(lines.after(first)) <= 4, "two tries, each of which may be repeated once"
    assert moves_at(seat) == before
    expect(person.page.get_by_text("No answer yet.")).to_be_visible()
    lines.goes_out = ALL
    for message in held:
        first.server.send(message)
    expect(person.page.locator(SENT)).to_have_count(0)
    assert moves_at(seat) == before + 1
    number = len(lines.all)
    let_time_pass(person, 2_000, person.page.get_by_text("No answer yet.").is_hidden, lines.pause)
    assert len(lines.all) == number, "the first line is kept"


def test_a_line_by_which_nothing_comes_is_found_while_others_are_to_move(new_person: NewPerson) -> None:
    """And a tab that nobody sees is quiet."""
    person = new_person(hurried=False)
    lines = Lines(person.page)
    person.page.clock.install()
    person.sit_with("Ann", "port")
    stop_the_clock(person)
    dead = lines.first()
    pings = dead.kinds["ping"]
    lines.goes_out = lines.comes_in = lambda line, message: line is not dead

    def is_asked() -> bool:
        return any(line.kinds["ping"] for line in lines.after(dead))

    let_time_pass(person, A_FEW_SECONDS, is_asked, lambda: lines.settle(dead))
    assert dead.kinds["ping"] == pings + 1
    lines.settle(dead)
    person.page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })")
    number = sum(len(line.said) for line in lines.all)
    person.page.clock.run_for(20_000)
    person.page.wait_for_timeout(20)
    assert sum(len(line.said) for line in lines.all) == number


def test_a_reaction_is_said_once_and_what_is_to_be_kept_by_the_second_line_too(new_person: NewPerson) -> None:
    """Both have arrived, and no answer comes: the second line says again what counts once, and only that."""
    person = new_person(hurried=False)
    lines = Lines(person.page)
    person.page.clock.install()
    person.sit_with("Ann", "port")
    chat = person.open_panel("Chat")
    stop_the_clock(person)
    first = lines.first()
    lines.comes_in = lambda line, message: line is not first
    chat.get_by_role("button", name="Well played!").click()
    chat.get_by_label("Say something").fill("good evening")
    person.page.keyboard.press("Enter")

    def is_said_again() -> bool:
        return any("good evening" in one for line in lines.after(first) for one in line.said)

    let_time_pass(person, A_FEW_SECONDS, is_said_again, lambda: lines.settle(first))
    assert [sum("bravo" in one for one in line.said) for line in lines.all if line is not first] == [0] * (
        len(lines.all) - 1
    )
    assert sum("bravo" in one for one in first.said) == 1
