"""What one seat may see: the only thing that leaves a table for a person, a player or a planner."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import members, seats_in
from cutcard.core.dealer import Chance, Script, Source, seeded
from cutcard.core.dealer_memory import scratch_dealers
from cutcard.core.declaration.zones import OPEN, Place, Reading, Words
from cutcard.core.errors import NotYours, ParseError
from cutcard.core.observation import observation_of
from cutcard.core.observation import tensor_names as tensor_names  # where others look for it
from cutcard.core.table.history import Happening
from cutcard.core.table.moves import LISTED_AT_MOST, named
from cutcard.core.table.result import Result
from cutcard.core.table.turn import Turn, openings

if TYPE_CHECKING:
    from cutcard.core.declaration.game import Game
    from cutcard.core.table.table import Table

Array = np.ndarray[Any, Any]

SPECTATOR = -1


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class View:
    """A table as one seat sees it. It holds no hidden card and no way to one."""

    game: Game
    seat: int | None
    """Who looks; None is a spectator."""
    log: tuple[Happening, ...]
    """All that happened, as this seat knows it."""
    result: Result | None
    words: Words
    """The view as it lies in memory: equal cards are numbered so that their numbers tell nothing."""
    _legal: list[tuple[str, ...]] = dataclasses.field(default_factory=list)
    """The legal moves of this seat, once they were asked for."""
    _read: list[Reading] = dataclasses.field(default_factory=list)
    """The view as plain numbers, once they were asked for."""

    @classmethod
    def of(cls, table: Table, seat: int | None) -> View:
        """The table with all that happened."""
        log = tuple(happening for step in table.steps() for happening in step.seen_by(seat, table.game))
        return dataclasses.replace(cls.now(table, seat), log=log, _legal=[])

    @classmethod
    def now(cls, table: Table, seat: int | None) -> View:
        """The table as it lies there, without its log: that of a long game takes longer than all the rest."""
        if table.due:
            raise NotYours("a card is to be drawn first: nobody can look at the table in the middle of a move")
        game = table.game
        if seat is None and table._seen:
            return table._seen[0]
        # What is legal follows from what is seen, so the table's own list says no more; most often it is there already.
        short = seat is not None and game.rulebook.rules.longest == 1
        legal = [table.legal(seat)] if short else []
        if seat is not None and table._seen and game.layout.all_alike:
            return table._seen[0].seen_by(seat, legal)
        words = np.zeros((1, game.layout.view_words), dtype=np.uint64)
        game.kernel.look(table.words.reshape(1, -1), 0, words, 0, SPECTATOR if seat is None else seat)
        game.kernel.anonymous(words, 0)
        words.flags.writeable = False
        view = cls(game, seat, (), table.result, words[0], legal)
        if seat is None:
            table._seen.append(view)
        return view

    def seen_by(self, seat: int, legal: list[tuple[str, ...]]) -> View:
        """What a spectator sees as a seat has it, where nobody sees more than the others."""
        words = self.words.copy()
        words[0] = seat
        words.flags.writeable = False
        return View(self.game, seat, (), self.result, words, legal, [self.reading.seen_by(seat)])

    @property
    def state(self) -> Array:
        """The view as compiled players read it: one record."""
        return np.ndarray(1, self.game.layout.view, self.words)

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves of this seat, sorted, if it is to act. They are those of any table that looks like this."""
        if not self._legal:
            self._legal.append(() if self.seat is None else self._some_table().legal(self.seat))
        return self._legal[0]

    def count_legal(self) -> int:
        """How many they are, without naming them all."""
        return 0 if self.seat is None else self._some_table().count_legal(self.seat)

    def openings(self) -> tuple[str, ...]:
        """For each way a move can begin one whole legal move: enough to say how it is said where they are thousands."""
        if self.seat not in self.to_act or self.seat is None:
            return ()
        turns = openings(self._some_table(), self.seat)
        return tuple(named(self.game, self.reading, self.seat, turn.actions) for turn in turns)

    def turn(self) -> Turn:
        """A move of this seat, which is to act, to be built action by action: on a table that looks like this, with cards
        made up where the seat cannot see."""
        if self.seat not in self.to_act or self.seat is None:
            raise NotYours("this seat has nothing to choose")
        return Turn.on(self._some_table(), self.seat)

    def _some_table(self) -> Table:
        return _redealt(self, scratch_dealers(), Script())

    @property
    def to_act(self) -> tuple[int, ...]:
        return seats_in(self.reading.to_act)

    @property
    def scores(self) -> tuple[int, ...]:
        scored, state = self.game.kernel.scored, self.state
        return tuple([int(scored(state, 0, seat)) for seat in range(self.game.seats)])

    def cards(self, zone: str, seat: int | None = None) -> tuple[str, ...]:
        """The cards of a zone that can be seen, lowest first."""
        return self.game.deck.names(self.bits(zone, seat))

    def bits(self, zone: str, seat: int | None = None) -> int:
        """The cards of a zone that can be seen, as a set."""
        return self.reading.row[self._place(zone, seat).word + self.game.layout.view_start]

    def hidden(self, zone: str, seat: int | None = None) -> int:
        """How many cards of a zone cannot be seen."""
        place = self._place(zone, seat)
        return int(self.reading.hidden[self.game.layout.hidden_at[place.word]]) if place.sight != OPEN else 0

    def lying(self, zone: str) -> list[tuple[tuple[str, ...], int]]:
        """The cards of a zone that can be seen, and how many cannot: for each seat, where every seat has such a zone."""
        game, row = self.game, self.reading.row
        names = game.deck.names
        return [
            (names(row[cards]), 0 if hidden is None else row[hidden])
            for cards, hidden in game.layout.in_view[zone][: game.seats]
        ]

    def _place(self, zone: str, seat: int | None) -> Place:
        place = self.game.layout.place.get((zone, seat))
        if place is None or (seat is not None and seat >= self.game.seats):
            raise ParseError(
                f"a table of {self.game.name} has no {zone!r}" + (f" of seat {seat}" if seat is not None else "")
            )
        return place

    def __repr__(self) -> str:
        looker = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {self.game.name} at {self.game.seats} seats for {looker}>"

    def number(self, name: str, seat: int | None = None) -> int:
        """A number on the table: of a seat, or of the table."""
        value = getattr(self.reading, name)
        return int(value if seat is None else value[seat])

    @property
    def reading(self) -> Reading:
        """The view as plain numbers."""
        if not self._read:
            self._read.append(self.game.layout.read_view(self.words))
        return self._read[0]

    @property
    def unseen(self) -> int:
        """All cards that this seat cannot see, as a set."""
        return int(self.reading.unseen)

    def json(self) -> dict[str, Any]:
        """The view for a browser or a file, read off the declaration of the table."""
        moves = self.count_legal()
        return {
            "game": self.game.name,
            "seats": self.game.seats,
            "options": self.game.options,
            "seat": self.seat,
            "to_act": list(self.to_act),
            "legal": list(self.legal) if moves <= LISTED_AT_MOST else moves,
            "scores": list(self.scores),
            "zones": self.zones(),
            "numbers": self.numbers(),
            "log": [happening._asdict() for happening in self.log],
            "over": self.result is not None,
            **({"places": self.result.places, "reason": self.result.reason} if self.result else {}),
        }

    def zones(self) -> dict[str, Any]:
        """Every zone: the cards that can be seen, and how many cannot."""
        found: dict[str, Any] = {}
        for name, field, _ in self.game.layout.zones:
            if field.shown:
                places = [{"cards": list(cards), "hidden": hidden} for cards, hidden in self.lying(name)]
                found[name] = places if field.each else places[0]
        return found

    def numbers(self) -> dict[str, Any]:
        """Everything else on the table that everybody may know."""
        numbers: dict[str, Any] = {}
        t, seats = self.reading, self.game.seats
        for name, field in self.game.layout.numbers:
            value = getattr(t, name)
            if field.kind == "cards":
                numbers[name] = [self.game.deck.names(cards) for cards in value[:seats]]
            elif field.kind == "seats":
                numbers[name] = list(members(value))
            else:
                numbers[name] = value[:seats] if field.each else value
        return numbers

    def tensor(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The view for a network. `tensor_names` says what each entry is; seats are counted from the viewer on."""
        return observation_of(self.game).of_view(self.words, self.seat or 0)


def acting(view: View) -> int:
    """The seat that is to choose, seen from there."""
    if view.seat is None or view.seat not in view.to_act:
        raise NotYours("this seat has nothing to choose")
    return view.seat


def redeal(view: View, rng: np.random.Generator) -> Table:
    """A table that this view could be a view of, each world as likely as the others. What comes next in it is chance
    too: nothing of the true table is in it but what the view shows."""
    dealers = scratch_dealers(seeded(int(rng.integers(1 << 63))))
    return _redealt(view, dealers, Chance(seeded(int(rng.integers(1 << 63)))))


def _redealt(view: View, dealers: Array, source: Source) -> Table:
    from cutcard.core.table.table import Table

    words = np.zeros(view.game.layout.words, dtype=np.uint64)
    view.game.kernel.redealt(view.state, view.words.reshape(1, -1), 0, words.reshape(1, -1), 0, dealers)
    words.flags.writeable = False
    return Table(view.game, words, source, None)
