"""A table in play: immutable, so that every move makes a new one and the old one stays as it was."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import seats_in
from cutcard.core.dealer import NOT_IN_DECK, TAPE, Script, Source, Stream
from cutcard.core.dealer_memory import HEAD, MORE, USUAL, After, memory_for
from cutcard.core.declaration.zones import Reading, Words, rows
from cutcard.core.errors import CutcardError, NotAllowed, NotInDeck, NotYours, ParseError
from cutcard.core.languages import translated
from cutcard.core.table import moves
from cutcard.core.table.history import Happening, Step
from cutcard.core.table.result import Result
from cutcard.core.table.view import View

if TYPE_CHECKING:
    from cutcard.core.declaration.game import Game

Array = np.ndarray[Any, Any]

NONE_KEPT = np.zeros(0, np.uint64)

DEAL = -1
"""Stands for the seat of the first deal, which nobody chooses."""


@dataclass(frozen=True, slots=True)
class Due:
    """A card that is to be drawn: the table before the move, the move, and the cards drawn so far."""

    before: Table | None
    seat: int
    move: str
    actions: tuple[int, ...]
    cards: tuple[str, ...]
    deck: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table:
    """Where a game stands. Made by `Game.start` and by `play`."""

    game: Game
    words: Words
    """The whole table as it lies in memory, hidden cards too."""
    _source: Source
    last: Step | None
    """The move that led here, or the deal; nothing where the table was set up."""
    due: Due | None = None
    """The card that is to be drawn, if this is a chance node."""
    _named: dict[int, dict[str, tuple[int, ...]]] = field(default_factory=dict, init=False, repr=False)
    """The moves of each seat, once they were asked for."""
    _seen: list[View] = field(default_factory=list, init=False, repr=False)
    """What a spectator sees, once that was asked for."""

    # What a person may ask of it

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are to choose now; several where seats choose at once, none when a card is due or the game over."""
        return () if self.due else seats_in(self.words.item(self.game.layout.to_act_at))

    @property
    def scores(self) -> tuple[int, ...]:
        scored, state = self.game.kernel.scored, self._state
        return tuple(int(scored(state, 0, seat)) for seat in range(self.game.seats))

    @property
    def is_over(self) -> bool:
        return self.due is None and self.words.item(self.game.layout.over_at) != 0

    @property
    def result(self) -> Result | None:
        """How the game ended, once it has."""
        if not self.is_over:
            return None
        kernel, state, seats = self.game.kernel, self._state, range(self.game.seats)
        stands = [int(kernel.stands(state, 0, seat)) for seat in seats]
        places = tuple(tuple(seat for seat in seats if stands[seat] == stand) for stand in sorted(set(stands), reverse=True))
        reason = tuple(self.game.rulebook.reasons)[self._number("over") - 1]
        return Result(places, self.scores, reason, tuple(float(kernel.gains(state, 0, seat)) for seat in seats))

    def legal(self, seat: int | None = None) -> tuple[str, ...]:
        """The legal moves of a seat, sorted; none where it is not to act. The only source of what is allowed."""
        return tuple(sorted(self._moves(self._seat(seat))))

    def count_legal(self, seat: int | None = None) -> int:
        """How many legal moves a seat has, without naming them all."""
        seat = self._seat(seat)
        return moves.counted(self.game, self.words, seat) if seat in self.to_act else 0

    def asks_as(self, earlier: Table, seat: int) -> bool:
        """Whether a seat that was to act at an earlier table of this game is asked the same here: what others choose at once
        changes nothing for it, but a hand that is dealt anew does."""
        return moves.question(self.game, self.words, seat) == moves.question(self.game, earlier.words, seat)

    def view(self, seat: int | None = None) -> View:
        """What a seat may see; without a seat, what a spectator may."""
        return View.of(self, None if seat is None else self._seat(seat))

    def glance(self, seat: int | None = None) -> View:
        """What a seat may see, without the log of what happened: `told` has the last of it."""
        return View.now(self, None if seat is None else self._seat(seat))

    def told(self, seat: int | None = None) -> tuple[Happening, ...]:
        """What a seat, or a spectator, may know of the last move and all that followed from it."""
        return self.last.seen_by(seat, self.game) if self.last else ()

    @property
    def moments(self) -> tuple[Table, ...]:
        """What the rules showed in the last move before it was swept away: the card that paired, the end of a trick. Nobody
        is to act at them; they are for looking at, as any table is."""
        return tuple(Table(self.game, words, Script(), None) for words in self.last.moments) if self.last else ()

    @property
    def before(self) -> Table | None:
        """The table before the last move, to look at; None right after the deal."""
        earlier = self.last.before if self.last else None
        return replace(self, words=earlier.words, _source=Script(), last=earlier, due=None) if earlier else None

    def steps(self) -> list[Step]:
        """The deal and each move since, this table's last."""
        found: list[Step] = []
        step = self.last
        while step is not None:
            found.append(step)
            step = step.before
        found.reverse()
        return found

    def stages(self, first: int = 0, end: int | None = None) -> list[Table]:
        """The table after the deal and after each move since, this one last; or some of them, by the number of moves. They
        can be looked at, not played on."""
        return [replace(self, words=step.words, _source=Script(), last=step) for step in self.steps()[first:end]]

    def play(self, move: str, seat: int | None = None) -> Table:
        """The table after a move. A move that is not legal raises, with the reason; this table stays as it is."""
        seat = self._seat(seat)
        if not isinstance(move, str):
            raise ParseError(f"a move is a text, not {move!r}")
        actions = self.actions_of(seat, move)
        if actions is None:
            raise self._refusal(seat, move)
        return self._run(seat, move, actions, self._source)

    def record(self) -> dict[str, Any]:
        """The game so far, as docs/records.md says. It holds hidden cards: not for the seats while they play."""
        from cutcard.core.table.record import header

        history = self.steps()
        due = self.due
        begun = history[0].seat == DEAL if history else due is not None and due.before is None
        if not begun:
            raise CutcardError("this table was set up in the middle of a game, so it has no record")
        events = [event for step in history for event in step.events(self.game.deck.cards)]
        if due is not None:
            events += [f"{due.seat} {due.move}"] if due.move else []
            events += [f"d {card}" for card in due.cards]
        return {**header(self.game), "events": events}

    # Chance, one card at a time

    def chance_outcomes(self) -> tuple[tuple[str, Fraction], ...]:
        """Where a card is due, every card it can be with its probability; else nothing."""
        if self.due is None:
            return ()
        deck = self.game.deck
        total = self.due.deck.bit_count()
        return tuple(
            (face, Fraction(number, total))
            for face, number in zip(deck.faces, deck.counts(self.due.deck), strict=True)
            if number
        )

    def draw(self, card: str) -> Table:
        """The table after the card that is due."""
        due = self.due
        if due is None:
            raise NotAllowed("no card is due: a move is")
        if not self.game.deck.mask(card) & due.deck:
            raise NotInDeck(card, len(due.cards))
        script = Script((*due.cards, card))
        if due.before is None:
            return Table.dealt(self.game, script)
        return due.before._run(due.seat, due.move, due.actions, script)

    @property
    def card_is_due(self) -> bool:
        """Whether this is a chance node."""
        return self.due is not None

    @property
    def cards_left(self) -> int:
        """How many cards of its script a scripted table has not used."""
        return len(self._source.cards) if isinstance(self._source, Script) else 0

    @property
    def words_used(self) -> int:
        """How many words of its stream a table has used that is dealt from one."""
        return self._source.used if isinstance(self._source, Stream) else 0

    def dealt_by(self, source: Source) -> Table:
        """This table, its next cards from another source."""
        return replace(self, _source=source)

    # How it is done

    @property
    def _state(self) -> Array:
        """The table as compiled code takes it."""
        return self.game.layout.as_table(self.words)

    @property
    def reading(self) -> Reading:
        """The whole table, hidden cards too, as plain numbers."""
        return self.game.layout.read_table(self.words)

    def _number(self, name: str) -> int:
        return int(self.words.item(self.game.layout.spans[name].start))

    @classmethod
    def dealt(cls, game: Game, source: Source) -> Table:
        """A new table."""
        table = cls(game, rows(game.blank())[0], source, None)
        return table._run(DEAL, "", (), source)

    def _seat(self, seat: int | None) -> int:
        """The seat that is meant: where one seat is to act it need not be named."""
        if seat is None:
            if len(self.to_act) > 1:
                raise NotYours(f"seats {_listed(self.to_act)} choose at once: say which one you mean")
            return self.to_act[0] if self.to_act else 0
        if isinstance(seat, bool) or not isinstance(seat, int) or seat not in range(self.game.seats):
            raise ParseError(f"there is no seat {seat!r}: seats are 0 to {self.game.seats - 1}")
        return seat

    def _moves(self, seat: int) -> dict[str, tuple[int, ...]]:
        """A seat's legal moves with the actions that make them up."""
        if seat not in self._named:
            self._named[seat] = moves.all_named(self.game, self.words, seat) if seat in self.to_act else {}
        return self._named[seat]

    def actions_of(self, seat: int, move: str) -> tuple[int, ...] | None:
        """The actions of a legal move. Where there can be thousands of moves they are not listed to find one."""
        if self.game.rulebook.rules.longest == 1 or seat in self._named:
            return self._moves(seat).get(move)
        return moves.spelled(self.game, self.words, seat, move) if seat in self.to_act else None

    def _refusal(self, seat: int, move: str) -> CutcardError:
        """Why `move` is not to be played, in words a player understands."""
        if self.due:
            return NotYours("a card is to be drawn first")
        if self.is_over:
            return NotYours("the game is over")
        if seat not in self.to_act:
            return NotYours("seat {n} is not to act: waiting for {seats}", n=seat, seats=_listed(self.to_act))
        book = self.game.rulebook
        words = move.split(" ")
        verbs = book.verbs.now(self.game.options)
        if words[0] not in book.verbs.all:
            no_move = "{move} is not a move of {game}: the moves are {verbs}"
            return NotAllowed(no_move, "COMMON-6", move=repr(move), game=book.title, verbs=", ".join(verbs))
        help_told = translated(book.verbs.all[words[0]].help)
        return book.why_not(self.reading, seat, words) or NotAllowed(
            "{move} is not how it is said: {help}", "COMMON-6", move=repr(move), help=help_told
        )

    def _run(self, seat: int, move: str, actions: tuple[int, ...], source: Source, room: int = USUAL) -> Table:
        """Carry out a move with cards from `source`, of which the dealer gets at most `room` random words at first."""
        words, memory, kernel = self.words.copy(), memory_for(self.game.deck), self.game.kernel
        state = self.game.layout.as_table(words)
        memory.hand_over(source, room)
        if seat == DEAL:
            kernel.begin(state, 0, memory.dealers)
        for action in actions:
            kernel.step(state, 0, seat, action, memory.dealers)
        after = After._make(HEAD.unpack_from(memory.head))
        if after.written > TAPE:
            raise CutcardError(f"one move drew more cards than the {TAPE} there is room for")
        if after.fault:
            if isinstance(source, Stream) and room < TAPE and after.length == room:
                return self._run(seat, move, actions, source, min(room * MORE, TAPE))
            return self._without_cards(seat, move, actions, source, after)
        words.flags.writeable = False
        log = memory.log[: after.written].tolist()
        kept = memory.moments[: after.kept].copy() if after.kept else NONE_KEPT  # the next move uses that room again
        kept.flags.writeable = False
        return Table(self.game, words, after.rest(source), Step(self.last, seat, move, log, words, kept, {}))

    def _without_cards(self, seat: int, move: str, actions: tuple[int, ...], source: Source, after: After) -> Table:
        """The source did not have the card: a chance node, or a mistake in the script."""
        if isinstance(source, Stream):
            raise CutcardError(f"the stream of random words ran out after {source.used + after.length}")
        if not isinstance(source, Script):
            raise AssertionError("a generator never runs out")
        if after.fault == NOT_IN_DECK:
            raise NotInDeck(source.cards[after.cursor], after.cursor)
        before = None if seat == DEAL else self.dealt_by(Script())
        due = Due(before, seat, move, actions, source.cards[: after.cursor], after.faulty_deck)
        return Table(self.game, self.words, Script(), self.last, due)

    # Being a value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.game == other.game and self.due == other.due and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        history = [(step.seat, step.move, step.log, step.words, step.kept) for step in self.steps()]
        return _restored, (self.game, self.words, self._source, history, self.due)

    def __repr__(self) -> str:
        waiting = "a card is due" if self.due else f"{_listed(self.to_act)} to act"
        return f"<Table of {self.game.name} at {self.game.seats} seats, {'over' if self.is_over else waiting}>"

    def __str__(self) -> str:
        from cutcard.core.table.position import write

        return write(self)


def _restored(game: Game, words: Words, source: Source, history: list[Any], due: Due | None) -> Table:
    """A pickled table: its steps are a chain, which pickle would follow too deep."""
    words.flags.writeable = False
    last: Step | None = None
    for seat, move, log, after, kept in history:
        last = Step(last, seat, move, log, after, kept, {})
    return Table(game, words, source, last, due)


def _listed(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats)) or "nobody"
