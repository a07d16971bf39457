"""A table in play: immutable, so that every move makes a new one and the old one stays as it was."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import members
from cutcard.core.dealer import DEALER, GENERATOR, NOT_IN_DECK, SCRIPT, TAPE, WORDS, Chance, Script, Source, Stream, seeded
from cutcard.core.errors import CutcardError, NotAllowed, NotInDeck, NotYours, ParseError
from cutcard.core.history import Step, steps
from cutcard.core.result import Result

if TYPE_CHECKING:
    from cutcard.core.game import Game
    from cutcard.core.view import View

Array = np.ndarray[Any, Any]

DEAL = -1
"""Stands for the seat of the first deal, which nobody chooses."""

USUAL = 64
"""How many random words most moves can do with."""


@dataclass(frozen=True, slots=True)
class Due:
    """A card that is to be drawn: the table before the move, the move, and the cards drawn so far."""

    before: Table | None
    seat: int
    move: str
    actions: tuple[int, ...]
    cards: tuple[str, ...]
    deck: int


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Where a game stands. Made by `Game.start` and by `play`."""

    game: Game
    _state: Array
    _source: Source
    _last: Step | None
    _due: Due | None = None

    # What a person may ask of it

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are to choose now; several where seats choose at once, none when a card is due or the game over."""
        return () if self._due else tuple(members(self._state["to_act"][0]))

    @property
    def scores(self) -> tuple[int, ...]:
        scored = self.game.kernel.scored
        return tuple(int(scored(self._state, 0, seat)) for seat in range(self.game.seats))

    @property
    def is_over(self) -> bool:
        return self._due is None and bool(self._state["over"][0])

    @property
    def result(self) -> Result | None:
        """How the game ended, once it has."""
        if not self.is_over:
            return None
        kernel, seats = self.game.kernel, range(self.game.seats)
        stands = [int(kernel.stands(self._state, 0, seat)) for seat in seats]
        places = tuple(tuple(seat for seat in seats if stands[seat] == stand) for stand in sorted(set(stands), reverse=True))
        reason = tuple(self.game.rulebook.reasons)[int(self._state["over"][0]) - 1]
        return Result(places, self.scores, reason, tuple(float(kernel.gains(self._state, 0, seat)) for seat in seats))

    def legal(self, seat: int | None = None) -> tuple[str, ...]:
        """The legal moves of a seat, sorted; none where it is not to act. The only source of what is allowed."""
        return tuple(sorted(self._moves(self._seat(seat))))

    def view(self, seat: int | None = None) -> View:
        """What a seat may see; without a seat, what a spectator may."""
        from cutcard.core.view import View

        return View.of(self, None if seat is None else self._seat(seat))

    def play(self, move: str, seat: int | None = None) -> Table:
        """The table after a move. A move that is not legal raises, with the reason; this table stays as it is."""
        seat = self._seat(seat)
        if not isinstance(move, str):
            raise ParseError(f"a move is a text, not {move!r}")
        actions = self._moves(seat).get(move)
        if actions is None:
            raise self._refusal(seat, move)
        return self._run(seat, move, actions, self._source)

    def record(self) -> dict[str, Any]:
        """The game so far, as docs/records.md says. It holds hidden cards: not for the seats while they play."""
        from cutcard.core.record import header

        history = steps(self._last)
        due = self._due
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
        if self._due is None:
            return ()
        deck = self.game.deck
        total = self._due.deck.bit_count()
        return tuple(
            (face, Fraction(number, total))
            for face, number in zip(deck.faces, deck.counts(self._due.deck), strict=True)
            if number
        )

    def draw(self, card: str) -> Table:
        """The table after the card that is due."""
        due = self._due
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
        return self._due is not None

    @property
    def cards_left(self) -> int:
        """How many cards of its script a scripted table has not used."""
        return len(self._source.cards) if isinstance(self._source, Script) else 0

    def dealt_by(self, source: Source) -> Table:
        """The same table, its next cards from another source."""
        return replace(self, _source=source)

    # How it is done

    @classmethod
    def dealt(cls, game: Game, source: Source) -> Table:
        """A new table."""
        table = cls(game, game.blank(), source, None)
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
        if seat not in self.to_act:
            return {}
        state, name = self._state[0], self.game.rulebook.name_action
        actions = members(self.game.kernel.allowed(self._state, 0, seat))
        return {name(state, seat, action): (action,) for action in actions}

    def _refusal(self, seat: int, move: str) -> CutcardError:
        """Why `move` is not to be played, in words a player understands."""
        if self._due:
            return NotYours("a card is to be drawn first")
        if self.is_over:
            return NotYours("the game is over")
        if seat not in self.to_act:
            return NotYours(f"seat {seat} is not to act: waiting for {_listed(self.to_act)}")
        book = self.game.rulebook
        words = move.split(" ")
        return (book.why_not(self._state[0], seat, words) if words[0] in book.moves else None) or NotAllowed(
            f"{move!r} is not a move of {book.title}: the moves are {', '.join(book.moves)}", "COMMON-6"
        )

    def _run(self, seat: int, move: str, actions: tuple[int, ...], source: Source, room: int = USUAL) -> Table:
        """Carry out a move with cards from `source`, of which the dealer gets at most `room` random words at first."""
        state, dealers = self._state.copy(), _dealers(self.game)
        kernel, dealer = self.game.kernel, dealers[0]
        _hand_over(dealer, source, self.game, room)
        if seat == DEAL:
            kernel.begin(state, 0, dealers)
        for action in actions:
            kernel.step(state, 0, seat, action, dealers)
        written = int(dealer["written"])
        if written > TAPE:
            raise CutcardError(f"one move drew more cards than the {TAPE} there is room for")
        if int(dealer["fault"]):
            if isinstance(source, Stream) and room < TAPE and int(dealer["length"]) == room:
                return self._run(seat, move, actions, source, TAPE)
            return self._without_cards(seat, move, actions, source, dealer)
        log = tuple(map(tuple, dealer["log"][:written].tolist())) if written else ()
        rest = _rest(source, dealer)
        return Table(self.game, state, rest, Step(self._last, seat, move, log, state, {}))

    def _without_cards(self, seat: int, move: str, actions: tuple[int, ...], source: Source, dealer: Any) -> Table:
        """The source did not have the card: a chance node, or a mistake in the script."""
        if isinstance(source, Stream):
            raise CutcardError(f"the stream of random words ran out after {source.used + int(dealer['length'])}")
        if not isinstance(source, Script):
            raise AssertionError("a generator never runs out")
        used = int(dealer["cursor"])
        if int(dealer["fault"]) == NOT_IN_DECK:
            raise NotInDeck(source.cards[used], used)
        before = None if seat == DEAL else self.dealt_by(Script())
        due = Due(before, seat, move, actions, source.cards[:used], int(dealer["faulty_deck"]))
        return Table(self.game, self._state, Script(), self._last, due)

    # Being a value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.game == other.game and self._due == other._due and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        history = [(step.seat, step.move, step.log, step.state) for step in steps(self._last)]
        return _restored, (self.game, self._state, self._source, history, self._due)

    def __str__(self) -> str:
        from cutcard.core.position import write

        return write(self)


def _restored(game: Game, state: Array, source: Source, history: list[Any], due: Due | None) -> Table:
    """A pickled table: its steps are a chain, which pickle would follow too deep."""
    last: Step | None = None
    for seat, move, log, after in history:
        last = Step(last, seat, move, log, after, {})
    return Table(game, state, source, last, due)


_own = threading.local()


def quiet_dealers(seed: int) -> Array:
    """A dealer of one's own, from the fast generator, that keeps no log."""
    dealers = np.zeros(1, dtype=DEALER)
    dealers["quiet"] = 1
    dealers["random"] = seeded(seed)
    return dealers


