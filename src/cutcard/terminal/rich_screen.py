"""The table in colour, with Rich. Colour is never the only sign: without it cards stand in brackets."""

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import groupby

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from cutcard.core.declaration.deck import DeckPage
from cutcard.core.declaration.phrases import Sentence, Who, numbered
from cutcard.core.registry import Named
from cutcard.present.advice import Counsel
from cutcard.present.cards import JOKER, SUITS, are_standard, pictured
from cutcard.present.plain_text import ways_in_words
from cutcard.present.scene import Faces
from cutcard.present.screenful import Choice, Pile, Screenful, SeatLine
from cutcard.terminal.advice_picture import advice_picture
from cutcard.terminal.keyboard import Keyboard
from cutcard.terminal.painting import CardPainter
from cutcard.terminal.screen import COVER, Help, is_interactive, question

NARROW = 60
"""Below this many columns the seats are listed one under the other."""
LISTED_AT_MOST = 40
"""Of more moves than this only so many are listed."""
ONE_COLUMN = 4
"""Up to this many moves each has a line of its own."""
ENDLESS = 1000
"""Columns enough for everything in one line."""
ONE_BY_ONE = 5
"""Up to this many paragraphs of a story each has a line of its own."""


ERASE_LINES_ABOVE = "\x1b[3J"
"""Tells a terminal to forget what has left the screen."""


