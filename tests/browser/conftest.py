"""A real Chromium, and the real server it plays at."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.chromium import start_chromium
from tests.browser.person import DESKTOP, Person
from tests.server.running import RunningServer

PATIENCE = 120_000
"""Milliseconds that anything may take on a busy machine."""

expect.set_options(timeout=PATIENCE)

PATIENT_COACH = """
from cutcard.server.tables import coach
coach.WAITS = max(300.0, coach.WAITS)
"""
"""What is played waits for the coach, however busy the machine is: else it would go through, and nothing be said."""

NewPerson = Callable[..., Person]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all tests that do not stop it. Its bots do not wait."""
    folder = tmp_path_factory.mktemp("browser-server")
    database = f"sqlite:///{folder / 'tables.sqlite3'}"
    with RunningServer(database, folder / "server.log", fault=PATIENT_COACH) as server:
        yield server


@pytest.fixture(scope="session")
def url(server: RunningServer) -> str:
    return server.url


@pytest.fixture(scope="package")  # it keeps an event loop running, which other tests would stumble over
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = start_chromium(playwright)
    yield browser
    browser.close()


@pytest.fixture
def new_person(browser: Browser, url: str, request: pytest.FixtureRequest) -> Iterator[NewPerson]:
    """People with a browser each. In the end nothing may have gone wrong in any of them."""
    people: list[Person] = []

    def make(name: str = "Zoe", *, url: str = url, hurried: bool = True, **wishes: Any) -> Person:
        usual = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"}
        settings = {**usual, **wishes}
        context = browser.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        choices = random.Random(f"{request.node.name} {name}")
        people.append(Person(context, url, name, choices, hurried=hurried, touches=bool(wishes.get("has_touch"))))
        return people[-1]

    yield make
    for person in people:
        person.context.close()
    for person in people:
        assert not person.troubles, f"{person.name}'s page: {person.troubles}"


@pytest.fixture
def person(new_person: NewPerson) -> Person:
    """Somebody at a desktop."""
    return new_person()
