"""Thousands of tables at once, as a Gymnasium vector environment: one compiled call steps them all.

    envs = gymnasium.make_vec("cutcard/Pairs-v0", num_envs=4096, opponents="steady", seats=4)
    observations, infos = envs.reset(seed=7)

Either one seat of each table is the learner's and players have the others, or the caller acts for several seats, or, with
`opponents=None`, for every seat in turn (self-play).
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike

from cutcard.core.bits import members
from cutcard.core.dealer import seeded
from cutcard.core.declaration.game import find
from cutcard.core.errors import ParseError
from cutcard.envs import vector_loop
from cutcard.envs.learner import (
    REPLACE,
    IllegalAction,
    around,
    checked_illegal,
    checked_seat,
    not_compiled,
    seatings,
    spaces,
    tables_for,
)
from cutcard.envs.library import gymnasium
from cutcard.envs.naming import NamedEntries, action_name
from cutcard.envs.observing import Observer
from cutcard.players import Player

Array = np.ndarray[Any, Any]
Observation = dict[str, Array]


class VectorEnv(NamedEntries, gymnasium.vector.VectorEnv[Observation, ArrayLike, Array]):
    """Many tables of one game.

    Observations are `{"observation", "action_mask"}`, a row for each table, as the seat sees it that is to act there;
    `infos["action_mask"]` is the mask once more, `infos["legal"]` the same as the bits of one word, and `infos["seat"]` says
    which seat that is.

    The reward is the utility of the seat that acted (COMMON-8) when its game ends, else 0; `infos["utilities"]` has that of
    all seats in the rows that ended. What follows a game that ends is said by `autoreset_mode`:

    - `SAME_STEP`: the next one, in the same step. The observation is already that of the new game, and `infos["final_obs"]`
      has the last one of the old, in the rows that `infos["_final_obs"]` marks.
    - `NEXT_STEP`: the observation is the last one of the old game, with a mask of zeros; whatever the next action there
      is, it deals the next game, for a reward of 0.
    - `DISABLED`: as that, but the caller deals: `reset(options={"reset_mask": terminations})`. An action there raises.

    All three deal the same games. One that is over before the learner had anything to choose is dealt again. Nothing is ever
    truncated.

    An action that is not legal raises `IllegalAction`, a ValueError that names the table, and no table is changed; with
    `illegal="random"` a random legal one takes its place, and `infos["action"]` has what was carried out (-1 where the next
    game was dealt) by the seats that acted.

    What happens at a table is decided by the seed, the number of the table and what is chosen there, whatever the number of
    tables and threads. With `copy=False` all arrays are those the next step writes to: copy what is to be kept. Each of
    them is contiguous and begins at a multiple of 64 bytes, so that others take it as it is by DLPack.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as Gymnasium declares it)
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        dealer: int = 0,
        opponents: str | Player | Sequence[str | Player | None] | None = "steady",
        seat: int | str = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: str = "raise",
        threads: int = 1,
        copy: bool = True,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        """`opponents` are players or names of players: one for all, or one for each other seat, from the learner's left on.
        None stands for the caller, who then acts for those seats too. One that is not compiled makes every step slow, which
        a warning says. The learner has the seat `seat`, or with "random" another one in each game. So many `threads` share
        the tables, or fewer where that would take longer."""
        if num_envs < 1 or threads < 1:
            raise ParseError("there has to be at least one table, and one thread")
        if render_mode is not None:
            raise ParseError("a vector environment is not rendered: gymnasium.make gives one table that is")
        self.game = find(game, seats, dealer, options)
        self.num_envs = num_envs
        self.observer = Observer(self.game)
        self.copy = copy
        self.illegal = checked_illegal(illegal)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space, self.single_action_space = spaces(self.observer)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        others, seat = around(self.game, opponents), checked_seat(self.game, seat)
        at_once = self.autoreset_mode is AutoresetMode.SAME_STEP
        self._tables = tables_for(self.game, self.observer, num_envs, seatings(self.game, others, seat), at_once, threads)
        for one in not_compiled(self.game, others)[:1]:
            warnings.warn(SLOW.format(one if isinstance(one, str) else type(one).__name__), stacklevel=2)
        self._begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal all tables anew, or with `options={"reset_mask": …}` those that it marks. Without a seed these have the game
        that would have come next."""
        super().reset(seed=seed)
        tables, mask = self._tables, (options or {}).get("reset_mask")
        chosen = np.ones(self.num_envs, np.bool_) if mask is None else self._checked_mask(mask)
        if seed is not None or mask is None or not self._begun:
            state = seeded(int(self.np_random.integers(1 << 63)) if seed is None else seed)
            vector_loop.seed_all(tables.progress, np.uint64(state), chosen)
        tables.actions[:] = np.where(chosen, vector_loop.DEAL, vector_loop.KEEP)
        tables.go_on()
        self._begun = True
        return self._seen(), self._infos()

    def _checked_mask(self, mask: Any) -> Array:
        """For each table whether it is to be dealt anew."""
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,) or not mask.any():
            raise ParseError(f"a reset_mask is an array of {self.num_envs} truth values, at least one of them true")
        if not (self._begun or mask.all()):
            raise gymnasium.error.ResetNeeded("at first all tables are dealt: reset() without a reset_mask comes first")
        return mask

    def step(self, actions: ArrayLike) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Carry out an action at each table, and all that follows up to the caller's next decision there."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded("reset() comes before step()")
        tables = self._tables
        tables.actions[:] = self._checked(actions)
        if self.illegal == REPLACE or self.autoreset_mode is AutoresetMode.NEXT_STEP:
            vector_loop.mend(tables.actions, tables.legal, tables.progress)
        tables.go_on()
        infos = self._infos()
        if self.illegal == REPLACE:
            infos["action"] = self._out(tables.actions)
        if tables.over.any():
            infos["utilities"], infos["_utilities"] = self._out(tables.utilities), self._out(tables.over)
            if tables.deals_at_once:
                last = {"observation": self._out(tables.last), "action_mask": self._out(tables.last_mask)}
                infos["final_obs"] = last
                infos["_final_obs"] = infos["_utilities"]
        return self._seen(), self._out(tables.rewards), self._out(tables.over), self._out(tables.truncated), infos

    def _checked(self, actions: ArrayLike) -> Array:
        """The actions, if there is one for each table that can be carried out, or mended."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise ParseError(f"actions are {self.num_envs} whole numbers, one for each table")
        chosen = np.ascontiguousarray(chosen, np.int64)
        legal, deals = self._tables.legal, self.autoreset_mode is AutoresetMode.NEXT_STEP
        wrong = vector_loop.first_wrong(chosen, legal, deals, self.illegal == REPLACE)
        if wrong < 0:
            return chosen
        if not legal[wrong]:
            raise IllegalAction(f"the game at table {wrong} is over: reset(options={{'reset_mask': …}}) deals the next one")
        may = ", ".join(map(str, members(legal[wrong])))
        raise IllegalAction(f"action {chosen[wrong]} is not legal at table {wrong}: the legal actions are {may}")

    def _out(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def _seen(self) -> Observation:
        return {"observation": self._out(self._tables.observation), "action_mask": self._out(self._tables.mask)}

    def _infos(self) -> dict[str, Any]:
        tables = self._tables
        return {"action_mask": self._out(tables.mask), "legal": self._out(tables.legal), "seat": self._out(tables.seat)}

    def action_name(self, action: int, table: int = 0) -> str:
        """What an action means at a table now, for the seat that is to act there, as the rules page writes it."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded("reset() comes first")
        seat = self._tables.seat.item(table)
        return action_name(self.game, self._tables.view(table, seat).reading, seat, action)

    def close_extras(self, **kwargs: Any) -> None:
        self._tables.close()


SLOW = (
    "{} is not a compiled player: all tables are played one after another in Python, which makes some thousand steps a"
    " second at best, where compiled players such as steady allow millions"
)


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(one.value for one in AutoresetMode)
        raise ParseError(f"autoreset_mode is one of {known}, not {mode!r}") from None
