"""Finding PostgreSQL's own programs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from cutcard.core.errors import CutcardError

FOLDERS = Path("/usr/lib/postgresql")
"""Where Debian and Ubuntu keep the programs of each version."""


def program(name: str, version: int) -> str:
    """The program of this name for a database of this version: of the same version where there is one, else of the next
    newer one. An older one does not understand the database."""
    if (exact := shutil.which(name, path=str(FOLDERS / str(version) / "bin"))) is not None:
        return exact
    paths = [shutil.which(name), *(shutil.which(name, path=str(folder)) for folder in FOLDERS.glob("*/bin"))]
    found = {_version_of(path): path for path in reversed(paths) if path is not None}
    if not found:
        raise CutcardError(
            f"{name}, a program of PostgreSQL, was found neither on the PATH nor below {FOLDERS}: install PostgreSQL's "
            f"client programs, version {version} or newer"
        )
    fitting = [one for one in found if one >= version]
    if not fitting:
        raise CutcardError(
            f"{name} is of version {max(found)}, and the database of version {version}: install PostgreSQL's client "
            f"programs, version {version} or newer"
        )
    return found[min(fitting)]


def _version_of(path: str) -> int:
    """15 of `pg_dump (PostgreSQL) 15.6`; 0 where it cannot be run."""
    try:
        said = subprocess.run(
            [path, "--version"], capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"}
        )  # fmt: skip
    except OSError:
        return 0
    number = re.search(r"\) (\d+)", said.stdout)
    return int(number[1]) if number else 0
