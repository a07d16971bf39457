"""From happenings to sentences: what a seat may know of a move and of what followed, as parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from cutcard.core.declaration.phrases import Sentence, cards_said, said, spoken
from cutcard.core.table.history import CARD, MOMENT, MOVE, Happening

if TYPE_CHECKING:
    from cutcard.core.declaration.rulebook import Rulebook

CARDS, NOTE = "cards", "note"


class ToldHappening(NamedTuple):
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
        if is_card:
            found += _dealt(book, run)
        else:
            found += [_happened(book, happening, viewer) for happening in run]
    return found


def _dealt(book: Rulebook, cards: Iterable[Happening]) -> Iterable[ToldHappening]:
    piles: dict[tuple[str, int | None], list[str | None]] = {}
    for happening in cards:
        piles.setdefault((happening.text, happening.seat), []).append(happening.card)
    for (zone, seat), faces in piles.items():
        shown = book.words.zones.get(zone)
        if shown and shown.dealt:
            yield ToldHappening(CARDS, seat, said(shown.dealt, seat, cards=cards_said(faces), n=len(faces)))


def _happened(book: Rulebook, happening: Happening, viewer: int | None) -> ToldHappening:
    seat, deck = happening.seat, book.rules.deck
    if happening.kind == MOMENT:
        return ToldHappening(MOMENT, None, moment=happening.number)
    if happening.kind == MOVE:
        move = book.verbs.read(happening.text)
        verb = book.verbs.all[move.verb]
        if verb.secret and seat != viewer:
            return ToldHappening(MOVE, seat, said(verb.unseen, seat))
        return ToldHappening(MOVE, seat, verb.sentence(move, seat))
    note = book.notes.by_key[happening.text]
    number = happening.number
    return ToldHappening(NOTE, seat, note.sentence(deck, seat, number), note.flash(deck, number), note.mood)


def sentences(book: Rulebook, happenings: Iterable[Happening], names: Sequence[str], viewer: int | None) -> list[str]:
    """What happened as plain texts, to be read by `viewer`."""
    return [spoken(one.sentence, names, viewer) for one in told(book, happenings, viewer) if one.sentence]
