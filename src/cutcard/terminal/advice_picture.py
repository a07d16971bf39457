"""Advice in colour: a bar for each move, and the cards that are left."""

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from cutcard.core.declaration.figures import CardsLeft, Figures
from cutcard.present.advice import Counsel, Rated
from cutcard.terminal.painting import CardPainter

BAR, SHORT_BAR = 24, 14
"""How many columns the longest bar takes."""
LINE, HALF, OTHER_HALF = "━", "╸", "╺"
BEST, OTHER = "green", "cyan"


def advice_picture(counsel: Counsel, cards: CardPainter, narrow: bool) -> Group:
    """The moves with their bars, what to make of them, and below the exact figures."""
    parts: list[RenderableType] = [Text(), Rule(Text("Advice", "bold"), align="left", style="dim")]
    if counsel.rated:
        parts += _narrow_moves(counsel, cards) if narrow else [_moves(counsel, cards)]
    if counsel.remark:
        parts.append(Text(f"  {counsel.remark}", "dim"))
    parts.append(Padding(Text(cards.said(counsel.sentence), "bold"), (0, 2)))
    parts += _figures(counsel.figures, cards)
    return Group(*parts, Text())


def _moves(counsel: Counsel, cards: CardPainter) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim", pad_edge=True)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("")
    table.add_column(counsel.heading, no_wrap=True)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for one, drawn in zip(counsel.rated, _bars(counsel.rated, BAR), strict=True):
        table.add_row(Text(one.key, "bold cyan"), cards.said(one.words), drawn, Text(one.shown, "bold"), _error(one))
    return table


def _narrow_moves(counsel: Counsel, cards: CardPainter) -> Iterator[Text]:
    """Two lines for each move."""
    yield Text(f"  {counsel.heading}:", "dim")
    for one, drawn in zip(counsel.rated, _bars(counsel.rated, SHORT_BAR), strict=True):
        yield Text.assemble("  ", (one.key, "bold cyan"), f"  {cards.said(one.words)}")
        yield Text.assemble("    ", drawn, " ", (one.shown, "bold"), " ", _error(one))


def _error(one: Rated) -> Text:
    return Text(f"± {one.give_or_take}".replace("less than ", "<") if one.give_or_take else "", "dim")


def _bars(rated: tuple[Rated, ...], width: int) -> Iterator[Text]:
    """All bars begin at zero; those of numbers below it go to the left."""
    least, most = min(0.0, *(one.value for one in rated)), max(0.0, *(one.value for one in rated))
    unit = width / (most - least) if most > least else 0.0
    zero = round(-least * unit)
    for i, one in enumerate(rated):
        bar = _bar(one.value * unit, zero)
        bar.stylize(BEST if i == 0 else OTHER)
        bar.pad_right(max(0, width - bar.cell_len))
        yield bar


def _bar(length: float, zero: int) -> Text:
    """A line from `zero` on, to half a column."""
    whole, half = divmod(round(2 * abs(length)), 2)
    if length < 0:
        return Text((OTHER_HALF * half + LINE * whole).rjust(zero))
    return Text(" " * zero + LINE * whole + HALF * half)


def _figures(figures: Figures, cards: CardPainter) -> list[RenderableType]:
    """What needs no search."""
    parts: list[RenderableType] = []
    if figures.facts:
        lines = Table.grid(padding=(0, 2, 0, 0))
        for label, value in figures.facts:
            lines.add_row(Text(cards.said(label), "dim"), Text(value))
        parts += [Text(), Padding(lines, (0, 2))]
    if figures.left:
        parts += [Text(), Padding(Text(f"{figures.left.title}."), (0, 2)), Padding(_left(figures.left, cards), (0, 2))]
    return parts


def _left(left: CardsLeft, cards: CardPainter) -> Columns:
    """Each rank with its number below."""
    are_faces = all(rank in cards.faces.all for rank, _ in left.counts)
    cells = []
    for rank, number in left.counts:
        above = cards([rank]) if are_faces else Text(cards.text(rank))
        below = Text(str(number).center(above.cell_len), "bold" if number else "dim")
        cells.append(Text("\n").join([above, below]))
    return Columns(cells, padding=(0, 1))
