"""How a table came to be: every move with the cards it drew, and what of it each seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cutcard.core.dealer import DRAWN, SHOWN
from cutcard.core.declaration.zones import Words

if TYPE_CHECKING:
    from cutcard.core.declaration.game import Game

MOVE, CARD, NOTE, MOMENT = "move", "card", "note", "moment"


class Happening(NamedTuple):
    """One thing that happened, as one seat knows it."""

    kind: str
    """`move`, `card`, `note` or `moment`."""
    seat: int | None
    text: str
    """The move (of a hidden one its first word alone); the zone a card went to; the key of a note."""
    card: str | None = None
    """The card, where the seat can see it."""
    number: int = 0
    """What a note counts; which moment of its move it is."""


class Step(NamedTuple):
    """A move (or the first deal) and all that followed up to the next decision."""

    before: Step | None
    seat: int
    move: str
    """Empty for the first deal."""
    log: list[list[int]]
    """What the dealer wrote: code, seat, number."""
    words: Words
    """The table after it."""
    kept: Words
    """The words of the tables that people must see on the way, one table after another; nobody is to act at them."""
    told: dict[int | None, tuple[Happening, ...]]
    """What each seat has been told of it so far; worked out once."""

    @property
    def moments(self) -> tuple[Words, ...]:
        """The tables that people must see on the way."""
        return tuple(self.kept.reshape(-1, len(self.words))) if len(self.kept) else ()

    def events(self, cards: tuple[str, ...]) -> Iterator[str]:
        """As the record writes it."""
        if self.move:
            yield f"{self.seat} {self.move}"
        for code, _, number in self.log:
            if code == DRAWN:
                yield f"d {cards[number]}"

    def seen_by(self, viewer: int | None, game: Game) -> tuple[Happening, ...]:
        """What `viewer` knows of it; None is a spectator."""
        return tuple(one for one in self.unfolded(viewer, game) if one.kind != MOMENT)

    def unfolded(self, viewer: int | None, game: Game) -> tuple[Happening, ...]:
        """What `viewer` knows of it, with the moments to look at between."""
        if viewer not in self.told:
            if None not in self.told:
                self.told[None] = tuple(self._happenings(None, game))
            self.told[viewer] = tuple(self._happenings(viewer, game)) if self.hides(game) else self.told[None]
        return self.told[viewer]

    def hides(self, game: Game) -> bool:
        """Whether a seat may know more of it than a spectator."""
        if self.move and game.rulebook.verbs.all[self.move.partition(" ")[0]].secret:
            return True
        if game.layout.all_alike:
            return False
        if len(self.kept):
            return True
        return any(one.kind == CARD and one.card is None and one.text != "deck" for one in self.unfolded(None, game))

    def _happenings(self, viewer: int | None, game: Game) -> Iterator[Happening]:
        book = game.rulebook
        if self.move:
            verb = self.move.partition(" ")[0]
            hidden = book.verbs.all[verb].secret and self.seat != viewer
            yield Happening(MOVE, self.seat, verb if hidden else self.move)
        places = game.layout.places
        row = self.words.tolist() if self.log else []
        last_draw = {number: i for i, (code, _, number) in enumerate(self.log) if code == DRAWN}
        shown = 0
        for i, (code, seat, number) in enumerate(self.log):
            if code == SHOWN:
                yield Happening(MOMENT, None, "", number=shown)
                shown += 1
                continue
            if code != DRAWN:
                yield Happening(NOTE, seat if seat >= 0 else None, book.notes.all[code - 1].key, number=number)
                continue
            # A card is shown as the place shows it where it lies now; one that was drawn again, or shuffled
            # back, since then is not shown, whoever saw it: that can hide too much, never too little.
            place = next(place for place in places if row[place.word] >> number & 1)
            if last_draw[number] != i or place.zone == "deck":
                yield Happening(CARD, None, "deck")
            else:
                face = game.deck.cards[number] if place.seen_by(viewer) else None
                yield Happening(CARD, place.seat, place.zone, face)
