"""A table or a view as plain numbers, for the code that puts it into words."""

from typing import Any


class Reading:
    """Its attributes are the fields of the table: a set or a number is an int, what each seat has a list of them.
    Records of NumPy could do the same, thirty times slower."""

    __slots__ = ("_numbers", "_spans")

    def __init__(self, spans: dict[str, tuple[int, int]], numbers: list[int]) -> None:
        self._spans = spans
        self._numbers = numbers

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._spans:
            raise AttributeError(f"this table has no {name!r}")
        start, length = self._spans[name]
        return self._numbers[start : start + length] if length else self._numbers[start]
