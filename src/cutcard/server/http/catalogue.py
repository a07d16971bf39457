"""What there is to play: every game, and every variant that has a name of its own, with all a page needs to offer it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import orjson
from markdown_it import MarkdownIt
from markdown_it.token import Token

from cutcard import __version__
from cutcard.core.declaration.appearance import Zone
from cutcard.core.declaration.cover import Variant
from cutcard.core.declaration.options import LARGEST, AnyOption, Option, Row, at, plain
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.declaration.verbs import Verb
from cutcard.core.declaration.zones import Field
from cutcard.core.languages import ENGLISH, by_language, translated, unit_for
from cutcard.core.registry import Named, named
from cutcard.core.table.outcome import penalties
from cutcard.games import CREDITS, games
from cutcard.players import summary
from cutcard.present.lessons import has_lesson
from cutcard.present.rules_pages import rules_of
from cutcard.puzzles.puzzle import has_puzzles
from cutcard.server.http.catalogue_messages import Catalogue
from cutcard.server.http.compressed import CompressedAnswer
from cutcard.server.http.server_messages import Rules
from cutcard.server.tables.lessons import lesson_told

TERMINAL_ONLY = "## What you type\n"
LEVELS = ("easy", "medium", "hard", "expert")


def catalogue(bots: Mapping[str, str]) -> dict[str, Any]:
    """Everything the home page shows; `bots` are those of this server beside the levels."""
    players = {**{name: name for name in LEVELS}, **bots}
    levels = [
        {"name": name, "title": translated(name), "summary": translated(summary(player))} for name, player in players.items()
    ]
    return {**_all_games(), "levels": levels}


@by_language(None)
def compressed_catalogue(bots: tuple[tuple[str, str], ...]) -> CompressedAnswer:
    """The same as it is sent to every browser that comes."""
    return CompressedAnswer(Catalogue.model_validate(catalogue(dict(bots))).model_dump_json().encode())


@by_language(None)
def _all_games() -> dict[str, Any]:
    return {
        "version": __version__,
        "credits": translated(CREDITS),
        "games": [entry for book in games() for entry in _entries(book)],
    }


def _entries(book: Rulebook) -> list[dict[str, Any]]:
    own = Variant(book.name, book.title, book.summary, {}, book.emblem)
    return [_entry(book, one) for one in (own, *book.variants)]


def _entry(book: Rulebook, variant: Variant) -> dict[str, Any]:
    layout, words, unit = book.rules.layout, book.words, book.words.stake.unit or "points"
    return {
        "id": variant.name,
        "game": book.name,
        "preset": {option: plain(value) for option, value in variant.options.items()},
        "title": variant.title,
        "summary": translated(variant.summary),
        "mood": translated(book.mood),
        "length": translated(book.length),
        "least_seats": book.least_seats,
        "most_seats": book.most_seats,
        "faces": book.rules.deck.faces,
        "zones": {name: _zone(zone, layout.fields[name]) for name, zone in words.zones.items()},
        "verbs": {name: _verb(verb) for name, verb in book.verbs.all.items()},
        "options": [_option(option, book) for option in book.options],
        "fewer_is_better": book.rules.fewer_is_better,
        "values": words.values,
        "penalties": list(penalties(book)),
        "anew": translated(book.carries.anew) if book.carries else "",
        "crowned": words.crowned,
        "score_unit": unit,
        "score_words": (unit_for(1, unit), unit_for(2, unit)),
        "emblem": variant.emblem,
        "lesson": has_lesson(Named(variant.name, variant.title, variant.summary, book)),
        "puzzles": has_puzzles(variant.name),
        "tips": [
            {
                "id": f"{book.name}.{place}",
                "text": translated(tip.text),
                "verb": tip.verb or None,
                "zone": tip.zone or None,
                "least": tip.least,
                "most": tip.most,
            }
            for place, tip in enumerate(book.tips, start=1)
        ],
    }


def _zone(zone: Zone, field: Field) -> dict[str, Any]:
    return {
        "title": translated(zone.title),
        "yours": zone.before_you if field.each else translated(zone.title),
        "each": field.each,
        "sight": field.sight,
        "shape": zone.shape,
        "under": zone.under or None,
        "joins": zone.joins or None,
    }


def _verb(verb: Verb) -> dict[str, Any]:
    return {
        "word": translated(verb.name),
        "help": translated(verb.help),
        "takes": verb.takes,
        "zones": verb.zones,
        "anybody": verb.anybody,
        "owned": verb.owned,
        "leaves": verb.leaves,
        "chapter": verb.chapter,
    }


def _most(option: Option, seats: int) -> int:
    """The most that an option can be at a table online."""
    most = at(option.most, seats)
    return most if option.most_online is None else min(most, at(option.most_online, seats))


def _option(option: AnyOption, book: Rulebook) -> dict[str, Any]:
    seats = book.seat_range
    is_number = isinstance(option, Option) and not option.is_switch
    most = [_most(option, number) for number in seats] if isinstance(option, Option) else []
    return {
        "name": option.name,
        "title": translated(option.name.replace("_", " ").capitalize()),
        "help": translated((isinstance(option, Row) and option.page_help) or option.help),
        "kind": "switch" if option.is_switch else "number" if is_number else "row",
        "defaults": [plain(at(option.default, number)) for number in seats],
        "least": option.least if isinstance(option, Option) and is_number else None,
        "most": [None if number >= LARGEST else number for number in most] if is_number else [],
        "carried": option.carried,
    }


@cache
def rules_html(name: str, language: str = ENGLISH) -> dict[str, str]:
    """The rules of a game or variant in our words, as a page; each heading has an id."""
    entry = named(name)
    return {"title": entry.title, "html": _rendered(rules_of(entry, language), rules_of(entry))}


@cache
def compressed_rules(name: str, language: str) -> CompressedAnswer:
    return CompressedAnswer(Rules(**rules_html(name, language)).model_dump_json().encode())


@cache
def compressed_lesson(name: str, language: str) -> CompressedAnswer:
    """The lesson of a game or variant whose rules are ready: the first time it is played through, which takes a moment."""
    return CompressedAnswer(orjson.dumps({"lesson": lesson_told(named(name), language)}))


def _rendered(markdown: str, english: str) -> str:
    """Without the title, which the page has already, and what is for the terminal; raw HTML stays text. A heading has the id
    of the English one in its place, so that a chapter is found in every language."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens: list[Token] = []
    for chapter, original in zip(_chapters(markdown), _chapters(english), strict=True):
        if original.startswith(TERMINAL_ONLY):
            continue
        own, ids = reader.parse(chapter), _ids(reader.parse(original))
        for heading in (token for token in own if token.type == "heading_open"):
            heading.attrSet("id", next(ids))
        tokens += own
    return str(reader.renderer.render(tokens, reader.options, {}))


def _chapters(markdown: str) -> list[str]:
    """What stands before the first heading, and each chapter with its own."""
    return re.split(r"^(?=## )", re.sub(r"\A# .*\n", "", markdown), flags=re.MULTILINE)


def _ids(tokens: list[Token]) -> Iterator[str]:
    for opening, text in pairwise(tokens):
        if opening.type == "heading_open":
            yield re.sub(r"[^a-z0-9]+", "-", text.content.lower()).strip("-")
