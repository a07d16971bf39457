"""A game made small enough to be looked at in full: two seats, fewer cards, and its own rules but for what it replaces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cutcard.core.declaration.options import Option
from cutcard.core.declaration.rulebook import Rulebook

SEATS = 2


def made_small(
    book: Rulebook, *, name: str, title: str, summary: str, usual: Mapping[str, bool | int], **rules: Any
) -> Rulebook:
    """The same game under another name, for two seats. `usual` says what options are unless they are given; `rules` what
    takes the place of the game's own, such as its deck or its deal."""
    options = [
        replace(option, default=usual[option.name]) if isinstance(option, Option) and option.name in usual else option
        for option in book.options
    ]
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
        options=tuple(options),
        rules=replace(book.rules, name=name, **rules),
    )
