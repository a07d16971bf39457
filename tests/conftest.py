"""What holds for all tests: how hypothesis looks for examples, and that nothing of this machine's user is touched."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings
from platformdirs import user_cache_path

from tests.ports import reserved_port

settings.register_profile("cutcard", deadline=None, derandomize=True)  # the first example may compile
settings.load_profile("cutcard")

OF_THE_USER = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "IPYTHONDIR", "MPLCONFIGDIR")
PREFIXES = ("XDG_", "JUPYTER_", "PG", "DASK_")
"""Variables that lead to what other programs of the user have or may hold: screens, folders, servers."""


@pytest.fixture(scope="session", autouse=True)
def away_from_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A home of its own for every process of the tests, and a usual port that nobody else has: other tests, other runs and a
    `make play` may go on beside. Only the cache of machine code is shared; processes are made to share it."""
    with pytest.MonkeyPatch.context() as patch, reserved_port() as port:
        patch.setenv("CUTCARD_CACHE", os.environ.get("CUTCARD_CACHE") or str(user_cache_path("cutcard")))
        for name in [name for name in os.environ if name in OF_THE_USER or name.startswith(PREFIXES)]:
            patch.delenv(name)
        home = tmp_path_factory.mktemp("home")
        for name in ("HOME", "USERPROFILE"):
            patch.setenv(name, str(home))
        patch.setenv("CUTCARD_PORT", str(port))
        yield
