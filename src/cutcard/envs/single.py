"""One table with one learner, as a Gymnasium environment.

env = gymnasium.make("cutcard/Pairs-v0", opponents="steady", seats=4)
observation, info = env.reset(seed=7)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cutcard.core.dealer import seeded
from cutcard.core.declaration.game import find
from cutcard.core.errors import ParseError
from cutcard.envs.learner import (
    REPLACE,
    Actions,
    IllegalAction,
    around,
    checked_illegal,
    checked_seat,
    seatings,
    spaces,
    tables_for,
    whole_number,
)
from cutcard.envs.library import gymnasium
from cutcard.envs.naming import NamedEntries, action_name
from cutcard.envs.observing import Observer
from cutcard.envs.render import picture
from cutcard.envs.vector_loop import DEAL
from cutcard.players import Player

Array = np.ndarray[Any, Any]
Observation = dict[str, Array]


class SingleEnv(NamedEntries, gymnasium.Env[Any, Any]):
    """A table at which one seat is the learner's and players have the others. They get views, never the table.

    An observation is `{"observation", "action_mask"}`, as the learner sees the table; `info["action_mask"]` is the mask once
    more and `info["seat"]` the learner's seat. The reward is the learner's utility (COMMON-8) when the game ends, else 0;
    `info["utilities"]` then has that of all seats. A game that is over before the learner had anything to choose is dealt
    again. In Pickle a move of several cards is several actions.

    An action that is not legal raises `IllegalAction`. `action_space.sample()` without a mask draws one that is legal. For
    other code that knows no masks there is `illegal="random"`: a random legal action takes its place, and `info["action"]`
    says which one was carried out.

    Where all opponents are compiled players, given by name, a step is one compiled call; others are asked move by move.
    """

    metadata: dict[str, Any] = {"render_modes": list(picture.MODES), "render_fps": 1}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        dealer: int = 0,
        opponents: str | Player | Sequence[str | Player] = "steady",
        seat: int | str = 0,
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`opponents` are players or names of players, as on the command line: one for all, or one for each other seat, from
        the learner's left on. The learner has the seat `seat`, or with "random" another one in each game."""
        self.illegal = checked_illegal(illegal)
        self.game = find(game, seats, dealer, options)
        self.observer = Observer(self.game)
        self.observation_space, _ = spaces(self.observer)
        self.action_space = self._actions = Actions(self.observer.actions)
        self.render_mode = picture.checked_mode(render_mode)
        self.seat = checked_seat(self.game, seat)
        self.opponents = around(self.game, opponents)
        if None in self.opponents:
            raise ParseError("None is not a player: the learner has one seat here; gymnasium.make_vec takes several")
        self._table = tables_for(self.game, self.observer, 1, seatings(self.game, self.opponents, self.seat))
        self._begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, up to the learner's first decision. With a seed it is the one that `Game.start(seed=seed)` deals,
        if the learner is to act in it at all."""
        super().reset(seed=seed)
        table = self._table
        table.progress["start"] = seeded(int(self.np_random.integers(1 << 63)) if seed is None else seed)
        table.actions[0] = DEAL
        table.go_on()
        self._begun = True
        self._show()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and all that follows up to the learner's next decision."""
        table, chosen = self._table, self._checked(action)
        table.actions[0] = chosen
        table.go_on()
        self._show()
        info = self._info()
        info["action"] = chosen
        is_over = table.over.item(0)
        if is_over:
            info["utilities"] = table.utilities[0].copy()
        return self._seen(), table.rewards.item(0), is_over, False, info

    def action_masks(self) -> Array:
        """For each action whether it is legal now: what MaskablePPO of sb3-contrib asks for."""
        return self._table.mask[0].astype(np.bool_)

    def _checked(self, action: Any) -> int:
        """The action to carry out."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded("reset() comes first")
        action, allowed = whole_number(action), self._table.legal.item(0)
        if action >= 0 and allowed >> action & 1:
            return action
        if not allowed:
            raise IllegalAction("the game is over: reset() deals the next one")
        legal = np.flatnonzero(self._table.mask[0])
        if self.illegal == REPLACE:
            return int(self.np_random.choice(legal))
        raise IllegalAction(f"action {action} is not legal: the legal actions are {', '.join(map(str, legal))}")

    def _seen(self) -> Observation:
        mask = self._table.mask[0]
        self._actions.mask = mask.copy()
        return {"observation": self._table.observation[0].copy(), "action_mask": mask.copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.mask[0].copy(), "seat": self._table.seat.item(0)}

    def action_name(self, action: int) -> str:
        """What an action of the learner means now, as the rules page writes it: `hit`, `take 5`."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded("reset() comes first")
        seat = self._table.seat.item(0)
        return action_name(self.game, self._table.view(0, seat).reading, seat, action)

    def render(self) -> Any:
        """The table as the learner sees it."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded("reset() comes first")
        return picture.rendered(self._table.view(0, self._table.seat.item(0)), self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
