"""The numbers of a view: each once more by hand, field by field, as the declaration says it."""

from typing import Any

import numpy as np
import pytest

import cutcard
from cutcard import Game, View
from cutcard.core.declaration.zones import OPEN
from cutcard.core.observation import Observation, observation_of, tensor_names
from tests.contract.cases import games_at_the_ends, random_game, scaled


def names_by_hand(game: Game) -> list[str]:
    names: list[str] = []
    for name, field in game.layout.fields.items():
        owners = [f"[{seat}]" for seat in range(game.seats)]
        if not field.shown:
            continue
        if field.kind in ("zone", "cards"):
            for owner in owners if field.each else ("",):
                names += [f"{name}{owner} {face}" for face in game.deck.faces]
                if field.sight != OPEN:
                    names.append(f"{name}{owner} hidden")
        elif field.kind in ("seats", "seat") or field.each:
            names += [f"{name}{owner}" for owner in owners]
        else:
            names += [f"{name}[{i}]" for i in range(field.length)] if field.length else [name]
    return names


def tensor_by_hand(view: View) -> list[float]:
    """By the words of a view: its cards, how many are hidden, its numbers."""
    me, seats, deck = view.seat or 0, view.game.seats, view.game.deck
    around = [(me + i) % seats for i in range(seats)]
    parts: list[float] = []
    for name, field in view.game.layout.fields.items():
        value = view.state[name][0]
        if not field.shown:
            continue
        if field.kind == "zone":
            for seat in around if field.each else (None,):
                parts += deck.counts(view.bits(name, seat))
                if field.sight != OPEN:
                    parts.append(view.hidden(name, seat))
        elif field.kind == "cards":
            for seat in around:
                parts += deck.counts(value[seat])
        elif field.kind == "seats":
            parts += [float((int(value) >> seat) & 1) for seat in around]
        elif field.kind == "seat":
            parts += [float(int(value) == seat) for seat in around]
        elif field.each:
            parts += [float(value[seat]) for seat in around]
        else:
            parts += np.atleast_1d(value).tolist()
    return parts


def bounds_by_hand(game: Game) -> dict[str, tuple[float, float]]:
    """The least and the most of each entry, by its name."""
    deck, longest = game.deck, game.rulebook.rules.longest
    copies = dict(zip(deck.faces, deck.counts(deck.full), strict=True))
    options: dict[str, Any] = {**game.rulebook.fixed, **game.option_fields, "seats": game.seats}
    known: dict[str, Any] = {**options, "over": len(game.rulebook.reasons), "midway": 1 if longest > 1 else 0}
    ranges = game.rulebook.ranges(game.seats, game.options)
    found = {}
    for entry in names_by_hand(game):
        place, _, face = entry.partition(" ")
        name = place.partition("[")[0]
        kind = game.layout.fields[name].kind
        if face:
            found[entry] = (0.0, float(len(deck.cards) if face == "hidden" else copies[face]))
        elif kind in ("seat", "seats"):
            found[entry] = (0.0, 1.0)
        elif name in known:
            found[entry] = (0.0, float(max(1, *np.atleast_1d(known[name]))))
        else:
            least, most = ranges[name]
            found[entry] = (float(least), float(max(least + 1, most)))
    return found


@pytest.mark.parametrize("game", games_at_the_ends())
def test_the_numbers_of_a_view_are_those_of_its_fields(game: Game) -> None:
    observation = observation_of(game)
    assert list(observation.names) == tensor_names(game) == names_by_hand(game)
    for table in random_game(game, 41, scaled(30, 2)):
        for seat in (None, *range(game.seats)):
            view = table.glance(seat)
            tensor = view.tensor()
            assert tensor.dtype == np.float32
            np.testing.assert_array_equal(tensor, np.array(tensor_by_hand(view), np.float32))
            if seat is not None:
                written = observation.written(*observation.plan, table.words, seat)
                np.testing.assert_array_equal(written, tensor)


@pytest.mark.parametrize("game", games_at_the_ends())
def test_every_entry_has_its_bounds(game: Game) -> None:
    observation, by_hand = Observation(game), bounds_by_hand(game)
    least, most = np.array([by_hand[name] for name in observation.names], np.float32).T
    np.testing.assert_array_equal(observation.low, least)
    np.testing.assert_array_equal(observation.high, most)
    assert observation.low.dtype == observation.high.dtype == np.float32


def test_what_never_changes_is_written_once() -> None:
    game = cutcard.game("pickle", seats=3, limit=20)
    observation = Observation(game)
    blank = dict(zip(observation.names, observation.blank.tolist(), strict=True))
    assert (blank["seats"], blank["limit"]) == (3, 20)
    assert [blank[f"points[{i}]"] for i in range(16)] == list(game.options["points"])
    words, entries = set(observation.plan.words[:, :, 0].flat), set(observation.plan.words[:, :, 1].flat)
    assert game.layout.spans["limit"].start not in words
    assert not entries & {observation.names.index(name) for name in ("seats", "limit", "points[0]", "points[15]")}
    assert blank["over"] == 0


def test_a_view_s_own_numbers_are_told_where_a_table_was_set_up_otherwise() -> None:
    """The tensor of a view is read off the view alone."""
    game = cutcard.game("pairs", seats=2, target=21)
    table = game.position("pairs/2; to_act 1; stacks 5, 7; target 9; deck *")
    assert table.glance(0).tensor()[tensor_names(game).index("target")] == table.glance(0).number("target")
