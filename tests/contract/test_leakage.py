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
import pytest

import cutcard
from cutcard import Game, Rulebook, Table
from cutcard.core import registry
from cutcard.core.bits import members
from cutcard.core.history import steps
from cutcard.core.layout import Open, OpenEach, rows
from cutcard.core.words import sentences
from cutcard.games.pairs import PAIRS, PairsTable
from cutcard.games.pickup import PICKUP, PickupTable
from cutcard.games.to_the_moon import TO_THE_MOON, MoonTable
from cutcard.players import player
from tests.contract.cases import plain_games, random_game, scaled, surface_games

NOBODY_SEES = {
    "pairs": {"deck", "burned"}, "continuous": {"deck", "burned"},
    "port": {"deck", "burned"}, "starboard": {"deck", "burned"},
    "pickup": {"deck"}, "to-the-moon": {"deck"},
}  # fmt: skip
OTHERS_DO_NOT_SEE = {
    "pairs": set(), "continuous": set(), "port": set(), "starboard": set(),
    "pickup": {"hands", "choices"}, "to-the-moon": {"hands"},
}  # fmt: skip
SPECTATOR = None


def hidden_cards(table: Table, viewer: int | None, name: str) -> dict[int, str]:
    """The cards that `viewer` may not see, each with the place it lies in."""
    found: dict[int, str] = {}
    row = table._words
    for place in table.game.layout.places:
        dark = place.zone in NOBODY_SEES[name]
        others = place.zone in OTHERS_DO_NOT_SEE[name] and (viewer is None or place.seat != viewer)
        if dark or others:
            found |= dict.fromkeys(members(row[place.word]), f"{place.zone} {place.seat}")
    return found


def shuffled_record(table: Table, viewer: int | None, name: str, rng: random.Random) -> dict[str, Any]:
    """The record of another game that `viewer` cannot tell from this one: the hidden cards change places."""
    places = hidden_cards(table, viewer, name)
    hidden = list(places)
    moved = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    record = table.record()
    cards = table.game.deck.cards
    drawn: dict[int, int] = {}
    index = 0
    for step in steps(table._last):
        index += bool(step.move)
        for code, _, number in step.log:
            if code == 0:
                drawn[number] = index
                index += 1
    still_in_deck = set(members(table.reading.deck))
    for card, other in moved.items():
        if card not in still_in_deck:
            record["events"][drawn[card]] = f"d {cards[other]}"
        zone, seat = places[card].split()
        if zone == "choices":
            chose = max(i for i, event in enumerate(record["events"]) if event.startswith(f"{seat} choose"))
            record["events"][chose] = f"{seat} choose {cards[other]}"
    return record


def everything(table: Table, viewer: int | None) -> Iterator[bytes]:
    """Every byte that a seat is given."""
    view = table.view(viewer)
    yield view.state.tobytes()
    yield json.dumps(view.json()).encode()
    yield view.tensor().tobytes()
    yield repr(view.legal).encode()
    yield repr(view.log).encode()
    yield "\n".join(sentences(table.game.rulebook, view.log, [f"seat {i}" for i in range(8)], viewer)).encode()
    if view.legal:
        for name in ("random", "steady"):
            yield player(name).choose(view, view.legal, np.random.default_rng(3)).encode()


def compare(game: Game, name: str, seed: int, moves: int) -> tuple[int, int]:
    """How many tables were compared, and in how many of them a hidden card had really moved."""
    rng = random.Random(seed)
    compared = changed = 0
    for table in random_game(game, seed, moves):
        for viewer in (SPECTATOR, *range(game.seats)):
            record = shuffled_record(table, viewer, name, rng)
            other = cutcard.replay(record)
            for mine, theirs in zip(everything(table, viewer), everything(other, viewer), strict=True):
                assert mine == theirs, f"seat {viewer} sees a difference after {table}"
            compared += 1
            changed += other != table
    return compared, changed


@pytest.mark.parametrize("rulebook", cutcard.games(), ids=lambda rulebook: rulebook.name)
def test_what_is_declared_hidden_is_what_the_rules_hide(rulebook: Rulebook) -> None:
    declared = {place.zone for place in rulebook.rules.layout.hidden}
    assert declared == NOBODY_SEES[rulebook.name] | OTHERS_DO_NOT_SEE[rulebook.name]


@pytest.mark.parametrize("game", surface_games())
def test_a_seat_cannot_tell_what_it_cannot_see(game: Game) -> None:
    compared, changed = compare(game, game.name, 21, scaled(12, 2))
    assert compared >= game.seats
    assert changed > compared / 2 or game.options.get("burn") in (0, 54)  # all that is hidden is in one place


@pytest.mark.parametrize("game", plain_games())
def test_steady_in_a_simulation_chooses_as_it_does_from_a_view(game: Game) -> None:
    """In compiled playouts a view keeps the true numbers of equal cards; they must make no difference."""
    for table in random_game(game, 22, scaled(60, 6)):
        for seat in table.to_act:
            view = table.view(seat)
            raw = np.zeros(1, dtype=game.layout.view)
            game.kernel.look(table._words.reshape(1, -1), 0, rows(raw), 0, seat)
            action = int(game.kernel.advised(raw, 0))
            named = game.rulebook.name_action(game.layout.read_view(rows(raw)[0]), seat, action)
            assert player("steady").choose(view, view.legal, np.random.default_rng(1)) == named


class OpenHands(PickupTable):
    hands: OpenEach


class OpenChoices(PickupTable):
    choices: OpenEach


class OpenMoonHands(MoonTable):
    hands: OpenEach


class OpenBurned(PairsTable):
    burned: Open


@pytest.mark.parametrize(
    ("rulebook", "wrong"),
    [(PICKUP, OpenHands), (PICKUP, OpenChoices), (TO_THE_MOON, OpenMoonHands), (PAIRS, OpenBurned)],
    ids=lambda value: getattr(value, "__name__", getattr(value, "name", "")),
)
def test_a_zone_declared_wrongly_is_caught(
    rulebook: Rulebook, wrong: type[PickupTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"leaky-{wrong.__name__}"
    leaky = replace(rulebook, name=name, rules=replace(rulebook.rules, name=name, table=wrong))
    monkeypatch.setitem(registry._announced, name, "")
    monkeypatch.setitem(registry._loaded, name, leaky)
    with pytest.raises(AssertionError, match="sees a difference"):
        compare(cutcard.game(name, seats=3), rulebook.name, 23, 30)


def test_a_secret_move_told_to_all_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    leaky = replace(PICKUP, name="leaky-words", words=replace(PICKUP.words, secret={}))
    monkeypatch.setitem(registry._announced, "leaky-words", "")
    monkeypatch.setitem(registry._loaded, "leaky-words", leaky)
    with pytest.raises(AssertionError, match="sees a difference"):
        compare(cutcard.game("leaky-words", seats=3), "pickup", 24, 30)
