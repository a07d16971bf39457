"""What numbers mean, for those who look at what their code learns: the same in all environments."""

from __future__ import annotations

from contextlib import suppress

from cutcard.core.declaration.game import Game
from cutcard.core.declaration.zones import Reading
from cutcard.core.errors import ParseError
from cutcard.core.observation import tensor_names
from cutcard.core.table.moves import name_of


class NamedEntries:
    """An environment of a game, which says what the entries of its observations are."""

    game: Game

    @property
    def observation_names(self) -> tuple[str, ...]:
        """What each entry of `observation` is. Seat 0 is the one that looks, seat 1 sits to its left, and so on."""
        return tuple(tensor_names(self.game))


def action_name(game: Game, t: Reading, seat: int, action: int) -> str:
    """An action of a seat as the rules page writes a move, on this table; of a move of several cards this is one card."""
    if 0 <= action < game.rulebook.rules.actions:
        with suppress(LookupError):
            return name_of(game, t, seat, int(action))
    raise ParseError(f"action {action} means nothing in {game.rulebook.title} now")
