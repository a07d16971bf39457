"""What nodes tell each other: short texts over PostgreSQL's NOTIFY, which all that listen get once what they are about is
committed. A notice only says that there is something to read, or what may be forgotten: one that is missed does no harm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import orjson

CHANNEL = "cutcard"
LONGEST = 7000
"""Bytes of a notice; PostgreSQL takes less than 8,000."""

LOG, HERE, BEAT, TAKEN, ANEW, REACTED = "log", "here", "beat", "taken", "anew", "reacted"
"""Kinds: events were written (by code, the number of the last), who is at a table has changed (codes), a node is alive,
what people took of what is limited, that tables were deleted or written anew (codes), and how people reacted (by code)."""


class Notice(NamedTuple):
    kind: str
    node: str
    """Who says it."""
    what: Any


def notices(kind: str, node: str, what: Mapping[str, Any]) -> Iterator[str]:
    """As many texts as it takes."""
    part: dict[str, Any] = {}
    size = 0
    for key, value in what.items():
        length = len(orjson.dumps({key: value}))
        if part and size + length > LONGEST:
            yield _text(kind, node, part)
            part, size = {}, 0
        part[key] = value
        size += length
    if part:
        yield _text(kind, node, part)


def _text(kind: str, node: str, what: Mapping[str, Any]) -> str:
    return orjson.dumps([kind, node, what]).decode()


def heard(text: str) -> Notice | None:
    """A notice that was heard; None where it is none of ours."""
    try:
        return Notice(*orjson.loads(text))
    except (TypeError, ValueError):
        return None
