"""Pieces of a review as they are kept, so that nothing has to be thought over twice: as JSON, to the bit.

What they are worth hangs on the sources that made them. So `made_by` names these, and pieces of other sources are no use."""

from __future__ import annotations

import json
from dataclasses import fields
from functools import cache
from typing import Any

from cutcard.core.compiling import JIT, rules_digest
from cutcard.core.declaration.rules import Rules
from cutcard.reviews.chances import Chances
from cutcard.reviews.judging import Judged, Judgement


@cache
def made_by(rules: Rules) -> str:
    """What reviews of a game are known by: its rules, and all that judges. As plain Python less is tried."""
    digest = rules_digest((*rules.modules, rules.table.__module__, __name__, "cutcard.reviews.pieces"))
    return digest[:32] if JIT else f"plain {digest[:24]}"


def graph_text(graph: list[Chances]) -> str:
    return json.dumps([_row(one) for one in graph], separators=(",", ":"))


def graph_of(text: str) -> list[Chances]:
    return [Chances(*_cells(row)) for row in json.loads(text)]


def judgement_text(judgement: Judgement) -> str:
    moves = [_row(move) for move in judgement.moves]
    made = moves, judgement.moves.index(judgement.played), judgement.exact, judgement.usual
    return json.dumps(made, separators=(",", ":"))


def judgement_of(text: str) -> Judgement:
    rows, made, exact, usual = json.loads(text)
    moves = tuple(Judged(*_cells(row)) for row in rows)
    return Judgement(moves, moves[made], exact, usual)


def _row(one: Chances | Judged) -> list[Any]:
    return [getattr(one, each.name) for each in fields(one)]


def _cells(row: list[Any]) -> list[Any]:
    """JSON knows no tuples."""
    return [tuple(cell) if isinstance(cell, list) else cell for cell in row]
