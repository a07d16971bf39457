"""Draw the icons of the installed page from the one of the page itself: `python scripts/icons.py` writes them to web/public.

They are drawn by Chromium, as the browser tests find it: larger, on the felt, and for phones that cut icons to a shape of
their own with more felt around it.
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import start_chromium  # noqa: E402

ICON = ROOT / "web" / "src" / "assets" / "icon.svg"
FELT = "#1d4d3e"
ICONS = {"icon-192": (192, 0.72, "22%"), "icon-512": (512, 0.72, "22%"), "icon-maskable": (512, 0.56, "0")}
"""Of each its size, how much of it the card takes, and how round its corners are."""


def main() -> None:
    with sync_playwright() as playwright:
        browser = start_chromium(playwright)
        for name, (size, part, radius) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0 }} div {{ display: grid; place-items: center; height: 100vh; background: {FELT};"
                f" border-radius: {radius} }} svg {{ height: {part * 100}vh; stroke: #e9dfc8; stroke-width: .5 }}"
                f"</style><div>{ICON.read_text()}</div>"
            )
            page.screenshot(path=ROOT / "web" / "public" / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
