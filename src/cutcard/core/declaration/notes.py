"""What rules tell while a move runs, declared once: a phrase, what its number means, and how it strikes the eye.

    class Notes(Told):
        paired = Note("{You} {draw|draws} a second {card}: a pair.", card=RANK, brief="A pair", mood=BAD)
        scored = Note("{You} {score|scores} {n}.", n=POINTS, brief="+{n}", mood=BAD)

    PAIRED, SCORED = Notes.paired.code, Notes.scored.code

A rule says `tell(dealer, PAIRED, seat, rank)`. Everybody hears it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from cutcard.core.declaration.deck import Deck
from cutcard.core.declaration.phrases import Card, Sentence, said

RANK, CARD = "rank", "card"
"""The number of a note as a card: as the number that is its face, or as the number of the card in the deck."""
COUNT, POINTS, COINS = "count", "points", "coins"
"""The number of a note as it is: how many, or what is scored."""

GOOD, BAD, GREAT, SHUFFLE = "good", "bad", "great", "shuffle"
"""How a note strikes the eye: good or bad for its seat, great for all to see; or the cards are shuffled."""


@dataclass(frozen=True)
class Note:
    """One thing that the rules tell."""

    phrase: str
    n: str = ""
    """What its number counts, where it does."""
    card: str = ""
    """How its number is a card, where it is one."""
    brief: str = ""
    """A few words for the eye, at the seat that it is about."""
    mood: str = ""
    key: str = ""
    code: int = 0

    def told(self, deck: Deck, seat: int | None, number: int) -> tuple[Sentence, Sentence]:
        """What is told with this number: a sentence, and the few words for the eye."""
        values: dict[str, Any] = {"n": number}
        if self.card:
            values["card"] = Card(str(number) if self.card == RANK else deck.cards[number])
        return said(self.phrase, seat, **values), said(self.brief, None, **values) if self.brief else ()


class Told:
    """The notes of a game, numbered from 1 in their order; those of a base class come first."""

    all: ClassVar[tuple[Note, ...]] = ()
    by_key: ClassVar[Mapping[str, Note]] = {}

    def __init_subclass__(cls) -> None:
        found = {name: note for kin in reversed(cls.__mro__) for name, note in vars(kin).items() if isinstance(note, Note)}
        numbered = {
            name: replace(note, key=name.replace("_", "-"), code=code) for code, (name, note) in enumerate(found.items(), 1)
        }
        cls.all = tuple(numbered.values())
        cls.by_key = {note.key: note for note in cls.all}
        for name, note in numbered.items():
            setattr(cls, name, note)
