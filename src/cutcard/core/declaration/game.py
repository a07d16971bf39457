"""A game with its seats and options, ready to be dealt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core import registry
from cutcard.core.dealer import Chance, Script, Source, Stream, fresh_chance, seeded
from cutcard.core.declaration.deck import Deck
from cutcard.core.declaration.options import AnyOption, Value, at, checked
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.declaration.zones import Layout
from cutcard.core.errors import ParseError

if TYPE_CHECKING:
    from cutcard.core.simulation import Simulation
    from cutcard.core.table.table import Table

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Game:
    """A rulebook with its seats and options."""

    rulebook: Rulebook
    seats: int
    dealer: int
    chosen: tuple[tuple[str, Value], ...]

    name: str = field(init=False, repr=False, compare=False)
    deck: Deck = field(init=False, repr=False, compare=False)
    layout: Layout = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        book = self.rulebook
        vars(self).update(name=book.name, deck=book.rules.deck, layout=book.rules.layout)
        vars(self)["_hash"] = hash((book, self.seats, self.dealer, self.chosen))

    def __hash__(self) -> int:
        """Worked out once: what is kept for a game is looked up with every move."""
        return self._hash

    @property
    def options(self) -> dict[str, Value]:
        """Every option with its value, given or by default."""
        return dict(self.chosen)

    @property
    def given_options(self) -> dict[str, Value]:
        """The options that differ from their default: what a record holds."""
        defaults = {option.name: at(option.default, self.seats) for option in self.rulebook.options}
        return {name: value for name, value in self.chosen if value != defaults[name]}

    @cached_property
    def called(self) -> registry.Named:
        """What people call it: by the variant that its options make, where they make one."""
        own, *variants = registry.callings([self.rulebook])
        chosen = self.options
        fitting = (one for one in variants if all(chosen[name] == value for name, value in one.preset.items()))
        return next(fitting, own)

    @cached_property
    def kernel(self) -> SimpleNamespace:
        return self.rulebook.rules.kernel

    def __reduce__(self) -> tuple[Any, ...]:
        return find, (self.name, self.seats, self.dealer, self.options)

    def blank(self, tables: int = 1) -> Array:
        """Tables before the deal."""
        state = np.zeros(tables, dtype=self.layout.table)
        state["seats"] = self.seats
        state["dealer"] = self.dealer
        state["deck"] = self.deck.full
        for name, value in {**self.rulebook.fixed, **self._fields_of(self.rulebook.options)}.items():
            if isinstance(value, tuple):
                state[name][:, : len(value)] = value
            else:
                state[name] = value
        return state

    @cached_property
    def option_fields(self) -> dict[str, Any]:
        """What a table holds of the options for the whole game, by field."""
        return self._fields_of(option for option in self.rulebook.options if not option.carried)

    @property
    def first_fields(self) -> dict[str, Any]:
        """What a table holds before the deal of options that only say where a game starts: it changes as the game goes
        on."""
        return self._fields_of(option for option in self.rulebook.options if option.carried)

    def _fields_of(self, options: Iterable[AnyOption]) -> dict[str, Any]:
        chosen = self.options
        return {name: held for option in options for name, held in option.fields(chosen[option.name]).items()}

    def start(
        self, *, seed: int | None = None, words: Any = None, cards: tuple[str, ...] | list[str] | None = None
    ) -> Table:
        """A new table, dealt: by chance, repeatably from a seed, from a stream of random words, or from cards by name. Where
        the named cards run out, a draw is a chance node: see `Table.chance_outcomes` and `Table.draw`."""
        from cutcard.core.table.table import Table

        if sum(given is not None for given in (seed, words, cards)) > 1:
            raise ParseError("a table is dealt from a seed, from words or from cards: give one of them")
        source: Source
        if cards is not None:
            source = Script(tuple(cards))
        elif words is not None:
            source = Stream(words)
        else:
            source = fresh_chance() if seed is None else Chance(seeded(seed))
        return Table.dealt(self, source)

    def position(self, text: str, *, seed: int = 0, cards: tuple[str, ...] | list[str] | None = None) -> Table:
        """A table set up as a line of text says (see `core.position`); its next cards come from the seed, or by name."""
        from cutcard.core.table.position import read

        return read(self, text, Chance(seeded(seed)) if cards is None else Script(tuple(cards)))

    def simulate(
        self, games: int, *, seed: int = 0, first: int = 0, players: str | tuple[str, ...] | list[str] = "random"
    ) -> Simulation:
        """Whole games by compiled players, one name for all seats or one a seat: `random`, `steady`, or any player that is a
        compiled function."""
        from cutcard.core.simulation import simulate

        return simulate(self, games, seed, first, players)


def find(name: str, seats: int | None, dealer: int, options: Mapping[str, object]) -> Game:
    """The game or variant of that name, at this number of seats, with these options; everything checked."""
    called = registry.named(name)
    rulebook, options = called.rulebook, called.with_preset(options)
    least, most = rulebook.least_seats, rulebook.most_seats
    if seats is None:
        seats = min(max(4, least), most)
    if isinstance(seats, bool) or not isinstance(seats, int) or not least <= seats <= most:
        raise ParseError(f"{rulebook.title} is for {least} to {most} seats, not {seats!r}")
    if isinstance(dealer, bool) or not isinstance(dealer, int) or not 0 <= dealer < seats:
        raise ParseError(f"the dealer is a seat from 0 to {seats - 1}, not {dealer!r}")
    return Game(rulebook, seats, dealer, tuple(checked(rulebook.options, options, seats).items()))
