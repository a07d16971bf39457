"""Where everything lies in the picture of a table, as shapes.

The seats sit around, clockwise, whoever looks at the lower right; what is shared lies between them. Every pile has a frame
of its own, which depends on the game and its seats alone: many cards are drawn smaller, so that they never leave it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cutcard.core.declaration.game import Game
from cutcard.core.declaration.phrases import Sentence, spoken
from cutcard.core.declaration.zones import DARK
from cutcard.present.cards import SUITS, are_standard
from cutcard.present.scene import Faces
from cutcard.present.screenful import Pile, Screenful, SeatLine
from cutcard.present.shapes import Frame, Rectangle, Shape, fitted, star, suit

PAPER, FELT, PANEL, YOURS, EDGE = "#e8eee9", "#cfdfd3", "#ffffff", "#f3f8ff", "#b4c2b8"
INK, SOFT, RED, FAINT, ACTING = "#26302b", "#5d6a63", "#b3261e", "#9aa39d", "#d9822b"
CARD, CARD_EDGE, BACK, BACK_EDGE = "#fffdf7", "#8d968f", "#47698c", "#2f4a66"

MARGIN, GAP, PAD = 20, 14, 12
HEADER = 70
PANEL_WIDTH = {1: 620, 2: 460, 3: 360, 4: 320}
"""By the number of panels in a row."""
NAME_LINE, STATUS_LINE, TITLE_LINE = 30, 16, 20
FRAME = 48
"""The height of a pile."""
NARROW = 64
"""The width of a pile that nobody sees: it is one back with a number."""
CARD_WIDTH, CARD_HEIGHT, BETWEEN = 34, 46, 3


# Where things are


def size(game: Game) -> tuple[int, int]:
    """Width and height of a picture."""
    columns = (game.seats + 1) // 2
    width = max(columns * PANEL_WIDTH[columns] + (columns - 1) * GAP, PANEL_WIDTH[1]) + 2 * MARGIN
    return width, HEADER + 2 * _panel_height(game) + _middle_height(game) + 2 * GAP + MARGIN


def told(scene: Screenful, sentence: Sentence) -> str:
    """A sentence in words."""
    return spoken(sentence, scene.names, scene.you)


def _panel_height(game: Game) -> int:
    zones = [zone for zone in drawn_zones(game) if game.layout.fields[zone].each]
    return NAME_LINE + STATUS_LINE + len(zones) * (TITLE_LINE + FRAME) + PAD


def drawn_zones(game: Game) -> list[str]:
    """The zones that are drawn, each by itself."""
    return [name for name, zone in game.rulebook.words.zones.items() if zone.shape != "none"]


def _shared(game: Game) -> tuple[list[str], list[str]]:
    """The shared zones: those in play, and those aside."""
    zones = drawn_zones(game)
    in_play = zones[: zones.index("deck")] if "deck" in zones else zones
    shared = [zone for zone in zones if not game.layout.fields[zone].each]
    return [zone for zone in shared if zone in in_play], [zone for zone in shared if zone not in in_play]


def _middle_height(game: Game) -> int:
    return sum(len(zones) > 0 for zones in _shared(game)) * (TITLE_LINE + FRAME) + PAD


def drawn(scene: Screenful, game: Game, looker: int) -> Iterator[Shape]:
    """The whole picture, from back to front."""
    width, height = size(game)
    yield Rectangle(0, 0, width, height, 0, PAPER)
    inner = width - 2 * MARGIN
    yield fitted(scene.title, Frame(MARGIN, 12, inner * 0.3, 26), 22, INK)
    yield fitted(told(scene, scene.headline), Frame(MARGIN + inner * 0.32, 12, inner * 0.68, 26), 16, ACTING, "end")
    below = " ".join(told(scene, line) for line in scene.outcome) or "; ".join(told(scene, line) for line in scene.summary)
    yield fitted(below, Frame(MARGIN, 40, inner, 20), 14, SOFT)
    panels = _panels(game)
    for i, frame in enumerate(panels):
        seat = (looker + i) % game.seats
        yield from _panel(scene.seats[seat], scene, frame)
    yield from _middle(scene, game, Frame(MARGIN, HEADER + _panel_height(game) + GAP, inner, _middle_height(game)))


def _panels(game: Game) -> list[Frame]:
    """The frames of the seats from the looker on: along the bottom to the left, then along the top to the right."""
    width, height = size(game)
    top, bottom = (game.seats + 1) // 2, game.seats // 2
    wide, high = PANEL_WIDTH[top], _panel_height(game)

    def row(number: int, y: float) -> list[Frame]:
        left = (width - number * wide - (number - 1) * GAP) / 2
        return [Frame(left + i * (wide + GAP), y, wide, high) for i in range(number)]

    return [*reversed(row(bottom, height - MARGIN - high)), *row(top, HEADER)]


def _panel(seat: SeatLine, scene: Screenful, frame: Frame) -> Iterator[Shape]:
    """A seat: its name and score, how it stands, its piles."""
    x, y, width, height = frame
    line, thick = (ACTING, 3) if seat.acting else (EDGE, 1)
    yield Rectangle(x, y, width, height, 10, YOURS if seat.yours else PANEL, line, thick)
    inner = width - 2 * PAD
    name = f"{seat.name} ({', '.join(seat.tags)})" if seat.tags else seat.name
    score = f"{seat.score}" if seat.target is None else f"{seat.score} / {seat.target}"
    yield fitted(name, Frame(x + PAD, y + 4, inner * 0.64, NAME_LINE - 4), 16, INK)
    yield fitted(score, Frame(x + PAD + inner * 0.66, y + 4, inner * 0.34, NAME_LINE - 4), 16, INK, "end")
    yield fitted(told(scene, seat.status), Frame(x + PAD, y + NAME_LINE, inner, STATUS_LINE), 13, SOFT)
    held = {pile.zone: pile for pile in scene.hand} if seat.yours else {}
    for i, pile in enumerate(seat.piles):
        top = y + NAME_LINE + STATUS_LINE + i * (TITLE_LINE + FRAME)
        yield from _pile(held.get(pile.zone, pile), scene.faces, Frame(x + PAD, top, inner, TITLE_LINE + FRAME))


def _middle(scene: Screenful, game: Game, frame: Frame) -> Iterator[Shape]:
    """What is shared: in play above, the deck and what is out of play below."""
    yield Rectangle(*frame, 10, FELT)
    y = frame.y + PAD / 2
    for zones, piles in zip(_shared(game), (scene.middle, scene.aside), strict=True):
        if not zones:
            continue
        dark = [game.layout.fields[zone].sight == DARK for zone in zones]
        room = frame.width - 2 * PAD - (len(zones) - 1) * GAP - sum(dark) * NARROW
        x = frame.x + PAD
        for pile, is_dark in zip(piles, dark, strict=False):
            wide = NARROW if is_dark else room / dark.count(False)
            yield from _pile(pile, scene.faces, Frame(x, y, wide, TITLE_LINE + FRAME))
            x += wide + GAP
        y += TITLE_LINE + FRAME


# Cards


def _pile(pile: Pile, faces: Faces, frame: Frame) -> Iterator[Shape]:
    """A title, and below it the cards: equal ones once, with their number; hidden ones as one back with their number."""
    yield fitted(pile.title, Frame(frame.x, frame.y + 4, frame.width, TITLE_LINE - 4), 11, SOFT)
    backs = [pile.hidden] if pile.hidden else []
    cards = pile.counts
    spots = _spots(Frame(frame.x, frame.y + TITLE_LINE, frame.width, FRAME - 2), len(cards) + len(backs))
    for (face, number), spot in zip(cards.items(), spots, strict=False):
        yield from _card(faces.values.get(face, (face,)), number, faces, spot)
    for hidden, spot in zip(backs, spots[len(cards) :], strict=True):
        yield Rectangle(*spot, spot.width / 8, BACK, BACK_EDGE)
        yield fitted(str(hidden), spot, spot.height * 0.36, "#ffffff", "middle")


def _spots(frame: Frame, number: int) -> list[Frame]:
    """Places for so many cards, as large as there is room for."""
    scale = 1.0
    while _room(frame, scale) < number:
        scale *= 0.96
    wide, high = CARD_WIDTH * scale, CARD_HEIGHT * scale
    a_row = int((frame.width + BETWEEN) // (wide + BETWEEN))
    return [
        Frame(frame.x + i % a_row * (wide + BETWEEN), frame.y + i // a_row * (high + BETWEEN), wide, high)
        for i in range(number)
    ]


def _room(frame: Frame, scale: float) -> int:
    across = (frame.width + BETWEEN) // (CARD_WIDTH * scale + BETWEEN)
    down = (frame.height + BETWEEN) // (CARD_HEIGHT * scale + BETWEEN)
    return int(across * down)


def _card(values: Sequence[str], number: int, faces: Faces, spot: Frame) -> Iterator[Shape]:
    """A card with its value, or its values one above the other; those that do not count now are faint."""
    yield Rectangle(*spot, spot.width / 8, CARD, CARD_EDGE)
    many = spot.height * 0.26 if number > 1 else 0.0
    each = (spot.height - many) / len(values)
    for i, value in enumerate(values):
        faint = faces.now not in (-1, i)
        part = Frame(spot.x + 1, spot.y + i * each, spot.width - 2, each)
        yield from _value(value, part, faint, flat=len(values) > 1)
    if many:
        label = f"×{number}"
        yield fitted(label, Frame(spot.x, spot.y + spot.height - many - 1, spot.width, many), many * 0.9, SOFT, "middle")


def _value(value: str, frame: Frame, faint: bool, flat: bool) -> Iterator[Shape]:
    """A face: a number alone, or a rank with its suit below it, or beside it where the place is flat."""
    if not are_standard([value]):
        yield fitted(value, frame, frame.height * 0.46, FAINT if faint else INK, "middle")
        return
    x, y, width, height = frame
    red = value[-1] in "DHR"
    fill = FAINT if faint else RED if red else INK
    if value[-1] not in SUITS:
        yield star(x + width / 2, y + height / 2, min(width, height) * 0.4, fill)
    elif flat:
        yield fitted(value[:-1], Frame(x, y, width * 0.54, height), height * 0.56, fill, "middle")
        yield from suit(value[-1], x + width * 0.74, y + height / 2, min(width * 0.4, height * 0.6), fill)
    else:
        yield fitted(value[:-1], Frame(x, y + height * 0.04, width, height * 0.5), height * 0.42, fill, "middle")
        yield from suit(value[-1], x + width / 2, y + height * 0.74, min(width * 0.5, height * 0.38), fill)
