"""A table as one line of text, so that a test can state cards.

`pairs/4 target=16; to_act 2; deck *; stacks 5 3, 7, -, 2; scores 0 8 0 3`: first the game, its seats and the
options that are not the default, then each field that is not empty or zero. Zones list their cards, `-` is none and `*`
all cards that are named nowhere else; what each seat has is separated by commas; sets of seats list their seats.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import members
from cutcard.core.dealer import Source
from cutcard.core.errors import ParseError
from cutcard.core.layout import Field, rows

if TYPE_CHECKING:
    from cutcard.core.game import Game
    from cutcard.core.table import Table


def write(table: Table) -> str:
    """The table as a line that `Game.position` reads."""
    game, state = table.game, table._state
    options = "".join(f" {name}={json.dumps(value)}" for name, value in game.given_options.items())
    parts = [f"{game.name}/{game.seats}{options}"]
    for name, field in game.layout.fields.items():
        value = state[name][0]
        if name in ("seats", *game.options) or not value.any():
            continue
        if field.kind == "zone":
            zones = [int(zone) for zone in value[: game.seats]] if field.each else [int(value)]
            text = ", ".join(" ".join(game.deck.names(zone)) or "-" for zone in zones)
        elif field.kind == "seats":
            text = " ".join(map(str, members(value)))
        elif field.each:
            text = " ".join(map(str, value[: game.seats].tolist()))
        else:
            text = " ".join(map(str, [value.tolist()] if not field.length else value.tolist()))
        parts.append(f"{name} {text}")
    return "; ".join(parts)


def read(game: Game, text: str, source: Source) -> Table:
    """The table that a line describes. Fields that are left out are empty or zero, the dealer as the game says."""
    from cutcard.core.table import Table

    head, _, body = text.partition(";")
    if head.split(" ")[0] != f"{game.name}/{game.seats}":
        raise ParseError(f"the line is of {head.split(' ')[0]!r}, not of {game.name}/{game.seats}")
    state = game.blank()
    state["deck"] = 0
    row = rows(state)[0]
    free = game.deck.full
    rest: int | None = None
    for part in filter(None, (part.strip() for part in body.split(";"))):
        name, _, values = part.partition(" ")
        field = game.layout.fields.get(name)
        if field is None:
            raise ParseError(f"a table of {game.name} has no {name!r}")
        start = game.layout.start[name]
        if field.kind != "zone":
            state[name] = _numbers(game, name, field, values.split())
            continue
        for i, cards in enumerate(values.split(",")):
            if cards.strip() == "*":
                rest = start + i
                continue
            for card in cards.split():
                if card != "-":
                    one = _one_of(game.deck.mask(card) & free, card)
                    free ^= one
                    row[start + i] |= np.uint64(one)
    if rest is not None:
        row[rest] = free
    elif free:
        raise ParseError(f"these cards are in no place: {' '.join(game.deck.names(free))} (write * for the rest)")
    return Table(game, state, source, None)


def _one_of(cards: int, face: str) -> int:
    if not cards:
        raise ParseError(f"there are not that many cards {face}")
    return cards & -cards


def _numbers(game: Game, name: str, field: Field, words: list[str]) -> Any:
    try:
        numbers = [int(word) for word in words]
    except ValueError:
        raise ParseError(f"{name} takes whole numbers, not {' '.join(words)!r}") from None
    if field.kind == "seats":
        return sum(1 << seat for seat in numbers)
    if field.each:
        return numbers + [0] * (game.layout.most_seats - len(numbers))
    return numbers if field.length else numbers[0]
