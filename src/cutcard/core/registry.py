"""Where games and players are found by name: this package announces its own, other packages add theirs by an entry point."""

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from cutcard.core.errors import CutcardError, NotFound


class Registry:
    """Things of one kind, by name."""

    def __init__(self, kind: str, group: str) -> None:
        self.kind = kind
        self.group = group
        """The entry points by which other packages add theirs."""
        self._announced: dict[str, Any] = {}
        self._loaded: dict[str, Any] = {}
        self._asked_others = False

    def announce(self, things: Mapping[str, Any]) -> None:
        """Things by name, as they are or as `module:attribute`: such a module is imported when it is first needed."""
        self._announced.update(things)

    def names(self) -> tuple[str, ...]:
        """All there are, in the order they were announced; then those of other packages."""
        if not self._asked_others:
            for point in entry_points(group=self.group):
                self._announced.setdefault(point.name, point.value)
            self._asked_others = True
        return tuple(self._announced)

    def load(self, name: str) -> Any:
        """The thing of that name."""
        if name not in self._loaded:
            if name not in self.names():
                raise NotFound(f"there is no {self.kind} {name!r}; the {self.kind}s are: {', '.join(self.names())}")
            thing = self._announced[name]
            self._loaded[name] = imported(thing) if isinstance(thing, str) else thing
        return self._loaded[name]


def imported(path: str) -> Any:
    """What `module:attribute` means."""
    module, _, attribute = path.partition(":")
    return getattr(import_module(module), attribute)


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
    if known is not None and game not in known:
        raise NotFound(f"the player {name} plays {' and '.join(known)} only, not {game}")


GAMES = Registry("game", "cutcard.games")
PLAYERS = Registry("player", "cutcard.players")
