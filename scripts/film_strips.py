"""Make the film strips of docs/tables.md: five moments as the page plays them, a few frames each, with their times.

Games are played against bots over the server's own API until the moment has come; then the replay page plays that step,
slowed down so that every frame can be photographed. To be run from the folder of the project after `make web`, with Chromium
installed:
.venv/bin/python scripts/film_strips.py [NAME …]"""

import itertools
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.chromium import start_chromium
from tests.server.client import Visitor, join, make_table
from tests.server.running import RunningServer

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "images" / "browser"
SLOWLY = 30
"""How many times longer everything takes than it does for people."""
SLOWED = f"""
const wait = window.setTimeout
window.setTimeout = (what, time, ...rest) => wait(what, time > 40 ? time * {SLOWLY} : time, ...rest)
"""
FRAME, LABEL = (480, 300), 18
SIZE = {"width": 1200, "height": 750}
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
MOST_GAMES = 60


@dataclass(frozen=True)
class Film:
    """A moment to be seen: in which game it comes, by what it is known, and when its frames are taken, in seconds."""

    game: str
    seats: int
    words: tuple[str, ...]
    """All of these are told in that step."""
    options: dict[str, Any]
    times: tuple[float, ...]
    eager: tuple[str, ...] = ()
    """The moves that bring it about sooner."""
    together: bool = False
    """No bots: everybody does what brings it about."""


FILMS = {
    "film-pair": Film("pairs", 4, ("a pair",), {}, (0.1, 0.35, 0.6, 0.9, 1.3, 2.6), ("hit",)),
    "film-reveal": Film("pickup", 4, ("plays",), {}, (0.05, 0.15, 0.25, 0.4, 0.9, 1.6)),
    "film-trick": Film("clever-pickin", 4, ("takes trick",), {"target": 12}, (0.05, 0.2, 0.5, 1.1, 1.4, 1.9)),
    "film-chips": Film("pickle", 4, ("highest last card",), {"limit": 12}, (0.1, 0.5, 1.0, 1.6, 2.2, 3.0)),
    "film-countdown": Film(
        "to-the-moon", 6, ("perfect countdown",), {}, (0.1, 0.5, 1.0, 1.5, 2.0, 2.6), ("build", "test"), True
    ),
}


def played(visitors: list[Visitor], film: Film, chance: random.Random) -> None:
    """To the end, by any moves, the eager ones first."""
    for visitor in itertools.islice(itertools.cycle(visitors), 4000):
        update = visitor.look(since=10**9)
        if update["table"]["state"] == "over":
            return
        wish = visitor.wish(update)
        if wish is None:
            time.sleep(0.0 if film.together else 0.02)
            continue
        offers = [[one["move"] for one in update["you"]["offers"] if one["verb"] == verb] for verb in film.eager]
        eager = next(filter(None, offers), None)
        visitor.move(chance.choice(eager) if eager else wish, update["you"]["asked"])


def found(film: Film, url: str) -> tuple[str, int]:
    """The code of a finished game, and the step in which it happens."""
    chance = random.Random(5)
    for _ in range(MOST_GAMES):
        level = None if film.together else "medium"
        host = make_table(url, film.game, seats=film.seats, options=film.options, level=level)
        friends = [join(host, name) for name in NAMES[: film.seats - 1]] if film.together else []
        host.start()
        played([host, *friends], film, chance)
        step, steps = 1, 1
        while step <= steps:
            seen = host.ask("GET", f"/tables/{host.code}/replay", step=step, seat=0)
            steps = seen["steps"]
            told = [one for event in seen["update"]["events"] for one in event.get("told") or []]
            words = " ".join(text_of(one["sentence"]) for one in told)
            if all(word in words for word in film.words) and any(one["moment"] for one in told):
                return host.code, step
            step += 1
    raise SystemExit(f"{film.game}: it did not happen in {MOST_GAMES} games")


def text_of(sentence: list[dict[str, Any]]) -> str:
    return "".join(str(part.get("text") or part.get("card") or (part.get("verb") or ["", ""])[1]) for part in sentence)


def photographed(browser: Browser, url: str, code: str, step: int, film: Film) -> list[Image.Image]:
    context = browser.new_context(viewport=SIZE, locale="en-GB")
    context.add_init_script(SLOWED)
    page = context.new_page()
    page.goto(f"{url}/r/{code}")
    page.get_by_role("slider").fill(str(step - 1))
    page.get_by_label("Seen by").select_option(index=1)
    page.wait_for_timeout(1500)
    session = context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWLY})
    page.keyboard.press("ArrowRight")
    began = time.monotonic()
    frames = []
    for moment in film.times:
        time.sleep(max(0.0, moment * SLOWLY - (time.monotonic() - began)))
        with TemporaryDirectory() as folder:
            path = Path(folder, "frame.png")
            at = (time.monotonic() - began) / SLOWLY
            page.screenshot(path=path, animations="allow")
            frames.append(labelled(Image.open(path).convert("RGB"), f"{at:.2f} s"))
    context.close()
    return frames


def labelled(picture: Image.Image, words: str) -> Image.Image:
    """The picture, and below it when it was taken."""
    whole = Image.new("RGB", (FRAME[0], FRAME[1] + LABEL), "white")
    whole.paste(picture.resize(FRAME, Image.Resampling.LANCZOS))
    ImageDraw.Draw(whole).text((4, FRAME[1] + 3), words, fill="black", font_size=12)
    return whole


def strip(frames: list[Image.Image]) -> Image.Image:
    """Three frames in a row."""
    rows = -(-len(frames) // 3)
    width, height = FRAME[0] + 4, FRAME[1] + LABEL
    whole = Image.new("RGB", (width * 3 - 4, height * rows), "white")
    for place, frame in enumerate(frames):
        whole.paste(frame, (place % 3 * width, place // 3 * height))
    return whole


def main(wanted: set[str]) -> None:
    with (
        TemporaryDirectory() as folder,
        RunningServer(f"sqlite:///{folder}/tables.sqlite3", Path(folder, "log")) as server,
        sync_playwright() as playwright,
    ):
        browser = start_chromium(playwright, "--hide-scrollbars")
        for name, film in FILMS.items():
            if wanted and name not in wanted:
                continue
            code, step = found(film, server.url)
            strip(photographed(browser, server.url, code, step, film)).save(PICTURES / f"{name}.webp", quality=82)
            print(f"{name}: step {step}", flush=True)
        browser.close()


if __name__ == "__main__":
    main(set(sys.argv[1:]))
