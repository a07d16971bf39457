"""The games, a folder each (or one for a close family). This list is where their rulebooks are found by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutcard.core import registry

if TYPE_CHECKING:
    from cutcard.core.declaration.game import Game
    from cutcard.core.declaration.rulebook import Rulebook

CREDITS = (
    "Pairs, Port, Starboard, Pickup and To the Moon are games by James Ernest and others, published by Cheapass Games and "
    "Hip Pocket Games. Pickle and Clever Pickin' belong to their publishers. Cutcard is not affiliated with any of them."
)
"""Whose games these are; said wherever they are offered."""

_FOUND = {
    "pairs": "pairs PAIRS",
    "continuous": "pairs CONTINUOUS",
    "port": "port PORT",
    "starboard": "starboard STARBOARD",
    "pickup": "pickup PICKUP",
    "to-the-moon": "to_the_moon TO_THE_MOON",
    "pickle": "pickle PICKLE",
    "clever-pickin": "clever_pickin CLEVER_PICKIN",
}
"""In which folder a game is, and what its rulebook and its cover are called there."""

for _name, (_folder, _called) in {name: where.split() for name, where in _FOUND.items()}.items():
    registry.GAMES.announce({_name: f"cutcard.games.{_folder}.rulebook:{_called}"})
    registry.COVERS.announce({_name: f"cutcard.games.{_folder}.cover:{_called}"})

_TINY = {"pairs-tiny": "pairs", "starboard-tiny": "starboard", "pickup-tiny": "pickup", "clever-tiny": "clever_pickin"}
"""Games of a few cards, for exact work: in no list for people."""

registry.GAMES.announce_unlisted({name: f"cutcard.games.{folder}.tiny:TINY" for name, folder in _TINY.items()})
registry.PLAYERS.announce({"champ": "cutcard.games.pairs.champ:ChampPlayer"})


def game(name: str, *, seats: int | None = None, dealer: int = 0, **options: Any) -> Game:
    """A game by its name or a variant's, at a number of seats (four where it allows), with its options."""
    from cutcard.core.declaration.game import find  # it loads the compiler: a list of games is there before

    return find(name, seats, dealer, options)


def games() -> tuple[Rulebook, ...]:
    """Every game there is, those of other packages too."""
    return tuple(registry.GAMES.load(name) for name in registry.GAMES.names())
