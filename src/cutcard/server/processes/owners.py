"""Which process of a server has a table: it follows from the table's code."""

from __future__ import annotations

import re
import zlib
from urllib.parse import unquote

TABLE = re.compile(r"(?:https?://[^/]*)?/api/tables/([^/]+)")


def owner(code: str, processes: int) -> int:
    """The number of the process; all processes, and the next start of the server, find the same one."""
    return zlib.crc32(code.upper().encode()) % processes


def table_asked_for(head: bytes) -> str | None:
    """The code of the table that a request is for, from its first line; None where it is for none."""
    words = head.partition(b"\n")[0].decode("latin-1").split(" ")
    path = re.split("[?#\r]", words[1])[0] if len(words) > 1 else ""
    found = TABLE.match(unquote(path))
    return found and found[1]
