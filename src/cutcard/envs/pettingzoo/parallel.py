"""PettingZoo's all at once: every agent that has to choose at this moment acts in one step.

It is made for games in which seats choose at once (Pickup's choice, Pickle's call). In the others it goes turn by turn: one
agent has something to choose, the others wait. To wait is an action, the last one: so no mask is ever empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutcard.core.bits import members
from cutcard.core.errors import NotAllowed, NotYours
from cutcard.envs.pettingzoo.agents import Array, Observation, TableWithAgents
from cutcard.envs.pettingzoo.library import pettingzoo

Told = dict[str, dict[str, Any]]


def parallel_env(game: str, **arguments: Any) -> AllAtOnce:
    """A game: `parallel_env("pickup", seats=4)`. The arguments are those of `cutcard.envs.pettingzoo.aec.TurnByTurn`."""
    return AllAtOnce(game, **arguments)


class AllAtOnce(TableWithAgents, pettingzoo.ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """A game of Cutcard for agents `seat_0`, `seat_1` …, all of them at the table until it is over.

    The last action, `wait`, is the only one of an agent that is not asked, and is never one of an agent that is. What an
    agent that waits sends is not looked at, and it need not send anything. An agent that is asked has to send an action. If
    one of them is not legal this raises, and nothing has happened. The other actions are numbered as turn by turn.

    A move of several cards takes several steps, and the others see it when it is complete. In a game that has such moves
    every move that is made of cards or numbers ends with the action `done`, also where it could not go on: or else the
    number of steps would tell what a hand holds.

    The actions are carried out in the order of seats, and none depends on another. One that ends the moment before all
    were heard (a redeal in Pickle) makes those of later seats void: their agents are asked again when they are to choose.
    `max_cycles` ends a game, undecided, after so many steps. All else is as in `cutcard.envs.pettingzoo.aec.TurnByTurn`."""

    more_actions = 1

    @property
    def wait(self) -> int:
        """The action of an agent that is not asked."""
        return self.table.observer.actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Observation], Told]:
        """Deal a new game; from a seed the one that `Game.start(seed=seed)` deals."""
        self.table.deal(seed)
        self.agents = self.possible_agents[:]
        self._steps = 0
        self._closing = False
        self._ask()
        self._show()
        return self._observed(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Told]:
        if not self.agents:
            raise NotYours("the game is over: reset() deals a new one")
        chosen = {seat: self._chosen(seat, actions) for seat in self._asked}
        if self._closing:
            self._closing = False
            self.table.settle()
        else:
            self._play(chosen)
        self._steps += 1
        over = self.table.is_over and not self._closing
        stopped = not over and self._steps == self.max_cycles
        self._ask(nobody=stopped)
        rewards = self.table.utilities() if over else [0.0] * self.game.seats
        told = (
            self._observed(),
            dict(zip(self.agents, rewards, strict=True)),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, stopped),
            self._infos(),
        )
        if over or stopped:
            self.agents = []
        self._show()
        return told

    def _play(self, chosen: dict[int, int]) -> None:
        for seat, action in chosen.items():
            if not self.table.still_asks(seat):
                break
            self.table.play(seat, action)
            if not self.table.is_midway:
                self._closing = self._done >= 0 and action < len(self.game.deck.cards)
                if not self._closing:
                    self.table.settle()

    @property
    def _done(self) -> int:
        return self.game.rulebook.rules.done

    def _ask(self, nobody: bool = False) -> None:
        """Find out who has to choose now, and from what."""
        self.table.begin_moment()
        if self._closing and self.table.mover is not None:
            self._asked = [self.table.mover]
        else:
            self._asked = list(members(self.table.to_act))
        if nobody:
            self._asked = []
        for agent, seat in self.seat_of.items():
            self.action_spaces[agent].mask = self._mask(seat)

    def action_name(self, agent: str, action: int) -> str:
        """An action as the rules page writes it; `done` where that is all there is to say, and `wait`."""
        if action == self.wait:
            return "wait"
        return "done" if self._closing and action == self._done else super().action_name(agent, action)

    def _mask(self, seat: int) -> Array:
        mask = self._nothing.copy()
        if seat not in self._asked:
            mask[self.wait] = 1
        elif self._closing:
            mask[self._done] = 1
        else:
            mask[: self.wait] = self.table.mask(seat)
        return mask

    def _chosen(self, seat: int, actions: Mapping[str, Any]) -> int:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise NotYours(f"{agent} has to choose, and no action of it was sent")
        if actions[agent] == self.wait:
            raise NotAllowed(f"{agent} has to choose, so it cannot wait", "COMMON-6")
        if self._closing and actions[agent] != self._done:
            raise NotAllowed(f"the move of {agent} is complete: it ends with the action {self._done}", "COMMON-6")
        return self._checked(agent, actions[agent])

    def _observed(self) -> dict[str, Observation]:
        return {
            agent: {
                "observation": self.table.observe(self.seat_of[agent]),
                "action_mask": self.action_spaces[agent].mask.copy(),
            }
            for agent in self.agents
        }

    def _infos(self) -> Told:
        return {agent: {"action_mask": self.action_spaces[agent].mask.copy()} for agent in self.agents}
