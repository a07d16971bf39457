"""What a person may see of a table, as data: the only thing that a person's face gets. The terminal draws it, the server
sends it, and a replay is a row of them. It is made from a view, never from the table, and has no game in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from math import comb
from typing import NamedTuple

from cutcard.core.declaration.appearance import Chart, Chip, Odds, Pot, zones_joined
from cutcard.core.declaration.deck import Deck
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.phrases import Sentence, plain
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.languages import by_language, translated, unit_for
from cutcard.core.table.outcome import Outcome, outcome_of
from cutcard.core.table.table import Table
from cutcard.core.table.view import View
from cutcard.present.cards import are_standard

LISTED_AT_MOST = 2000
"""Of more moves than this only their kind is told, where any so many cards make one."""

DEALER = "dealer"
NO_ODDS = Odds()


@dataclass(frozen=True)
class Faces:
    """What the cards of the deck look like."""

    all: tuple[str, ...]
    """Lowest first."""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """All values of a card, its name first, where it has several."""
    called: tuple[str, ...] = ()
    """What the values are called."""
    now: int = -1
    """Which of them counts now; -1 where all do."""

    @property
    def are_standard(self) -> bool:
        """Whether a face says rank and suit."""
        return are_standard(self.all)


@dataclass(frozen=True)
class Cards:
    """What lies in one place."""

    cards: tuple[str, ...]
    hidden: int
    """How many cards lie there that you cannot see."""


def cards_lying(deck: Deck, cards: int, hidden: int, is_dark: bool) -> Cards:
    """What lies in a place where these cards can be seen and so many cannot; where it is dark only how many they all are."""
    return Cards((), cards.bit_count() + hidden) if is_dark else Cards(deck.names(cards), hidden)


@dataclass
class SeatShown:
    """How a seat stands. Nobody changes it."""

    score: int
    status: Sentence
    is_out: bool
    is_gone: bool
    chips: tuple[Chip, ...]


@dataclass(frozen=True)
class Marked:
    """A word at a seat, or at what a seat has in a zone."""

    seat: int
    word: str
    zone: str | None
    is_best: bool = False
    """Whether those cards are the ones to beat."""


marked = lru_cache(maxsize=4096)(Marked)


@dataclass(frozen=True)
class ValueShown:
    """One of the values of a card that has several, and what it means now."""

    name: str
    sentence: Sentence
    is_now: bool


@dataclass
class Offer:
    """A move that you may make. Nobody changes it."""

    move: str
    verb: str
    cards: tuple[str, ...]
    owner: int | None
    number: int | None
    words: Sentence
    odds: Sentence
    chance: float | None


@dataclass(frozen=True)
class Pick:
    """Where any so many of some cards make a move, and they are too many to list."""

    verb: str
    cards: tuple[str, ...]
    count: int


@dataclass(eq=False)
class Scene:
    """A table as it may be seen. A browser gets it as it stands here. Nobody changes it: it is not frozen, as that would
    take most of the time that it takes to make one."""

    step: int
    """After how many moves."""
    to_act: tuple[int, ...]
    target: int | None
    seats: tuple[SeatShown, ...]
    marks: tuple[Marked, ...]
    zones: Mapping[str, Cards | tuple[Cards, ...]]
    showing: tuple[str, ...]
    """The zones of the middle that have their place now."""
    captions: Mapping[str, Sentence]
    lines: tuple[Sentence, ...]
    pots: tuple[Pot, ...]
    chart: Chart | None
    value_now: int
    """Which value of a card with several counts now; -1 where all do."""
    values: tuple[ValueShown, ...]
    outcome: Outcome | None


class ZoneSetting(NamedTuple):
    """Where to find a zone in the words of a view."""

    name: str
    face_down: bool
    each: bool
    """Whether every seat has one."""
    places: tuple[tuple[int, int | None], ...]
    """For each place the words that have its cards, and how many of them cannot be seen."""


class Setting(NamedTuple):
    """What of a scene stays as it is for a whole game."""

    zones: tuple[ZoneSetting, ...]
    middle: tuple[str, ...]
    """The zones that lie in the middle of the table."""
    piles: frozenset[str]
    """Those of them that always have their place."""
    chart: Chart | None
    """What cards are worth in this game, where nobody would know."""
    lying: Callable[[int, int, bool], Cards]
    """`cards_lying` with this deck: from one move to the next most zones of a table stay as they are."""


@by_language(256)
def setting_of(game: Game) -> Setting:
    words, fields, in_view = game.rulebook.words, game.layout.fields, game.layout.in_view
    return Setting(
        tuple(
            ZoneSetting(name, zone.face_down, fields[name].each, tuple(in_view[name][: game.seats]))
            for name, zone in words.zones.items()
        ),
        tuple(name for name, zone in words.zones.items() if not fields[name].each or zone.shape == "trick"),
        frozenset(name for name, zone in words.zones.items() if zone.shape == "pile"),
        words.chart(game.options),
        lru_cache(maxsize=10_000)(partial(cards_lying, game.deck)),
    )


def scene_of(view: View, aids: bool = True, step: int = 0) -> Scene:
    """What is to be seen in a view after so many moves, without what its seat may do. Without aids nobody looks into what
    lies face down."""
    game, t = view.game, view.reading
    words, chips, setting = game.rulebook.words, game.rulebook.words.chips, setting_of(game)
    now, shown = words.value_now(t), words.showing(t)
    meanings = zip(words.values, words.values_told(view), strict=False) if words.values_told else ()
    return Scene(
        step=step,
        to_act=view.to_act,
        target=words.target(view),
        seats=tuple(
            [
                SeatShown(score, *words.status(t, seat), tuple(chips(t, seat)) if chips else ())
                for seat, score in enumerate(view.scores)
            ]
        ),
        marks=tuple(_marks(view)),
        zones=_zones(t.row, setting, aids),
        showing=setting.middle if shown is None else tuple([n for n in setting.middle if n in shown or n in setting.piles]),
        captions=words.captions(view),
        lines=tuple([plain(line) for line in words.summary(view)]),
        pots=tuple([_pot(pot) for pot in words.pots(t)]) if words.pots else (),
        chart=setting.chart,
        value_now=now,
        values=tuple([ValueShown(translated(name), said, now == i) for i, (name, said) in enumerate(meanings)]),
        outcome=outcome_of(game.rulebook, view.result, words.target(view)) if view.result else None,
    )


def _pot(pot: Pot) -> Pot:
    """A pot with its words."""
    return replace(pot, title=translated(pot.title), word=unit_for(pot.number, pot.unit))


def _marks(view: View) -> list[Marked]:
    """The dealer, and whatever else the game marks."""
    found = [marked(view.reading.dealer, translated(DEALER), None)]
    if not view.game.rulebook.words.marks:
        return found
    taken: set[tuple[int, str]] = set()
    for mark in view.game.rulebook.words.marks:
        seat, word = view.number(mark.field), translated(mark.word)
        if not mark.zone:
            found.append(marked(seat, word, None))
        elif (seat, mark.zone) not in taken and 0 <= seat < view.game.seats and view.cards(mark.zone, seat):
            taken.add((seat, mark.zone))
            found.append(marked(seat, word, mark.zone, mark.best))
    return found


def _zones(row: list[int], setting: Setting, aids: bool) -> dict[str, Cards | tuple[Cards, ...]]:
    """Each zone, for each seat where all have one; without aids, of cards that lie face down only how many they are."""
    found: dict[str, Cards | tuple[Cards, ...]] = {}
    lying = setting.lying
    for name, face_down, each, places in setting.zones:
        is_dark = face_down and not aids
        cards = [lying(row[at], 0 if hidden is None else row[hidden], is_dark) for at, hidden in places]
        found[name] = tuple(cards) if each else cards[0]
    return found


def own_zones(view: View, aids: bool = True) -> dict[str, Cards]:
    """What the seat that looks has in the zones of which each seat sees its own only."""
    found: dict[str, Cards] = {}
    for name in view.game.layout.own if view.seat is not None else ():
        cards, hidden = view.cards(name, view.seat), view.hidden(name, view.seat)
        is_dark = view.game.rulebook.words.zones[name].face_down and not aids
        found[name] = Cards((), len(cards) + hidden) if is_dark else Cards(cards, hidden)
    return found


def faces(view: View) -> Faces:
    """The faces of the deck, with all their values."""
    words, t, names = view.game.rulebook.words, view.reading, view.game.deck.faces
    values = {name: tuple(words.shown_card(t, name).split("/")) for name in names} if words.values else {}
    return Faces(names, values, words.values, words.value_now(t))


# What you may do


def task_of(view: View) -> Sentence:
    """What the seat that looks is to do, if it is to act."""
    return plain(view.game.rulebook.words.task(view)) if view.seat in view.to_act else ()


def offers_of(view: View, moves: Sequence[str], aids: bool = True) -> tuple[Offer, ...]:
    """These moves of the seat that looks, each with its words, and with aids what it risks."""
    book, seat = view.game.rulebook, view.seat
    assert seat is not None
    offers = []
    for text in moves:
        move = book.verbs.read(text)
        odds = book.words.odds(view, move) if aids else NO_ODDS
        words = offer_words(book, text, seat)
        offers.append(Offer(text, move.verb, move.cards, move.owner, move.number, words, odds.sentence, odds.chance))
    return tuple(offers)


def risk_of(table: Table, offered: Sequence[Offer] = ()) -> float | None:
    """What the last move risked, as everybody could know before it: None where it risked nothing that can be counted, or
    was secret. Where hands are hidden it is a spectator's chance, so that it tells nothing of them; else it is what the move
    was `offered` with, if that is known."""
    step, book, is_open = table.last, table.game.rulebook, table.game.layout.all_alike
    if step is None or not step.move or book.verbs.all[book.verbs.read(step.move).verb].secret:
        return None
    known = [offer.chance for offer in offered if offer.move == step.move] if is_open else []
    if known:
        return known[0]
    before = table.before
    if before is None:
        return None
    return book.words.odds(before.glance(step.seat if is_open else None), book.verbs.read(step.move)).chance


@by_language(20_000)
def offer_words(book: Rulebook, move: str, seat: int) -> Sentence:
    """A move as an offer: `Fold and take the 3 from Ada`. Most are offered again and again."""
    parts = book.verbs.read(move)
    return book.verbs.all[parts.verb].offer(parts, seat)


def move_told(book: Rulebook, text: str, seat: int) -> Sentence:
    """A move as done: `You fold and take the 3 from Ada.`"""
    move = book.verbs.read(text)
    return book.verbs.all[move.verb].sentence(move, seat)


def pick_of(view: View) -> Pick | None:
    """Where any so many of a seat's cards make a move, and they are too many to list: which cards, and how many."""
    if view.game.rulebook.rules.longest == 1 or (ways := view.count_legal()) <= LISTED_AT_MOST:
        return None
    openings = [view.game.rulebook.verbs.read(move) for move in view.openings()]
    several = [move for move in openings if move.cards]
    verb, example = view.game.rulebook.verbs.all[several[0].verb], several[0].cards
    cards = tuple(card for zone in verb.zones for card in view.cards(zone, view.seat))
    if ways - (len(openings) - len(several)) != comb(len(cards), len(example)):
        return None
    return Pick(verb.name, cards, len(example))


# Hands


def hands(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """The zones that make up a hand, by its first one."""
    return zones_joined(book.words.zones)
