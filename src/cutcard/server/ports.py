"""Where a server listens."""

from __future__ import annotations

import errno
import os
import socket
import urllib.request

import orjson

from cutcard.core.errors import CutcardError, ParseError
from cutcard.server.settings import Settings

PORTS_TRIED = 20
"""How many ports are tried, from the usual one on."""


class PortTaken(CutcardError):
    """Another program listens there."""


def free_port(host: str) -> int:
    """The usual port, or the next one that is free."""
    for candidate in range(Settings.port, Settings.port + PORTS_TRIED):
        try:
            with listening(host, candidate):
                return candidate
        except PortTaken:
            continue
    raise CutcardError(f"the ports {Settings.port} to {candidate} are all taken: choose another with --port")


def listening(host: str, port: int) -> socket.socket:
    """A socket at that address; port 0 is any that is free."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.socket(family, kind, protocol)
    except (socket.gaierror, UnicodeError):
        raise ParseError(f"--host is an address of this machine, such as 127.0.0.1 or 0.0.0.0, not {host!r}") from None
    try:
        if os.name == "posix":  # elsewhere it would let two listen at once
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen()
    except OSError as error:
        made.close()
        raise _refusal(host, port, error) from None
    return made


def _refusal(host: str, port: int, error: OSError) -> CutcardError:
    """Why the server could not listen there, and what to do."""
    if error.errno == errno.EADDRINUSE:
        return PortTaken(f"another program listens on port {port}: choose another with --port, or stop that one")
    if error.errno == errno.EACCES:
        return CutcardError(f"you may not listen on port {port}: choose one from 1024 on with --port")
    if error.errno == errno.EADDRNOTAVAIL:
        return ParseError(f"--host is an address of this machine, such as 127.0.0.1 or 0.0.0.0, not {host!r}")
    return CutcardError(f"cannot listen on {host}, port {port}: {error.strerror}")


def running_here() -> str | None:
    """The address of a Cutcard that runs on this machine already, at the usual port."""
    address = f"http://{Settings.host}:{Settings.port}/"
    try:
        with urllib.request.urlopen(f"{address}api/games", timeout=2.0) as answer:
            found = orjson.loads(answer.read())
    except (OSError, ValueError):
        return None
    return address if isinstance(found, dict) and "games" in found and "levels" in found else None
