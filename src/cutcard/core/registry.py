"""Where games and players are found by name: this package announces its own, other packages add theirs by an entry point."""

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from cutcard.core.errors import NotFound

GROUP = "cutcard.games"

_announced: dict[str, str] = {}
_loaded: dict[str, Any] = {}
_asked_others = False


def announce(rulebooks: Mapping[str, str]) -> None:
    """Games by name, each as `module:attribute`; a module is imported when its game is first asked for."""
    _announced.update(rulebooks)


def names() -> tuple[str, ...]:
    """Every game there is, in the order they were announced."""
    global _asked_others
    if not _asked_others:
        for point in entry_points(group=GROUP):
            _announced.setdefault(point.name, point.value)
        _asked_others = True
    return tuple(_announced)


def load(name: str) -> Any:
    """The rulebook of that name."""
    if name not in _loaded:
        if name not in names():
            raise NotFound(f"there is no game {name!r}; the games are: {', '.join(names())}")
        module, _, attribute = _announced[name].partition(":")
        _loaded[name] = getattr(import_module(module), attribute)
    return _loaded[name]
