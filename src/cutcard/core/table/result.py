"""How a game ended."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """COMMON-7: places, best first; seats that tie share one."""

    places: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    reason: str
    """Why the game ended, by the word of its rules page."""
    utilities: tuple[float, ...]
    """COMMON-8: what the result is worth to each seat; they add up to 0."""
