"""What leaves the server of a game: the open view for everybody, and of a seat's own view what only it may know. Both are
made from views, never from the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb
from typing import Any

from cutcard.core.game import Game, Rulebook
from cutcard.core.history import Happening
from cutcard.core.layout import OWN
from cutcard.core.view import View
from cutcard.core.words import phrases
from cutcard.scene.scene import move_in_words
from cutcard.scene.seating import Seating

LISTED_AT_MOST = 2000
"""Of more moves than this only their kind is told, where any so many cards make one."""


def play_shown(view: View, step: int) -> dict[str, Any]:
    """The game as a spectator sees it, after so many moves."""
    words, result = view.game.rulebook.words, view.result
    t = view.reading
    return {
        "step": step,
        "to_act": list(view.to_act),
        "scores": list(view.scores),
        "target": words.target(view),
        "zones": view.zones(),
        "numbers": view.numbers(),
        "lines": words.summary(view),
        "status": [words.status(t, seat) for seat in range(view.game.seats)],
        "value_now": words.value_now(t),
        "result": result
        and {
            "places": result.places,
            "scores": result.scores,
            "reason": view.game.rulebook.reasons[result.reason],
        },
    }


def you_shown(view: View, seat: int, asked: int, names: Sequence[str]) -> dict[str, Any]:
    """What only this seat may know: its own cards, and while it is to act its moves."""
    shown = nothing_for(seat, asked)
    shown["zones"] = {name: view.shown(name, seat) for name in hidden_zones(view.game)}
    if seat not in view.to_act:
        return shown
    words = view.game.rulebook.words
    pick = any_cards(view) if view.game.rulebook.rules.longest > 1 else None
    legal = [move for move in view.openings() if " " not in move] if pick else view.legal
    book, people = view.game.rulebook, tuple(names)
    offers = [{"move": move, "words": offered(book, people, seat, move), "odds": words.odds(view, move)} for move in legal]
    return {**shown, "task": words.task(view), "legal": offers, "pick": pick}


@lru_cache(maxsize=20_000)
def offered(book: Rulebook, names: tuple[str, ...], seat: int, move: str) -> str:
    """A move in words; most are offered again and again."""
    return move_in_words(book, Seating(names, ("",) * len(names), seat), move)


def nothing_for(seat: int, asked: int) -> dict[str, Any]:
    """A seat that has nothing of its own to see, and nothing to do."""
    return {"seat": seat, "asked": asked, "zones": {}, "task": "", "legal": [], "pick": None}


def hidden_zones(game: Game) -> list[str]:
    """The zones of which a seat sees its own only."""
    return _hidden_zones(game.rulebook)


@cache
def _hidden_zones(book: Rulebook) -> list[str]:
    return [name for name, field in book.rules.layout.fields.items() if field.kind == "zone" and field.sight == OWN]


def any_cards(view: View) -> dict[str, Any] | None:
    """Where any so many of a seat's cards make a move, and they are too many to list: which cards, and how many."""
    ways = view.count_legal()
    if ways <= LISTED_AT_MOST:
        return None
    openings = [move.split(" ") for move in view.openings()]
    several = [words for words in openings if len(words) > 1]
    verb, *example = several[0]
    cards = [card for zone in own_zones(view) for card in view.cards(zone, view.seat)]
    count = len(example)
    if ways - (len(openings) - len(several)) != comb(len(cards), count):
        return None
    return {"verb": verb, "cards": cards, "count": count}


def own_zones(view: View) -> list[str]:
    """The zones that make up a hand."""
    words, fields = view.game.rulebook.words, view.game.layout.fields
    return list(words.held) or [name for name in words.zones if fields[name].each and fields[name].sight == OWN][:1]


def told(game: Game, happenings: Sequence[Happening], seat: int | None) -> dict[str, Any]:
    """What happened, as a seat or a spectator knows it: as data, and as phrases that the client speaks."""
    return {
        "said": [{"phrase": phrase, "seat": about} for phrase, about in phrases(game.rulebook, happenings, seat)],
        "happened": [
            {"kind": one.kind, "seat": one.seat, "text": one.text, "card": one.card, "number": one.number}
            for one in happenings
        ],
    }
