"""What happened, told in the order it happened: a paragraph for each move and what followed from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cutcard.core.game import Rulebook
from cutcard.core.history import MOVE, Happening
from cutcard.core.result import Result
from cutcard.core.view import View
from cutcard.core.words import phrases, speak
from cutcard.scene.seating import NOBODY, Seating, listed

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

LONGEST, BEGINNING, ENDING, EVENTFUL = 40, 8, 8, 4
"""A story of more paragraphs is abridged: to so many at its beginning and end, and those of so many sentences between."""
LEFT_OUT = ("…",)


@dataclass
class Told:
    """A sentence before it is spoken: of one seat, of several that did the same, or of none."""

    phrase: str
    seats: list[int | None]


def story(view: View, since: int, seating: Seating) -> tuple[tuple[str, ...], ...]:
    """What this seat knows to have happened from entry `since` of its log on. Others who do the same one after another are
    told of together."""
    paragraphs: list[list[Told]] = []
    for move in _moves(view.log[since:]):
        told = _told(view, move)
        if paragraphs and told and _repeats(paragraphs[-1], told, view.seat):
            before = paragraphs[-1]
            for earlier, later in zip(before, told, strict=False):
                earlier.seats += later.seats
            before += told[len(before) :]
        else:
            paragraphs.append(told)
    return tuple(_spoken(paragraph, view, seating) for paragraph in paragraphs if paragraph)


def abridged(paragraphs: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """A story that is too long, as the others play on without you: how it begins and ends, and the moves much came of."""
    if len(paragraphs) <= LONGEST:
        return paragraphs
    told: list[tuple[str, ...]] = []
    for i, paragraph in enumerate(paragraphs):
        if i < BEGINNING or i >= len(paragraphs) - ENDING or len(paragraph) >= EVENTFUL:
            told.append(paragraph)
        elif told[-1] != LEFT_OUT:
            told.append(LEFT_OUT)
    return tuple(told)


def last_told(view: View) -> int:
    """Where to begin for somebody who comes back: at their own last move."""
    moves = [i for i, happening in enumerate(view.log) if happening.kind == MOVE and happening.seat == view.seat]
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


def _told(view: View, happenings: Sequence[Happening]) -> list[Told]:
    """A move and what followed. What the same phrase says of several others is put together; only of you there may be
    something between."""
    told: list[Told] = []
    for phrase, seat in phrases(view.game.rulebook, happenings, view.seat):
        others = [sentence for sentence in told if sentence.seats != [view.seat]]
        if others and others[-1].phrase == phrase and _can_be_shared(phrase, seat, view.seat):
            others[-1].seats.append(seat)
        else:
            told.append(Told(phrase, [seat]))
    return told


def _repeats(before: list[Told], told: list[Told], viewer: int | None) -> bool:
    """Whether another seat did just what others did before it, whatever followed then."""
    mover = told[0].seats
    return (
        len(before) <= len(told)
        and all(
            earlier.phrase == later.phrase
            and later.seats == mover
            and len(earlier.seats) == len(before[0].seats)
            and _can_be_shared(later.phrase, later.seats[0], viewer)
            and _can_be_shared(earlier.phrase, earlier.seats[0], viewer)
            for earlier, later in zip(before, told, strict=False)
        )
        and mover[0] not in before[0].seats
    )


def _can_be_shared(phrase: str, seat: int | None, viewer: int | None) -> bool:
    """Whether a phrase can be said of several others at once: it must not say whose something is."""
    return seat is not None and seat != viewer and "{your}" not in phrase.lower() and "{you}" in phrase.lower()


def _spoken(paragraph: list[Told], view: View, seating: Seating) -> tuple[str, ...]:
    said: list[str] = []
    before: list[int | None] = []
    for sentence in paragraph:
        if len(sentence.seats) == 1:
            said.append(speak(sentence.phrase, seating.names, view.seat, sentence.seats[0]))
        else:
            names = listed([seating.names[seat] for seat in sentence.seats if seat is not None])
            said.append(_together(sentence.phrase, "They" if sentence.seats == before else names, view, seating))
        before = sentence.seats
    return tuple(said)


def _together(phrase: str, who: str, view: View, seating: Seating) -> str:
    """`Ada, Bo and Cy choose a card.` The plural has the verbs of `you`."""
    named = phrase.replace("{You}", who).replace("{you}", who).replace("{your|their}", "their")
    return speak(named, seating.names, view.seat, view.seat)


def outcome(rulebook: Rulebook, result: Result, seating: Seating) -> tuple[str, ...]:
    """How the game ended: for you, if you played; then everybody's place."""
    first, last = result.places[0], result.places[-1]
    others = listed([seating.names[seat] for seat in first if seat != seating.you])
    if len(result.places) == 1:
        yours = "Everybody ties."
    elif seating.you in first:
        yours = f"You share first place with {others}." if others else "You win!"
    elif last == (seating.you,) and len(result.places) == 2:
        yours = "You lose."
    else:
        place = place_of(result, seating.you)
        yours = f"You come {_ORDINALS[place - 1] if place <= len(_ORDINALS) else place}."
    lines = [rulebook.reasons[result.reason], *([] if seating.you == NOBODY else [yours])]
    lines += [
        f"Place {place_of(result, seat)}: {seating.names[seat]}, score {result.scores[seat]}."
        for place in result.places
        for seat in place
    ]
    return tuple(lines)


def place_of(result: Result, seat: int) -> int:
    """1 for the best; after two that share first place comes the third."""
    before = 0
    for place in result.places:
        if seat in place:
            break
        before += len(place)
    return before + 1
