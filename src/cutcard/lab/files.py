"""Files that are written whole or not at all; and such as grow while games are played."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from cutcard.core.errors import CutcardError, ParseError

FRAME_ENDINGS = ".parquet .csv .json"
"""The kinds of files that hold a frame: in JSON it is a list of rows."""


def check_writable(path: Path) -> None:
    """Say before the work begins that a file cannot be written after it."""
    try:
        if path.is_dir():
            raise ParseError(f"{path} is a folder: name a file in it")
        if is_stream(path):
            return
        beside = _beside(path)
        _make(beside, 0o600)
        beside.unlink()
    except OSError as error:
        raise ParseError(f"{path} cannot be written: {error.strerror}") from None


def write_whole(path: Path, content: bytes) -> None:
    """The whole file or, if anything goes wrong, the file as it was."""
    with whole_file(path) as beside:
        beside.write_bytes(content)


@contextmanager
def whole_file(path: Path, mode: int = 0o666) -> Iterator[Path]:
    """An empty file beside this one, which takes its place when all of it is written; who may read it is said by `mode`."""
    beside = _beside(path)
    try:
        _make(beside, mode)
        yield beside
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(path.resolve())
    except BaseException as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise unwritten(path, error) from None
        raise


def unwritten(path: Path, error: OSError) -> CutcardError:
    """What is said where a file could not be written: the disk is full, or nobody reads the pipe any more."""
    closed = "whoever read it has closed it" if error.errno == errno.EPIPE else error.strerror
    return CutcardError(f"{path} cannot be written: {closed}")


def write_frame(path: Path, frame: Any) -> None:
    """A frame of Polars, as the name of the file ends: one of `FRAME_ENDINGS`."""
    content = BytesIO()
    write = {".parquet": frame.write_parquet, ".csv": frame.write_csv, ".json": frame.write_json}
    write[path.suffix](content)
    write_whole(path, content.getvalue())


def is_stream(path: Path) -> bool:
    """Whether this is a pipe or a device: what is written there is gone at once."""
    return path.exists() and not path.is_file()


AddLines = Callable[[bytes, int], None]
"""Adds lines to a file, and is told how many they are."""


@contextmanager
def growing_file(path: Path | None, counted: Callable[[], int]) -> Iterator[AddLines]:
    """A file that gets lines one after the other, without keeping them. It lies beside its place until all are there; after
    Ctrl-C the lines stay that are `counted` then, after anything else none. A pipe or a device is written to at once."""
    if path is None:
        yield lambda lines, number: None
        return
    target = path if is_stream(path) else _beside(path)
    ends = {0: 0}
    """After how many lines the file is how long."""
    try:
        if target is not path:
            _make(target, 0o666)
        with target.open("wb", buffering=0) as file:

            def add(lines: bytes, number: int) -> None:
                rest = memoryview(lines)
                while rest:
                    rest = rest[file.write(rest) :]
                last = max(ends)
                ends[last + number] = ends[last] + len(lines)

            stopped: KeyboardInterrupt | None = None
            try:
                yield add
            except KeyboardInterrupt as error:
                stopped = error
            if target is not path:
                file.truncate(ends[counted()])
                os.fsync(file.fileno())
        if target is not path and (stopped is None or counted()):
            target.replace(path.resolve())
        if stopped:
            raise stopped
    except OSError as error:
        raise unwritten(path, error) from None
    finally:
        if target is not path:
            with suppress(OSError):
                target.unlink(missing_ok=True)


def _make(beside: Path, mode: int) -> None:
    """A new file, whatever else has this name: a process that was killed may have had the same number, and in a folder for
    all somebody could have put a link there."""
    beside.unlink(missing_ok=True)
    os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))


def _beside(path: Path) -> Path:
    path = path.resolve()
    return path.with_name(f".{path.name}.{os.getpid()}")
