"""Who counts as one and the same address, and which addresses are web servers of ours in front."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from cutcard.core.errors import ParseError

if TYPE_CHECKING:
    from starlette.types import Scope

ONE_HOME = 64
"""Bits of an IPv6 address that are the same for one home: it has all addresses that begin so."""


@lru_cache(maxsize=20_000)
def network(address: str) -> str:
    """What counts as one address: of IPv6 all that one home has."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found.packed[: ONE_HOME // 8] + bytes(16 - ONE_HOME // 8), ONE_HOME)))
    return str(found)


def address(scope: Scope) -> str:
    """Where a request comes from, as far as limits go."""
    client = scope.get("client")
    return network(client[0]) if client else "?"


def checked_proxies(text: str) -> tuple[str, ...]:
    """The addresses of web servers in front, as they were named: addresses or networks, with commas between."""
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    for part in found:
        try:
            ip_network(part)
        except ValueError:
            raise ParseError(
                f"--trusted-proxies takes addresses such as 10.0.0.7 or networks such as 10.0.0.0/8, not {part!r}"
            ) from None
    return found


@lru_cache(maxsize=20_000)
def is_among(address: str, networks: tuple[str, ...]) -> bool:
    """Whether an address is one of these, or in one of these networks."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in ip_network(one) for one in networks)
