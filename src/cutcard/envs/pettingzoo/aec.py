"""PettingZoo's turn by turn: one agent is asked at a time.

Where several seats choose at once (Pickup's choice, Pickle's call) they are asked one after another in the order of
their seats, and none sees what the others chose before all have chosen.
"""

from __future__ import annotations

from typing import Any

from cutcard.core.bits import members
from cutcard.envs.pettingzoo.agents import Array, Observation, TableWithAgents
from cutcard.envs.pettingzoo.library import pettingzoo, wrappers


def env(game: str, **arguments: Any) -> InOrder:
    """A game with PettingZoo's check that calls come in the right order: `env("pairs", seats=4, eights=True)`. The
    arguments are those of `TurnByTurn`."""
    return InOrder(raw_env(game, **arguments))


def raw_env(game: str, **arguments: Any) -> TurnByTurn:
    """A game without PettingZoo's wrappers."""
    return TurnByTurn(game, **arguments)


class TurnByTurn(TableWithAgents, pettingzoo.AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game of Cutcard for agents `seat_0`, `seat_1` …

    An observation has `observation`, the tensor of the agent's view (`view.tensor_names` says what each entry
    is), and `action_mask`, which the agent's info has too: 1 for what is legal, all 0 for an agent that is not asked now.
    A move of several cards is several actions of one agent, one after another; until it is complete the others observe the
    table as it was before. All rewards come at the end, by COMMON-8: they add up to 0.

    An action that is not legal raises with the reason, and the game stays as it was: wrap it in PettingZoo's
    `TerminateIllegalWrapper` where that should end the game instead. There is no `state()`: it would show hidden cards.

    `max_cycles` ends a game, undecided, once an agent has made so many moves. `render_mode` is `human`, `ansi`, `rgb_array`
    or `svg`; `render_seat` the seat whose view is drawn, by default what everybody sees. `seats`, `dealer` and the options
    of the game are checked as `cutcard.game` does it."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; from a seed the one that `Game.start(seed=seed)` deals."""
        self.table.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._acted = dict.fromkeys(self.agents, 0)
        for agent in self.agents:
            self._tell(agent, self._nothing)
        self._ask()
        self._show()

    def observe(self, agent: str) -> Observation:
        return {"observation": self.table.observe(self.seat_of[agent]), "action_mask": self.action_spaces[agent].mask.copy()}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(self.seat_of[agent], self._checked(agent, action))
        self._tell(agent, self._nothing)
        if self.table.is_midway:
            self._ask()
            return
        self.table.settle()
        self._acted[agent] += 1
        if self.table.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.table.utilities(), strict=True))
            self._accumulate_rewards()
            self._deads_step_first()
        elif self._acted[agent] == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self._ask()
        self._show()

    def _ask(self) -> None:
        """The next seat that is to choose; of several the first."""
        seat = next(members(self.table.to_act))
        self.agent_selection = self.possible_agents[seat]
        self._tell(self.agent_selection, self.table.mask(seat))

    def _tell(self, agent: str, mask: Array) -> None:
        """Say what an agent may do now."""
        self.action_spaces[agent].mask = mask
        self.infos[agent] = {"action_mask": mask.copy()}


class InOrder(wrappers.OrderEnforcingWrapper[str, Observation, int]):  # type: ignore[misc]
    """PettingZoo's wrapper. What is asked most often goes straight to the environment, not attribute by attribute."""

    def __str__(self) -> str:
        return str(self.env)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            raise AssertionError("reset() needs to be called before last().")
        told: tuple[Observation | None, float, bool, bool, dict[str, Any]] = self.env.last(observe)
        return told
