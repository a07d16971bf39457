"""What happened, told in the order it happened: a paragraph for each move and what followed from it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cutcard.core.dealer import Script
from cutcard.core.declaration.appearance import COUNTDOWN, ROW, STACK, TRICK
from cutcard.core.declaration.phrases import Does, Part, Sentence, Text, Who, cards_said, joined, listed, said
from cutcard.core.table.history import MOMENT, MOVE, Happening
from cutcard.core.table.outcome import outcome_of
from cutcard.core.table.result import Result
from cutcard.core.table.sentences import told
from cutcard.core.table.table import Table
from cutcard.core.table.view import View

LONGEST, BEGINNING, ENDING, EVENTFUL = 40, 8, 8, 4
"""A story of more paragraphs is abridged: to so many at its beginning and end, and those of so many sentences between."""
IN_PLAY = (STACK, TRICK, ROW, COUNTDOWN)
"""The shapes of zones that a moment is about."""
LEFT_OUT: tuple[Sentence, ...] = ((Text("…"),),)

Paragraph = tuple[Sentence, ...]


@dataclass
class ToldSentence:
    """A sentence, and whom it is about: one seat, several that did the same, or none."""

    sentence: Sentence
    seats: list[int | None]

    @property
    def gist(self) -> Sentence:
        """The sentence without whom it is about: equal for seats that did alike."""
        seat = self.seats[0]
        return tuple(
            replace(part, seat=-1) if isinstance(part, Who | Does) and part.seat == seat else part for part in self.sentence
        )

    def can_be_shared(self, viewer: int | None) -> bool:
        """Whether it can be said of several others at once: it must not say whose something is."""
        seat = self.seats[0]
        forms = {part.form.lower() for part in self.sentence if isinstance(part, Who) and part.seat == seat}
        return seat is not None and seat != viewer and forms == {"you"}


Instants = Mapping[int, Sequence[Sentence]]
"""What lay on the table for a moment, by the number of entries of the log before it."""


def story(view: View, since: int, instants: Instants | None = None) -> tuple[Paragraph, ...]:
    """What this seat knows to have happened from entry `since` of its log on. Others who do the same one after another are
    told of together. `instants` are told where they were seen."""
    paragraphs: list[list[ToldSentence]] = []
    told_of = since
    for move in _moves(view.log[since:]):
        happened = _told_with(view, move, told_of, instants or {})
        told_of += len(move)
        if paragraphs and happened and _repeats(paragraphs[-1], happened, view.seat):
            before = paragraphs[-1]
            for earlier, later in zip(before, happened, strict=False):
                earlier.seats += later.seats
            before += happened[len(before) :]
        else:
            paragraphs.append(happened)
    return tuple(_put(paragraph) for paragraph in paragraphs if paragraph)


def instants(table: Table, viewer: int | None) -> dict[int, list[Sentence]]:
    """What lay on the table for a moment in this game, as `viewer` saw it."""
    found: dict[int, list[Sentence]] = {}
    number = 0
    for step in table.steps():
        for happening in step.unfolded(viewer, table.game):
            if happening.kind == MOMENT:
                seen = Table(table.game, step.moments[happening.number], Script(), None).glance(viewer)
                found.setdefault(number, []).extend(_lying(seen))
            else:
                number += 1
    return found


def _lying(view: View) -> Iterator[Sentence]:
    """The cards of a moment that are in play: `Stack: you 6 7 7, Ada 7 10.`"""
    for name, zone in view.game.rulebook.words.zones.items():
        if zone.shape not in IN_PLAY:
            continue
        if not view.game.layout.fields[name].each:
            cards = view.cards(name)
            yield from [said("{title}: {cards}.", title=zone.title, cards=cards_said(cards))] if cards else []
            continue
        held = [(seat, view.cards(name, seat)) for seat in range(view.game.seats)]
        parts = [said("{you} {cards}", seat, cards=cards_said(cards)) for seat, cards in held if cards]
        if parts:
            listing = tuple(
                part for i, sentence in enumerate(parts) for part in ((Text(", "), *sentence) if i else sentence)
            )
            yield joined((Text(f"{zone.title}: "), *listing, Text(".")))


def abridged(paragraphs: tuple[Paragraph, ...]) -> tuple[Paragraph, ...]:
    """A story that is too long, as the others play on without you: how it begins and ends, and the moves much came of."""
    if len(paragraphs) <= LONGEST:
        return paragraphs
    kept: list[Paragraph] = []
    for i, paragraph in enumerate(paragraphs):
        if i < BEGINNING or i >= len(paragraphs) - ENDING or len(paragraph) >= EVENTFUL:
            kept.append(paragraph)
        elif kept[-1] != LEFT_OUT:
            kept.append(LEFT_OUT)
    return tuple(kept)


def last_told(view: View, seat: int | None = None) -> int:
    """Where to begin for somebody who comes back: at their own last move, or at that of another seat."""
    whose = view.seat if seat is None else seat
    moves = [i for i, happening in enumerate(view.log) if happening.kind == MOVE and happening.seat == whose]
    return moves[-1] if moves else 0


def _moves(log: Sequence[Happening]) -> Iterator[list[Happening]]:
    """The log cut before each move."""
    part: list[Happening] = []
    for happening in log:
        if happening.kind == MOVE and part:
            yield part
            part = []
        part.append(happening)
    if part:
        yield part


def _told_with(view: View, happenings: list[Happening], before: int, shown: Instants) -> list[ToldSentence]:
    """A move and what followed, with what lay on the table for a moment."""
    found: list[ToldSentence] = []
    start = 0
    for at in range(1, len(happenings) + 1):
        if before + at in shown or at == len(happenings):
            found += _told(view, happenings[start:at])
            found += [ToldSentence(sentence, [None]) for sentence in shown.get(before + at, ())]
            start = at
    return found


def _told(view: View, happenings: Sequence[Happening]) -> list[ToldSentence]:
    """A move and what followed. What the same phrase says of several others is put together; only of you there may be
    something between."""
    found: list[ToldSentence] = []
    for one in told(view.game.rulebook, happenings, view.seat):
        sentence = ToldSentence(one.sentence, [one.seat])
        others = [earlier for earlier in found if earlier.seats != [view.seat]]
        if others and others[-1].gist == sentence.gist and sentence.can_be_shared(view.seat):
            others[-1].seats.append(one.seat)
        else:
            found.append(sentence)
    return found


def _repeats(before: list[ToldSentence], happened: list[ToldSentence], viewer: int | None) -> bool:
    """Whether another seat did just what others did before it, whatever followed then."""
    mover = happened[0].seats
    return (
        len(before) <= len(happened)
        and all(
            earlier.gist == later.gist
            and later.seats == mover
            and len(earlier.seats) == len(before[0].seats)
            and later.can_be_shared(viewer)
            and earlier.can_be_shared(viewer)
            for earlier, later in zip(before, happened, strict=False)
        )
        and mover[0] not in before[0].seats
    )


def _put(paragraph: list[ToldSentence]) -> Paragraph:
    put: list[Sentence] = []
    before: list[int | None] = []
    for one in paragraph:
        if len(one.seats) == 1:
            put.append(one.sentence)
        else:
            put.append(_together(one, they=one.seats == before))
        before = one.seats
    return tuple(put)


def _together(one: ToldSentence, they: bool) -> Sentence:
    """`Ada, Bo and Cy choose a card.` The plural has the verbs of `you`."""
    first = one.seats[0]
    seats = [seat for seat in one.seats if seat is not None]
    parts: list[Part] = []
    for part in one.sentence:
        if isinstance(part, Who) and part.seat == first:
            parts += [Text("They" if part.form[0].isupper() else "they")] if they else listed(seats, part.form[0].isupper())
        elif isinstance(part, Does) and part.seat == first:
            parts.append(Text("their" if part.verb == ("your", "their") else part.verb[0]))
        else:
            parts.append(part)
    return joined(parts)


def outcome(view: View, result: Result) -> Paragraph:
    """How the game ended: why, for whom, by what, and everybody's place."""
    book = view.game.rulebook
    found = outcome_of(book, result, book.words.target(view))
    places = (
        said("Place {place}: {You}, score {score}.", one.seat, place=one.place, score=one.score) for one in found.standings
    )
    return ((Text(found.reason),), found.sentence, *([found.why] if found.why else []), *places)


def place_of(result: Result, seat: int) -> int:
    """1 for the best; after two that share first place comes the third."""
    before = 0
    for place in result.places:
        if seat in place:
            break
        before += len(place)
    return before + 1
