"""Libraries that only some of the lab needs. One that is missing is named, with the extra that brings it."""

from __future__ import annotations

import importlib
from typing import Any

from cutcard.core.errors import CutcardError


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
