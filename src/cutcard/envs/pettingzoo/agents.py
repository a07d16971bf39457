"""What the two kinds of PettingZoo environments share: agents, spaces, pictures."""

from __future__ import annotations

from typing import Any

import numpy as np

from cutcard.core.declaration.game import find
from cutcard.core.errors import ParseError
from cutcard.envs.learner import Actions, spaces, whole_number
from cutcard.envs.library import gymnasium
from cutcard.envs.naming import NamedEntries
from cutcard.envs.render import picture
from cutcard.envs.table_in_place import TableInPlace

Array = np.ndarray[Any, Any]
Observation = dict[str, Array]


class TableWithAgents(NamedEntries):
    """A table with agents around it, `seat_0`, `seat_1` …, clockwise: what is true of both kinds of environments."""

    metadata: dict[str, Any]
    agents: list[str]
    possible_agents: list[str]
    more_actions = 0
    """How many actions there are behind those of the rules."""

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        dealer: int = 0,
        name: str | None = None,
        render_mode: str | None = None,
        render_seat: int | None = None,
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = find(game, seats, dealer, options)
        self.metadata = {
            "name": name or f"{game.replace('-', '_')}_v0",
            "render_modes": list(picture.MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        if render_seat is not None and render_seat not in range(self.game.seats):
            raise ParseError(f"there is no seat {render_seat!r} to render: seats are 0 to {self.game.seats - 1}")
        if max_cycles is not None and (not isinstance(max_cycles, int) or max_cycles < 1):
            raise ParseError(f"max_cycles is a whole number from 1 on, or None, not {max_cycles!r}")
        self.render_mode = picture.checked_mode(render_mode)
        self.render_seat = render_seat
        self.max_cycles = max_cycles
        self.table = TableInPlace(self.game)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = self.table.observer.actions + self.more_actions
        shown, _ = spaces(self.table.observer)
        mask = gymnasium.spaces.Box(0, 1, (actions,), np.int8)
        self._observation_space = gymnasium.spaces.Dict({"observation": shown["observation"], "action_mask": mask})
        self._nothing = np.zeros(actions, np.int8)
        """A mask without any action."""
        self.action_spaces = {agent: Actions(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """What an agent observes: one space for all of them."""
        return self._observation_space

    def action_space(self, agent: str) -> Actions:
        return self.action_spaces[agent]

    def action_name(self, agent: str, action: int) -> str:
        """An action as the rules page writes it: `hit`, `take 5`; of a move of several cards one card."""
        return self.table.name(self.seat_of[agent], action)

    def action_names(self, agent: str) -> dict[int, str]:
        """The legal actions of an agent by name; none where it has none."""
        return {
            int(action): self.action_name(agent, int(action)) for action in np.flatnonzero(self.action_space(agent).mask)
        }

    def render(self) -> str | Array | None:
        """The table as a spectator sees it, or as `render_seat` does: as text, pixels or SVG; `human` prints the text."""
        return picture.rendered(self.table.view(self.render_seat), self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _show(self) -> None:
        """What `human` asks for: the table after every step."""
        if self.render_mode == "human":
            self.render()

    def _checked(self, agent: str, action: Any) -> int:
        """An action as a plain number, if it is legal for this agent."""
        number, mask = whole_number(action), self.action_spaces[agent].mask
        if not 0 <= number < len(mask) or not mask[number]:
            raise self.table.refusal(self.seat_of[agent], number)
        return number
