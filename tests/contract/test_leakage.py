"""Nothing hidden is ever shown: change only what a seat cannot see, and every byte it gets stays the same.

What a seat may not see is said here once more, from the rules pages and not from the declarations, so that a zone
declared wrongly is caught; the last tests declare some wrongly to show it.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import orjson
import pytest

import cutcard
from cutcard import Game, RecordError, Rulebook, Table
from cutcard.core import registry
from cutcard.core.bits import EMPTY, lowest, members
from cutcard.core.compiling import JIT, rule
from cutcard.core.dealer import Dealer, show
from cutcard.core.declaration.verbs import Verbs
from cutcard.core.declaration.zones import DARK, OWN, Open, OpenEach, TableFields, rows
from cutcard.core.table.history import Step
from cutcard.core.table.moves import advised, named
from cutcard.core.table.sentences import sentences, told
from cutcard.games.clever_pickin.rulebook import CLEVER_PICKIN
from cutcard.games.clever_pickin.rules import CleverTable
from cutcard.games.pairs.rulebook import PAIRS
from cutcard.games.pairs.rules import PairsTable
from cutcard.games.pickle.moves import Moves as PickleMoves
from cutcard.games.pickle.rulebook import PICKLE
from cutcard.games.pickle.table import PickleTable
from cutcard.games.pickup.moves import Moves as PickupMoves
from cutcard.games.pickup.rulebook import PICKUP
from cutcard.games.pickup.rules import PickupTable
from cutcard.games.pickup.rules import play as pickup_play
from cutcard.games.shared.pairs_deck import EQUALS
from cutcard.games.to_the_moon.rulebook import TO_THE_MOON
from cutcard.games.to_the_moon.rules import MoonTable
from cutcard.players import player
from cutcard.present.scene import offers_of, scene_of, task_of
from tests.contract.cases import each_number_of_seats, random_game, scaled, surface_games
from tests.soak import SOAKING, soaked

NOBODY_SEES = {
    "pairs": {"deck", "burned"}, "continuous": {"deck", "burned"},
    "port": {"deck", "burned"}, "starboard": {"deck", "burned"},
    "pickup": {"deck"}, "to-the-moon": {"deck"}, "pickle": {"deck"}, "clever-pickin": {"deck"},
}  # fmt: skip
OTHERS_DO_NOT_SEE = {
    "pairs": set(), "continuous": set(), "port": set(), "starboard": set(),
    "pickup": {"hands", "choices"}, "to-the-moon": {"hands"}, "pickle": {"hands", "traded"}, "clever-pickin": {"hands"},
}  # fmt: skip
SPECTATOR = None


def hidden_cards(table: Table, viewer: int | None, name: str) -> set[int]:
    """The cards that `viewer` may not see. Of a game of another package it is known from the declaration alone."""
    found: set[int] = set()
    for place in table.game.layout.places:
        dark = place.zone in NOBODY_SEES[name] if name in NOBODY_SEES else place.sight == DARK
        own = place.zone in OTHERS_DO_NOT_SEE[name] if name in OTHERS_DO_NOT_SEE else place.sight == OWN
        if dark or (own and (viewer is None or place.seat != viewer)):
            found |= set(members(table.words[place.word]))
    return found


def another_game(table: Table, viewer: int | None, name: str, rng: random.Random) -> Table:
    """Another game that `viewer` cannot tell from this one. Where play has shown what some hidden hands cannot hold, most
    ways to shuffle the hidden cards make no legal game: then a few cards change places, not all."""
    for attempt in range(60):
        try:
            return cutcard.replay(shuffled_record(table, viewer, name, rng, few=attempt > 5))
        except RecordError:
            continue
    return table


def shuffled_record(table: Table, viewer: int | None, name: str, rng: random.Random, few: bool) -> dict[str, Any]:
    """Its record: the hidden cards change places, all or only a few of them."""
    hidden = sorted(hidden_cards(table, viewer, name))
    changing = rng.sample(hidden, min(len(hidden), rng.randint(2, 4))) if few else hidden
    moved = {card: card for card in hidden} | dict(zip(changing, rng.sample(changing, len(changing)), strict=True))
    record = table.record()
    cards = table.game.deck.cards
    drawn: dict[int, int] = {}
    moves: list[tuple[int, Step]] = []
    index = 0
    for step in table.steps():
        moves += [(index, step)] if step.move and step.seat != viewer else []
        index += bool(step.move)
        for code, _, number in step.log:
            if code == 0:
                drawn[number] = index
                index += 1
    still_in_deck = set(members(table.reading.deck))
    for card, other in moved.items():
        if card not in still_in_deck:
            record["events"][drawn[card]] = f"d {cards[other]}"
    for at, step in moves:  # whose cards are hidden now, whatever its verb says of that
        given = given_away(table.game, step)
        if any(card in moved and card not in still_in_deck and drawn[card] < at for card in given):
            verb = step.move.split(" ")[0]
            others = sorted(moved.get(card, card) for card in given)
            record["events"][at] = " ".join([str(step.seat), verb, *(cards[card] for card in others)])
    return record


def given_away(game: Game, step: Step) -> list[int]:
    """The cards that a move took from where its verb takes them, of those that are its seat's own."""
    assert step.before is not None
    zones = game.rulebook.verbs.all[step.move.split(" ")[0]].zones
    words = [game.layout.place[zone, step.seat].word for zone in zones if game.layout.fields[zone].each]
    return [card for word in words for card in members(int(step.before.words[word]) & ~int(step.words[word]))]


