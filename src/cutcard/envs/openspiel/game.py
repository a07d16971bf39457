"""OpenSpiel: every game as one of its Python games.

    import cutcard.envs.openspiel
    game = pyspiel.load_game("cutcard_pairs(seats=2,target=11)")

Cards are chance nodes, one at a time, with exact probabilities. Seats that choose at once are asked one after another, and
none sees what the others chose. A move of several cards is several actions. The parameters are `seats` (or
`players`), `dealer` and the options of the game; a number of -1 or an empty text means what the rules page says. Rows of
values are written with slashes between them. `events` is the room for what happened in the tensor of an information state
(see `observer`): usually none, -1 for as much as the game declares.
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
from cutcard.envs.openspiel import bounds
from cutcard.envs.openspiel.information import room_for
from cutcard.envs.openspiel.observer import SpielObserver
from cutcard.envs.openspiel.pace import Pace, course_for
from cutcard.envs.openspiel.resample import resampled
from cutcard.envs.openspiel.walk import CHANCE, TERMINAL, Node

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
        seats = given.get("seats", given.get("players"))
        if given.get("players", seats) != seats:
            raise ParseError(f"seats={seats} and players={given['players']} say the same thing: give one of them")
        self.table_game = find(self.name, seats, given.get("dealer", 0), options)
        self.events = room_for(self.table_game, given.get("events", 0))
        self._first = Pace(course_for(self.table_game), Node(self.table_game.start(cards=()), None, None))
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
        return SpielState(self, self._first.copy())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Of every kind that OpenSpiel names; `events` among the parameters is the room for events, as that of the game."""
        kind, events = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self.events
        if params and set(params) != {"events"}:
            raise ParseError(f"an observer has one parameter, events, not {', '.join(params)}")
        if params:
            events = room_for(self.table_game, params["events"])
        return SpielObserver(self.table_game, events, kind)

    def max_chance_nodes_in_history(self) -> int:
        return bounds.most_cards(self.table_game)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A node of the game tree. `pace` goes on with each action; all there is to know of the state is in `node`, which never
    changes and is made when it is asked for. What Python asks most is answered here, without a way through OpenSpiel."""

    def __init__(self, game: SpielGame, pace: Pace) -> None:
        super().__init__(game)
        self.pace = pace

    @property
    def node(self) -> Node:
        return self.pace.node

    def current_player(self) -> int:
        return self.pace.player

    def is_terminal(self) -> bool:
        return self.pace.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.pace.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of a seat, none where another one is asked; where a card is due its faces."""
        pace = self.pace
        if pace.player >= 0 and (player is None or player == pace.player):
            return pace.legal()
        found: list[int] = super().legal_actions() if player is None else super().legal_actions(player)
        return found

    def _legal_actions(self, player: int) -> list[int]:
        return self.pace.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.pace.chances()

    def _apply_action(self, action: int) -> None:
        self.pace.go_on(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.pace.course.game.deck.faces[action]
        return self.pace.named(player, action)

    def returns(self) -> list[float]:
        return self.pace.returns()

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """A state that the player cannot tell from this one, with a history that leads there: each world is as likely as the
        others, given the cards that it has seen."""
        node = resampled(self.node, player_id, int(probability_sampler() * 2**53))
        history = node.history()
        text = ",".join(f"{player}:{action}" for player, action in history)
        state = self.get_game().deserialize_state(f"history={text}\nmove_number={len(history)}\n__dict__={NOTHING}")
        state.pace = Pace(self.pace.course, node)
        return state

    def __str__(self) -> str:
        return str(self.node)


def _row(text: str) -> tuple[Any, ...]:
    """The values of an option that is a row of them."""
    parts = text.split("/")
    return tuple(int(part) for part in parts) if all(part.isdecimal() for part in parts) else tuple(parts)


_OURS = {"seats": -1, "players": -1, "dealer": 0, "events": 0}
"""The parameters of every game beside its options. OpenSpiel calls seats players; both words are understood."""


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
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )
    # A class, since OpenSpiel lets go of it only when Python is no more: a function would then have to be taken apart.
    pyspiel.register_game(kind, type(short_name(called), (SpielGame,), {"kind": kind, "name": called}))


for _name in (*registry.GAMES.names(), *registry.GAMES.unlisted()):
    register(_name)
    for _variant in registry.GAMES.load(_name).variants:
        register(_name, _variant)
