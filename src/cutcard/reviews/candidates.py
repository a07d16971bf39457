"""Which moves of a decision are judged: all where a move is one action, and a choice of them where it is several cards.

Of cards that are equal in play one stands for all (`Rules.choices`). Of a move of several cards those are judged that differ
from the one of `steady` in one card at most, and go on as it would; and the one that was played."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.core.table.turn import Turn
from cutcard.core.table.view import View
from cutcard.reviews.values import Move

MOST = 40
"""So many moves of several cards are judged at most, beside the one that was played."""


def candidates(view: View) -> tuple[Turn, ...]:
    """The moves to judge, what `steady` would do first."""
    turn = view.turn()
    if view.game.rulebook.rules.longest == 1:
        return tuple(turn.after(action) for action in turn.choices)
    found: dict[Move, Turn] = {}
    for one in _near(turn):
        found.setdefault(one.actions, one)
        if len(found) == MOST:
            break
    return tuple(found.values())


def _near(begun: Turn) -> Iterator[Turn]:
    """What `steady` would do, and then all that differs from it in the first action, in the second, and so on."""
    usual = as_judged(begun, begun.completed().actions)
    yield usual
    for action in usual.actions:
        for other in begun.choices:
            if other != action:
                whole = begun.after(other).completed()
                yield as_judged(Turn.on(begun.table, begun.seat), whole.actions)
        begun = begun.after(action)


def as_judged(turn: Turn, actions: Move) -> Turn:
    """A whole move with the cards that stand for all that are equal to them. Equal cards are numbered side by side, and the
    choices have the lowest."""
    for action in actions:
        choices = turn.choices
        turn = turn.after(action if action in choices else max((one for one in choices if one < action), default=action))
        if turn.is_whole:
            break
    return turn
