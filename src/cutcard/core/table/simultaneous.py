"""Seats that are asked at once, as if they were asked one after another.

At a table they answer in any order. A game tree, and code that learned in one, asks the first seat first: each is then asked
when those before it have answered and those after it have not. A seat does not see the answers, so that to it only this is
another table: who has answered.
"""

from __future__ import annotations

from cutcard.core.dealer import DRAWN, Script
from cutcard.core.table.history import Step
from cutcard.core.table.table import DEAL, Table
from cutcard.core.table.turn import openings


def in_turn(table: Table, seat: int) -> Table:
    """The table as this seat, which is to act, would have come to it. Answers that were not given are made up. It is for
    looking at: its next cards are not there. Where there is no such way the table is given back as it is."""
    history = table.steps()
    if len(table.to_act) < 2 and all(len(_after(table, step).to_act) < 2 for step in history):
        return table
    if history and history[0].seat != DEAL:
        return table  # it was set up in the middle of a game: who was asked before is not known
    try:
        retold, answers = _retold(table, history)
        if len(retold.to_act) > 1:
            for other in retold.to_act:
                if other < seat:
                    retold = retold.play(answers.get(other) or _some_answer(retold, other), other)
    except _NoWay:
        return table
    return retold


class _NoWay(Exception):
    """The rules leave no answer after which the others are still asked."""


def _retold(table: Table, history: list[Step]) -> tuple[Table, dict[int, str]]:
    """The table before the last moment at which several were asked, if that is not over; else as it is now. With the answers
    that were given since."""
    if not history:
        return Table(table.game, table.words, Script(), None), {}
    retold = _after(table, history[0])
    answers: dict[int, str] = {}
    for step in history[1:]:
        if len(retold.to_act) < 2:
            retold = _after(table, step._replace(before=retold.last))
            continue
        answers[step.seat] = step.move
        assert step.before is not None
        if not _goes_on(_after(table, step.before), _after(table, step)):
            retold = _answered(retold, answers, step)
            answers = {}
    return retold, answers


def _after(table: Table, step: Step) -> Table:
    return Table(table.game, step.words, Script(), step)


def _goes_on(before: Table, after: Table) -> bool:
    """Whether a moment at which several were asked goes on after one has answered: the others still are, and no card has
    come."""
    last = after.last
    assert last is not None
    waiting = tuple(seat for seat in before.to_act if seat != last.seat)
    return bool(waiting) and after.to_act == waiting and all(code != DRAWN for code, _, _ in last.log)


def _answered(table: Table, answers: dict[int, str], end: Step) -> Table:
    """After the answers, from the first seat on, until the moment is over; the cards that came then are known."""
    cards = tuple(table.game.deck.cards[card] for code, _, card in end.log if code == DRAWN)
    for seat in table.to_act:
        answer = answers.get(seat) or _some_answer(table, seat)
        after = table.dealt_by(Script(cards)).play(answer, seat).dealt_by(Script())
        if not _goes_on(table, after):
            return after
        table = after
    raise _NoWay


def _some_answer(table: Table, seat: int) -> str:
    """One after which the moment goes on."""
    for turn in openings(table, seat):
        after = turn.played()
        if not after.due and _goes_on(table, after):
            return turn.name
    raise _NoWay
