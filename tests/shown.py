"""What a table shows to a person, in words."""

from cutcard import Table
from cutcard.core.phrases import spoken
from cutcard.scene.scene import scene_of
from cutcard.scene.seating import NOBODY, Seating
from cutcard.terminal.screenful import laid_out


def names(table: Table) -> tuple[str, ...]:
    return tuple(f"seat {seat}" for seat in range(table.game.seats))


def statuses(table: Table) -> list[str]:
    """How each seat stands, as the terminal says it to a spectator."""
    people = names(table)
    shown = laid_out(table.view(), Seating(people, ("",) * len(people), NOBODY))
    return [spoken(seat.status, people, None) for seat in shown.seats]


def odds(table: Table, seat: int, move: str) -> str:
    """What a move risks or gains."""
    book = table.game.rulebook
    return spoken(book.words.odds(table.view(seat), book.verbs.read(move)).sentence, names(table), seat)


def pots(table: Table) -> list[int]:
    """What lies in the middle and is counted."""
    return [pot.number for pot in scene_of(table.view()).pots]
