"""A table as one line of text, so that a test can state cards.

`pairs/4 target=20; to_act 2; deck *; stacks 5 3, 7, 4, 2; scores 0 8 0 3`: first the game, its seats and the
options that are not the default, then the dealer and each field that is not empty or zero. Zones list their cards, `-`
is none and `*` all cards that are named nowhere else; what each seat has is separated by commas; sets of seats list
their seats.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cutcard.core.bits import members
from cutcard.core.dealer import Source
from cutcard.core.declaration.zones import Field, rows
from cutcard.core.errors import ParseError
from cutcard.core.table.history import Step

if TYPE_CHECKING:
    from cutcard.core.declaration.game import Game
    from cutcard.core.table.table import Table


SET_UP = -2
"""Stands for the seat of a position from which a game goes on, as -1 does for that of the first deal."""


def write(table: Table) -> str:
    """The table as a line that `Game.position` reads."""
    game, state = table.game, table._state
    options = "".join(f" {name}={_value(value)}" for name, value in game.given_options.items())
    parts = [f"{game.name}/{game.seats}{options}"]
    for name, field in game.layout.fields.items():
        value = state[name][0]
        if name in ("seats", *game.option_fields) or not (value.any() or name == "dealer"):
            continue
        if field.kind in ("zone", "cards"):
            zones = [int(zone) for zone in value[: game.seats]] if field.each else [int(value)]
            text = ", ".join(" ".join(game.deck.names(zone)) or "-" for zone in zones)
        elif field.kind == "seats":
            text = " ".join(map(str, members(value)))
        elif field.each:
            text = " ".join(map(str, value[: game.seats].tolist()))
        else:
            text = " ".join(map(str, [value.tolist()] if not field.length else value.tolist()[: field.length]))
        parts.append(f"{name} {text}")
    return "; ".join(parts)


def read(game: Game, text: str, source: Source) -> Table:
    """The table that a line describes. Fields that are left out are empty or zero, the dealer as the game says."""
    from cutcard.core.table.table import Table

    head, _, body = text.partition(";")
    _check_head(game, head)
    state = game.blank()
    for changing in ("deck", *game.first_fields):  # the line says what is there now
        state[changing] = 0
    free = game.deck.full
    rest: list[tuple[str, int]] = []
    for part in filter(None, (part.strip() for part in body.split(";"))):
        name, _, values = part.partition(" ")
        field = game.layout.fields.get(name)
        if field is None:
            raise ParseError(f"a table of {game.name} has no {name!r}")
        if field.kind not in ("zone", "cards"):
            state[name][0] = _numbers(game, name, field, values)
            continue
        for i, cards in enumerate(_parts(game, name, field, values)):
            if field.kind == "cards":
                _put(game, state, name, i, _taken(game, cards, game.deck.full))
            elif cards == "*":
                rest.append((name, i))
            else:
                zone = _taken(game, cards, free)
                free ^= zone
                _put(game, state, name, i, zone)
    if len(rest) > 1:
        raise ParseError("only one place can have all the other cards")
    if rest:
        _put(game, state, *rest[0], free)
    elif free:
        raise ParseError(f"these cards are in no place: {' '.join(game.deck.names(free))} (write * for the rest)")
    words = rows(state)[0].copy()
    words.flags.writeable = False
    return Table(game, words, source, None)


def as_first(table: Table) -> Table:
    """The same table as the first of a game that goes on from there: nothing is told of what came before."""
    from cutcard.core.table.table import NONE_KEPT

    return replace(table, last=Step(None, SET_UP, "", [], table.words, NONE_KEPT, {}))


def _check_head(game: Game, head: str) -> None:
    """Is the line one of this game, with its seats and options?"""
    if head.split(" ")[0] != f"{game.name}/{game.seats}":
        raise ParseError(f"the line is of {head.split(' ')[0]!r}, not of {game.name}/{game.seats}")
    for word in head.split()[1:]:
        name, _, value = word.partition("=")
        if name not in game.options or _value(game.options[name]) != value:
            raise ParseError(f"the line says {word}, the game {name}={_value(game.options.get(name))}")


def _parts(game: Game, name: str, field: Field, values: str) -> list[str]:
    """What each place of a zone has, or each seat of a set of cards."""
    parts = [part.strip() for part in values.split(",")]
    if len(parts) > (game.seats if field.each else 1):
        raise ParseError(f"{name} has {len(parts)} places, which is more than there are")
    return parts


def _value(value: object) -> str:
    """An option's value without a space in it."""
    return json.dumps(value, separators=(",", ":"))


def _put(game: Game, state: Any, name: str, i: int, zone: int) -> None:
    rows(state)[0, game.layout.spans[name].start + i] = zone


def _taken(game: Game, names: str, free: int) -> int:
    """The cards of these names, from those that are free."""
    zone = 0
    for name in names.split():
        if name != "-":
            left = game.deck.mask(name) & free & ~zone
            if not left:
                raise ParseError(f"there are not that many cards {name}")
            zone |= left & -left
    return zone


def _numbers(game: Game, name: str, field: Field, text: str) -> Any:
    try:
        numbers = [int(word) for word in text.split()]
    except ValueError:
        raise ParseError(f"{name} takes whole numbers, not {text!r}") from None
    if field.kind in ("seat", "seats") and not set(numbers) <= set(range(game.seats)):
        raise ParseError(f"{name} names a seat that is not there: {text}")
    if field.kind == "seats":
        return sum(1 << seat for seat in set(numbers))
    length = game.seats if field.each else field.length or 1
    if not 0 < len(numbers) <= length:
        raise ParseError(f"{name} takes up to {length} numbers, not {text!r}")
    if field.each or field.length:
        return numbers + [0] * (game.layout.table[name].shape[0] - len(numbers))
    return numbers[0]
