"""Stable-Baselines3: many tables in one compiled call, as its `VecEnv`.

from cutcard.envs.adapters.stable_baselines3 import Tables
model = MaskablePPO("MlpPolicy", Tables("pairs", 256, opponents="steady", seats=2))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike

from cutcard.core.errors import CutcardError, NotFound
from cutcard.envs.adapters import not_installed
from cutcard.envs.learner import spaces
from cutcard.envs.vector import VectorEnv

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise not_installed(
        error, "Stable-Baselines3", ("stable_baselines3",), "pip install stable-baselines3 sb3-contrib"
    ) from None

Array = np.ndarray[Any, Any]


class Tables(VecEnv):  # type: ignore[misc, unused-ignore]
    """Tables of one game, with one learner each or for self-play; the arguments are those of `VectorEnv`.

    An observation is the array alone; what is legal sb3-contrib asks for by `action_masks`. A game that ends is followed by
    the next one, and its last observation is `terminal_observation` of the info. What else is told of a table by
    `VectorEnv`, such as the seat that is to act, is in the infos too."""

    def __init__(self, game: str, num_envs: int = 1, **arguments: Any) -> None:
        given = {**arguments, "copy": True, "autoreset_mode": AutoresetMode.SAME_STEP}
        self.tables = VectorEnv(game, num_envs, **given)
        shown, actions = spaces(self.tables.observer)
        self.render_mode = None
        super().__init__(num_envs, shown["observation"], actions)
        self._first: int | None = None
        self._chosen: ArrayLike = ()
        self._mask: Array | None = None

    def seed(self, seed: int | None = None) -> list[int | None]:
        """What the next `reset` deals."""
        self._first = seed
        return [seed] * self.num_envs

    def reset(self) -> Array:
        seen, told = self.tables.reset(seed=self._first)
        self._first = None
        self._mask = seen["action_mask"]
        self.reset_infos = [{"seat": int(seat)} for seat in told["seat"]]
        return seen["observation"]

    def step_async(self, actions: Array) -> None:
        self._chosen = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        seen, rewards, over, _, told = self.tables.step(self._chosen)
        self._mask = seen["action_mask"]
        infos: list[dict[str, Any]] = [{"seat": int(seat)} for seat in told["seat"]]
        for at in np.flatnonzero(over):
            infos[at]["terminal_observation"] = told["final_obs"]["observation"][at]
            infos[at]["TimeLimit.truncated"] = False
            infos[at]["utilities"] = told["utilities"][at]
        return seen["observation"], rewards.astype(np.float32), over, infos

    def action_masks(self) -> Array:
        """For each table, for each action whether it is legal."""
        if self._mask is None:
            raise ResetNeeded("reset() comes first")
        return self._mask.astype(np.bool_)

    def close(self) -> None:
        self.tables.close()

    # What is asked of single tables, which are none here

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self if attr_name in ("action_masks", "render_mode") else self.tables, attr_name)] * self._many(
            indices
        )

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise CutcardError("the tables are one environment: nothing can be set for some of them")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise NotFound(f"the tables are one environment: there is no {method_name!r} of some of them")
        return list(self.action_masks()[list(self._get_indices(indices))])

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self._many(indices)

    def _many(self, indices: Iterable[int] | int | None) -> int:
        return len(list(self._get_indices(indices)))
