"""A game made small enough to be looked at in full: two seats, fewer cards, and its own rules but for what it replaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from cutcard.core.declaration.options import AnyOption, at
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.declaration.zones import Reading
from cutcard.core.errors import NotAllowed

SEATS = 2


def made_small(
    book: Rulebook,
    *,
    name: str,
    title: str,
    summary: str,
    usual: Mapping[str, bool | int],
    most: Mapping[str, int] | None = None,
    without: tuple[str, ...] = (),
    why_not: Callable[[Reading, int, list[str]], NotAllowed | None] | None = None,
    **rules: Any,
) -> Rulebook:
    """The same game under another name, for two seats. `usual` says what options are unless they are given, `most` how far
    they go with so few cards, `without` which there are not: these stay as they usually are. `rules` takes the place of the
    game's own, such as its deck or its deal."""
    options = [_changed(option, {"most": most or {}, "default": usual}) for option in book.options]
    left_out = {option.name: at(option.default, SEATS) for option in options if option.name in without}
    fixed = [option.fields(left_out[option.name]) for option in options if option.name in without]
    bound, ranges = book.bound, book.ranges
    return replace(
        book,
        name=name,
        title=title,
        summary=summary,
        least_seats=SEATS,
        most=SEATS,
        variants=(),
        tips=(),
        events=128,
        options=tuple(option for option in options if option.name not in without),
        fixed={field: value for fields in (book.fixed, *fixed) for field, value in fields.items()},
        bound=(lambda seats, given: bound(seats, {**left_out, **given})) if bound else None,
        ranges=lambda seats, given: ranges(seats, {**left_out, **given}),
        why_not=why_not or book.why_not,
        rules=replace(book.rules, name=name, **rules),
    )


def _changed(option: AnyOption, values: Mapping[str, Mapping[str, Any]]) -> AnyOption:
    """The option with other bounds, or another default."""
    changes: dict[str, Any] = {what: by_name[option.name] for what, by_name in values.items() if option.name in by_name}
    return replace(option, **changes)
