"""What holds for all tests: how hypothesis looks for examples, and that nothing of this machine's user is touched."""

import gc
import os
from collections.abc import Iterator
from contextlib import ExitStack
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from platformdirs import user_cache_path
from xdist.plugin import pytest_xdist_auto_num_workers as one_for_each_processor

from tests.ports import reserved_port

settings.register_profile("cutcard", deadline=None, derandomize=True)  # the first example may compile
settings.load_profile("cutcard")

OF_THE_USER = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "IPYTHONDIR", "MPLCONFIGDIR")
PREFIXES = ("XDG_", "JUPYTER_", "PG", "DASK_")
"""Variables that lead to what other programs of the user have or may hold: screens, folders, servers."""


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Three workers more than there are processors: tests wait for servers, browsers and clocks, and others use the time.
    Each has to import and to load everything for itself, so they are no more. With JIT off they only compute. Whoever says a
    number of their own gets it."""
    if {"NUMBA_DISABLE_JIT", "PYTEST_XDIST_AUTO_NUM_WORKERS"} & os.environ.keys():
        return None
    return int(one_for_each_processor(config)) + 3


def pytest_configure(config: pytest.Config) -> None:
    """Before tests are imported: a home of its own for every process of theirs, and a usual port that nobody else has. Other
    tests, other runs and a `make play` may go on beside. Only the cache of machine code is shared, as it is made to be."""
    stack = ExitStack()
    config.add_cleanup(stack.close)
    patch = stack.enter_context(pytest.MonkeyPatch.context())
    patch.setenv("CUTCARD_CACHE", os.environ.get("CUTCARD_CACHE") or str(user_cache_path("cutcard")))
    patch.setenv("OMP_NUM_THREADS", "1")  # of small matrices no thread has its share done before it waits again, awake
    for name in [name for name in os.environ if name in OF_THE_USER or name.startswith(PREFIXES)]:
        patch.delenv(name)
    home = stack.enter_context(TemporaryDirectory(prefix="cutcard-home-", ignore_cleanup_errors=True))
    for name in ("HOME", "USERPROFILE"):
        patch.setenv(name, home)
    patch.setenv("CUTCARD_PORT", str(stack.enter_context(reserved_port())))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is imported and collected stays to the end. To look through a million objects for garbage, again and again while
    they are made and once in a while after that, takes half of the time that collecting takes."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
