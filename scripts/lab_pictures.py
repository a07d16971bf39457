"""Make the pictures of docs/lab.md: real reports, photographed in Chromium, and the plot of a real sweep.

To be run from the folder of the project, with Chromium installed (on Debian: apt-get install chromium):
.venv/bin/python scripts/lab_pictures.py"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "images"
CUTCARD = Path(sys.executable).parent / "cutcard"

REPORTS = {
    "report.png": ("simulate port --players steady,random,random --games 20000 --report port.html", 1860),
    "tournament.png": ("tournament pickup --players steady,medium,easy,random --report pickup.html", 1010),
}
"""By picture: the command, whose last word is the page, and how high the page is at this width, in pixels."""

SWEEP = "sweep pairs --option target=11..41:5 --option burn=0,5 --games 20000 --plot sweep.svg"
WIDTH = 1000


def browser() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        raise SystemExit("Chromium is not installed")
    return found


def photograph(page: Path, height: int, picture: Path) -> None:
    # Root, as in a container, has to say that there is no sandbox; the page is one of our own.
    switches = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={WIDTH},{height}"]
    subprocess.run(
        [browser(), *switches, f"--screenshot={picture}", page.as_uri()], check=True, capture_output=True, timeout=120
    )


def main() -> None:
    with TemporaryDirectory() as folder:
        for name, (command, height) in REPORTS.items():
            subprocess.run([CUTCARD, *command.split()], cwd=folder, check=True)
            photograph(Path(folder, command.split()[-1]), height, PICTURES / name)
        subprocess.run([CUTCARD, *SWEEP.split()], cwd=folder, check=True)
        shutil.copy(Path(folder, "sweep.svg"), PICTURES)


if __name__ == "__main__":
    main()
