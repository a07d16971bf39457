"""Options of a game: declared with their range, checked before anything is dealt (COMMON-10)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from reprlib import repr as shortened
from typing import Any, TypeAlias, TypeVar

from cutcard.core.errors import ParseError

Value: TypeAlias = bool | int | tuple[int, ...] | tuple[str, ...]
V = TypeVar("V", bound=Value)
Bound: TypeAlias = int | Callable[[int], int]
"""A number, or one that depends on the number of seats."""

LARGEST = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly."""


@dataclass(frozen=True)
class Option:
    """A switch (its default is a bool) or a whole number."""

    name: str
    default: bool | Bound
    help: str
    least: int = 1
    most: Bound = LARGEST
    most_online: Bound | None = None
    """The most at a table on a server, where a game that never ends would take room from others."""
    field: str = ""
    """The field of the table that holds it, where that is not called as the option is."""
    carried: bool = False
    """Whether a game that goes on from another takes it from there: people are not asked for it."""

    @cached_property
    def is_switch(self) -> bool:
        return isinstance(self.default, bool)

    @property
    def form(self) -> str:
        """How a person writes it behind `name=`; empty for a switch."""
        return "" if self.is_switch else "NUMBER"

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
            range_told = "the option {name} is from {least} to {most} at {seats} seats, not {value}"
            raise ParseError(range_told, name=self.name, least=self.least, most=most, seats=seats, value=value)
        return value

    def fields(self, value: Any) -> Mapping[str, Any]:
        """What a table holds of it."""
        return {self.field or self.name: value}

    def read(self, text: str) -> Value:
        """The value that a person wrote. Its range is checked when the seats are known."""
        if self.is_switch:
            if text not in SWITCHED:
                raise ParseError(f"say {self.name} or {self.name}=off, not {self.name}={text}")
            return SWITCHED[text]
        if not text.isdecimal():
            raise ParseError(f"say {self.name}=NUMBER, not {self.name}={text}")
        return int(text)


SWITCHED = {"": True, "on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


@dataclass(frozen=True, kw_only=True)
class Row:
    """An option that is a row of values, all of them given or none."""

    name: str
    default: tuple[Any, ...]
    help: str
    form: str
    page_help: str = ""
    """What a page says of it, where people give it there otherwise than by `form`."""
    carried: bool = False
    """Whether a game that goes on from another takes it from there: people are not asked for it."""
    is_switch = False

    def check(self, value: object, seats: int) -> Value:
        """The value as a tuple, if it is one this option can have."""
        length = self.length(seats)
        if not isinstance(value, list | tuple) or len(value) != length:
            given = f"{len(value)} of them" if isinstance(value, list | tuple) else shortened(value)
            raise ParseError("the option {name} is a list of {n}, not {given}", name=self.name, n=length, given=given)
        self.check_entries(value)
        return tuple(value)

    def length(self, seats: int) -> int:
        """How many values there are."""
        return len(self.default)

    def check_entries(self, values: list[Any] | tuple[Any, ...]) -> None:
        """Raises where an entry cannot be."""
        raise NotImplementedError

    def fields(self, value: Any) -> Mapping[str, Any]:
        return {self.name: value}

    def read(self, text: str) -> Value:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Numbers(Row):
    """A row of whole numbers, by default of 1 or more."""

    form: str = "N,N,…"
    least: int = 1

    def check_entries(self, values: list[Any] | tuple[Any, ...]) -> None:
        for place, value in enumerate(values, start=1):
            if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= LARGEST:
                raise ParseError(
                    f"the option {self.name} is whole numbers from {self.least} on; number {place} is {shortened(value)}"
                )

    def read(self, text: str) -> Value:
        parts = text.split(",")
        if not all(part.strip().isdecimal() for part in parts):
            raise ParseError(f"say {self.name}={self.form} with {self.many}, not {self.name}={text}")
        return tuple(int(part) for part in parts)

    @property
    def many(self) -> str:
        """How many there are to be, in words."""
        return f"{len(self.default)} numbers"


@dataclass(frozen=True, kw_only=True)
class NumbersBySeat(Numbers):
    """A whole number for each seat. By default none is given: the row is empty, and the game knows what each seat has."""

    default: tuple[int, ...] = ()
    least: int = 0

    def check(self, value: object, seats: int) -> Value:
        return () if isinstance(value, list | tuple) and not value else super().check(value, seats)

    def length(self, seats: int) -> int:
        return seats

    @property
    def many(self) -> str:
        return "a number for each seat"


AnyOption: TypeAlias = Option | Row


def at(value: V | Callable[[int], int], seats: int) -> V | int:
    """A default or a bound at this number of seats."""
    return value(seats) if callable(value) else value


def check_online(options: tuple[AnyOption, ...], values: Mapping[str, Any], seats: int) -> None:
    """Refuse what would make a game on a server too long."""
    for option in options:
        most = at(option.most_online, seats) if isinstance(option, Option) and option.most_online is not None else None
        if most is not None and values[option.name] > most:
            told = "at a table online the option {name} is at most {most}, not {value}"
            raise ParseError(told, name=option.name, most=most, value=values[option.name])


def plain(value: Value | str) -> Any:
    """A value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value


def checked(options: tuple[AnyOption, ...], given: Mapping[str, object], seats: int) -> dict[str, Value]:
    """All options with their values, the given ones checked."""
    known = {option.name for option in options}
    for name in given:
        if name not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise ParseError(f"there is no option {name!r}; the options are: {listed}")
    return {
        option.name: option.check(given[option.name], seats) if option.name in given else at(option.default, seats)
        for option in options
    }
