"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from cutcard.core.errors import CutcardError, ParseError


def check_writable(path: Path) -> None:
    """Say before the work begins that a file cannot be written after it."""
    try:
        if path.is_dir():
            raise ParseError(f"{path} is a folder: name a file in it")
        beside = _beside(path)
        beside.touch()
        beside.unlink()
    except OSError as error:
        raise ParseError(f"{path} cannot be written: {error.strerror}") from None


def write_whole(path: Path, content: bytes) -> None:
    """The whole file or, if anything goes wrong, the file as it was."""
    beside = _beside(path)
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path.resolve())
    except BaseException as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise CutcardError(f"{path} cannot be written: {error.strerror}") from None
        raise


def _beside(path: Path) -> Path:
    path = path.resolve()
    return path.with_name(f".{path.name}.{os.getpid()}")
