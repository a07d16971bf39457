"""A few kinds of shapes of which pictures are made, the signs on cards among them, and how Pillow paints them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

LETTER = 0.56
"""How wide a letter is at most on average, in parts of its size."""
SMALLEST = 6.0


class Rectangle(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: str
    line: str = ""
    thick: float = 1


class Polygon(NamedTuple):
    points: tuple[tuple[float, float], ...]
    fill: str


class Circle(NamedTuple):
    x: float
    y: float
    radius: float
    fill: str


class Label(NamedTuple):
    """A line of text: `y` is its middle, `x` its left end, middle or right end as `anchor` says."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "start"


Shape: TypeAlias = Rectangle | Polygon | Circle | Label


class Frame(NamedTuple):
    """A place in the picture."""

    x: float
    y: float
    width: float
    height: float


def star(x: float, y: float, radius: float, fill: str) -> Polygon:
    turns = [(math.pi * i / 5, radius if i % 2 == 0 else radius * 0.45) for i in range(10)]
    return Polygon(tuple((x + r * math.sin(turn), y - r * math.cos(turn)) for turn, r in turns), fill)


def suit(letter: str, x: float, y: float, side: float, fill: str) -> Iterator[Shape]:
    """The symbol of a suit, in a square of this side around a point."""
    half = side / 2

    def polygon(*points: tuple[float, float]) -> Polygon:
        return Polygon(tuple((x + across * half, y + down * half) for across, down in points), fill)

    if letter == "D":
        yield polygon((0, -1), (0.75, 0), (0, 1), (-0.75, 0))
        return
    if letter == "C":
        for across, down in ((0, -0.52), (-0.52, 0.2), (0.52, 0.2)):
            yield Circle(x + across * half, y + down * half, 0.46 * half, fill)
        yield polygon((-0.2, -0.1), (0.2, -0.1), (0.3, 1), (-0.3, 1))
        return
    up = 1 if letter == "H" else -1
    for across in (-0.46, 0.46):
        yield Circle(x + across * half, y - up * 0.4 * half + (0 if up > 0 else -0.1) * half, 0.5 * half, fill)
    yield polygon((-0.9, -0.16 * up), (0.9, -0.16 * up), (0, up * 0.95))
    if letter == "S":
        yield polygon((-0.12, 0.2), (0.12, 0.2), (0.3, 1), (-0.3, 1))


def fitted(text: str, frame: Frame, largest: float, fill: str, anchor: str = "start") -> Label:
    """A text in its frame: smaller if it is long, and cut if it is longer still."""
    letters = frame.width / LETTER
    height = min(largest, letters / max(len(text), 1))
    if height < SMALLEST:
        height = SMALLEST
        text = text[: int(letters / SMALLEST) - 1].rstrip() + "…"
    x = {"start": frame.x, "middle": frame.x + frame.width / 2, "end": frame.x + frame.width}[anchor]
    return Label(x, frame.y + frame.height / 2, text, height, fill, anchor)


_ANCHORS = {"start": "lm", "middle": "mm", "end": "rm"}


def paint(brush: Any, shape: Shape, finer: int, font: Callable[[int], Any]) -> None:
    """Paint a shape with a brush of Pillow, larger by `finer`; `font` gives the letters of a size."""
    match shape:
        case Rectangle(x, y, width, height, radius, fill, line, thick):
            box = [x * finer, y * finer, (x + width) * finer - 1, (y + height) * finer - 1]
            edge = {"outline": line, "width": round(thick * finer)} if line else {}
            brush.rounded_rectangle(box, radius * finer, fill, **edge)
        case Polygon(points, fill):
            brush.polygon([(x * finer, y * finer) for x, y in points], fill)
        case Circle(x, y, radius, fill):
            brush.circle((x * finer, y * finer), radius * finer, fill)
        case Label(x, y, words, height, fill, anchor):
            brush.text((x * finer, y * finer), words, fill, font(round(height * finer)), _ANCHORS[anchor])
