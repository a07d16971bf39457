"""Line by line, for screen readers and pipes: no colours, no boxes, each fact a line."""

import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from cutcard.core.declaration.deck import DeckPage
from cutcard.core.declaration.figures import CardsLeft
from cutcard.core.declaration.phrases import in_words
from cutcard.core.registry import Named
from cutcard.present.advice import Counsel
from cutcard.present.plain_text import Voice, screenful_lines
from cutcard.present.screenful import Screenful
from cutcard.terminal.screen import COVER, Help, question


class PlainScreen:
    """Writes to standard output, reads from standard input."""

    def say(self, *lines: str) -> None:
        for line in lines:
            print(line, flush=True)

    def refuse(self, reason: str) -> None:
        self.say(reason)

    def show(self, scene: Screenful) -> None:
        self.say(*screenful_lines(scene))

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
            self.say(f"{number}: {entry.title}, {entry.cover.seats_in_words}. {entry.summary}")

    def page(self, markdown: str) -> None:
        self.say(markdown.rstrip("\n"))

    def paged(self) -> AbstractContextManager[object]:
        return nullcontext()

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

    def ask_move(self, text: str, at_once: Collection[str]) -> str:
        return self.ask(text)

    def cover(self) -> None:
        self.say(*[""] * max(COVER, shutil.get_terminal_size().lines), "The cards are covered.")

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        self.say(text)
        yield


def _number_of(face: str, number: int) -> str:
    """`four 4s`, `13 solid clubs`: a name of several letters is of many cards already."""
    several = "" if number == 1 or face.endswith("s") else "s"
    return f"{in_words(number)} {face}{several}"


def _left(left: CardsLeft) -> str:
    """`Left are: two 2s, one 3, four 5s. Not left: 1, 4.`"""
    there = ", ".join(_number_of(face, number) for face, number in left.counts if number)
    gone = ", ".join(rank for rank, number in left.counts if not number)
    return f"Left are: {there or 'none'}." + (f" Not left: {gone}." if gone else "")
