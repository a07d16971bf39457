"""Where games and players are found by name: this package announces its own, other packages add theirs by an entry point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cutcard.core.errors import CutcardError, NotFound, ParseError

if TYPE_CHECKING:
    from cutcard.core.declaration.cover import Cover
    from cutcard.core.declaration.options import Value
    from cutcard.core.declaration.rulebook import Rulebook


class Registry:
    """Things of one kind, by name."""

    def __init__(self, kind: str, group: str) -> None:
        self.kind = kind
        self.group = group
        """The entry points by which other packages add theirs."""
        self._announced: dict[str, Any] = {}
        self._unlisted: dict[str, Any] = {}
        self._loaded: dict[str, Any] = {}
        self._asked_others = False

    def announce(self, things: Mapping[str, Any], *, first: bool = False) -> None:
        """Things by name, as they are or as `module:attribute`: such a module is imported when it is first needed. Those
        that come `first` are listed before what was announced already."""
        self._announced = {**(things if first else {}), **self._announced, **things}

    def announce_unlisted(self, things: Mapping[str, Any]) -> None:
        """Things that whoever knows their name can have, and that stand in no list for people."""
        self._unlisted = {**self._unlisted, **things}

    def unlisted(self) -> tuple[str, ...]:
        """The names that stand in no list."""
        return tuple(self._unlisted)

    def need_listed(self, name: str) -> None:
        """Refuse what stands in no list."""
        if name in self._unlisted:
            raise NotFound(f"the {self.kind} {name} is for exact work on your own machine, and is not offered here")

    def names(self) -> tuple[str, ...]:
        """All there are but the unlisted, in the order they were announced; then those of other packages."""
        if not self._asked_others:
            for point in others().select(group=self.group):
                self._announced.setdefault(point.name, point.value)
            self._asked_others = True
        return tuple(self._announced)

    def module_of(self, name: str) -> str:
        """The module in which the thing of that name is found."""
        thing = self._announced[name]
        return thing.partition(":")[0] if isinstance(thing, str) else str(thing.rules.deal.__module__)

    def load(self, name: str) -> Any:
        """The thing of that name."""
        if name not in self._loaded:
            if name not in self.names() and name not in self._unlisted:
                raise NotFound(f"there is no {self.kind} {name!r}; the {self.kind}s are: {', '.join(self.names())}")
            thing = self._announced.get(name, self._unlisted.get(name))
            self._loaded[name] = imported(thing) if isinstance(thing, str) else thing
        return self._loaded[name]


@cache
def others() -> Any:
    """The entry points of all packages. To read them takes a moment, and some processes never ask."""
    from importlib.metadata import entry_points

    return entry_points()


def imported(path: str) -> Any:
    """What `module:attribute` means."""
    module, _, attribute = path.partition(":")
    return getattr(import_module(module), attribute)


@dataclass(frozen=True, eq=False)
class Named:
    """A game as people call it: by its own name, or by that of a variant, which stands for some of its options."""

    name: str
    title: str
    summary: str
    cover: Cover
    """Of the game, whose own name may be another one."""
    preset: Mapping[str, Value] = field(default_factory=dict)

    @cached_property
    def rulebook(self) -> Rulebook:
        """All there is to know of the game; to load it takes the compiler."""
        return self.cover.opened()

    def with_preset(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options that are given and those that the name stands for; one that says otherwise is refused."""
        for name, value in self.preset.items():
            if options.get(name, value) != value:
                raise ParseError(
                    f"{self.title} is {self.cover.title} with the option {name}, so that cannot be {options[name]!r}: "
                    f"leave it out, or say {self.cover.name} instead of {self.name}"
                )
        return {**self.preset, **options}


def cover(name: str) -> Cover:
    """What is said of the game of that name. Where a package announces no cover, its rulebook is opened for it."""
    found: Cover = COVERS.load(name) if name in COVERS.names() else GAMES.load(name)
    return found


def callings(covers: Iterable[Cover]) -> list[Named]:
    """Every name of these games, first their own, then their variants'. A variant whose name another has too is left out."""
    own = [Named(cover.name, cover.title, cover.summary, cover) for cover in covers]
    variants = [
        Named(one.name, one.title, one.summary, entry.cover, one.options) for entry in own for one in entry.cover.variants
    ]
    times = Counter(entry.name for entry in (*own, *variants))
    return [*own, *(entry for entry in variants if times[entry.name] == 1)]


def named(name: str) -> Named:
    """The game that people call so, by its own name or by that of a variant."""
    with suppress(NotFound):
        book = GAMES.load(name)
        return Named(book.name, book.title, book.summary, book)
    covers: list[Cover] = []
    for one in GAMES.names():
        with suppress(Exception):  # a game of another package that cannot be loaded is no matter here
            covers.append(cover(one))
    known = {entry.name: entry for entry in callings(covers)}
    if name in known:
        return known[name]
    listed = ", ".join(dict.fromkeys((*GAMES.names(), *known)))
    having = [one.title for one in covers for variant in one.variants if variant.name == name]
    if having:
        raise NotFound(f"{name!r} is a variant of {' and of '.join(having)}: say which; the games are: {listed}")
    raise NotFound("there is no game {name}; the games are: {names}", name=repr(name), names=listed)


def load_player(name: str, game: str | None = None) -> Any:
    """The player of that name, or what `module:attribute` means; one that plays this game. After an `@` stands its budget,
    where it takes one. Whatever goes wrong in another package is said as any other refusal."""
    plain, at, budget = name.partition("@")
    try:
        thing = imported(plain) if ":" in plain else PLAYERS.load(plain)
        if at:
            if not hasattr(thing, "with_budget"):
                raise NotFound(f"the player {plain} takes no budget: @{budget} says nothing to it")
            thing = thing.with_budget(budget)
    except CutcardError:
        raise
    except Exception as error:
        raise NotFound(f"the player {name} cannot be loaded: {error}") from error
    if game is not None:
        check_plays(name, thing, game)
    return thing


def check_plays(name: str, player: Any, game: str) -> None:
    """A player may say in `plays` which games it knows."""
    known = getattr(player, "plays", None)
    if known is not None and game not in known and named(game).cover.name not in known:
        raise NotFound(f"the player {name} plays {' and '.join(known)} only, not {game}")


GAMES = Registry("game", "cutcard.games")
COVERS = Registry("cover", "cutcard.covers")
"""Of games, by the same names; a game can do without."""
PLAYERS = Registry("player", "cutcard.players")
