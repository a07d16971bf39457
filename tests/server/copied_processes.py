"""The processes that a server begins, where it runs in the process of a test: they are copies too (see `tests/forked.py`).
Most of the time that such a test takes would go into their imports."""

from __future__ import annotations

import os
import subprocess
import sys
from asyncio import unix_events
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from tests.forked import Forked

PATH = os.environ.get("PYTHONPATH")


def begun(arguments: list[str], **streams: Any) -> subprocess.Popen[Any]:
    """A copy where it is `python -P -m MODULE` and imports from where the tests do; else what it would be anyway."""
    program, *flags, module = arguments
    if (program, flags) != (sys.executable, ["-P", "-m"]) or os.environ.get("PYTHONPATH") != PATH:
        return subprocess.Popen(arguments, **streams)
    code = f"import runpy; runpy.run_module({module!r}, run_name='__main__')"
    return Forked([program, "-c", code], text=False, **{**streams, "universal_newlines": None})


@contextmanager
def copied_processes() -> Iterator[None]:
    """While this lasts, asyncio begins them so."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unix_events, "subprocess", SimpleNamespace(PIPE=subprocess.PIPE, Popen=begun))
        yield
