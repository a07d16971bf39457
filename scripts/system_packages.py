"""See that the programs are there that the tests use and pip cannot install: a browser and a database server.

On Debian and Ubuntu root gets what is missing from apt; for anybody else it says what to install.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Program:
    """A program, by any of the names it goes by, and the Debian packages that bring it."""

    title: str
    names: tuple[str, ...]
    packages: tuple[str, ...]
    folders: str = ""
    """Where it may be besides, as a pattern below the root: some are kept off the path."""

    @property
    def is_there(self) -> bool:
        return any(map(shutil.which, self.names)) or bool(self.folders and any(Path("/").glob(self.folders)))


PROGRAMS = (
    Program(
        "Chromium",
        ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
        ("chromium-headless-shell", "fonts-dejavu-core"),  # without a font of its own a page has no letters
    ),
    Program("PostgreSQL", ("postgres",), ("postgresql",), folders="usr/lib/postgresql/*/bin/postgres"),
)


def install(packages: list[str]) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "--quiet"], ["install", "--quiet", "--yes", "--no-install-recommends", *packages]):
        done = subprocess.run(
            ["apt-get", *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if done.returncode:
            sys.exit(f"{done.stdout}\nThis failed: apt-get {' '.join(words)}\nInstall {' and '.join(packages)} by hand.")


def main() -> None:
    missing = [program for program in PROGRAMS if not program.is_there]
    if not missing:
        return
    titles = " and ".join(program.title for program in missing)
    packages = [package for program in missing for package in program.packages]
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit(f"The tests need {titles}. On Debian and Ubuntu: sudo apt-get install {' '.join(packages)}")
    print(f"Installing {titles} for the tests.", flush=True)
    install(packages)


if __name__ == "__main__":
    main()
