"""What the tests of several games need."""

import pytest

from cutcard import NotAllowed, Result, Table
from cutcard.core.declaration.phrases import plain, spoken


def played(table: Table, *moves: str) -> Table:
    """The table after these moves, each with its seat as a record writes it: `2 hit`."""
    for move in moves:
        seat, _, words = move.partition(" ")
        table = table.play(words, int(seat))
    return table


def ended(table: Table, *moves: str) -> Result:
    """How the game ends with these moves."""
    result = played(table, *moves).result
    assert result is not None, "the game is not over"
    return result


def refusal(table: Table, move: str) -> tuple[str, str]:
    """Why a move is not legal, and the clause that forbids it; the table stays as it was (COMMON-6)."""
    before = str(table)
    with pytest.raises(NotAllowed) as refused:
        played(table, move)
    assert str(table) == before
    return refused.value.reason, refused.value.clause


def fields(table: Table) -> dict[str, str]:
    """What lies where, by field, as the table's line of text says it; empty fields are left out."""
    return {name: value for name, _, value in (part.partition(" ") for part in str(table).split("; ")[1:])}


def notes(table: Table) -> list[tuple[str, int | None, int]]:
    """What the log tells everybody beside moves and cards: key, seat and number."""
    return [(told.text, told.seat, told.number) for told in table.view().log if told.kind == "note"]


def summary(table: Table) -> list[str]:
    """What everybody is told of how the game stands, line by line."""
    return [spoken(plain(line), [], None) for line in table.game.rulebook.words.summary(table.view())]
