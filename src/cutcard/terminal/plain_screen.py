"""Line by line, for screen readers and pipes: no colours, no boxes, each fact a line."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cutcard.core.declaration.deck import DeckPage
from cutcard.core.declaration.figures import CardsLeft
from cutcard.core.declaration.phrases import Card, Part, Sentence, Text, plain, spoken
from cutcard.core.registry import Named
from cutcard.present.advice import Counsel
from cutcard.present.scene import Faces, Pile
from cutcard.present.screenful import Screenful, SeatLine
from cutcard.terminal.screen import COVER, Help, question, seats_in_words, ways_in_words

LISTED_AT_MOST = 40
"""Of more moves than this only so many are listed."""


class PlainScreen:
    """Writes to standard output, reads from standard input."""

    def say(self, *lines: str) -> None:
        for line in lines:
            print(line, flush=True)

    def refuse(self, reason: str) -> None:
        self.say(reason)

    def show(self, scene: Screenful) -> None:
        faces, voice = scene.faces, Voice(scene.faces, scene.names, scene.you)
        for paragraph in scene.story:
            self.say(*(voice(sentence) for sentence in paragraph))
        self.say(f"{voice(scene.headline, briefly=True)}.")
        summary = "; ".join(voice(line, briefly=True) for line in scene.summary)
        self.say(f"{scene.title}: {summary}." if summary else f"{scene.title}.")
        for seat in scene.seats:
            self.say(*_seat_facts(seat, faces, voice))
        for pile in scene.middle:
            self.say(f"{pile.title}: {_cards(pile, faces)}.")
        for pile in scene.aside:
            self.say(f"{pile.title}: {_cards(pile)}.")
        for pile in scene.hand:
            self.say(f"{pile.title}: {_cards(pile, faces)}.")
        if scene.choices:
            self.say("Your moves:")
        for choice in scene.choices[:LISTED_AT_MOST]:
            odds = f", {voice(choice.odds, briefly=True)}" if choice.odds else ""
            self.say(f"{choice.key}: {voice(choice.words, briefly=True)}{odds}.")
        if scene.ways:
            self.say(ways_in_words(scene.ways))
        elif len(scene.choices) > LISTED_AT_MOST:
            self.say(f"And {len(scene.choices) - LISTED_AT_MOST} more.")
        self.say(*(voice(line) for line in scene.outcome))

    def explain(self, answers: Help) -> None:
        self.say("What you can type:")
        for key, meaning in (*answers.moves, *answers.others):
            self.say(f"{key}: {meaning}")

    def advise(self, counsel: Counsel) -> None:
        voice = Voice(counsel.faces, counsel.names, counsel.you)
        self.say(voice(counsel.sentence, briefly=True))
        if counsel.rated:
            self.say(f"{counsel.heading}, the best move first:")
        for one in counsel.rated:
            error = f", give or take {one.give_or_take}" if one.give_or_take else ""
            self.say(f"{one.key}: {voice(one.words, briefly=True)}, {one.shown}{error}.")
        if counsel.remark:
            self.say(counsel.remark)
        self.say(*(f"{voice(label, briefly=True)}: {value}." for label, value in counsel.figures.facts))
        if counsel.figures.left:
            self.say(f"{counsel.figures.left.title}.", _left(counsel.figures.left))

    def games(self, entries: Sequence[Named]) -> None:
        for number, entry in enumerate(entries, 1):
            self.say(f"{number}: {entry.title}, {seats_in_words(entry.rulebook.seat_range)}. {entry.summary}")

    def page(self, markdown: str) -> None:
        self.say(markdown.rstrip("\n"))

    def deck(self, page: DeckPage) -> None:
        self.say(*page.notes)
        lines = [page.columns, *page.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            self.say("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())

    def ask(self, text: str, default: str = "") -> str:
        self.say(question(text, default))
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip() or default

    def cover(self) -> None:
        self.say(*[""] * max(COVER, shutil.get_terminal_size().lines), "The cards are covered.")

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        self.say(text)
        yield


class Voice:
    """Sentences as this screen says them: a card with all its values, unless `briefly`."""

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
    """`3, 5 twice, 10 4 times`; hidden cards by number. With `faces`, cards are told with all their values."""
    if faces and faces.values:
        names = tuple(_between(faces).join(faces.values.get(card, (card,))) for card in pile.cards)
        pile = Pile(pile.title, names, pile.hidden)
    seen = [_times(face, number) for face, number in pile.counts.items()]
    hidden = [f"{pile.hidden} card{'s' if pile.hidden != 1 else ''}"] if pile.hidden else []
    return ", ".join(seen + hidden) or "no cards"


def _times(face: str, number: int) -> str:
    return face if number == 1 else f"{face} twice" if number == 2 else f"{face} {number} times"


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _number_of(face: str, number: int) -> str:
    """`four 4s`, `13 solid clubs`: a name of several letters is of many cards already."""
    several = "" if number == 1 or face.endswith("s") else "s"
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {face}{several}"


def _left(left: CardsLeft) -> str:
    """`Left are: two 2s, one 3, four 5s. Not left: 1, 4.`"""
    there = ", ".join(_number_of(face, number) for face, number in left.counts if number)
    gone = ", ".join(rank for rank, number in left.counts if not number)
    return f"Left are: {there or 'none'}." + (f" Not left: {gone}." if gone else "")
