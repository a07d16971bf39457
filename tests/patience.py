"""How long tests wait."""

import time
from collections.abc import Callable

PATIENCE = 300.0
"""Seconds after which what has not come is taken for lost, however busy the machine is: only a test that fails waits so
long."""
SLACK = 60.0
"""Seconds that a busy machine may need besides those that something is promised to take: whoever waits for ever is caught
all the same. How long things take is measured in `bench/` and by `make soak`."""


def wait_until(holds: Callable[[], object], pause: Callable[[], None] = lambda: time.sleep(0.05)) -> None:
    """`pause`: of a page something is only heard while it is waited for."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came"
        pause()
