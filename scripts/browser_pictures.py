"""Make the pictures of docs/tables.md: real games against bots, photographed in Chromium.

Cards, bots and choices are seeded, so that the pictures change only where the page does.

To be run from the folder of the project after `make web`, with Chromium installed:
.venv/bin/python scripts/browser_pictures.py [NAME …]"""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.chromium import start_chromium
from tests.browser.person import Option, Person
from tests.server.running import RunningServer

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "images" / "browser"
LARGEST = 160_000
"""Bytes of a picture."""
SIZES = {"": (1440, 900), "-phone": (390, 844), "-sideways": (740, 360)}
"""The ends of the pictures' names, and the windows they are taken of."""
DESKTOP = {"width": 1440, "height": 900}

SEEDED_SERVER = """
import random, secrets
import numpy
chance = random.Random(8)
secrets.token_hex = lambda size=32: chance.randbytes(size).hex()
secrets.choice = chance.choice
unseeded = numpy.random.default_rng
numpy.random.default_rng = lambda seed=8: unseeded(seed)
"""
"""For the server that plays for the pictures, and for none other: its secrets are none."""

SEEDED_PAGE = """
let last = 8
crypto.getRandomValues = (bytes) => bytes.map(() => (last = (last * 75 + 74) % 65537) % 256)
"""

NICE = {
    "Pairs": 9, "Pieces of Eight": 9, "Continuous Pairs": 11, "Port": 11, "Starboard": 5,
    "Pickup": 15, "To the Moon": 9, "Pickle": 9, "Clever Pickin'": 13,
}  # fmt: skip
"""How many cards lie open, at least, when the picture of a game is taken."""

BOLD = ("Hit", "Draw", "Pay", "Build", "Ready", "Keep", "Discard")
"""What makes for a full table is chosen first."""

MOST_MOVES = 25
MOST_TABLES = 6


class Model(Person):
    """Somebody who plays for the pictures."""

    def play_once(self) -> None:
        options = self.options()
        bold = [option for option in options if option["words"].startswith(BOLD)]
        if bold and not any(option["main"] or option["picked"] for option in options):
            self.click(bold[0])
        else:
            super().play_once()

    def open_cards(self) -> int:
        return self.page.locator("section[aria-label=Table] [data-card]:not([data-card='?'])").count()

    def is_nice(self, title: str, options: list[Option]) -> bool:
        seen = self.open_cards()
        if title == "Clever Pickin'":  # in a trick, not while picking
            return seen >= NICE[title] and any(option["words"].startswith("Play") for option in options)
        if title == "Pickle":
            return self.page.locator("[data-place^=played-]").count() >= 2
        if title == "Pickup":
            return seen >= NICE[title] and any(option["words"].startswith(("Take", "Pick up")) for option in options)
        if title == "Pieces of Eight":
            return any("8" in option["words"] and option["words"].startswith("Discard") for option in options)
        return seen >= NICE[title]

    def find_a_nice_moment(self, title: str) -> None:
        for _ in range(MOST_TABLES):
            self.go_home("medium")
            self.play_now(title)
            for _ in range(MOST_MOVES):
                if not self.wait_for_turn():
                    break
                if self.is_nice(title, self.options()):
                    self.put_tips_away()
                    return
                self.play_once()
        raise SystemExit(f"{title}: no table was full enough for a picture")

    def put_tips_away(self) -> None:
        while (tip := self.page.get_by_role("button", name="Got it")).count():
            tip.click()

    def photograph(self, name: str) -> None:
        self.page.mouse.move(0, 0)
        self.page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
        self.page.evaluate("Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)))")
        path = PICTURES / f"{name}.webp"
        Image.open(BytesIO(self.page.screenshot())).convert("RGB").save(path, quality=84)
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} KB", flush=True)
        if path.stat().st_size > LARGEST:
            raise SystemExit(f"{path.name} is too large")

    def photograph_all(self, name: str) -> None:
        """On a laptop, on a phone and on a phone held sideways, by both lamps."""
        for scheme, lamp in (("light", ""), ("dark", "-dark")):
            self.page.emulate_media(color_scheme=scheme)
            for ending, (width, height) in SIZES.items():
                self.page.set_viewport_size({"width": width, "height": height})
                self.page.wait_for_timeout(300)
                self.photograph(name + lamp + ending)
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size(DESKTOP)


def take_tables(model: Model, wanted: set[str]) -> None:
    for title in NICE:
        name = title.lower().replace(" ", "-").replace("'", "")
        if not wanted or name in wanted:
            model.find_a_nice_moment(title)
            model.photograph_all(name)


def take_home(model: Model, wanted: set[str]) -> None:
    if not wanted or "home" in wanted:
        model.go_home("medium")
        model.photograph_all("home")


def take_the_rest(model: Model, wanted: set[str]) -> None:
    if not wanted or "lobby" in wanted:
        model.go_home("medium")
        model.make_table("Port", players=4)
        model.page.get_by_label("Who sits in seat 2").select_option(label="Hard bot")
        model.page.get_by_text("hard bot", exact=True).wait_for()
        model.photograph_all("lobby")
    if not wanted or "hint" in wanted:
        model.find_a_nice_moment("Port")
        model.page.get_by_role("button", name="Hint").click()
        model.page.get_by_role("dialog").get_by_role("table").wait_for()
        model.photograph("hint")
        model.page.keyboard.press("Escape")
    if not wanted or wanted & {"result", "replay"}:
        model.go_home("medium")
        model.play_now("Pickup")
        model.play_to_the_end()
        model.photograph_all("result")
        model.page.get_by_role("link", name="Replay").click()
        model.page.get_by_role("slider").fill("21")
        model.page.get_by_label("Seen by").select_option(label="Zoe")
        model.page.get_by_text("Step 21 of").wait_for()
        model.page.locator(".own").wait_for()
        model.photograph_all("replay")


@contextmanager
def seeded_server() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        Path(folder, "sitecustomize.py").write_text(SEEDED_SERVER)
        database = f"sqlite:///{folder}/tables.sqlite3"
        with RunningServer(database, Path(folder, "log"), path=Path(folder)) as server:
            yield server.url


def model_in(browser: Browser, url: str) -> Model:
    # Reduced motion: nothing is on its way when the picture is taken.
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", color_scheme="light", locale="en-GB")
    context.add_init_script(SEEDED_PAGE)
    return Model(context, url, "Zoe", random.Random(8), hurried=True, touches=False)


def main(wanted: set[str]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with seeded_server() as url, sync_playwright() as playwright:
        browser = start_chromium(playwright, "--hide-scrollbars")
        model = model_in(browser, url)
        take_home(model, wanted)
        take_tables(model, wanted)
        take_the_rest(model, wanted)
        browser.close()
        if model.troubles:
            raise SystemExit("\n".join(model.troubles))


if __name__ == "__main__":
    main(set(sys.argv[1:]))
