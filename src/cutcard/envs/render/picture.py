"""A view as an environment renders it: as text, as SVG and as pixels. All three are made from one scene, the scene from a
view, never from a table."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any

import numpy as np

from cutcard.core.errors import ParseError
from cutcard.core.table.view import View
from cutcard.envs.render.shapes import drawn, size
from cutcard.present.plain_text import screenful_lines
from cutcard.present.screenful import Screenful, laid_out
from cutcard.present.seats import NOBODY, Seating
from cutcard.present.shapes import Circle, Label, Polygon, Rectangle, Shape, paint

Array = np.ndarray[Any, Any]

MODES = ("human", "ansi", "rgb_array", "svg")
"""How environments render."""


def checked_mode(mode: str | None) -> str | None:
    """A render mode, or None for none."""
    if mode is not None and mode not in MODES:
        raise ParseError(f"there is no render mode {mode!r}; there are: {', '.join(MODES)}")
    return mode


def rendered(view: View, mode: str | None) -> str | Array | None:
    """As text, pixels or SVG; `human` prints the text."""
    if mode is None:
        raise ParseError(f"say render_mode={' or '.join(MODES)} when the environment is made")
    if mode == "rgb_array":
        return rgb(view)
    if mode == "svg":
        return svg(view)
    if mode == "ansi":
        return text(view)
    print(text(view))
    return None


def text(view: View) -> str:
    """Line by line, as the plain screen of the terminal shows a table."""
    return "\n".join(screenful_lines(scene_of(view)))


def svg(view: View) -> str:
    """A drawing that needs nothing but itself."""
    width, height = size(view.game)
    shapes = "".join(_element(shape) for shape in shapes_of(view))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="Helvetica, Arial, sans-serif">{shapes}</svg>'
    )


def rgb(view: View) -> Array:
    """A view drawn as pixels: height, width, and red, green and blue from 0 to 255."""
    from PIL import Image, ImageDraw

    width, height = size(view.game)
    image = Image.new("RGB", (width * FINER, height * FINER))
    brush = ImageDraw.Draw(image)
    for shape in shapes_of(view):
        paint(brush, _in_plain_letters(shape), FINER, _font)
    return np.array(image.reduce(FINER))


FINER = 2
"""It is painted larger by this and then made smaller, for smooth edges."""


def scene_of(view: View) -> Screenful:
    """The one description of which all pictures are made."""
    names = tuple(f"seat {seat}" for seat in range(view.game.seats))
    return laid_out(view, Seating(names, ("",) * len(names), NOBODY if view.seat is None else view.seat))


def shapes_of(view: View) -> list[Shape]:
    return list(drawn(scene_of(view), view.game, view.seat or 0))


# SVG


def _element(shape: Shape) -> str:
    match shape:
        case Rectangle(x, y, width, height, radius, fill, line, thick):
            edge = f' stroke="{line}" stroke-width="{thick}"' if line else ""
            return (
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius:.1f}" '
                f'fill="{fill}"{edge}/>'
            )
        case Polygon(points, fill):
            return f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="{fill}"/>'
        case Circle(x, y, radius, fill):
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}"/>'
        case Label(x, y, words, height, fill, anchor):
            return (
                f'<text x="{x:.1f}" y="{y:.1f}" font-size="{height:.1f}" fill="{fill}" text-anchor="{anchor}" '
                f'dominant-baseline="central">{escape(words)}</text>'
            )


# Pixels

_PLAIN = str.maketrans({"×": "x", "–": "-", "—": "-", "−": "-"})
"""The font that Pillow brings has no more than the letters of ASCII, nearly."""


def _in_plain_letters(shape: Shape) -> Shape:
    return shape._replace(text=shape.text.translate(_PLAIN)) if isinstance(shape, Label) else shape


@cache
def _font(height: int) -> Any:
    from PIL import ImageFont  # most environments never render a pixel

    return ImageFont.load_default(height)
