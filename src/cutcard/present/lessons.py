"""A first game that teaches: a set deal, bots with set moves, and a sentence or two wherever something matters.

A lesson is data beside the rules of its game, `NAME.lesson.toml`, where NAME is that of the game or of a variant. It has
`others` (the names of the bots, from your left on; you have seat 0), the cards in the order in which they are drawn, and
`steps`. Each step says something and may have a move that you are asked for (`do`), moves of bots (`bots`, written as in a
record: `1 hit`), or both, yours first. It is played by the rules, on a real table, so that it cannot differ from a game.

What it says in another language lies beside it, in `NAME.lesson.de.toml`: every English text with what it is there. So a
text that is missing, that nobody says any more, or that has changed since, is an error and not a lesson in two languages.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

from cutcard.core.declaration.game import Game, find
from cutcard.core.declaration.phrases import Card, Sentence, said
from cutcard.core.errors import CutcardError, NotFound, ParseError
from cutcard.core.languages import ENGLISH
from cutcard.core.registry import Named
from cutcard.core.table.table import Table
from cutcard.present.rules_pages import beside_rules

YOU = 0
"""Your seat in every lesson."""

OF_A_LESSON = {"others": list, "cards": list, "steps": list, "ends": str, "wins": str}
AT_WILL = {"dealer": int, "options": dict, "stops": str}
OF_A_STEP = {"say": str}
OF_A_STEP_AT_WILL = {"do": str, "otherwise": str, "bots": list}
SAYINGS = ("say", "otherwise", "stops", "ends", "wins")
"""What of it is words, and so is different in every language."""


@dataclass(frozen=True)
class LessonStep:
    """One thing that is explained, and what happens then."""

    say: Sentence
    do: str
    """The move that you are asked for; empty where you only read on."""
    otherwise: Sentence
    """Why not another move; may be empty."""
    bots: tuple[tuple[int, str], ...]
    """What the others do then: seats and moves."""


@dataclass(frozen=True)
class Lesson:
    """A guided first game."""

    game: Game
    names: tuple[str, ...]
    """Of all seats; yours is empty."""
    cards: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    stops: Sentence
    """Where the game is not over when the lesson is: how it goes on."""
    ends: Sentence
    """What ends a game."""
    wins: Sentence
    """What wins it."""


def has_lesson(entry: Named) -> bool:
    return _file_of(entry).is_file()


def lesson_of(entry: Named, language: str = ENGLISH) -> Lesson:
    """The lesson of a game or a variant, in English where there is no other. It is read, not yet played."""
    try:
        text = _file_of(entry).read_text(encoding="utf-8")
    except OSError:
        raise NotFound("there is no lesson for {game} yet: read its rules instead", game=entry.title) from None
    translation = _file_of(entry, f".{language}")
    is_translated = language != ENGLISH and translation.is_file()
    return read_lesson(entry, text, translation.read_text(encoding="utf-8") if is_translated else None)


def read_lesson(entry: Named, text: str, translation: str | None = None) -> Lesson:
    """What a file says, in the words of another one where there is a translation; a mistake in them is named."""
    try:
        given = tomllib.loads(text)
        lesson = _read(entry, given)
        if translation is None:
            return lesson
        return _read(entry, _translated(given, tomllib.loads(translation)))
    except (tomllib.TOMLDecodeError, LookupError, ParseError) as error:
        raise ParseError(f"the lesson of {entry.title} cannot be read: {error}") from error


def played(lesson: Lesson) -> list[tuple[Table, ...]]:
    """What each step begins with: the tables after the deal, or after each move since the step before, the one to be
    explained last; nothing where no move was made. In the end stands what the lesson closes with."""
    title, stages = lesson.game.called.title, list[tuple[Table, ...]]()
    try:
        table = _enough(lesson.game.start(cards=lesson.cards))
        stages.append((table,))
        for step in lesson.steps:
            since = []
            for seat, move in (*([(YOU, step.do)] if step.do else []), *step.bots):
                table = _enough(table.play(move, seat))
                since.append(table)
            stages.append(tuple(since))
    except CutcardError as error:
        where = f"step {len(stages)}" if stages else "the deal"
        raise ParseError(f"{where} of the lesson of {title} cannot be played: {error}") from error
    if table.cards_left:
        raise ParseError(f"the lesson of {title} has {table.cards_left} cards too many")
    if table.is_over == bool(lesson.stops):
        how = "over, so that nothing `stops`" if table.is_over else "not over: say how it goes on, in `stops`"
        raise ParseError(f"at the end of the lesson of {title} the game is {how}")
    return stages


def _enough(table: Table) -> Table:
    if table.card_is_due:
        raise ParseError("there are not enough cards")
    return table


def _file_of(entry: Named, language: str = "") -> Traversable:
    return beside_rules(entry.rulebook, f"{entry.name}.lesson{language}.toml")


def _translated(given: dict[str, Any], words: dict[str, Any]) -> dict[str, Any]:
    """A lesson that can be read, with other words for all that it says."""
    texts = [given, *given["steps"]]
    english = {text[name] for text in texts for name in SAYINGS if text.get(name)}
    for faulty, reason in ((english - words.keys(), "is not translated"), (words.keys() - english, "is not said in it")):
        if faulty:
            raise ParseError(f"{min(faulty)!r} {reason}")
    for text, other in words.items():
        if not isinstance(other, str) or _cards(text) != _cards(other):
            raise ParseError(f"{other!r} has not the cards of {text!r}")
    spoken = [{**text, **{name: words[text[name]] for name in SAYINGS if text.get(name)}} for text in texts]
    return {**spoken[0], "steps": spoken[1:]}


def _cards(text: str) -> Counter[str]:
    """The cards that a text names, however often."""
    return Counter(part.card for part in said(text) if isinstance(part, Card))


def _read(entry: Named, given: dict[str, Any]) -> Lesson:
    _check(given, OF_A_LESSON, AT_WILL)
    others = _texts(given["others"], "others")
    return Lesson(
        game=find(entry.name, len(others) + 1, given.get("dealer", 0), given.get("options", {})),
        names=("", *others),
        cards=tuple(card for line in _texts(given["cards"], "cards") for card in line.split()),
        steps=tuple(_step(step, number) for number, step in enumerate(given["steps"], start=1)),
        stops=said(given.get("stops", "")),
        ends=said(given["ends"]),
        wins=said(given["wins"]),
    )


def _step(given: Any, number: int) -> LessonStep:
    try:
        _check(given, OF_A_STEP, OF_A_STEP_AT_WILL)
        bots = tuple(_by_seat(text) for text in _texts(given.get("bots", []), "bots"))
        return LessonStep(said(given["say"]), given.get("do", ""), said(given.get("otherwise", "")), bots)
    except ParseError as error:
        raise ParseError(f"step {number}: {error}") from None


def _by_seat(text: str) -> tuple[int, str]:
    """`1 hit`, as a record has it."""
    seat, _, move = text.partition(" ")
    if not seat.isdecimal() or not move or int(seat) == YOU:
        raise ParseError(f"{text!r} is no move of a bot: write its seat, from 1 on, and the move")
    return int(seat), move


def _check(given: Any, needed: Mapping[str, type], at_will: Mapping[str, type]) -> None:
    """That a table of the file has what it needs, and nothing else."""
    if not isinstance(given, dict):
        raise ParseError(f"{given!r} is no table")
    known = {**needed, **at_will}
    if missing := needed.keys() - given.keys():
        raise ParseError(f"there is no {' and no '.join(sorted(missing))}")
    for name, value in given.items():
        if name not in known:
            raise ParseError(f"{name} is not known: there are {', '.join(known)}")
        if type(value) is not known[name]:
            raise ParseError(f"{name} is {value!r}")


def _texts(given: list[Any], name: str) -> list[str]:
    if not all(isinstance(text, str) for text in given):
        raise ParseError(f"{name} are texts, not {given!r}")
    return given
