"""What a table holds, declared once, as a class with annotations.

A zone is a set of cards and says who may see it: `Open` everybody, `Own` its seat, `Dark` nobody. Everything else on a
table is a number, a seat, a set of seats, or a set of cards that is no place, and everybody may know it. Views, their
JSON, tensors and the sampling of hidden cards are all read off the declaration; no other place says who sees what.

Each field is made of 64-bit words, so that a table is also a row of words: copying and looking need no names. Small
numbers are bytes, eight to a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Annotated, Any, NamedTuple, TypeAlias, get_type_hints

import numpy as np

OPEN, OWN, DARK = "open", "own", "dark"


@dataclass(frozen=True)
class Field:
    """How a field is kept and shown."""

    kind: str
    """`zone`, `cards` (a set of cards that is no place), `number`, `small`, `seat` or `seats`."""
    sight: str = OPEN
    each: bool = False
    """Whether every seat has one."""
    length: int = 0
    """For a row of numbers that is not one per seat."""
    barred: bool = False
    """Whether play may tell what a hidden zone cannot hold: see `Rules.barred`."""
    shown: bool = True
    """Whether the JSON and the tensor of a view have it: what only repeats an option need not be there."""


Open: TypeAlias = Annotated[Any, Field("zone")]
OpenEach: TypeAlias = Annotated[Any, Field("zone", each=True)]
OwnEach: TypeAlias = Annotated[Any, Field("zone", OWN, each=True)]
OwnBarredEach: TypeAlias = Annotated[Any, Field("zone", OWN, each=True, barred=True)]
Dark: TypeAlias = Annotated[Any, Field("zone", DARK)]
CardsEach: TypeAlias = Annotated[Any, Field("cards", each=True)]
Number: TypeAlias = Annotated[int, Field("number")]
NumberEach: TypeAlias = Annotated[Any, Field("number", each=True)]
SmallEach: TypeAlias = Annotated[Any, Field("small", each=True)]
Seat: TypeAlias = Annotated[int, Field("seat")]
Seats: TypeAlias = Annotated[Any, Field("seats")]


class TableFields:
    """What every table has. A game's own class adds its zones and numbers."""

    deck: Dark
    scores: NumberEach
    """What has been scored so far; a game may show more than that, see `Rules.score`."""
    to_act: Seats
    """Who is to choose now. Empty once the game is over."""
    seats: Number
    dealer: Seat
    over: Number
    """0 while the game goes on, else the number of the reason it ended for."""
    midway: Number
    """1 in the middle of a move of several actions: the seat that is to act goes on with it."""


def record(columns: list[Any]) -> np.dtype[Any]:
    """A record whose fields are attributes, with JIT off too."""
    return np.dtype((np.record, np.dtype(columns, align=True)))


