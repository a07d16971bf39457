"""A table that the server cannot read any more: the page says why, and offers its log."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.person import Person
from tests.server.running import RunningServer
from tests.server.test_unreadable import store_broken_tables


def test_the_page_says_what_is_wrong_and_offers_the_log(person: Person, server: RunningServer) -> None:
    person.forgiven = ["409"]
    store_broken_tables(server.settings.database)
    page = person.page
    page.goto(f"{person.url}/t/AAAA2222")
    expect(page.get_by_role("alert")).to_contain_text("there is no game 'whist'")
    with page.expect_download() as started:
        page.get_by_role("link", name="Download the log").click()
    assert json.loads(Path(started.value.path()).read_text())["code"] == "AAAA2222"
