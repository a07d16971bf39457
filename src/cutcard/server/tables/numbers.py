"""The numbers of a person: what their games came to, counted up from the results that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from cutcard.core import registry
from cutcard.core.errors import NotFound
from cutcard.core.languages import unit_for
from cutcard.core.table.outcome import LOST, SAFE, SHARED, TIED, WON
from cutcard.server.store.people import ASIDE, MOST_KEPT, Kept

MOST_SHOWN = 30
"""Of each game so many results are told one by one, the last ones."""


class About(NamedTuple):
    """What there is to know of a game to speak of its results."""

    title: str
    unit: str = "points"
    fewer_is_better: bool = False


def about(game: str) -> About:
    """A game that is no longer installed has only its name."""
    try:
        entry = registry.named(game)
    except NotFound:
        return About(game)
    book = entry.rulebook
    return About(entry.title, book.words.stake.unit or "points", book.rules.fewer_is_better)


def numbers_of(results: Sequence[Kept]) -> dict[str, Any]:
    """All numbers; the results are those of one person, the newest first."""
    games = list(dict.fromkeys(one.game for one in results))
    return {
        **_counts(results),
        "since": results[-1].ended if results else None,
        "most": MOST_KEPT,
        "bots": _bots(results),
        "games": [_game(game, [one for one in results if one.game == game]) for game in games],
    }


def all_played(results: Sequence[Kept]) -> list[dict[str, Any]]:
    """Every game one by one, with the bots of each."""
    titles = {game: about(game).title for game in {one.game for one in results}}
    return [
        {"game": one.game, "title": titles[one.game], **_played(one), "bots": _bots([one]), "judged": one.judged}
        for one in results
    ]


def _game(game: str, results: Sequence[Kept]) -> dict[str, Any]:
    title, unit, fewer_is_better = about(game)
    scores = [one.score for one in results if one.fate != ASIDE]
    best = (min if fewer_is_better else max)(scores, default=None)
    last = [_played(one) for one in results[:MOST_SHOWN]]
    said = {"title": title, "unit": unit, "score_words": (unit_for(1, unit), unit_for(2, unit))}
    facts = {"game": game, **said, "best": best, "bots": _bots(results), "last": last}
    return {**_counts(results), **facts}


def _counts(results: Sequence[Kept]) -> dict[str, int]:
    fates = [one.fate for one in results if one.fate != ASIDE]
    runs = _runs(reversed(fates))
    return {
        "played": len(fates),
        "won": sum(fate in (WON, SHARED) for fate in fates),
        "shared": fates.count(SHARED),
        "lost": fates.count(LOST),
        "safe": fates.count(SAFE),
        "tied": fates.count(TIED),
        "aside": len(results) - len(fates),
        "streak": runs[-1],
        "best_streak": max(runs),
    }


def _runs(fates: Iterable[str]) -> list[int]:
    """How many games there were in a row without a loss, again and again; the last of these may still go on."""
    runs = [0]
    for fate in fates:
        if fate == LOST:
            runs.append(0)
        else:
            runs[-1] += 1
    return runs


def _bots(results: Iterable[Kept]) -> list[dict[str, Any]]:
    found: dict[str, tuple[int, int]] = {}
    for one in results:
        for level, (met, beaten) in one.bots.items():
            before = found.get(level, (0, 0))
            found[level] = (before[0] + met, before[1] + beaten)
    return [{"level": level, "met": met, "beaten": beaten} for level, (met, beaten) in sorted(found.items())]


def _played(one: Kept) -> dict[str, Any]:
    return {
        "code": one.code,
        "at": one.ended,
        "fate": one.fate,
        "score": one.score,
        "place": one.place,
        "seats": one.seats,
        "has_replay": one.has_replay,
    }
