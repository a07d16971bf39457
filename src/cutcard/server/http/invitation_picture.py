"""The picture of an invitation, for previews of its link: who invites, the game with some of its cards, the seats."""

from __future__ import annotations

import asyncio
import io
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cutcard.present.cards import SUITS, are_standard
from cutcard.present.shapes import Circle, Label, Rectangle, Shape, paint, star, suit
from cutcard.server.errors import TooMuch
from cutcard.server.http.invitation import PICTURE_SIZE, SITE, Invitation, Place
from cutcard.server.tables.state import OPEN, PERSON

if TYPE_CHECKING:
    from PIL import Image, ImageFont

FONTS = Path(__file__).parents[1] / "static" / "assets"
"""The page's own display face lies there, once the page is built."""
WEIGHT = 600

FELT, FELT_LIGHT, PLATE = "#1d4d3e", "#33745f", "#17392f"
WORDS, QUIET, GLOW, GLOW_INK = "#fbf3e3", "#d6e2d3", "#f3b95f", "#2b1a04"
CARD, CARD_EDGE, INK, RED, BACK, BACK_INK = "#fffdf7", "#b5ac98", "#23221e", "#b3202a", "#2f4a44", "#e9dfc8"

FINER = 2
"""It is painted larger by this and then made smaller, for smooth edges."""
LEFT, ROOM = 72, 604
"""Where words begin, and how much room they have beside the cards."""
CARDS_AT = (930, 318)
CARD_SIZE = (184, 258)
TURN = 9.0
"""Degrees between two cards of the fan."""
DISC = 32
MOST_KEPT = 100
"""Pictures that are kept: each has some tens of kilobytes."""
MOST_WAITING = 20
"""Pictures that may wait to be painted: one after the other, so that players hardly notice."""


class Gallery:
    """Pictures of invitations. Each is painted once, in a thread, and kept for a while."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[Invitation, asyncio.Future[bytes]] = OrderedDict()
        self._painter = ThreadPoolExecutor(1, thread_name_prefix="painter")

    async def picture(self, invitation: Invitation) -> bytes:
        """As a PNG."""
        known = self._pictures.get(invitation)
        if known is None:
            if sum(not one.done() for one in self._pictures.values()) >= MOST_WAITING:
                raise TooMuch("there are many pictures to paint just now: try again in a moment")
            known = asyncio.get_running_loop().run_in_executor(self._painter, painted, invitation)
            self._pictures[invitation] = known
        self._pictures.move_to_end(invitation)
        try:
            return await asyncio.shield(known)
        finally:
            if known.done() and (known.cancelled() or known.exception()):
                self._pictures.pop(invitation, None)
            while len(self._pictures) > MOST_KEPT:
                self._pictures.popitem(last=False)


def painted(invitation: Invitation) -> bytes:
    """The picture as a PNG."""
    from PIL import ImageDraw  # it is wanted long after the start, if at all

    image = _felt().copy()
    brush = ImageDraw.Draw(image)
    for shape in _words(invitation):
        paint(brush, shape, FINER, _letters)
    _lay_out(image, invitation.emblem)
    file = io.BytesIO()
    image.reduce(FINER).quantize(192).save(file, "PNG")
    return file.getvalue()


@cache
def _felt() -> Image.Image:
    """The table, with light from above."""
    from PIL import Image

    size = (PICTURE_SIZE[0] * FINER, PICTURE_SIZE[1] * FINER)
    light = Image.radial_gradient("L").resize((size[0], size[1] * 2)).crop((0, size[1] // 2, size[0], size[1] * 3 // 2))
    return Image.composite(Image.new("RGB", size, FELT), Image.new("RGB", size, FELT_LIGHT), light)


# Words


def _words(invitation: Invitation) -> Iterator[Shape]:
    """All at the left: whose table it is, which game, how it is played, and the seats."""
    shown = invitation if _can_write(invitation.host) else replace(invitation, host="")
    yield Rectangle(LEFT, 58, 28, 39, 6, PLATE, WORDS, 2)
    yield Rectangle(LEFT + 1, 72, 26, 11, 0, WORDS)
    yield _line(SITE, 78, 32, WORDS, left=LEFT + 46)
    yield _line(shown.lead, 196, 44, QUIET)
    yield _line(shown.title, 278, 104, WORDS)
    yield _line(shown.about, 366, 40, GLOW)
    step = min(DISC * 2 + 14, ROOM / len(shown.places))
    for at, place in enumerate(shown.places):
        yield from _disc(place, LEFT + DISC + at * step, 466, min(DISC, step * 0.45))
    yield _line(shown.seats, 552, 36, WORDS)


def _disc(place: Place, x: float, y: float, radius: float) -> Iterator[Shape]:
    """A seat: bright for a person and dark for a bot, with the first letter of the name; a ring where it is free."""
    if place.kind == OPEN:
        yield Circle(x, y, radius, WORDS)
        yield Circle(x, y, radius - 2.5, FELT)
        return
    yield Circle(x, y, radius, GLOW if place.kind == PERSON else PLATE)
    sign = place.name[:1].upper()
    if _can_write(sign):
        yield Label(x, y, sign, radius * 1.06, GLOW_INK if place.kind == PERSON else QUIET, "middle")


def _line(text: str, y: float, largest: int, fill: str, left: float = LEFT) -> Label:
    """A line in the room for words: smaller if it is long, and cut if it is longer still."""
    size = largest
    while size > largest // 2 and _letters(size).getlength(text) > ROOM:
        size -= 2
    cut = text
    while cut and _letters(size).getlength(cut + "…" * (cut != text)) > ROOM:
        cut = cut[:-1]
    return Label(left, y, cut if cut == text else f"{cut.rstrip()}…", size, fill)


@lru_cache(maxsize=64)
def _letters(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The display face of the page; Pillow's own where the page has not been built."""
    from PIL import ImageFont

    own = min(FONTS.glob("*.woff2"), default=None)
    if own is None:
        return ImageFont.load_default(size)
    font = ImageFont.truetype(own, size)
    font.set_variation_by_axes([WEIGHT])
    return font


