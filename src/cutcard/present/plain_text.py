"""A screenful as plain lines: no colours, no boxes, each fact a line. Screen readers, pipes and environments show it so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cutcard.core.declaration.phrases import Card, Part, Sentence, Text, in_words, numbered, plain, spoken
from cutcard.present.scene import Faces
from cutcard.present.screenful import Pile, Screenful, SeatLine

LISTED_AT_MOST = 40
"""Of more moves than this only so many are listed."""


def screenful_lines(scene: Screenful) -> Iterator[str]:
    """What happened, the table, your moves and the outcome: each fact a line."""
    faces, voice = scene.faces, Voice(scene.faces, scene.names, scene.you)
    for paragraph in scene.story:
        yield from (voice(sentence) for sentence in paragraph)
    yield f"{voice(scene.headline, briefly=True)}."
    summary = "; ".join(voice(line, briefly=True) for line in scene.summary)
    yield f"{scene.title}: {summary}." if summary else f"{scene.title}."
    for seat in scene.seats:
        yield from _seat_facts(seat, faces, voice)
    for pile in scene.middle:
        yield f"{pile.title}: {_cards(pile, faces)}."
    for pile in scene.aside:
        yield f"{pile.title}: {_cards(pile)}."
    for pile in scene.hand:
        yield f"{pile.title}: {_cards(pile, faces)}."
    yield from _move_lines(scene, voice)
    yield from (voice(line) for line in scene.outcome)


def _move_lines(scene: Screenful, voice: Voice) -> Iterator[str]:
    if scene.choices:
        yield "Your moves:"
    for choice in scene.choices[:LISTED_AT_MOST]:
        odds = f", {voice(choice.odds, briefly=True)}" if choice.odds else ""
        number = f"{choice.number} or " if choice.number else ""
        yield f"{number}{choice.key}: {voice(choice.words, briefly=True)}{odds}."
    if scene.ways:
        yield ways_in_words(scene.ways)
    elif len(scene.choices) > LISTED_AT_MOST:
        yield f"And {len(scene.choices) - LISTED_AT_MOST} more."


def ways_in_words(number: int) -> str:
    """Where there are too many moves to list them."""
    return f"There are {number:,} moves in all: type your cards in any order."


class Voice:
    """Sentences as plain text: a card with all its values, unless `briefly`."""

    def __init__(self, faces: Faces, names: Sequence[str], you: int | None) -> None:
        self.faces, self.names, self.you = faces, names, you

    def __call__(self, sentence: Sentence | str, *, briefly: bool = False) -> str:
        parts = list(plain(sentence))
        if not briefly and self.faces.values:
            parts = _with_commas([self._card(part) for part in parts])
        return spoken(tuple(parts), self.names, self.you)

    def _card(self, part: Part) -> Part:
        if not isinstance(part, Card):
            return part
        return Card(_between(self.faces).join(self.faces.values.get(part.card, (part.card,))))


def _with_commas(parts: list[Part]) -> list[Part]:
    """Commas between one card and the next, where each is several words."""
    return [
        Text(", ") if part == Text(" ") and isinstance(before, Card) and isinstance(after, Card) else part
        for before, part, after in zip((None, *parts), parts, (*parts[1:], None), strict=False)
    ]


def _seat_facts(seat: SeatLine, faces: Faces, voice: Voice) -> Iterator[str]:
    tags = f" ({', '.join(seat.tags)})" if seat.tags else ""
    against = f" of {seat.target}" if seat.target is not None else ""
    yield f"{seat.name}{tags}: score {seat.score}{against}."
    if seat.acting and not seat.yours and not seat.status:
        yield f"{seat.name}: is to play."
    if seat.status:
        yield f"{seat.name}: {voice(seat.status, briefly=True)}."
    for pile in seat.piles:
        if pile.cards or pile.hidden:
            yield f"{seat.name}: {pile.title.lower()} {_cards(pile, faces)}."


def _between(faces: Faces) -> str:
    """`QC hollow AD`."""
    return f" {faces.called[-1]} " if faces.called else ""


def _cards(pile: Pile, faces: Faces | None = None) -> str:
    """`3, 5 twice, 10 four times`; hidden cards by number. With `faces`, cards are told with all their values."""
    if faces and faces.values:
        names = tuple(_between(faces).join(faces.values.get(card, (card,))) for card in pile.cards)
        pile = Pile(pile.title, names, pile.hidden)
    seen = [_times(face, number) for face, number in pile.counts.items()]
    hidden = [numbered(pile.hidden, "card")] if pile.hidden else []
    return ", ".join(seen + hidden) or "no cards"


def _times(face: str, number: int) -> str:
    return face if number == 1 else f"{face} twice" if number == 2 else f"{face} {in_words(number)} times"
