"""Where a server listens."""

from __future__ import annotations

import errno
import os
import socket
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from cutcard.core.errors import CutcardError, ParseError

USUAL_PORT = 8377
CHOSEN = "CUTCARD_PORT"
"""The environment variable that names another usual port."""
PORTS_TRIED = 20
"""How many ports are tried, from the usual one on."""
HIGHEST = 65535
LONGEST_ANSWER = 2.0
"""Seconds that a server may take to answer whoever wants to know whether it does."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}
"""Addresses to listen on that no browser can go to, and where this machine finds them."""


class PortTaken(CutcardError):
    """Another program listens there."""


def usual_port() -> int:
    """Where people look for Cutcard on this machine."""
    said = os.environ.get(CHOSEN) or str(USUAL_PORT)
    if not (said.isascii() and said.isdigit() and 1 <= int(said) <= HIGHEST):
        raise ParseError(f"{CHOSEN} is a port from 1 to {HIGHEST}, not {said!r}")
    return int(said)


def listening(host: str, port: int | None) -> socket.socket:
    """A socket at that address; port 0 is any that is free, and None the usual one or the next that is free."""
    if port is not None:
        return _listening(host, port)
    usual = usual_port()
    for candidate in range(usual, min(usual + PORTS_TRIED, HIGHEST + 1)):
        try:
            return _listening(host, candidate)
        except PortTaken:
            continue
    raise CutcardError(f"the ports {usual} to {candidate} are all taken: choose another with --port")


def _listening(host: str, port: int) -> socket.socket:
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


def address_of(listener: socket.socket) -> str:
    """Where this socket listens, for a browser."""
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def reachable(address: str) -> str:
    """The address as a browser on this machine finds it."""
    parts = urlsplit(address)
    host = EVERYWHERE.get(parts.hostname or "", "")
    return parts._replace(netloc=f"{host}:{parts.port}").geturl() if host else address


def answers(address: str) -> bool:
    """Whether a server answers at that address; a proxy is never asked."""
    try:
        host = urlsplit(address).netloc
        if not host:
            return False
        with closing(HTTPConnection(host, timeout=LONGEST_ANSWER)) as asked:
            asked.request("HEAD", "/")
            asked.getresponse()
    except (OSError, ValueError, HTTPException):
        return False
    return True
