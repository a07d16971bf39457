"""Which Chromium is used, and how it is started."""

import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""What it may be called; the first draws no window of its own, and takes a fifth less of the processor."""

SWITCHES = (
    "--no-sandbox",  # root, as in a container, has none; the pages are our own
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def start_chromium(playwright: Playwright, *more: str) -> Browser:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found, f"Chromium is not installed (on Debian: apt-get install {NAMES[0]})"
    return playwright.chromium.launch(executable_path=found, args=[*SWITCHES, *more])
