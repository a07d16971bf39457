"""Options of a game: declared with their range, checked before anything is dealt (COMMON-10)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from cutcard.core.errors import ParseError

Value: TypeAlias = bool | int
Bound: TypeAlias = int | Callable[[int], int]
"""A number, or one that depends on the number of seats."""

LARGEST = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly."""


@dataclass(frozen=True)
class Option:
    """A switch (its default is a bool) or a whole number. Its name is the table's field that holds it."""

    name: str
    default: bool | Bound
    help: str
    least: int = 1
    most: Bound = LARGEST

    @property
    def is_switch(self) -> bool:
        return isinstance(self.default, bool)

    def default_for(self, seats: int) -> Value:
        return at(self.default, seats)

    def check(self, value: object, seats: int) -> Value:
        """The value, if it is one this option can have."""
        if self.is_switch:
            if not isinstance(value, bool):
                raise ParseError(f"the option {self.name} is either true or false, not {value!r}")
            return value
        if isinstance(value, bool) or not isinstance(value, int):
            raise ParseError(f"the option {self.name} is a whole number, not {value!r}")
        most = at(self.most, seats)
        if not self.least <= value <= most:
            raise ParseError(f"the option {self.name} is from {self.least} to {most} at {seats} seats, not {value}")
        return value


def at(bound: bool | Bound, seats: int) -> Value:
    """The value of a bound at this number of seats."""
    return bound(seats) if callable(bound) else bound


def checked(options: tuple[Option, ...], given: Mapping[str, object], seats: int) -> dict[str, Value]:
    """All options with their values, the given ones checked."""
    known = {option.name for option in options}
    for name in given:
        if name not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise ParseError(f"there is no option {name!r}; the options are: {listed}")
    return {
        option.name: option.check(given[option.name], seats) if option.name in given else option.default_for(seats)
        for option in options
    }
