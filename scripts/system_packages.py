"""See that the programs are there that the tests use and pip cannot install: a browser, a database server and a web
server.

On Debian and Ubuntu root gets what is missing from apt; for anybody else it says what to install.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

POLICY = Path("/usr/sbin/policy-rc.d")
"""Debian's packages ask it whether they may start what they bring."""


@dataclass(frozen=True)
class Program:
    """A program, by any of the names it goes by, and the Debian packages that bring it."""

    title: str
    names: tuple[str, ...]
    packages: tuple[str, ...]
    folders: str = ""
    """Where it may be besides, as a pattern below the root: some are kept off the path."""
    service: str = ""
    """What its package would start with the machine, and the tests do not use: they start their own."""

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
    Program("nginx", ("nginx",), ("nginx",), folders="usr/sbin/nginx", service="nginx"),
)


@contextmanager
def nothing_started() -> Iterator[None]:
    """Packages that are installed meanwhile start no service: a web server would take port 80."""
    if POLICY.exists():  # somebody has decided already, as the makers of containers do
        yield
        return
    POLICY.write_text("#!/bin/sh\nexit 101\n")
    POLICY.chmod(0o755)
    try:
        yield
    finally:
        POLICY.unlink(missing_ok=True)


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
    with nothing_started():
        install(packages)
    for service in (program.service for program in missing if program.service and shutil.which("update-rc.d")):
        subprocess.run(["update-rc.d", service, "disable"], capture_output=True, check=False)


if __name__ == "__main__":
    main()
