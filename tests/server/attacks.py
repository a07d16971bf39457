"""Attacks on a server from one address, as a program: `python -m tests.server.attacks NAME HOST PORT SOURCE CODE` goes on
until it is ended. Each is as fast as one process can make it; whatever the server refuses is tried again."""

from __future__ import annotations

import base64
import json
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

WAIT = 2.0
MANY = 1100
"""Connections that are held open at once."""
LARGE = 1 << 20


class Place(NamedTuple):
    """Where the server is, from where it is attacked, and the code of a table that goes on for long."""

    host: str
    port: int
    source: str
    code: str

    def line(self) -> socket.socket:
        """From a port that a server may listen at all the same: other tests run beside this one, and it takes very many."""
        line = socket.socket()
        line.settimeout(WAIT)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((self.source, 0))
            line.connect((self.host, self.port))
        except OSError:
            line.close()
            raise
        return line

    def asked(self, method: str, path: str, body: object = None) -> bytes:
        """The answer to one request; nothing where there is none."""
        data = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nhost: {self.host}\r\nconnection: close\r\ncontent-length: {len(data)}\r\n"
        head += "content-type: application/json\r\n\r\n"
        answer = b""
        with suppress(OSError), self.line() as line:
            line.sendall(head.encode() + data)
            while more := line.recv(LARGE):
                answer += more
        return answer

    def socket(self, code: str) -> socket.socket:
        """A socket of a table, open, with its hello said."""
        line = self.line()
        key = base64.b64encode(os.urandom(16)).decode()
        line.sendall(
            f"GET /api/tables/{code}/live HTTP/1.1\r\nhost: {self.host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
            f"sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n".encode()
        )
        line.recv(LARGE)
        line.sendall(masked(0x81, b'{"type": "hello", "key": null, "since": 0}'))
        return line


def masked(first: int, payload: bytes = b"") -> bytes:
    """A frame as a client sends it, with a mask of zeros."""
    return bytes((first, 0x80 | len(payload))) + bytes(4) + payload


def flood(frames: bytes) -> Callable[[Place], None]:
    """A socket with as many of these frames as go through it."""

    def once(place: Place) -> None:
        with suppress(OSError), place.socket(place.code) as line:
            line.settimeout(WAIT)
            while True:
                line.sendall(frames)

    return once


def from_the_beginning(place: Place) -> None:
    """Eight sockets at a time that ask for all that ever happened at a long table, and every page of it by requests."""
    lines = []
    with suppress(OSError):
        lines = [place.socket(place.code) for _ in range(8)]
        for line in lines:
            line.recv(LARGE)
    for line in lines:
        line.close()
    for before in range(50, 5000, 50):
        place.asked("GET", f"/api/tables/{place.code}/events?before={before}")
        place.asked("GET", f"/api/tables/{place.code}?since=0")


def endless(head: bytes, more: bytes) -> Callable[[Place], None]:
    """A request whose head does not end, or requests without a pause."""

    def once(place: Place) -> None:
        with suppress(OSError), place.line() as line:
            line.sendall(head)
            while True:
                line.sendall(more)

    return once


def half_requests(place: Place) -> None:
    """Very many connections, each with the half of a request."""
    lines: list[socket.socket] = []
    for _ in range(MANY):
        with suppress(OSError):
            line = place.line()
            lines.append(line)
            line.sendall(b"GET / HTTP/1.1\r\nhost: ")
    for line in lines:
        line.close()


def guesses(place: Place) -> None:
    """Codes tried by sockets."""
    for number in range(1000):
        with suppress(OSError), place.socket(f"AAAA{2222 + number}") as line:
            line.recv(LARGE)


def experts(place: Place) -> None:
    """Tables full of the strongest bots, as many as one address is given, and then requests as fast as they go."""
    for _ in range(30):
        wish = {"game": "clever-pickin", "seats": 6, "name": "Zoe"}
        answer = place.asked("POST", "/api/tables", wish)
        if b" 200 " not in answer[:20]:
            break
        try:
            made = json.loads(answer.partition(b"\r\n\r\n")[2])
        except ValueError:  # it was not waited for to its end
            continue
        at = f"/api/tables/{made['code']}"
        with suppress(OSError), place.line() as line:
            steps = [(f"{at}/seats", {"seat": seat, "to": "bot", "level": "expert"}) for seat in range(1, 6)]
            for path, body in [*steps, (f"{at}/start", {})]:
                data = json.dumps(body).encode()
                line.sendall(
                    f"POST {path} HTTP/1.1\r\nhost: {place.host}\r\nauthorization: Bearer {made['key']}\r\n"
                    f"content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n".encode()
                    + data
                )
                line.recv(LARGE)
    for _ in range(500):
        place.asked("GET", "/api/tables")


ATTACKS: dict[str, Callable[[Place], None]] = {
    "pings": flood(masked(0x89) * 2000),
    "pongs": flood(masked(0x8A, b"x") * 2000),
    "empty-pieces": flood(masked(0x01) + masked(0x00) * 2000),
    "from-the-beginning": from_the_beginning,
    "endless-address": endless(b"GET /", b"a" * LARGE),
    "endless-headers": endless(b"GET / HTTP/1.1\r\n", b"x: y\r\n" * 100_000),
    "requests-at-once": endless(b"", b"GET / HTTP/1.1\r\n\r\n" * 14_000),
    "half-requests": half_requests,
    "guesses": guesses,
    "experts": experts,
}


def main() -> None:
    name, host, port, source, code = sys.argv[1:]
    while True:
        ATTACKS[name](Place(host, int(port), source, code))


if __name__ == "__main__":
    main()
