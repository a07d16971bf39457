"""In which language people are spoken to: for each phrase, as it is declared in English, the same in another language.

A phrase is looked up where it becomes a sentence or a text, in the catalogue of the language that is spoken just now. By
default that is English, and nothing is looked up. What a catalogue does not have stays English: so a game of another package
can be played before anybody has translated it.

A catalogue is data: `languages/de.toml` has what all games share, and `NAME.de.toml` beside the rules of a game has its own
phrases. `[phrases]` has the English phrase and the same in this language; `[offers]` has, for the phrase of what is told of
a move, how it is offered: `Passen und die {card} nehmen`. English derives that from the phrase itself.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial, wraps
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R", covariant=True)

_PLACE = re.compile(r"\{([^{}]*)\}")
ENGLISH = "en"


@dataclass(frozen=True, eq=False)
class Catalogue:
    """A language: its phrases by the English ones, and how it writes numbers."""

    language: str
    phrases: Mapping[str, str] = field(default_factory=dict)
    offers: Mapping[str, str] = field(default_factory=dict)
    """By the phrase of what is told of a move: how the move is offered."""
    forms: frozenset[str] = frozenset(("You", "you", "Your", "your"))
    """The words for whom a phrase is about, as they stand in its places."""
    owner: str = "you"
    """Whose card a move takes, where it is a card of the one who looks: `from you`."""
    decimal: str = "."
    thousands: str = ","

    def number(self, number: int) -> str:
        """`1,234`."""
        return f"{number:,}".replace(",", self.thousands)


IN_ENGLISH = Catalogue(ENGLISH)
_spoken: ContextVar[Catalogue] = ContextVar("spoken", default=IN_ENGLISH)


def spoken_now() -> Catalogue:
    """The catalogue of the language that is spoken just now."""
    return _spoken.get()


def language() -> str:
    """The language that is spoken just now."""
    return _spoken.get().language


def speak(wanted: str) -> None:
    """From here on, in this task or thread, people are spoken to in this language."""
    _spoken.set(catalogue_of(wanted))


@contextmanager
def speaking(wanted: str | Catalogue) -> Iterator[None]:
    """Meanwhile people are spoken to in this language."""
    before = _spoken.set(catalogue_of(wanted) if isinstance(wanted, str) else wanted)
    try:
        yield
    finally:
        _spoken.reset(before)


class Kept(Protocol[P, R]):
    """A function whose answers are kept."""

    def __call__(self, *given: P.args, **named: P.kwargs) -> R: ...

    def cache_clear(self) -> None: ...


def by_language(maxsize: int | None) -> Callable[[Callable[P, R]], Kept[P, R]]:
    """`lru_cache` for what is said: in every language it is another thing, and each has a cache of its own."""

    def remembering(function: Callable[P, R]) -> Kept[P, R]:
        known: defaultdict[Catalogue, Any] = defaultdict(partial(lru_cache(maxsize), function))

        @wraps(function)
        def said(*given: P.args, **named: P.kwargs) -> R:
            found: R = known[_spoken.get()](*given, **named)
            return found

        kept: Any = said
        kept.cache_clear = known.clear
        return cast("Kept[P, R]", kept)

    return remembering


# What is looked up


def translated(phrase: str) -> str:
    """A phrase in the language that is spoken."""
    return _spoken.get().phrases.get(phrase, phrase)


def worded(phrase: str, **values: Any) -> str:
    """A phrase as a plain text, with its values: texts, and numbers as the language writes them."""
    found = []
    for text, place in split(translated(phrase)):
        found.append(text)
        if place is not None:
            value = values[place] if place in values else chosen(place, values)
            if value is None:
                raise LookupError(f"the phrase {phrase!r} has no value for {place!r}")
            found.append(_spoken.get().number(value) if isinstance(value, int) else str(value))
    return "".join(found)


def counted(number: int, unit: str) -> str:
    """`1 point`, `3,000 points`: units come in the plural."""
    return worded(f"{{n}} {{n|{unit.removesuffix('s')}|{unit}}}", n=number)


def unit_for(number: int, unit: str) -> str:
    """`point` with one, `points` with more."""
    return worded(f"{{n|{unit.removesuffix('s')}|{unit}}}", n=number)


def decimal(value: float, sign: str = "") -> str:
    """`2.5`, `1,234.5`; with the sign `+` also before what is not negative."""
    spoken = _spoken.get()
    whole, _, part = f"{value:{sign},.1f}".partition(".")
    return f"{whole.replace(',', spoken.thousands)}{spoken.decimal}{part}"


def percent(chance: float) -> str:
    """A chance in whole percents; what is not quite impossible or certain is not rounded to that."""
    if 0.0 < chance <= 0.005:
        return worded("under 1%")
    if 0.995 <= chance < 1.0:
        return worded("over 99%")
    return worded("{n}%", n=f"{100 * chance:.0f}")


@lru_cache(maxsize=8192)
def split(phrase: str) -> tuple[tuple[str, str | None], ...]:
    """The texts of a phrase, each with the place that follows it."""
    pieces = _PLACE.split(phrase)
    return tuple((text, pieces[2 * i + 1] if 2 * i + 1 < len(pieces) else None) for i, text in enumerate(pieces[::2]))


def chosen(place: str, values: Mapping[str, Any]) -> str | None:
    """What a place such as `n|point|points` means: the first word where that value is one, else the second. None where it
    is no such place."""
    name, *words = place.split("|")
    return words[values[name] != 1] if len(words) == 2 and name in values else None


# Where it is found


@cache
def languages() -> tuple[str, ...]:
    """Every language there is, English first."""
    others = (file.name.removesuffix(".toml") for file in _shared().iterdir() if file.name.endswith(".toml"))
    return (ENGLISH, *sorted(others))


@cache
def catalogue_of(wanted: str) -> Catalogue:
    """The catalogue of a language, with the phrases of every game; one that is not known is English."""
    if wanted == ENGLISH or wanted not in languages():
        return IN_ENGLISH
    phrases: dict[str, str] = {}
    offers: dict[str, str] = {}
    given: dict[str, Any] = {}
    for file in catalogue_files(wanted):
        read = tomllib.loads(file.read_text(encoding="utf-8"))
        phrases = {**read.get("phrases", {}), **phrases}  # what was said first stands
        offers = {**read.get("offers", {}), **offers}
        given = {**read.get("language", {}), **given}
    forms = IN_ENGLISH.forms.union(given.get("forms", ()))
    return Catalogue(wanted, phrases, offers, forms, given["owner"], given["decimal"], given["thousands"])


def catalogue_files(wanted: str) -> list[Traversable]:
    """What all games share, then a file for each game that has one."""
    from cutcard.core.registry import GAMES

    found = [_shared() / f"{wanted}.toml"]
    for name in GAMES.names():
        with suppress(Exception):  # a game of another package that cannot be found is no matter here
            found.append(_folder_of(GAMES.module_of(name)) / f"{name}.{wanted}.toml")
    return [file for file in found if file.is_file()]


def _shared() -> Traversable:
    return files("cutcard") / "languages"


def _folder_of(module: str) -> Traversable:
    """Where a module lies."""
    package = module.rpartition(".")[0]
    if package:
        return files(package)
    spec = find_spec(module)
    return Path(spec.origin if spec and spec.origin else "").parent
