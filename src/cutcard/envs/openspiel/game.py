"""OpenSpiel: every game as one of its Python games.

    import cutcard.envs.openspiel
    game = pyspiel.load_game("cutcard_pairs(seats=2,target=11)")

Cards are chance nodes, one at a time, with exact probabilities. Seats that choose at once are asked one after another, and
none sees what the others chose. A move of several cards is several actions. The parameters are `seats`, `dealer` and the
options of the game; a number of -1 or an empty text means what the rules page says. Rows of values are written with slashes
between them. `events` is the room for what happens in the tensor of an information state (see `observer`), 0 for the
usual room.
"""

from __future__ import annotations

import base64
import pickle
from typing import Any, ClassVar

from cutcard.core import registry
from cutcard.core.errors import CutcardError, ParseError

try:
    import pyspiel
except ModuleNotFoundError as error:
    if error.name != "pyspiel":
        raise
    raise CutcardError("This needs OpenSpiel: pip install 'cutcard[openspiel]'") from None

from cutcard.core.declaration.cover import Variant
from cutcard.core.declaration.game import find
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.envs.observing import observer_for
from cutcard.envs.openspiel import bounds
from cutcard.envs.openspiel.observer import SpielObserver
from cutcard.envs.openspiel.resample import resampled
from cutcard.envs.openspiel.walk import Node

NOTHING = base64.b64encode(pickle.dumps({})).decode()
"""The Python side of a state that is only being made, as OpenSpiel's texts have it."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Cutcard in OpenSpiel; `table_game` is the same for the rest of this package. `register` makes a class of it
    for each game and each variant."""

    kind: ClassVar[Any]
    """What OpenSpiel knows of it."""
    name: ClassVar[str]
    """Of a game or of a variant."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        usual = self.kind.parameter_specification
        given = {key: value for key, value in parameters.items() if value != usual[key]}
        options = {key: _row(value) if isinstance(value, str) else value for key, value in given.items() if key not in _OURS}
        self.table_game = find(self.name, given.get("seats"), given.get("dealer", 0), options)
        self.events = given.get("events", self.table_game.rulebook.events)
        if self.events < 0:
            raise ParseError(f"events is the number of rows in a tensor, 0 for the usual one, not {self.events}")
        self._first = Node(self.table_game.start(cards=()), None, None)
        worst, best = bounds.utilities(self.table_game)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table_game.rulebook.rules.actions,
            max_chance_outcomes=len(self.table_game.deck.faces),
            num_players=self.table_game.seats,
            min_utility=worst,
            max_utility=best,
            utility_sum=0.0,
            max_game_length=bounds.longest(self.table_game),
        )
        super().__init__(self.kind, info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self._first)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.table_game, observer_for(self.table_game), self.events, kind, params)

    def max_chance_nodes_in_history(self) -> int:
        return bounds.most_cards(self.table_game)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A node of the game tree. All there is to know of it is in `node`, which never changes."""

    def __init__(self, game: SpielGame, node: Node) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        return self.node.player

    def is_terminal(self) -> bool:
        return self.node.table.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.chances()

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.node.table.game.deck.faces[action]
        return self.node.named(player, action)

    def returns(self) -> list[float]:
        result = self.node.table.result
        return list(result.utilities) if result else [0.0] * self.node.table.game.seats

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """A state that the player cannot tell from this one, with a history that leads there: each world is as likely as the
        others, given the cards that it has seen."""
        node = resampled(self.node, player_id, int(probability_sampler() * 2**53))
        history = node.history()
        text = ",".join(f"{player}:{action}" for player, action in history)
        state = self.get_game().deserialize_state(f"history={text}\nmove_number={len(history)}\n__dict__={NOTHING}")
        state.node = node
        return state

    def __str__(self) -> str:
        return str(self.node)


def _row(text: str) -> tuple[Any, ...]:
    """The values of an option that is a row of them."""
    parts = text.split("/")
    return tuple(int(part) for part in parts) if all(part.isdecimal() for part in parts) else tuple(parts)


_OURS = {"seats": -1, "dealer": 0, "events": 0}
"""The parameters of every game beside its options."""


def short_name(name: str) -> str:
    """What OpenSpiel calls a game: `cutcard_clever_pickin`."""
    return f"cutcard_{name.replace('-', '_')}"


def register(name: str, variant: Variant | None = None) -> None:
    """Make a game of `cutcard.games`, or a variant of it, known to OpenSpiel."""
    book: Rulebook = registry.GAMES.load(name)
    called, title, preset = (variant.name, variant.title, dict(variant.options)) if variant else (name, book.title, {})
    parameters: dict[str, Any] = dict(_OURS)
    for option in book.options:
        usual = preset.get(option.name, option.default)
        parameters[option.name] = usual if option.is_switch else -1 if isinstance(option, Option) else ""
    kind = pyspiel.GameType(
        short_name=short_name(called),
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=book.most_seats,
        min_num_players=book.least_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )
    # A class, since OpenSpiel lets go of it only when Python is no more: a function would then have to be taken apart.
    pyspiel.register_game(kind, type(short_name(called), (SpielGame,), {"kind": kind, "name": called}))


for _name in registry.GAMES.names():
    register(_name)
    for _variant in registry.GAMES.load(_name).variants:
        register(_name, _variant)
