"""Make the pictures of docs/lab.md: real reports, photographed in Chromium, and the plot of a real sweep.

To be run from the folder of the project, with Chromium installed:
.venv/bin/python scripts/lab_pictures.py"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.chromium import start_chromium

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "images"
CUTCARD = Path(sys.executable).parent / "cutcard"

REPORTS = {
    "report.png": ("simulate port --players steady,random,random --games 20000 --report port.html", 1860),
    "tournament.png": ("tournament pickup --players steady,medium,easy,random --report pickup.html", 1010),
}
"""By picture: the command, whose last word is the page, and how high the page is at this width, in pixels."""

SWEEP = "sweep pairs --option target=11..41:5 --option burn=0,5 --games 20000 --plot sweep.svg"
WIDTH = 1000


def main() -> None:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = start_chromium(playwright, "--hide-scrollbars").new_page()
        for name, (command, height) in REPORTS.items():
            subprocess.run([CUTCARD, *command.split()], cwd=folder, check=True)
            page.set_viewport_size({"width": WIDTH, "height": height})
            page.goto(Path(folder, command.split()[-1]).as_uri())
            page.screenshot(path=PICTURES / name)
        subprocess.run([CUTCARD, *SWEEP.split()], cwd=folder, check=True)
        shutil.copy(Path(folder, "sweep.svg"), PICTURES)


if __name__ == "__main__":
    main()
