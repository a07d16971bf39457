"""What a table shows to a person, in words."""

import re

from cutcard import Table
from cutcard.core.declaration.phrases import Card, Sentence, Text, plain, spoken
from cutcard.present.advice import Counsel
from cutcard.present.scene import scene_of
from cutcard.present.screenful import Screenful, laid_out
from cutcard.present.seats import NOBODY, Seating


def names(table: Table) -> tuple[str, ...]:
    return tuple(f"seat {seat}" for seat in range(table.game.seats))


def statuses(table: Table) -> list[str]:
    """How each seat stands, as the terminal says it to a spectator."""
    people = names(table)
    shown = laid_out(table.view(), Seating(people, ("",) * len(people), NOBODY))
    return [spoken(seat.status, people, None) for seat in shown.seats]


def odds(table: Table, seat: int, move: str) -> str:
    """What a move risks or gains."""
    book = table.game.rulebook
    return spoken(book.words.odds(table.view(seat), book.verbs.read(move)).sentence, names(table), seat)


def pots(table: Table) -> list[int]:
    """What lies in the middle and is counted."""
    return [pot.number for pot in scene_of(table.view()).pots]


def words(shown: Screenful | Counsel, sentence: Sentence | str) -> str:
    """A sentence as whoever looks at a screen reads it."""
    return spoken(plain(sentence), shown.names, shown.you)


def sentence(text: str) -> Sentence:
    """A text with its cards as parts: `Ada plays QC.`"""
    parts = re.split(r"\b((?:10|[2-9JQKA])[CDHS])\b", text)
    return tuple(Card(part) if i % 2 else Text(part) for i, part in enumerate(parts) if part)
