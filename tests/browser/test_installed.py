"""The page as an app: it can be installed, and opens without a network."""

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.test_together import CUT_OFF
from tests.server.client import make_table
from tests.server.running import RunningServer

READY = "navigator.serviceWorker.ready.then(() => true)"
KEPT = """caches.keys()
    .then(names => Promise.all(names.map(name => caches.open(name).then(kept => kept.keys()))))
    .then(all => all.flat().map(one => new URL(one.url).pathname))"""


def test_it_can_be_installed(new_person: NewPerson) -> None:
    person = new_person()
    page = person.page
    page.goto(person.url)
    chromium = person.context.new_cdp_session(page)
    manifest = chromium.send("Page.getAppManifest")
    assert manifest["url"] == f"{person.url}/manifest.webmanifest"
    assert manifest["errors"] == []
    errors = {one["errorId"] for one in chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}  # as every browser of a test is
    icons = page.request.get(manifest["url"]).json()["icons"]
    assert {icon.get("purpose") for icon in icons} == {None, "maskable"}
    for icon in icons:
        answer = page.request.get(person.url + icon["src"])
        width, height = Image.open(io.BytesIO(answer.body())).size
        assert (answer.headers["content-type"], f"{width}x{height}") == (icon["type"], icon["sizes"])


def test_it_opens_without_a_network_says_so_and_goes_on(new_person: NewPerson, tmp_path: Path) -> None:
    with RunningServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path / "server.log") as server:
        person = new_person(url=server.url, service_workers="allow")
        person.forgiven = [*CUT_OFF, "504"]
        page, seat = person.page, make_table(server.url, seats=2)
        page.goto(f"{server.url}/t/{seat.code}#key={seat.key}")
        page.get_by_role("heading", name="Who plays").wait_for()
        assert page.evaluate(READY)
        kept = page.evaluate(KEPT)
        assert "/" in kept
        assert all(path == "/" or path.startswith("/assets/") for path in kept), "nothing of a table is kept"

        server.stop()
        page.goto(server.url)
        expect(page.get_by_text("No way to the server.")).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Pull up a chair")
        person.audit("the page without a network")
        page.goto(f"{server.url}/t/{seat.code}")
        expect(page.get_by_text("No way to the server.")).to_be_visible()
        server.start()
        page.get_by_role("heading", name="Who plays").wait_for()
        expect(page.get_by_text("No way to the server.")).to_have_count(0)
        person.context.close()
