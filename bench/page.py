"""How soon the page is there: a first visit in Chromium, with nothing in its cache, beside a program that keeps a processor
busy. Run after `make test` has set things up: .venv/bin/python -m bench.page"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import start_chromium
from tests.server.client import make_table
from tests.server.running import RunningServer

VISITS = 15
LAPTOP = {"width": 1440, "height": 900}


def visited(browser: Browser, visit: Callable[[Page], None]) -> tuple[float, int, int]:
    """Seconds until it is in sight, and bytes that came over the wire: without fonts, and of fonts."""
    context = browser.new_context(viewport=LAPTOP, locale="en-GB")
    page = context.new_page()
    session = context.new_cdp_session(page)
    fonts: set[str] = set()
    sizes: dict[str, float] = {}
    session.on("Network.requestWillBeSent", lambda sent: sent["type"] == "Font" and fonts.add(sent["requestId"]))
    session.on("Network.loadingFinished", lambda ended: sizes.update({ended["requestId"]: ended["encodedDataLength"]}))
    session.send("Network.enable")
    begun = time.perf_counter()
    visit(page)
    seconds = time.perf_counter() - begun
    page.evaluate("document.fonts.ready.then(() => true)")
    context.close()
    of_fonts = sum(size for request, size in sizes.items() if request in fonts)
    return seconds, int(sum(sizes.values()) - of_fonts), int(of_fonts)


def main() -> None:
    with (
        TemporaryDirectory() as folder,
        RunningServer(f"sqlite:///{folder}/tables.sqlite3", Path(folder, "log")) as server,
        sync_playwright() as playwright,
    ):
        browser = start_chromium(playwright)
        seat = make_table(server.url, "clever-pickin", seats=4, level="easy")
        seat.start()

        def table(page: Page) -> None:
            page.goto(f"{server.url}/t/{seat.code}#key={seat.key}", wait_until="commit")
            page.locator("section[aria-label=Table] [data-place]").first.wait_for()

        def home(page: Page) -> None:
            page.goto(server.url, wait_until="commit")
            page.get_by_role("button", name="Play Pairs now, against bots").wait_for()

        visits = {"the home page": home, "a table": table}
        for visit in visits.values():
            visited(browser, visit)
        for busy in (0, 1):
            others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
            try:
                for what, visit in visits.items():
                    found = [visited(browser, visit) for _ in range(VISITS)]
                    times = sorted(seconds for seconds, _, _ in found)
                    beside = ", one processor busy" if busy else ""
                    print(
                        f"{what}{beside}: in sight after {statistics.median(times):.2f} s (worst of {VISITS}: "
                        f"{times[-1]:.2f} s), {found[0][1] / 1000:.0f} KB and {found[0][2] / 1000:.0f} KB of fonts"
                    )
            finally:
                for other in others:
                    other.kill()
        browser.close()


if __name__ == "__main__":
    main()
