"""What a client likes best, by a header such as `Accept-Encoding: br, gzip;q=0.5`."""

from __future__ import annotations


def wishes(header: str | None) -> dict[str, float]:
    """How much each of the things that a header names is liked, from 0 to 1, in its order."""
    return dict(_wish(part) for part in header.split(",")) if header else {}


def _wish(part: str) -> tuple[str, float]:
    """`gzip;q=0.5` as a name and how much it is liked; what cannot be read is not wanted."""
    name, _, rest = part.partition(";")
    liking = rest.strip().lower()
    try:
        number = float(liking.removeprefix("q=")) if liking else 1.0
    except ValueError:
        number = 0.0
    return name.strip().lower(), number