class RichScreen:
    """Writes below what is there already, so that everything stays in the terminal's scrollback, until it is covered."""

    edges = ("▐", "▌")
    """The sides of a card."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        self.keyboard = Keyboard()

    def say(self, *lines: str) -> None:
        for line in lines:
            self.console.print(Text(line))

    def refuse(self, reason: str) -> None:
        self.console.print(Text.assemble(("✗ ", "bold red"), reason))

    def show(self, scene: Screenful) -> None:
        self.console.print(self.picture(scene))

    def picture(self, scene: Screenful) -> Group:
        """Everything on the screen at a decision."""
        cards = self._painter(scene.faces, scene.names, scene.you)
        width = self.console.width
        narrow = width < NARROW
        parts: list[RenderableType] = [_story(scene.story, cards, width)] if scene.story else []
        parts += _title(scene, cards, width)
        parts.append(_listed_seats(scene.seats, cards) if narrow else self._seats(scene.seats, cards))
        parts.append(Text())
        parts += _piles(scene.middle, cards)
        parts.append(_aside(scene.aside, cards))
        parts += _piles(scene.hand, cards)
        parts.append(_headline(cards.said(scene.headline), width))
        parts += _choices(scene, cards, narrow)
        parts += _outcome(scene.outcome, cards)
        return Group(*parts)

    def _painter(self, faces: Faces, names: Sequence[str], you: int | None) -> CardPainter:
        coloured = self.console.color_system and not self.console.no_color
        return CardPainter(faces, self.edges if coloured else (), names, you)

    def _seats(self, seats: Sequence[SeatLine], cards: CardPainter) -> Table:
        """The seats in a table; closer together where it would be too wide."""
        table = _seat_table(seats, cards)
        endless = self.console.options.update(max_width=ENDLESS)
        fits = self.console.measure(table, options=endless).maximum <= self.console.width
        return (
            table if fits else _seat_table(seats, CardPainter(cards.faces, cards.edges, cards.names, cards.you, close=True))
        )

    def explain(self, answers: Help) -> None:
        table = Table(box=None, show_header=False, padding=(0, 1))
        table.add_column(no_wrap=True)
        table.add_column()
        for key, meaning in (*answers.moves, *answers.others):
            table.add_row(Text(key, "bold cyan"), Text(meaning))
        self.console.print(table)

    def advise(self, counsel: Counsel) -> None:
        self.console.print(
            advice_picture(counsel, self._painter(counsel.faces, counsel.names, counsel.you), self.console.width < NARROW)
        )

    def games(self, entries: Sequence[Named]) -> None:
        narrow = self.console.width < NARROW
        table = Table(box=None, show_header=False, padding=(0, 1))
        for _ in range(2 if narrow else 4):
            table.add_column(no_wrap=False)
        for number, entry in enumerate(entries, 1):
            key, title = Text(str(number), "bold cyan"), Text(entry.title, "bold")
            seats = entry.cover.seats_in_words
            if narrow:
                table.add_row(key, Text.assemble(title, f", {seats}. {entry.summary}"))
            else:
                table.add_row(key, title, Text(seats, "dim", no_wrap=True), entry.summary)
        self.console.print(table)

    def page(self, markdown: str) -> None:
        from rich.markdown import Markdown  # brings much along that no game needs

        self.console.print(Padding(Markdown(markdown), (0, 1)))

    def paged(self) -> AbstractContextManager[object]:
        os.environ.setdefault("LESS", "FRX")  # less ends at once where all fits, keeps colours, and leaves the text there
        return self.console.pager(styles=True)

    def deck(self, page: DeckPage) -> None:
        self.console.print(*(Text(pictured(note)) for note in page.notes), "", sep="\n")
        table = Table(box=None, padding=(0, 2), header_style="dim")
        for column in page.columns:
            table.add_column(column)
        for row in page.rows:
            table.add_row(*(Text(pictured(cell)) for cell in row))
        self.console.print(table)

    def ask(self, text: str, default: str = "") -> str:
        return self._line(question(text, default)) or default

    def ask_move(self, text: str, at_once: Collection[str]) -> str:
        return self._line(text, at_once)

    def _line(self, text: str, at_once: Collection[str] = ()) -> str:
        """Where there is a keyboard the line can be edited, and those before it come back by the arrow keys."""
        prompt = Text.assemble(("› ", "bold cyan"), text, " ")
        if self.console.file is not sys.stdout or not is_interactive() or not self.keyboard.is_there:
            self.console.print(prompt, end="")
            return input().strip()
        with self.console.capture() as written:
            self.console.print(prompt, end="", soft_wrap=True)
        rows_below = (prompt.cell_len - 1) // self.console.width
        return self.keyboard.line(written.get(), rows_below, at_once).strip()

    def cover(self) -> None:
        """The lines above the screen go too: whoever scrolls back would find the cards there. So do typed lines."""
        self.keyboard.forget()
        if not self.console.is_terminal or self.console.is_dumb_terminal:
            self.console.print("\n" * max(COVER, self.console.height))
            return
        self.console.clear()
        if not self.console.legacy_windows:
            self.console.file.write(ERASE_LINES_ABOVE)
            self.console.file.flush()

    def waiting(self, text: str) -> AbstractContextManager[object]:
        return self.console.status(text)


def _story(paragraphs: Sequence[Sequence[Sentence]], cards: CardPainter, width: int) -> Group:
    """A paragraph for each move, what concerns you in bold. Many short ones share their lines, up to a point where whoever
    was told of last goes on: with a new trick."""
    told: list[list[Text]] = []
    last = None
    for sentences in paragraphs:
        said = [Text(cards.said(one, True), "bold" if _is_of(one, cards.you) else "") for one in sentences]
        if len(paragraphs) <= ONE_BY_ONE or sentences[0][:1] == last or not told:
            told.append([])
        told[-1].append(Text(" ").join(said))
        last = sentences[-1][:1]
    rows = [row for run in told for row in _packed(run, width - 2)]
    lines = Table.grid(padding=(0, 1))
    for row in rows:
        rest = [part for text in row[1:] for part in (Text(" · ", "dim"), text)]
        lines.add_row(Text("·", "dim"), Text.assemble(row[0], *rest))
    return Group(Text(), lines)


def _is_of(sentence: Sentence, you: int | None) -> bool:
    """Whether a sentence names you."""
    return any(isinstance(part, Who) and part.seat == you for part in sentence)


def _packed(texts: Iterable[Text], width: int) -> list[list[Text]]:
    """As many in a row as fit."""
    rows: list[list[Text]] = []
    used = 0
    for text in texts:
        if rows and used + 3 + text.cell_len <= width:
            rows[-1].append(text)
            used += 3 + text.cell_len
        else:
            rows.append([text])
            used = text.cell_len
    return rows


def _title(scene: Screenful, cards: CardPainter, width: int) -> list[RenderableType]:
    """The title in a rule, and of the summary as much as fits beside it; the rest below."""
    items = [Text(cards.said(item)) for item in scene.summary]
    title = Text(scene.title, "bold")
    rows = _packed([Text(" " * (title.cell_len - 1)), *items], width - 4)
    if width < NARROW:
        return [Text(), Rule(title, align="left", style="dim"), Text(" · ").join(items)]
    beside = Text.assemble(title, "  ", Text(" · ").join(rows[0][1:])) if rows[0][1:] else title
    return [Text(), Rule(beside, align="left", style="dim"), *(Text(" · ").join(row) for row in rows[1:])]


def _headline(headline: str, width: int) -> RenderableType:
    text = Text(f" {headline} ", "bold reverse")
    return Rule(text, align="left", style="bold", characters="─") if text.cell_len + 4 <= width else text


def _who(seat: SeatLine) -> Text:
    tags = f" ({', '.join(seat.tags)})" if seat.tags else ""
    return Text.assemble((seat.name, "bold" if seat.yours else ""), (tags, "dim"))


def _score(seat: SeatLine) -> Text:
    return Text(f"{seat.score}/{seat.target}" if seat.target is not None else f"{seat.score}", "bold")


def _marker(seat: SeatLine) -> Text:
    return Text("▶" if seat.acting else " ", "bold cyan")


def _seat_table(seats: Sequence[SeatLine], cards: CardPainter) -> Table:
    """A row for each seat; a column for each thing that somebody has."""
    shown = [i for i, _ in enumerate(seats[0].piles) if any(seat.piles[i].cards or seat.piles[i].hidden for seat in seats)]
    with_status = any(seat.status for seat in seats)
    table = Table(box=None, padding=(0, 1, 0, 0) if cards.close else (0, 1), header_style="dim", pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column("Player", no_wrap=True)
    table.add_column("Score", justify="right", no_wrap=True)
    if with_status:
        table.add_column("")
    for i in shown:
        table.add_column(seats[0].piles[i].title)
    for seat in seats:
        status = [Text(cards.said(seat.status))] if with_status else []
        table.add_row(_marker(seat), _who(seat), _score(seat), *status, *(_held(seat, i, cards) for i in shown))
    return table


def _held(seat: SeatLine, i: int, cards: CardPainter) -> Text:
    pile = seat.piles[i]
    return cards(pile.cards, pile.hidden)


def _listed_seats(seats: Sequence[SeatLine], cards: CardPainter) -> Group:
    lines: list[Text] = []
    for seat in seats:
        lines.append(Text.assemble(_marker(seat), " ", _who(seat), "  ", _score(seat)))
        if seat.status:
            lines.append(Text(f"    {cards.said(seat.status)}"))
        for i, pile in enumerate(seat.piles):
            if pile.cards or pile.hidden:
                lines.append(Text.assemble("    ", (f"{pile.title} ", "dim"), _held(seat, i, cards)))
    return Group(*lines)


def _piles(piles: Sequence[Pile], cards: CardPainter) -> list[RenderableType]:
    """Titles and their cards; cards that take several lines stay beside their title."""
    lines = Table.grid(padding=(0, 2, 0, 0))
    for pile in piles:
        lines.add_row(Text(f"  {pile.title}", "bold"), cards(pile.cards, pile.hidden))
    return [lines] if piles else []


def _aside(piles: Sequence[Pile], cards: CardPainter) -> Padding:
    """The deck and the discards in a line: `Deck 38 cards   Discards 3 7×2`."""
    parts: list[Text] = []
    for pile in piles:
        faces = [face if number == 1 else f"{face}×{number}" for face, number in pile.counts.items()]
        hidden = [numbered(pile.hidden, "card")] if pile.hidden else []
        if pile.cards and are_standard(pile.cards):
            faces = ["  ".join(f"{SUITS.get(suit, JOKER)} {' '.join(ranks)}" for suit, ranks in _by_suit(pile.cards))]
        parts.append(Text.assemble((f"{pile.title}  ", "dim"), cards.text(" ".join(faces + hidden)) or "none"))
    return Padding(Text("    ").join(parts), (0, 0, 0, 2))


def _by_suit(cards: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    for suit, same in groupby(cards, key=lambda card: card[-1]):
        yield suit, [card[:-1] for card in same]


def _choices(scene: Screenful, cards: CardPainter, narrow: bool) -> list[RenderableType]:
    choices = scene.choices
    widths = [max((len(word) for word in words), default=0) for words in zip(*map(_keys, choices), strict=True)]
    lines = [_choice(choice, cards, widths) for choice in choices[:LISTED_AT_MOST]]
    if scene.ways:
        lines.append(Text(f"  {ways_in_words(scene.ways)}", "dim"))
    elif len(choices) > LISTED_AT_MOST:
        lines.append(Text(f"  and {len(choices) - LISTED_AT_MOST} more", "dim"))
    return [*lines] if narrow or len(lines) <= ONE_COLUMN else [Columns(lines, padding=(0, 2), column_first=True)]


def _keys(choice: Choice) -> list[str]:
    """What can be typed for a move: its number, where it has one, and its key."""
    return [word for word in (choice.number, choice.key) if word]


def _choice(choice: Choice, cards: CardPainter, widths: Sequence[int]) -> Text:
    words, odds = cards.said(choice.words), f"  {cards.said(choice.odds)}" if choice.odds else ""
    typed = "  ".join(word.rjust(width) for word, width in zip(_keys(choice), widths, strict=True))
    return Text.assemble("  ", (typed, "bold cyan"), f"  {words}", (odds, "yellow"))


def _outcome(lines: Sequence[Sentence], cards: CardPainter) -> list[RenderableType]:
    return [Text(f"  {cards.said(line)}", "bold" if i == 1 else "") for i, line in enumerate(lines)]
