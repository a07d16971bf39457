"""A policy that was trained in OpenSpiel, at the table.

    class MyPolicy(SpielPolicy):
        plays = ("pairs",)

        def __init__(self):
            super().__init__(pickle.loads(Path("policy.pickle").read_bytes()))

It is asked with the state of the game as its seat knows it, which is put together from the view alone: the same texts and
the same tensors that the policy was trained on, and no hidden card. Where seats choose at once OpenSpiel asks them one after
another: views of such tables come from `simultaneous.in_turn`, as those do that the terminal and the server give to players.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cutcard.core.errors import CutcardError
from cutcard.core.table.history import MOVE, Happening
from cutcard.core.table.view import View
from cutcard.envs.openspiel.information import COLUMNS, Rows, in_words, joined, observed, put, room_for
from cutcard.envs.policy import Decision, Policy


class SpielPolicy(Policy):
    """A player that is asked as OpenSpiel asks its policies: with `action_probabilities`. `policy` is any policy of
    OpenSpiel (a table from CFR, one of an agent that learned), or what `TabularPolicy.to_dict` gives. `events` is that of
    the game it was trained on."""

    def __init__(self, policy: Any, events: int = 0) -> None:
        self.policy = policy
        self.events = events

    def _action(self, decision: Decision, rng: np.random.Generator) -> int:
        state = KnownState(decision, self.events)
        chances = self._chances(state)
        legal = state.legal_actions()
        weights = np.array([max(0.0, float(chances.get(action, 0.0))) for action in legal])
        if not weights.sum() > 0:
            raise CutcardError(f"{type(self).__name__} gives no legal action a chance at {state}")
        return int(rng.choice(legal, p=weights / weights.sum()))

    def _chances(self, state: KnownState) -> Mapping[int, float]:
        key = state.information_state_string()
        if isinstance(self.policy, Mapping):
            if key not in self.policy:
                raise CutcardError(f"{type(self).__name__} knows nothing of {key}")
            return dict(self.policy[key])
        if type(self.policy).__module__ == "pyspiel":  # those written in C++ take nothing but a state of theirs, or this
            return dict(self.policy.action_probabilities(key))
        return dict(self.policy.action_probabilities(state, state.current_player()))


class KnownState:
    """A state of OpenSpiel as far as the seat to act knows it. It answers what policies ask of one: nothing of it can be
    played on."""

    def __init__(self, decision: Decision, events: int) -> None:
        if not decision.view.log:
            raise CutcardError(
                "an information state is made of what happened: this view has no log, table.view(seat) has one"
            )
        self._decision = decision
        self._game = decision.view.game
        self._events = room_for(self._game, events)

    def current_player(self) -> int:
        return self._decision.seat

    def legal_actions(self, player: int | None = None) -> list[int]:
        found: list[int] = np.flatnonzero(self.legal_actions_mask(player)).tolist()
        return found

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        found: list[int] = self._decision.mask().tolist()
        return found if self._is_mine(player) else [0] * len(found)

    def information_state_string(self, player: int | None = None) -> str:
        self._must_be_mine(player)
        decision, begun = self._decision, self._begun()
        return joined(f"seat {decision.seat}", [in_words(piece) for piece in moves_told(decision.view)], begun)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        self._must_be_mine(player)
        if not self._events:
            return self.observation_tensor()
        rows, decision, begun = Rows(self._game), self._decision, self._begun()
        told = [row for piece in moves_told(decision.view) for row in rows(piece, decision.seat)]
        told += rows.of_move(decision.seat, begun, decision.seat) if begun else []
        room = np.zeros((self._events, COLUMNS), np.float32)
        put(told, room, 0)
        return [*decision.observation().tolist(), *room.ravel().tolist()]

    def observation_string(self, player: int | None = None) -> str:
        self._must_be_mine(player)
        seat = self._decision.seat
        return f"seat {seat}: {observed(self._game, self._decision.turn.words, seat)}"

    def observation_tensor(self, player: int | None = None) -> list[float]:
        self._must_be_mine(player)
        found: list[float] = self._decision.observation().tolist()
        return found

    def is_terminal(self) -> bool:
        return False

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def __str__(self) -> str:
        return self.information_state_string()

    def _begun(self) -> str:
        turn = self._decision.turn
        return turn.name if turn.actions else ""

    def _is_mine(self, player: int | None) -> bool:
        return player is None or player == self._decision.seat

    def _must_be_mine(self, player: int | None) -> None:
        if not self._is_mine(player):
            raise CutcardError(f"seat {self._decision.seat} cannot know what seat {player} knows")


def moves_told(view: View) -> list[list[Happening]]:
    """What the seat was told, move by move; first of the deal."""
    pieces: list[list[Happening]] = [[]]
    for told in view.log:
        if told.kind == MOVE:
            pieces.append([])
        pieces[-1].append(told)
    return pieces