def everything(table: Table, viewer: int | None) -> Iterator[bytes]:
    """Every byte that a seat is given."""
    view = table.view(viewer)
    yield view.state.tobytes()
    yield json.dumps(view.json()).encode()
    yield view.tensor().tobytes()
    yield repr(view.legal).encode()
    yield repr(view.log).encode()
    yield "\n".join(sentences(table.game.rulebook, view.log, [f"seat {i}" for i in range(8)], viewer)).encode()
    yield orjson.dumps(scene_of(view))
    if table.last:
        yield repr(told(table.game.rulebook, table.last.unfolded(viewer, table.game), viewer)).encode()
    for moment in table.moments:
        yield orjson.dumps(scene_of(moment.view(viewer)))
        yield moment.view(viewer).state.tobytes()
    if view.legal:
        yield repr(offers_of(view, view.legal)).encode()
        yield repr(task_of(view)).encode()
        for name in ("random", "steady"):
            yield player(name).choose(view, view.legal, np.random.default_rng(3)).encode()


def compare(game: Game, name: str, seed: int, moves: int) -> tuple[int, int]:
    """How many tables were compared, and in how many of them a hidden card had really moved."""
    rng = random.Random(seed)
    compared = changed = 0
    tables = list(random_game(game, seed, 8 * moves))
    for table in rng.sample(tables, min(moves, len(tables))):
        for viewer in (SPECTATOR, *range(game.seats)):
            other = another_game(table, viewer, name, rng)
            for mine, theirs in zip(everything(table, viewer), everything(other, viewer), strict=True):
                assert mine == theirs, f"seat {viewer} sees a difference after {table}"
            compared += 1
            changed += other != table
    return compared, changed


OUR_GAMES = [book for book in cutcard.games() if book.rules.deal.__module__.startswith("cutcard.")]


@pytest.mark.parametrize("rulebook", OUR_GAMES, ids=lambda rulebook: rulebook.name)
def test_what_is_declared_hidden_is_what_the_rules_hide(rulebook: Rulebook) -> None:
    declared = {place.zone for place in rulebook.rules.layout.hidden}
    assert declared == NOBODY_SEES[rulebook.name] | OTHERS_DO_NOT_SEE[rulebook.name]


@pytest.mark.parametrize("game", surface_games())
def test_a_seat_cannot_tell_what_it_cannot_see(game: Game) -> None:
    all_in_one_place = game.options.get("burn") in (0, 54)  # what is hidden: then no other game looks the same
    compared, changed = compare(game, game.name, 21, scaled(2 if all_in_one_place else soaked(3, 8), 2))
    assert compared >= game.seats
    assert changed > compared / 2 or all_in_one_place


