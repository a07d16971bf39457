"""Where a person loses most, as their page gets it: from what is kept of their reviewed games, in the language of who
asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutcard.core import registry
from cutcard.core.errors import NotFound
from cutcard.core.languages import decimal, translated, worded
from cutcard.reviews.trends import GameSums, KindTrend, Trend, trend_of
from cutcard.server.store.people import ASIDE, Kept
from cutcard.server.tables.numbers import MOST_SHOWN, about

MOST_LOOKED_AT = 20
"""So many of the last games are reviewed for who asks for it."""
PERCENT = 100.0
PRECISION = 2


def recent(results: Sequence[Kept]) -> list[Kept]:
    """The last games of a person that can be reviewed, or have been; the newest first."""
    return [one for one in results if one.fate != ASIDE and (one.has_replay or one.judged)][:MOST_LOOKED_AT]


def waiting(results: Sequence[Kept]) -> list[Kept]:
    """Those of them that nobody has looked at yet."""
    return [one for one in recent(results) if one.judged is None]


def trends_told(results: Sequence[Kept]) -> dict[str, Any]:
    """The games of which something is known, what was played last first; the results are the newest first."""
    judged = [(one, GameSums.from_json(one.judged)) for one in results if one.judged and one.judged["kinds"]]
    games = dict.fromkeys(one.game for one, _ in judged)
    told = [_game(game, [both for both in judged if both[0].game == game]) for game in games]
    return {"waiting": len(waiting(results)), "games": told}


def _game(game: str, judged: Sequence[tuple[Kept, GameSums]]) -> dict[str, Any]:
    trend = trend_of([sums for _, sums in judged])
    accuracies = [(one, sums.accuracy) for one, sums in judged[:MOST_SHOWN]]
    return {
        "game": game,
        "title": about(game).title,
        "reviewed": trend.games,
        "is_counted": bool(trend.unit),
        "heading": _heading(trend),
        "said": _said(game, trend),
        "kinds": [_kind(game, trend, one) for one in trend.kinds],
        "accuracies": [
            {"code": one.code, "at": one.ended, "accuracy": round(accuracy), "has_replay": one.has_replay}
            for one, accuracy in reversed(accuracies)
            if accuracy is not None
        ],
    }


def _heading(trend: Trend) -> str:
    """What the costs of kinds are."""
    if trend.unit:
        return worded("{unit} lost in a game", unit=_large(translated(trend.unit)))
    return translated("Games of a hundred lost by it" if trend.losing else "Games of a hundred not won because of it")


def _kind(game: str, trend: Trend, one: KindTrend) -> dict[str, Any]:
    size = 1.0 if trend.unit else PERCENT
    return {
        "name": _name(game, one.verbs),
        "decisions": one.decisions,
        "cost": round(size * one.cost, PRECISION),
        "error": round(size * one.error, PRECISION) if trend.games > 1 else None,
        "slips": [round(share, 4) for share in (one.slips, one.mistakes, one.blunders)],
        "is_known": one.is_known and one.is_enough,
    }


def _said(game: str, trend: Trend) -> list[str]:
    """What follows from the numbers, in sentences: nothing that may be chance is called more than that."""
    if trend.lacking:
        return [worded("{n} more {n|game has|games have} to be reviewed before anything can be said.", n=trend.lacking)]
    most = trend.most
    if most is None:
        return [translated("So far nothing stands out: what you lose may be chance.")]
    said = [_lost(trend, _name(game, most.verbs), most.cost)]
    if most.instead is not None:
        played, best = (_word(game, verb) for verb in most.instead)
        exchange = "Most of it with {played} where {best} was better: {n}."
        said.append(worded(exchange, played=played, best=best, n=_amount(trend, most.instead_cost)))
    if len(trend.kinds) > 1:
        clear = "It is more than at any other choice, and more than chance."
        said.append(translated(clear if trend.is_clear else "Whether it is more than elsewhere, nobody can say yet."))
    return said


def _lost(trend: Trend, name: str, cost: float) -> str:
    if trend.unit:
        said = "{name}: what you choose here costs you about {n} {unit} a game."
        return worded(said, name=name, n=_amount(trend, cost), unit=translated(trend.unit))
    return worded("{name}: what you choose here costs you about {n} games of a hundred.", name=name, n=_amount(trend, cost))


def _amount(trend: Trend, cost: float) -> str:
    return decimal(cost if trend.unit else PERCENT * cost)


def _name(game: str, verbs: Sequence[str]) -> str:
    """What there was to choose between: `Hit or fold`."""
    *some, last = (_word(game, verb) for verb in verbs)
    return worded("{some} or {last}", some=", ".join(some), last=last) if some else last


def _word(game: str, verb: str) -> str:
    """What a verb is called, as on its button."""
    try:
        declared = registry.named(game).rulebook.verbs.all
    except NotFound:
        return verb
    return _large(translated(declared[verb].name if verb in declared else verb))


def _large(word: str) -> str:
    return word[:1].upper() + word[1:]
