"""Write docs/spaces.md: what the numbers of observations and actions mean in every game, read off its declaration.

python scripts/spaces.py
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np

import cutcard
from cutcard import Game, Rulebook
from cutcard.core.declaration.verbs import each_meaning
from cutcard.core.observation import observation_of

PAGE = Path(__file__).parents[1] / "docs" / "spaces.md"

HEAD = """# Observations and actions, game by game

Written by `python scripts/spaces.py` from the declarations of the games, at the fewest seats and with the usual options. In
names, seat 0 is the one that looks and seat 1 sits to its left. Behind a zone stands a card: the entry says how many of
these lie there; `hidden` is how many cards lie there that the viewer cannot see. With more seats there are more entries:
`env.observation_names` has them all, and `env.action_name(action)` says what an action means now. What may change, and when:
[research](research.md#what-stays-as-it-is).
"""


def said_of_fields(book: Rulebook) -> dict[str, str]:
    """What the declaration says of each field: beneath it, or as an option, or as the title of a zone."""
    found = {name: zone.title + "." for name, zone in book.words.zones.items()}
    found |= {option.field or option.name: option.help for option in book.options if hasattr(option, "field")}
    found |= {"deck": "The deck.", "seats": "How many seats there are.", "dealer": "Who deals."}
    for kin in reversed(book.rules.table.__mro__[:-1]):
        body = ast.parse(dedent(inspect.getsource(kin))).body[0]
        assert isinstance(body, ast.ClassDef)
        for line, after in zip(body.body, body.body[1:], strict=False):
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and isinstance(after, ast.Expr):
                text = ast.literal_eval(after.value)
                found[line.target.id] = " ".join(text.split())
    return found


def observation_rows(game: Game) -> Iterator[str]:
    """A row for each field: its entries, what they are called and between what they lie."""
    seen, said = observation_of(game), said_of_fields(game.rulebook)
    entries = zip(range(len(seen.names)), seen.names, seen.low, seen.high, strict=True)
    for field, group in groupby(entries, key=lambda entry: entry[1].partition(" ")[0].partition("[")[0]):
        rows = list(group)
        names = f"`{rows[0][1]}`" + (f" … `{rows[-1][1]}`" if len(rows) > 1 else "")
        low, high = (_number(of(row[at] for row in rows)) for of, at in ((min, 2), (max, 3)))
        meaning = said.get(field, field.replace("_", " ").capitalize() + ".").replace("|", "\\|")
        between = "any" if low == high == "any" else f"{low} to {high}"
        yield f"| {_span(rows[0][0], rows[-1][0])} | {names} | {meaning} | {between} |"


def action_rows(book: Rulebook) -> Iterator[str]:
    """A row for each verb: its actions, and its help."""
    phases = sorted({int(one) for verb in book.verbs.all.values() for one in np.atleast_1d(verb.phase or 0)})
    found: dict[str, set[int]] = {name: set() for name in book.verbs.all}
    for phase in phases:
        for action, (verb, _) in each_meaning(book.verbs, phase if book.verbs.phase else None):
            found[verb.name].add(action)
    for name, actions in found.items():
        verb = book.verbs.all[name]
        only = f" With the option `{verb.option}`." if verb.option else ""
        yield f"| {_spans(sorted(actions))} | `{name}` | {verb.help}{only} |"


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _spans(numbers: list[int]) -> str:
    """Numbers in a row as one span."""
    groups = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    rows = [[number for _, number in group] for _, group in groups]
    return ", ".join(_span(row[0], row[-1]) for row in rows)


def _number(value: Any) -> str:
    """What lies that far is only known to be a whole number."""
    return f"{value:g}" if abs(value) < 2**62 else "any"


def section(book: Rulebook) -> str:
    game = cutcard.game(book.name, seats=book.least_seats)
    size, actions = len(observation_of(game).names), book.rules.actions
    return "\n".join(
        [
            f"\n## {book.title}\n",
            f"{size} entries at {game.seats} seats, {actions} actions.\n",
            "| entries | names | meaning | range |\n|---|---|---|---|",
            *observation_rows(game),
            "\n| actions | verb | meaning |\n|---|---|---|",
            *action_rows(book),
            "",
        ]
    )


def page() -> str:
    return HEAD + "".join(section(book) for book in cutcard.games())


if __name__ == "__main__":
    PAGE.write_text(page())