def _can_write(text: str) -> bool:
    """Whether there is a letter for each letter: the face has those of western Europe. A name in others is left out."""
    return all(_is_drawn(letter) for letter in text)


@lru_cache(maxsize=1000)
def _is_drawn(letter: str) -> bool:
    font: Any = _letters(40)
    return letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


# Cards


def _lay_out(image: Image.Image, emblem: tuple[str | None, ...]) -> None:
    """A fan of cards, the first at the left."""
    many = len(emblem)
    for at, face in enumerate(emblem):
        aside = at - (many - 1) / 2
        card = _card(face, -aside * TURN)
        across = aside * min(112, 224 / max(many - 1, 1))
        x, y = CARDS_AT[0] + across, CARDS_AT[1] + abs(aside) ** 2 * 14
        image.paste(card, (round(x * FINER - card.width / 2), round(y * FINER - card.height / 2)), card)


@lru_cache(maxsize=32)
def _card(face: str | None, turn: float) -> Image.Image:
    """A card, turned by so many degrees against the clock."""
    from PIL import Image, ImageDraw

    image = Image.new("RGBA", (CARD_SIZE[0] * FINER, CARD_SIZE[1] * FINER))
    brush = ImageDraw.Draw(image)
    for shape in _back() if face is None else _face(face):
        paint(brush, shape, FINER, _letters)
    return image.rotate(turn, Image.Resampling.BICUBIC, expand=True)


def _back() -> Iterator[Shape]:
    width, height = CARD_SIZE
    yield Rectangle(0, 0, width, height, 20, BACK, BACK_INK, 2)
    yield Rectangle(14, 14, width - 28, height - 28, 12, BACK, BACK_INK, 3)
    yield Rectangle(14, height * 0.38, width - 28, height * 0.24, 0, BACK_INK)


def _face(face: str) -> Iterator[Shape]:
    """A number in the middle and in the corner, or a rank with its suit."""
    width, height = CARD_SIZE
    yield Rectangle(0, 0, width, height, 20, CARD, CARD_EDGE, 2)
    if not are_standard([face]):
        yield Label(width / 2, height / 2, face, 150 if len(face) < 3 else 60, INK, "middle")
        yield Label(18, 34, face, 40, INK)
        return
    fill = RED if face[-1] in "DHR" else INK
    if face[-1] not in SUITS:
        yield star(width / 2, height / 2, 72, fill)
        yield star(36, 38, 20, fill)
        return
    yield Label(18, 40, face[:-1], 54, fill)
    yield from suit(face[-1], 36, 94, 38, fill)
    yield from suit(face[-1], width / 2, height / 2 + 24, 124, fill)
