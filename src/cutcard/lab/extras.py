"""Libraries that only some of the lab needs, and files that are whole or not there."""

from __future__ import annotations

import importlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from cutcard.core.errors import CutcardError, ParseError


def polars() -> Any:
    return _library("polars", "lab", "Frames and Parquet files need Polars")


def matplotlib(module: str = "") -> Any:
    """Matplotlib or a module of it. Nothing here uses its global state."""
    return _library(f"matplotlib.{module}".rstrip("."), "lab", "Plots and reports need Matplotlib")


def jinja2() -> Any:
    return _library("jinja2", "lab", "Reports need Jinja2")


def openskill_models() -> Any:
    return _library("openskill.models", "lab", "Ratings need OpenSkill")


def distributed() -> Any:
    return _library("distributed", "lab-dask", "--dask needs Dask's distributed client")


def _library(module: str, extra: str, why: str) -> Any:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise
        raise CutcardError(f"{why}: pip install 'cutcard[{extra}]'") from None


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


def write(path: Path, content: bytes) -> None:
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
