"""A table or a view as plain numbers, for the code that puts it into words."""

from typing import Any, NamedTuple

import numpy as np


class Span(NamedTuple):
    """Where a field lies in a row of words."""

    start: int
    length: int
    """How many numbers it has; 0 for a single one."""
    small: bool = False
    """Whether they are bytes, eight to a word."""


class Reading:
    """Its attributes are the fields of the table: a set or a number is an int, what each seat has a list of them.
    Records of NumPy could do the same, thirty times slower."""

    def __init__(self, spans: dict[str, Span], numbers: list[int], kind: np.dtype[Any]) -> None:
        self._spans = spans
        self.row = numbers
        """The words that the table is made of."""
        self._kind = kind

    @property
    def record(self) -> Any:
        """The table or view as compiled rules take it: so that what they do need not be written a second time."""
        return np.array(self.row, dtype=np.int64).view(self._kind)[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._spans:
            raise AttributeError(f"this table has no {name!r}")
        start, length, small = self._spans[name]
        if small:
            value: Any = _bytes(self.row[start : start + (length + 7) // 8])[:length]
        else:
            value = self.row[start : start + length] if length else self.row[start]
        self.__dict__[name] = value  # from now on it is found there
        return value


def _bytes(words: list[int]) -> list[int]:
    """The signed bytes of some words, lowest first."""
    return [byte - 256 if byte > 127 else byte for word in words for byte in word.to_bytes(8, "little", signed=True)]