def _dealers(game: Game) -> Array:
    """This thread's dealer: there is one, it is told everything anew for each move."""
    if not hasattr(_own, "dealers"):
        _own.dealers = np.zeros(1, dtype=DEALER)
        _own.deck = None
    if _own.deck is not game.deck:
        _own.dealers["face"] = game.deck.face_of
        _own.deck = game.deck
    dealers: Array = _own.dealers
    return dealers


def _hand_over(dealer: Any, source: Source, game: Game, room: int) -> None:
    """Tell the dealer where cards come from."""
    dealer["quiet"] = dealer["cursor"] = dealer["fault"] = dealer["written"] = 0
    tape: list[int] = []
    if isinstance(source, Chance):
        dealer["kind"] = GENERATOR
        dealer["random"] = source.state
    elif isinstance(source, Script):
        dealer["kind"] = SCRIPT
        tape = [game.deck.mask(card) for card in source.cards[:TAPE]]
    else:
        dealer["kind"] = WORDS
        try:
            for i in range(source.used, source.used + room):
                tape.append(int(source.words[i]))
        except IndexError:
            pass
    dealer["length"] = len(tape)
    if tape:
        dealer["tape"][: len(tape)] = tape


def _rest(source: Source, dealer: Any) -> Source:
    """Where the next move's cards come from."""
    used = int(dealer["cursor"])
    if isinstance(source, Chance):
        return Chance(int(dealer["random"]))
    if isinstance(source, Stream):
        return replace(source, used=source.used + used)
    return Script(source.cards[used:])


def _listed(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats)) or "nobody"