@pytest.mark.parametrize("game", each_number_of_seats())
def test_steady_in_a_simulation_chooses_as_it_does_from_a_view(game: Game) -> None:
    """In compiled playouts a view keeps the true numbers of equal cards; they must make no difference."""
    for table in random_game(game, 22, scaled(soaked(25, 60), 6)):
        for seat in table.to_act:
            view = table.view(seat)
            raw = np.zeros(1, dtype=game.layout.view)
            game.kernel.look(table.words.reshape(1, -1), 0, rows(raw), 0, seat)
            move = named(game, game.layout.read_view(raw), seat, advised(game, raw))
            assert player("steady").choose(view, view.legal, np.random.default_rng(1)) == move


once = pytest.mark.skipif(
    JIT and not SOAKING, reason="whether a leak is found is found with JIT off: nothing is compiled for it"
)


class OpenHands(PickupTable):
    hands: OpenEach


class OpenChoices(PickupTable):
    choices: OpenEach


class OpenMoonHands(MoonTable):
    hands: OpenEach


class OpenBurned(PairsTable):
    burned: Open


class OpenTraded(PickleTable):
    traded: OpenEach


class OpenCleverHands(CleverTable):
    hands: OpenEach


@once
@pytest.mark.parametrize(
    ("rulebook", "wrong"),
    [
        (PICKUP, OpenHands),
        (PICKUP, OpenChoices),
        (TO_THE_MOON, OpenMoonHands),
        (PAIRS, OpenBurned),
        (PICKLE, OpenTraded),
        (CLEVER_PICKIN, OpenCleverHands),
    ],
    ids=lambda value: getattr(value, "__name__", getattr(value, "name", "")),
)
def test_a_zone_declared_wrongly_is_caught(
    rulebook: Rulebook, wrong: type[TableFields], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"leaky-{wrong.__name__}"
    leaky = replace(rulebook, name=name, rules=replace(rulebook.rules, name=name, table=wrong))
    monkeypatch.setitem(registry.GAMES._announced, name, "")
    monkeypatch.setitem(registry.GAMES._loaded, name, leaky)
    with pytest.raises(AssertionError, match="sees a difference"):
        compare(cutcard.game(name, seats=3), rulebook.name, 23, 30)


def leaky(rulebook: Rulebook, name: str, monkeypatch: pytest.MonkeyPatch, **changed: Any) -> Game:
    """The game at three seats, something of it declared wrongly."""
    monkeypatch.setitem(registry.GAMES._announced, name, "")
    monkeypatch.setitem(registry.GAMES._loaded, name, replace(rulebook, name=name, **changed))
    return cutcard.game(name, seats=3)


class OpenlyChosen(PickupMoves):
    choose = replace(PickupMoves.choose, secret=False)


class OpenlyTraded(PickleMoves):
    trade = replace(PickleMoves.trade, secret=False)


@once
@pytest.mark.parametrize(("rulebook", "verbs"), [(PICKUP, OpenlyChosen), (PICKLE, OpenlyTraded)])
def test_a_secret_move_told_to_all_is_caught(
    rulebook: Rulebook, verbs: type[Verbs], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = leaky(rulebook, "leaky-verbs", monkeypatch, verbs=verbs)
    with pytest.raises(AssertionError, match="sees a difference"):
        compare(game, rulebook.name, 24, 30)


@rule
def play_and_show(t: PickupTable, seat: int, top: int, dealer: Dealer) -> None:
    """As the game has it, but what is chosen lies open for a moment."""
    if not t.acting:
        card = lowest(t.hands[seat] & EQUALS[top])
        t.hands[seat] ^= card
        t.played[seat] = card
        show(t, dealer)
        t.hands[seat] ^= card
        t.played[seat] = EMPTY
    pickup_play(t, seat, top, dealer)


@once
def test_a_moment_that_shows_a_hidden_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = leaky(PICKUP, "leaky-moment", monkeypatch, rules=replace(PICKUP.rules, name="leaky-moment", play=play_and_show))
    with pytest.raises(AssertionError, match="sees a difference"):
        compare(game, PICKUP.name, 25, 30)
