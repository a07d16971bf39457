"""What tests of the lab share."""

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor

import pytest


@pytest.fixture(scope="session")
def processes() -> Iterator[Executor]:
    """Two processes of their own, which have begun with nothing."""
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as processes:
        yield processes
