"""One table with one learner, as a Gymnasium environment.

env = gymnasium.make("cutcard/Pairs-v0", opponents="steady", seats=4)
observation, info = env.reset(seed=7)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cutcard.core.declaration.game import find
from cutcard.core.errors import ParseError
from cutcard.core.table.result import Result
from cutcard.core.table.table import Table
from cutcard.core.table.turn import Turn
from cutcard.envs.learner import RANDOM_SEAT, Actions, IllegalAction, around, checked_seat, spaces, whole_number
from cutcard.envs.library import gymnasium
from cutcard.envs.observing import Observer
from cutcard.envs.render import picture
from cutcard.players import LegalMoves, Player, player

Array = np.ndarray[Any, Any]
Observation = dict[str, Array]

MOST_DEALS = 1 << 16
"""How often in a row a game may be over before the learner had anything to choose."""


class SingleEnv(gymnasium.Env[Any, Any]):
    """A table at which one seat is the learner's and players have the others. They get views, never the table.

    An observation is `{"observation", "action_mask"}`, as the learner sees the table; `info["action_mask"]` is the mask once
    more and `info["seat"]` the learner's seat. The reward is the learner's utility (COMMON-8) when the game ends, else 0;
    `info["utilities"]` then has that of all seats. A game that is over before the learner had anything to choose is dealt
    again. In Pickle a move of several cards is several actions.

    An action that is not legal raises `IllegalAction`. `action_space.sample()` without a mask draws one that is legal. For
    other code that knows no masks there is `illegal="random"`: a random legal action takes its place, and `info["action"]`
    says which one was carried out.
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
        if illegal not in ("raise", "random"):
            raise ParseError(
                f"illegal actions raise, or are replaced at random: illegal is raise or random, not {illegal!r}"
            )
        self.illegal = illegal
        self.game = find(game, seats, dealer, options)
        self.observer = Observer(self.game)
        self.observation_space, _ = spaces(self.observer)
        self.action_space = self._actions = Actions(self.observer.actions)
        self._mask = self._actions.mask
        self.render_mode = picture.checked_mode(render_mode)
        self.seat = checked_seat(self.game, seat)
        self.opponents = [self._seated(one) for one in around(self.game, opponents)]
        self._learner = 0
        self._turn: Turn | None = None
        """The learner's; nothing before the first game. When a game is over it is a turn with nothing to choose."""

    def _seated(self, one: Any) -> Player:
        chooser = player(one, self.game.name) if isinstance(one, str) else one
        if not callable(getattr(chooser, "choose", None)):
            raise ParseError(f"{one!r} is not a player: it has no choose(view, legal, rng)")
        return chooser

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, up to the learner's first decision. With a seed it is the one that `Game.start(seed=seed)` deals,
        if the learner is to act in it at all."""
        super().reset(seed=seed)
        for _ in range(MOST_DEALS):
            self._learner = int(self.np_random.integers(self.game.seats)) if self.seat == RANDOM_SEAT else int(self.seat)
            table = self.game.start(seed=int(self.np_random.integers(1 << 63)) if seed is None else seed)
            table = self._played_on(table)
            if not table.is_over:
                self._show()
                return self._seen(), self._info(None)
            seed = None
        raise ParseError("every game is over before the learner has anything to choose")

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and all that follows up to the learner's next decision."""
        turn = self._asked()
        chosen = self._checked(action)
        turn = turn.after(chosen)
        table = turn.table
        if turn.is_whole:
            table = self._played_on(turn.played())
            self._show()
        else:
            self._ask(turn)
        result = table.result
        reward = result.utilities[self._learner] if result else 0.0
        return self._seen(), reward, result is not None, False, {**self._info(result), "action": chosen}

    def _played_on(self, table: Table) -> Table:
        """The table when the learner is to act, or the game over. Of seats that choose at once the lowest is asked first."""
        while table.to_act and (seat := table.to_act[0]) != self._learner:
            chooser = self.opponents[(seat - self._learner) % self.game.seats - 1]
            # Our own players do not read the log of the game, which takes longer to put together than most of their choices.
            ours = type(chooser).__module__.startswith("cutcard.")
            view = table.glance(seat) if ours else table.view(seat)
            table = table.play(chooser.choose(view, LegalMoves(view), self.np_random), seat)
        self._ask(Turn.on(table, self._learner))
        return table

    def _ask(self, turn: Turn) -> None:
        """Wait for the learner's next action."""
        self._turn = turn
        self._mask = self.observer.mask(turn.words, self._learner)
        self._actions.mask = self._mask

    def _asked(self) -> Turn:
        if self._turn is None:
            raise gymnasium.error.ResetNeeded("reset() comes first")
        return self._turn

    def _at_hand(self) -> Table:
        return self._asked().table

    def _checked(self, action: Any) -> int:
        """The action to carry out."""
        mask, action = self._mask, whole_number(action)
        if 0 <= action < len(mask) and mask[action]:
            return action
        legal = np.flatnonzero(mask)
        if not len(legal):
            raise IllegalAction("the game is over: reset() deals the next one")
        if self.illegal == "random":
            return int(self.np_random.choice(legal))
        raise IllegalAction(f"action {action} is not legal: the legal actions are {', '.join(map(str, legal))}")

    def _seen(self) -> Observation:
        observation = self.observer.observe(self._asked().words, self._learner)
        return {"observation": observation, "action_mask": self._mask.copy()}

    def _info(self, result: Result | None) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask.copy(), "seat": self._learner}
        if result:
            info["utilities"] = np.array(result.utilities)
        return info

    def render(self) -> Any:
        """The table as the learner sees it."""
        return picture.rendered(self._at_hand().glance(self._learner), self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
