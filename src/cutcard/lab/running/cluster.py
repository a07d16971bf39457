"""Games on the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from cutcard.core.errors import CutcardError
from cutcard.lab.extras import distributed

PATIENCE = "10s"
"""How long to wait for a cluster to answer."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers at an address, and how many chunks they can play at once. If a worker is lost, the others play its
    chunks again: a chunk depends on nothing but its arguments."""
    try:
        distributed().comm.resolve_address(address)  # a client that is given a wrong one complains when it is thrown away
        client = distributed().Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CutcardError(f"there is no Dask cluster at {address}: {str(error).splitlines()[0]}") from None
    try:
        workers = sum(client.nthreads().values())
        if not workers:
            raise CutcardError(f"the Dask cluster at {address} has no workers")
        yield client.get_executor(pure=False), workers
    finally:
        client.close()
