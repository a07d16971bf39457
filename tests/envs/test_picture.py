"""What an environment renders: text, SVG and pixels of one scene."""

import random
import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from PIL import ImageFont

import cutcard
from cutcard import Game, View
from cutcard.envs.render import picture
from cutcard.envs.render.shapes import CARD, size
from cutcard.present.shapes import Circle, Frame, Label, Polygon, Rectangle, Shape, fitted
from tests.contract.cases import random_game
from tests.envs.pettingzoo_tests import tables
from tests.games.pickle_tables import CARDS

FONT = ImageFont.load_default(100)


def views(game: Game, seed: int, number: int) -> list[View]:
    """Views of a game played by chance: of spectators and of seats, the end among them."""
    rng = random.Random(seed)
    played = list(random_game(game, seed, 150))
    chosen = [*rng.sample(played, min(number, len(played))), played[-1]]
    return [table.glance(rng.choice([None, *range(game.seats)])) for table in chosen]


@cache
def box(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a shape; of a text by the font that pixels are painted with."""
    if isinstance(shape, Rectangle):
        edge = shape.thick / 2 if shape.line else 0
        return shape.x - edge, shape.y - edge, shape.x + shape.width + edge, shape.y + shape.height + edge
    if isinstance(shape, Circle):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    if isinstance(shape, Polygon):
        across, down = zip(*shape.points, strict=True)
        return min(across), min(down), max(across), max(down)
    wide = FONT.getlength(shape.text) * shape.size / 100
    left = {"start": shape.x, "middle": shape.x - wide / 2, "end": shape.x - wide}[shape.anchor]
    return left, shape.y - shape.size / 2, left + wide, shape.y + shape.size / 2


def overlap(one: Shape, other: Shape) -> bool:
    (left, top, right, bottom), (a, b, c, d) = box(one), box(other)
    return left < c and a < right and top < d and b < bottom


@pytest.mark.parametrize(("game", "seats"), tables("least", "four", "most"))
def test_nothing_overlaps_and_nothing_is_cut_off(game: str, seats: int) -> None:
    for view in views(cutcard.game(game, seats=seats), 4, 8):
        check(view)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_largest_hands_have_room(seats: int) -> None:
    """Pickle's whole deck is in the hands, or half of it traded."""
    cards = CARDS.split(" ")
    size_of_hand = len(cards) // seats
    hands = [cards[size_of_hand * seat : size_of_hand * (seat + 1)] for seat in range(seats)]
    everybody = " ".join(map(str, range(seats)))
    line = f"pickle/{seats}; deck *; to_act 0; remaining {everybody}; phase 3; hand_size {size_of_hand}"
    for zone in ("hands", "traded", "played"):
        full = f"{line}; {zone} {', '.join(' '.join(hand) for hand in hands)}"
        check(cutcard.game("pickle", seats=seats).position(full).glance(1))


def check(view: View) -> None:
    width, height = size(view.game)
    shapes = picture.shapes_of(view)
    for shape in shapes:
        left, top, right, bottom = box(shape)
        assert left >= 0, shape
        assert top >= 0, shape
        assert right <= width, shape
        assert bottom <= height, shape
    cards = [shape for shape in shapes if isinstance(shape, Rectangle) and shape.fill == CARD]
    panels = [shape for shape in shapes if isinstance(shape, Rectangle) and shape.radius == 10]
    texts = [shape for shape in shapes if isinstance(shape, Label) and shape.text]
    assert len(panels) == view.game.seats + 1  # and what is shared
    for same in (cards, panels, texts):
        for one, other in combinations(same, 2):
            assert not overlap(one, other), (one, other)
    for inner in (*cards, *texts):
        assert sum(overlap(inner, panel) for panel in panels) <= 1, inner


@pytest.mark.parametrize(("game", "seats"), tables("least", "most"))
def test_a_picture_has_the_same_size_all_game_long(game: str, seats: int) -> None:
    played = cutcard.game(game, seats=seats)
    width, height = size(played)
    for view in views(played, 5, 2):
        pixels = picture.rgb(view)
        assert (pixels.shape, pixels.dtype) == ((height, width, 3), np.uint8)
        root = ET.fromstring(picture.svg(view))
        assert (root.get("width"), root.get("height")) == (str(width), str(height))


@pytest.mark.parametrize(("game", "seats"), tables("four"))
def test_all_three_tell_the_same(game: str, seats: int) -> None:
    for view in views(cutcard.game(game, seats=seats), 6, 2):
        text, root = picture.text(view), ET.fromstring(picture.svg(view))
        written = [element.text for element in root.iter() if element.tag.endswith("text")]
        for seat in range(seats):
            assert f"seat {seat}" in text
            assert any((label or "").startswith(f"seat {seat}") for label in written)
            assert str(view.scores[seat]) in {(label or "").split(" / ")[0] for label in written}
        drawn = sum(isinstance(shape, Rectangle) and shape.fill == CARD for shape in picture.shapes_of(view))
        assert drawn == len([element for element in root.iter() if element.get("fill") == CARD])


def test_a_spectator_sees_backs_and_a_seat_its_own_hand() -> None:
    table = cutcard.game("pickup", seats=3).start(seed=1)
    assert "hand 6 cards" in picture.text(table.glance())
    assert "Your hand" not in picture.text(table.glance())
    own = table.glance(1)
    assert re.search(r"Your hand: \d", picture.text(own))
    spectators = sum(isinstance(shape, Rectangle) and shape.fill == CARD for shape in picture.shapes_of(table.glance()))
    drawn = sum(isinstance(shape, Rectangle) and shape.fill == CARD for shape in picture.shapes_of(own))
    assert drawn - spectators == len(set(own.cards("hands", 1)))


def test_the_end_is_told() -> None:
    *_, last = random_game(cutcard.game("port", seats=2), 1)
    text = picture.text(last.glance())
    assert "The game is over." in text
    assert re.search(r"Place 1: seat \d, score \d+\.", text)
    assert "You" not in text
    assert re.search(r"You (win!|lose\.|come|share)|Everybody ties", picture.text(last.glance(0)))


def test_a_long_text_is_made_smaller_and_then_cut() -> None:
    frame = Frame(0, 0, 100, 20)
    assert fitted("short", frame, 12, "").size == 12
    smaller = fitted("a text of some length", frame, 12, "")
    assert smaller.size < 12
    assert smaller.text.endswith("length")
    assert fitted("a text that goes on and on " * 9, frame, 12, "").text.endswith("…")


def test_what_stands_in_a_text_is_no_markup() -> None:
    root = ET.fromstring(picture.svg(cutcard.game("clever-pickin").start(seed=1).glance()))
    assert "Clever Pickin'" in [element.text for element in root.iter()]
