"""Sentences as parts: text, a seat, a verb that follows a seat, a card, a number. A browser gets the parts as they are.

A phrase such as `{You} {fold|folds} and {take|takes} the {card}.` becomes parts once, where it is known what each value is.
So a card in a sentence is a card in every face, and nobody has to find it in English again. `{You}` and `{your}` are the
seat that the phrase is about, `{fold|folds}` follows it, `{n|point|points}` follows a number, `{=8}` is a card, every other
name is a value that is given. A phrase is looked up in the language that is spoken (see `core.languages`) before that.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from cutcard.core.languages import ENGLISH, chosen, language, split, spoken_now, translated, worded


@dataclass(frozen=True)
class Text:
    """Words that are the same for everybody."""

    text: str


@dataclass(frozen=True)
class Who:
    """A seat: the name of who sits there, or `you` for the one who looks."""

    seat: int
    form: str = "you"
    """The word for the one who looks. In English that is `You`, `you`, `Your` or `your`: at the beginning of a sentence or
    within it, as itself or as an owner."""


@dataclass(frozen=True)
class Does:
    """A verb: its first form where `seat` is the one who looks, else its second."""

    verb: tuple[str, str]
    seat: int | None


@dataclass(frozen=True)
class Card:
    """A card, by its face."""

    card: str


@dataclass(frozen=True)
class Number:
    """A whole number."""

    number: int


Part: TypeAlias = Text | Who | Does | Card | Number
Sentence: TypeAlias = tuple[Part, ...]


def said(phrase: str, seat: int | None = None, **values: Any) -> Sentence:
    """A phrase about a seat, with its values: parts, whole numbers, texts, sentences, or several cards."""
    return put(translated(phrase), seat, values)


def put(phrase: str, seat: int | None, values: Mapping[str, Any]) -> Sentence:
    """A phrase of the language that is spoken, in parts."""
    parts: list[Part] = []
    for text, place in split(phrase):
        if text:
            parts.append(Text(text))
        if place is None:
            continue
        if place in values:
            value = values[place]
            if isinstance(value, tuple):  # several parts
                parts += value
            else:
                parts.append(Text(value) if isinstance(value, str) else Number(value) if isinstance(value, int) else value)
        elif place.startswith("="):
            parts.append(Card(place[1:]))
        elif place in spoken_now().forms:
            parts.append(Who(seat, place) if seat is not None else Text(place))
        elif (word := chosen(place, values)) is not None:
            parts.append(Text(word))
        elif place.count("|") == 1:
            mine, _, others = place.partition("|")
            parts.append(Does((mine, others), seat))
        else:
            raise LookupError(f"the phrase {phrase!r} has no value for {place!r}")
    return joined(parts)


def cards_said(faces: Sequence[str | None]) -> Sentence:
    """Face-up cards by name, face-down ones by number: `3 5 5`, `a card`, `5 cards`."""
    if None in faces:
        return (Text(translated("a card") if len(faces) == 1 else worded("{n} cards", n=len(faces))),)
    parts: list[Part] = []
    for face in faces:
        parts += [Text(" ")] if parts else []
        parts.append(Card(str(face)))
    return tuple(parts)


def joined(parts: Iterable[Part]) -> Sentence:
    """A sentence of these parts, neighbouring texts put together."""
    found: list[Part] = []
    for part in parts:
        if isinstance(part, Text) and found and isinstance(found[-1], Text):
            found[-1] = Text(found[-1].text + part.text)
        elif part != Text(""):
            found.append(part)
    return tuple(found)


def plain(sentence: Sentence | str) -> Sentence:
    """A sentence, also where only a phrase without any places was given."""
    return _of_text(translated(sentence)) if isinstance(sentence, str) else sentence


@lru_cache(maxsize=4096)
def _of_text(text: str) -> Sentence:
    return (Text(text),) if text else ()


def spoken(sentence: Sentence, names: Sequence[str], viewer: int | None) -> str:
    """A sentence in words, as `viewer` reads it."""
    return "".join(_word(part, names, viewer) for part in sentence)


def _word(part: Part, names: Sequence[str], viewer: int | None) -> str:
    if isinstance(part, Text):
        return part.text
    if isinstance(part, Card):
        return part.card
    if isinstance(part, Number):
        return str(part.number)
    mine = part.seat is not None and part.seat == viewer
    if isinstance(part, Does):
        return part.verb[0] if mine else part.verb[1]
    return part.form if mine else names[part.seat] + ("'s" if part.form.lower() == "your" else "")


def as_offer(sentence: Sentence, seat: int) -> Sentence:
    """What would be told of a move of this seat, as something that it may do: `Fold and take the 3 from Ada`."""
    parts = [Text(part.verb[0]) if isinstance(part, Does) and part.seat == seat else part for part in sentence]
    if parts and parts[0] == Who(seat, "You"):
        parts = parts[1:]
    parts = list(joined(parts))
    if parts and isinstance(parts[0], Text):
        words = parts[0].text.lstrip().removeprefix("are ")
        parts[0] = Text(words[:1].upper() + words[1:])
    if parts and isinstance(parts[-1], Text):
        parts[-1] = Text(parts[-1].text.removesuffix("."))
    return joined(parts)


def as_clause(sentence: Sentence) -> Sentence:
    """A sentence as it stands within another one: it begins small, if it is English, and has no full stop. Other languages
    have words that are never small."""
    parts = list(sentence)
    if language() != ENGLISH:
        pass
    elif parts and isinstance(parts[0], Who):
        parts[0] = Who(parts[0].seat, parts[0].form.lower())
    elif parts and isinstance(parts[0], Text):
        parts[0] = Text(parts[0].text[:1].lower() + parts[0].text[1:])
    if parts and isinstance(parts[-1], Text):
        parts[-1] = Text(parts[-1].text.removesuffix("."))
    return joined(parts)


def listed(seats: Sequence[int], first: bool = True) -> Sentence:
    """`Ada, Bo and Cy`; with `first` at the beginning of a sentence."""
    parts: list[Part] = []
    for i, seat in enumerate(seats):
        if i:
            parts.append(Text(translated(" and ") if i == len(seats) - 1 else ", "))
        parts.append(Who(seat, translated("You" if first and i == 0 else "you")))
    return tuple(parts)


def as_json(sentence: Sentence) -> list[dict[str, Any]]:
    """The parts as JSON has them."""
    return [asdict(part) for part in sentence]


SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_words(number: int) -> str:
    """`four`, `13`: a small number beside the number of a card is a word, so that the two are not read as one."""
    return SMALL[number] if number < len(SMALL) else str(number)


def numbered(number: int, thing: str) -> str:
    """`1 point`, `3,000 points`; in English, for terminals and files."""
    return f"{number:,} {thing}{'s' if number != 1 else ''}"
