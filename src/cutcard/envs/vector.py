"""Thousands of tables at once, as a Gymnasium vector environment: one compiled call steps them all.

    envs = gymnasium.make_vec("cutcard/Pairs-v0", num_envs=4096, opponents="steady", seats=4)
    observations, infos = envs.reset(seed=7)

Either one seat of each table is the learner's and compiled players have the others, or, with `opponents=None`, the caller
acts for every seat in turn (self-play).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cutcard.core.bits import members
from cutcard.core.compiling import JIT
from cutcard.core.dealer import seeded
from cutcard.core.dealer_memory import quiet_dealers
from cutcard.core.declaration.game import Game, find
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.zones import rows
from cutcard.core.errors import ParseError
from cutcard.core.simulation import bound_to, codes_of, functions_of, slips_of
from cutcard.envs import vector_loop
from cutcard.envs.helper import Helper
from cutcard.envs.learner import RANDOM_SEAT, IllegalAction, around, checked_seat, spaces
from cutcard.envs.library import gymnasium
from cutcard.envs.lots import LOT, TAKEN, all_done, blank_counts, lay_out
from cutcard.envs.observing import Observer

Array = np.ndarray[Any, Any]
Observation = dict[str, Array]

LEAST_TABLES = 512
"""So many tables are worth a thread: to wake one takes as long as a step of some hundred tables."""


class VectorEnv(gymnasium.vector.VectorEnv[Observation, ArrayLike, Array]):
    """Many tables of one game.

    Observations are `{"observation", "action_mask"}`, a row for each table, as the seat sees it that is to act there;
    `infos["action_mask"]` is the mask once more, `infos["legal"]` the same as the bits of one word, and `infos["seat"]` says
    which seat that is.

    A game that ends is followed by the next one in the same step (`AutoresetMode.SAME_STEP`): `terminations` says so, the
    observation is already that of the new game, and `infos["final_obs"]` has the last one of the old, in the rows that
    `infos["_final_obs"]` marks. The reward is the utility of the seat that acted (COMMON-8) when its game ends, else 0;
    `infos["utilities"]` has that of all seats in the rows that ended. A game that is over before the learner had anything
    to choose is dealt again. Nothing is ever truncated.

    An action that is not legal raises `IllegalAction`, a ValueError that names the table; no table is changed.

    What happens at a table is decided by the seed, the number of the table and what is chosen there, whatever the number of
    tables and threads. With `copy=False` all arrays are those the next step writes to: copy what is to be kept.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as Gymnasium declares it)
        "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        dealer: int = 0,
        opponents: str | Sequence[str] | None = "steady",
        seat: int | str = 0,
        threads: int = 1,
        copy: bool = True,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        """`opponents` are compiled players, by name: one for all, or one for each other seat, from the learner's left on.
        The learner has the seat `seat`, or with "random" another one in each game. So many `threads` share the tables, or
        fewer where that would take longer."""
        if num_envs < 1 or threads < 1:
            raise ParseError("there has to be at least one table, and one thread")
        if render_mode is not None:
            raise ParseError("a vector environment is not rendered: gymnasium.make gives one table that is")
        self.game = find(game, seats, dealer, options)
        self.num_envs = num_envs
        self.observer = Observer(self.game)
        self.copy = copy
        self.single_observation_space, self.single_action_space = spaces(self.observer)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        seatings = _seatings(self.game, opponents, checked_seat(self.game, seat))
        names = [[name for name in row if name is not None] for row in seatings]
        codes: dict[str | None, int] = {None: vector_loop.CALLER}
        codes.update(codes_of(names))
        self._players = np.array([[codes[name] for name in row] for row in seatings])
        self._names = names
        self._threads = threads
        self._begun = False
        self._make_room()
        self._get_ready()

    def _make_room(self) -> None:
        """The tables, and the arrays that every step fills."""
        tables = self.num_envs
        self._tables = self.game.blank(tables)
        self._progress = np.zeros(tables, vector_loop.PROGRESS)
        self._observation = np.tile(self.observer.blank, (tables, 1))
        self._last = self._observation.copy()
        self._mask = np.zeros((tables, self.observer.actions), np.int8)
        self._last_mask = np.zeros_like(self._mask)
        self._rewards = np.zeros(tables)
        self._over = np.zeros(tables, np.bool_)
        self._truncated = np.zeros(tables, np.bool_)
        self._utilities = np.zeros((tables, self.game.seats))
        self._actions = np.zeros(tables, np.int64)
        self._counts = blank_counts()

    def _get_ready(self) -> None:
        """What a copy has to make anew: the compiled loop, threads, and what they work on."""
        self._advance = _loop(self.game.rulebook.rules, functions_of(self.game, self._names))
        threads = max(1, min(self._threads, self.num_envs // LEAST_TABLES)) if JIT else 1
        self._rooms = [self._room() for _ in range(threads)]
        self._helpers = [Helper() for _ in range(threads - 1)]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_advance", "_rooms", "_helpers")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._get_ready()

    def _room(self) -> tuple[Any, ...]:
        """What a thread works on: the tables, and room of its own."""
        blank, tables = rows(self.game.blank())[0], self._tables
        views = np.zeros(3, self.game.layout.view)[1:2]  # no two threads write to the same line of a processor's cache
        return (
            self._actions, self._counts, self.observer.plan, self.observer.ends, blank, tables, rows(tables),
            self._progress, views, rows(views), self._players, quiet_dealers(0), self._observation, self._mask,
            self._rewards, self._over, self._utilities, self._last,
        )  # fmt: skip

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal all tables anew."""
        super().reset(seed=seed)
        state = seeded(int(self.np_random.integers(1 << 63)) if seed is None else seed)
        vector_loop.seed_all(self._progress, np.uint64(state))
        self._actions[:] = vector_loop.DEAL
        self._go_on()
        self._begun = True
        return self._seen(), self._infos()

    def step(self, actions: ArrayLike) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Carry out an action at each table, and all that follows up to the caller's next decision there."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded("reset() comes before step()")
        self._actions[:] = self._checked(actions)
        self._go_on()
        infos = self._infos()
        if self._over.any():
            infos["final_obs"] = {"observation": self._out(self._last), "action_mask": self._out(self._last_mask)}
            infos["utilities"] = self._out(self._utilities)
            infos["_final_obs"] = infos["_utilities"] = self._out(self._over)
        return self._seen(), self._out(self._rewards), self._out(self._over), self._out(self._truncated), infos

    def _checked(self, actions: ArrayLike) -> Array:
        """The actions, if there is a legal one for each table."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise ParseError(f"actions are {self.num_envs} whole numbers, one for each table")
        chosen = np.ascontiguousarray(chosen, np.int64)
        wrong = vector_loop.first_wrong(chosen, self._progress)
        if wrong >= 0:
            legal = ", ".join(map(str, members(int(self._progress["legal"][wrong]))))
            raise IllegalAction(f"action {chosen[wrong]} is not legal at table {wrong}: the legal actions are {legal}")
        return chosen

    def _go_on(self) -> None:
        """Every table to its next decision, by the actions that are noted. Helpers are called and not waited for: who has
        not come when the last lot is taken finds nothing to do, and what is there to be done is always this step's."""
        lay_out(self._counts)
        for helper, room in zip(self._helpers, self._rooms[1:], strict=True):
            if helper.is_free:
                helper.begin(self._advance, *room)
        lots = -(-self.num_envs // LOT)
        try:
            self._advance(*self._rooms[0])
            while not all_done(self._counts, lots):
                for helper in self._helpers:
                    helper.check()
                time.sleep(0)
        except BaseException:
            self._counts[TAKEN] = lots
            for helper in self._helpers:
                helper.finish()
            raise

    def _out(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def _seen(self) -> Observation:
        return {"observation": self._out(self._observation), "action_mask": self._out(self._mask)}

    def _infos(self) -> dict[str, Any]:
        legal, seat = self._progress["legal"], self._progress["seat"]
        return {"action_mask": self._out(self._mask), "legal": self._out(legal), "seat": self._out(seat)}

    def close_extras(self, **kwargs: Any) -> None:
        for helper in self._helpers:
            helper.close()


def _seatings(game: Game, opponents: str | Sequence[str] | None, seat: int | str) -> list[list[str | None]]:
    """Who sits where, None for the caller: one row, or for a learner that changes seats one for each of them."""
    if opponents is None:
        return [[None] * game.seats]
    others: list[str | None] = [None, *around(game, opponents)]
    if not all(isinstance(name, str) for name in others[1:]):
        raise ParseError("opponents are named here: only compiled players can play at so many tables")
    for name in others[1:]:
        if name is not None and slips_of(name):
            raise ParseError(f"{name} makes moves by chance now and then, which it cannot at so many tables: take steady")
    learners = range(game.seats) if seat == RANDOM_SEAT else [int(seat)]
    return [[others[(at - learner) % game.seats] for at in range(game.seats)] for learner in learners]


@cache
def _loop(rules: Rules, functions: tuple[Any, ...]) -> Any:
    """`vector_loop.advance`, compiled for these rules and players."""
    given = bound_to(rules, functions)
    given["others_play"] = rules.bound(vector_loop.others_play, **given)
    given["fresh"] = rules.bound(vector_loop.fresh, **given)
    return rules.bound(vector_loop.advance, **given)
