"""Ports of this machine that a test has for itself."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager


def reserve() -> socket.socket:
    """Holds a port until it is closed. On Linux nobody else is given it, and nobody listens there but who asks for just this
    one with SO_REUSEADDR, as our server does."""
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    return holder


def port_of(holder: socket.socket) -> int:
    port: int = holder.getsockname()[1]
    return port


@contextmanager
def reserved_port() -> Iterator[int]:
    """A port where nobody listens but a server that a test starts there."""
    with reserve() as holder:
        yield port_of(holder)


@contextmanager
def taken_port() -> Iterator[int]:
    """A port where another program listens, which never answers."""
    with reserve() as holder:
        holder.listen()
        yield port_of(holder)
