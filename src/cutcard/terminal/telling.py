"""What happened, told in the order it happened: a paragraph for each move and what followed from it."""

from collections.abc import Iterator, Sequence

from cutcard.core.game import Rulebook
from cutcard.core.history import MOVE, Happening
from cutcard.core.result import Result
from cutcard.core.view import View
from cutcard.core.words import sentences, speak
from cutcard.terminal.seating import Seating, listed

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def story(view: View, since: int, seating: Seating) -> tuple[tuple[str, ...], ...]:
    """What this seat knows to have happened from entry `since` of its log on."""
    paragraphs: list[tuple[str, ...]] = []
    run = list(_moves(view.log[since:]))
    while run:
        alike = _secret_alike(view, run)
        if len(alike) > 1:
            together = _together(view.game.rulebook.words.secret[run[0][0].text], alike, seating)
            paragraphs.append((together, *_said(view, run[len(alike) - 1][1:], seating)))
        else:
            paragraphs.append(_said(view, run[0], seating))
        run = run[max(1, len(alike)) :]
    return tuple(paragraph for paragraph in paragraphs if paragraph)


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


def _said(view: View, happenings: Sequence[Happening], seating: Seating) -> tuple[str, ...]:
    return tuple(sentences(view.game.rulebook, happenings, seating.names, view.seat))


def _secret_alike(view: View, run: list[list[Happening]]) -> list[int]:
    """The seats that, one after another, make the same hidden move; nothing but the last may have consequences."""
    secret = view.game.rulebook.words.secret
    seats: list[int] = []
    for part in run:
        first = part[0]
        if first.kind != MOVE or first.seat in (None, view.seat) or first.text not in secret or first.text != run[0][0].text:
            break
        seats.append(first.seat or 0)
        if len(part) > 1:
            break
    return seats


def _together(phrase: str, seats: list[int], seating: Seating) -> str:
    """`Ada, Bo and Cy choose a card.`"""
    names = listed([seating.names[seat] for seat in seats])
    return speak(phrase.replace("{You}", names).replace("{you}", names), (names,), 0, 0)


def outcome(rulebook: Rulebook, result: Result, seating: Seating) -> tuple[str, ...]:
    """How the game ended: for you first, then everybody's place."""
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
    lines = [rulebook.reasons[result.reason], yours]
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