def rows(records: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The memory of some records as rows of 64-bit words."""
    return records.view(np.uint64).reshape(len(records), -1)


Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]
"""A row of words: a table or a view as it lies in memory."""


@dataclass(frozen=True)
class Place:
    """One zone of one seat, or of the table."""

    zone: str
    seat: int | None
    sight: str
    word: int
    """Where in the row of words it is."""

    def seen_by(self, viewer: int | None) -> bool:
        return self.sight == OPEN or (self.sight == OWN and self.seat == viewer)


class Span(NamedTuple):
    """Where a field lies in a row of words."""

    start: int
    length: int
    """How many numbers it has; 0 for a single one."""
    small: bool = False
    """Whether they are bytes, eight to a word."""


class Spans(NamedTuple):
    """Where all fields lie in a row of words."""

    all: dict[str, Span]
    whole: tuple[str, ...]
    """Those that are made of whole words."""
    taken: Callable[[list[int]], tuple[Any, ...]]
    """Their values, in that order."""

    @classmethod
    def of(cls, spans: dict[str, Span]) -> Spans:
        whole = {name: span for name, span in spans.items() if not span.small}
        at = [slice(start, start + length) if length else start for start, length, _ in whole.values()]
        return cls(spans, tuple(whole), itemgetter(*at))


class Reading:
    """Its attributes are the fields of the table: a set or a number is an int, what each seat has a list of them.
    Records of NumPy could do the same, thirty times slower."""

    def __init__(self, spans: Spans, numbers: list[int], kind: np.dtype[Any]) -> None:
        known = vars(self)
        known.update(zip(spans.whole, spans.taken(numbers), strict=True))
        known["_spans"] = spans.all
        known["row"] = numbers  # the words that the table is made of
        known["_kind"] = kind

    row: list[int]
    """The words that the table is made of."""
    _spans: dict[str, Span]
    _kind: np.dtype[Any]

    @property
    def record(self) -> Any:
        """The table or view as compiled rules take it: so that what they do need not be written a second time."""
        return np.array(self.row, dtype=np.int64).view(self._kind)[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._spans:
            raise AttributeError(f"this table has no {name!r}")
        start, length, _ = self._spans[name]
        value = _bytes(self.row[start : start + (length + 7) // 8])[:length]
        self.__dict__[name] = value  # from now on it is found there
        return value

    def seen_by(self, viewer: int) -> Reading:
        """The same view as another one has it who sees no more and no less."""
        other = Reading.__new__(Reading)
        vars(other).update(vars(self), viewer=viewer, row=[viewer, *self.row[1:]])
        return other


def _bytes(words: list[int]) -> list[int]:
    """The signed bytes of some words, lowest first."""
    return [byte - 256 if byte > 127 else byte for word in words for byte in word.to_bytes(8, "little", signed=True)]


class Layout:
    """A declaration laid out as 64-bit words."""

    def __init__(self, declaration: type[TableFields], most_seats: int) -> None:
        self.most_seats = most_seats
        self.fields: dict[str, Field] = {}
        for name, hint in get_type_hints(declaration, include_extras=True).items():
            self.fields[name] = hint.__metadata__[0]
        self.spans: dict[str, Span] = {}
        self.words = 0
        columns = [self._column(name, field) for name, field in self.fields.items()]
        self.places = tuple(self._places())
        self.place = {(place.zone, place.seat): place for place in self.places}
        self.hidden = tuple(place for place in self.places if place.sight != OPEN)
        self.all_alike = all(place.sight != OWN for place in self.places)
        """Whether all seats see the same."""
        self.zones = [
            (name, field, [place for place in self.places if place.zone == name])
            for name, field in self.fields.items()
            if field.kind == "zone"
        ]
        self.own = [name for name, field, _ in self.zones if field.sight == OWN]
        """The zones of which each seat sees its own only."""
        self.numbers = [
            (name, field)
            for name, field in self.fields.items()
            if field.shown and field.kind != "zone" and name not in ("scores", "to_act", "seats", "midway")
        ]
        """What a view tells beside its zones, its scores and whose turn it is."""
        self.hidden_at = {place.word: at for at, place in enumerate(self.hidden)}
        self.table = record(columns)
        # A view begins with what a table has not: were it a table with more behind it, Numba would pass it for one.
        extra = [("viewer", "i8"), ("unseen", "u8"), ("hidden", "i8", (len(self.hidden),))]
        self.view_start = len(extra) - 1 + len(self.hidden)
        self.view = record([*extra, *columns])
        self.view_spans = {name: span._replace(start=span.start + self.view_start) for name, span in self.spans.items()}
        self.hidden_start = 2
        self.view_spans |= {"viewer": Span(0, 0), "unseen": Span(1, 0), "hidden": Span(self.hidden_start, len(self.hidden))}
        self.in_view = {name: [self._in_view(place) for place in places] for name, _, places in self.zones}
        """For each place of a zone the words of a view that have its cards, and how many of them it does not see."""
        self._prepare()

    def _prepare(self) -> None:
        """What is asked for with every move."""
        self.to_act_at, self.over_at = self.spans["to_act"].start, self.spans["over"].start
        self.view_words = self.view_start + self.words
        self._table_spans, self._view_spans = Spans.of(self.spans), Spans.of(self.view_spans)

    def _column(self, name: str, field: Field) -> tuple[Any, ...]:
        """Put a field behind those that are laid out already; its column of the record."""
        length = self.most_seats if field.each else field.length
        small = field.kind == "small"
        self.spans[name] = Span(self.words, length, small)
        words = (length + 7) // 8 if small else length or 1
        self.words += words
        code = "i1" if small else "i8" if field.kind in ("number", "seat") else "u8"
        return (name, code, (8 * words if small else length,)) if length else (name, code)

    def _places(self) -> Iterator[Place]:
        for name, field in self.fields.items():
            if field.kind == "zone":
                for seat in range(self.most_seats) if field.each else (None,):
                    yield Place(name, seat, field.sight, self.spans[name].start + (seat or 0))

    def _in_view(self, place: Place) -> tuple[int, int | None]:
        hidden = None if place.sight == OPEN else self.hidden_start + self.hidden_at[place.word]
        return self.view_start + place.word, hidden

    def as_table(self, words: Words) -> np.ndarray[Any, Any]:
        """The record that a row of words is, for compiled code."""
        return np.ndarray(1, self.table, words)

    def read_table(self, words: Words) -> Reading:
        return Reading(self._table_spans, words.view(np.int64).tolist(), self.table)

    def read_view(self, words: Words) -> Reading:
        """One view, given as the words that it is made of."""
        return Reading(self._view_spans, words.view(np.int64).tolist(), self.view)

    def constants(self) -> dict[str, object]:
        """The declaration as arrays for the compiled templates of `core.loops`."""
        hidden_words = {place.word for place in self.hidden}
        zones = {place.word for place in self.places}

        def words(of: list[int]) -> np.ndarray[Any, Any]:
            return np.array(of, dtype=np.int64)

        return {
            "WORDS": self.words,
            "VIEW": self.view_start,
            "PUBLIC": words([word for word in range(self.words) if word not in hidden_words]),
            "PUBLIC_ZONES": words([place.word for place in self.places if place.sight == OPEN]),
            "PUBLIC_NUMBERS": words([word for word in range(self.words) if word not in zones]),
            "PLACES": words([place.word for place in self.places]),
            "HIDDEN": words([place.word for place in self.hidden]),
            "OWNER": words([place.seat if place.sight == OWN and place.seat is not None else -2 for place in self.hidden]),
            "BARRED": words(
                [-1 if place.seat is None or not self.fields[place.zone].barred else place.seat for place in self.hidden]
            ),
        }
