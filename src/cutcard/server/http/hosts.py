"""The names under which a server answers. A page of another site must not be able to use it from a visitor's browser:
neither by a name of that site's own which leads here, nor across sites."""

from __future__ import annotations

import re
import socket
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cutcard.core.errors import ParseError
from cutcard.server.errors import NotPermitted

if TYPE_CHECKING:
    from starlette.types import Scope

NAME = re.compile(r"(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*\.?", re.IGNORECASE)


def checked_hosts(text: str) -> tuple[str, ...]:
    """Names of the server as they were given, with commas between."""
    found = tuple(part.strip().lower() for part in text.split(",") if part.strip())
    for part in found:
        if not NAME.fullmatch(part):
            raise ParseError(f"--hosts takes names such as cards.example.org, not {part!r}")
    return found


def check_hosts(scope: Scope, names: tuple[str, ...]) -> None:
    """Refuse a request for another server's name, or from another site's page."""
    host = origin = ""
    for name, value in scope["headers"]:
        if name == b"host":
            host = value.decode("latin-1")
        elif name == b"origin":
            origin = value.decode("latin-1")
    if not _is_ours(host, names):
        raise NotPermitted(f"this server does not answer for {host!r}: whoever runs it can name it with --hosts")
    if origin and _name(urlsplit(origin).netloc if "://" in origin else origin) != _name(host):
        raise NotPermitted("this is for pages of this server itself, not for those of another site")


@lru_cache(maxsize=1024)
def _is_ours(host: str, names: tuple[str, ...]) -> bool:
    """An address in numbers is ours, since it led here; so are names of this machine, and those that were given. No browser
    leaves the name out."""
    name = _name(host)
    if not name:
        return True
    try:
        ip_address(name)
    except ValueError:
        own = socket.gethostname().lower()
        return name in ("localhost", own, f"{own.partition('.')[0]}.local", *names) or name.endswith(".localhost")
    return True


def _name(host: str) -> str:
    """Without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".").lower()
