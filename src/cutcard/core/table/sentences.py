"""From happenings to sentences: what a seat may know of a move and of what followed, as parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from cutcard.core.declaration.phrases import Sentence, cards_said, said, spoken
from cutcard.core.languages import by_language
from cutcard.core.table.history import CARD, MOMENT, MOVE, Happening

if TYPE_CHECKING:
    from cutcard.core.declaration.rulebook import Rulebook

CARDS, NOTE = "cards", "note"
REMEMBERED = 20_000
"""Happenings whose words are kept: the same few hundred come again and again at every table of a game."""


@dataclass(frozen=True, eq=False)
class ToldHappening:
    """One thing that happened, in words."""

    kind: str
    """`move`, `cards`, `note` or `moment`."""
    seat: int | None
    """Whom it is about."""
    sentence: Sentence = ()
    brief: Sentence = ()
    """A few words for the eye."""
    mood: str = ""
    moment: int = -1
    """Which moment of its move it is."""


def told(book: Rulebook, happenings: Iterable[Happening], viewer: int | None) -> list[ToldHappening]:
    """What happened, as `viewer` knows it. Cards dealt one after another to the same place are told together."""
    found: list[ToldHappening] = []
    for is_card, run in groupby(happenings, lambda happening: happening.kind == CARD):
        if not is_card:
            found += [_happened(book, happening, happening.seat == viewer) for happening in run]
            continue
        piles: dict[tuple[str, int | None], list[str | None]] = {}
        for happening in run:
            piles.setdefault((happening.text, happening.seat), []).append(happening.card)
        dealt = (_dealt_to(book, zone, seat, tuple(faces)) for (zone, seat), faces in piles.items())
        found += [one for one in dealt if one is not None]
    return found


@by_language(REMEMBERED)
def _dealt_to(book: Rulebook, zone: str, seat: int | None, faces: tuple[str | None, ...]) -> ToldHappening | None:
    shown = book.words.zones.get(zone)
    if not shown or not shown.dealt:
        return None
    return ToldHappening(CARDS, seat, said(shown.dealt, seat, cards=cards_said(faces), n=len(faces)))


@by_language(REMEMBERED)
def _happened(book: Rulebook, happening: Happening, is_own: bool) -> ToldHappening:
    seat, deck = happening.seat, book.rules.deck
    if happening.kind == MOMENT:
        return ToldHappening(MOMENT, None, moment=happening.number)
    if happening.kind == MOVE:
        move = book.verbs.read(happening.text)
        verb = book.verbs.all[move.verb]
        if verb.secret and not is_own:
            return ToldHappening(MOVE, seat, said(verb.unseen, seat))
        return ToldHappening(MOVE, seat, verb.sentence(move, seat))
    note = book.notes.by_key[happening.text]
    return ToldHappening(NOTE, seat, *note.told(deck, seat, happening.number), note.mood)


def sentences(book: Rulebook, happenings: Iterable[Happening], names: Sequence[str], viewer: int | None) -> list[str]:
    """What happened as plain texts, to be read by `viewer`."""
    return [spoken(one.sentence, names, viewer) for one in told(book, happenings, viewer) if one.sentence]
