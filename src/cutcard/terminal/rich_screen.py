"""The table in colour, with Rich. Colour is never the only sign: without it cards stand in brackets."""

import re
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from cutcard.core.game import Rulebook
from cutcard.terminal.scene import Choice, Pile, Scene, SeatLine
from cutcard.terminal.screen import Help, question, seats_in_words

HUES = (
    "#e8d8b0", "#b8d8e8", "#c8e0b0", "#f0c8a0", "#d8c0e8", "#a8dcd0", "#f0b8b8", "#b8c4f0", "#e0d890", "#f0b0d8",
)  # fmt: skip
"""A quiet colour for each rank, dark ink on it."""
SUITS = {"C": "#b8e0b0", "D": "#a8c8f0", "H": "#f0b0b0", "S": "#d0d0d0"}
PAPER = "#e8e4d8"

YOU = re.compile(r"\byour?\b", re.IGNORECASE)

NARROW = 60
"""Below this many columns the seats are listed one under the other."""
LISTED_AT_MOST = 40
"""Of more moves than this only so many are listed."""
ONE_COLUMN = 4
"""Up to this many moves each has a line of its own."""


class RichScreen:
    """Writes below what is there already, so that everything stays in the terminal's scrollback."""

    edges = ("▐", "▌")
    """The sides of a card."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)

    def say(self, *lines: str) -> None:
        for line in lines:
            self.console.print(Text(line))

    def refuse(self, reason: str) -> None:
        self.console.print(Text.assemble(("✗ ", "bold red"), reason))

    def show(self, scene: Scene) -> None:
        self.console.print(self.picture(scene))

    def picture(self, scene: Scene) -> Group:
        """Everything on the screen at a decision."""
        coloured = self.console.color_system and not self.console.no_color
        cards = CardPainter(scene.faces, self.edges if coloured else ())
        narrow = self.console.width < NARROW
        parts: list[RenderableType] = [_story(scene.story)] if scene.story else []
        parts.append(_title(scene, narrow))
        parts.append(_listed_seats(scene.seats, cards) if narrow else _seat_table(scene.seats, cards))
        parts.append(Text())
        parts += [_pile(pile, cards) for pile in scene.middle]
        parts.append(_aside(scene.aside))
        parts += [_pile(pile, cards, f"Your {pile.title.lower()}") for pile in scene.hand]
        parts.append(Rule(Text(f" {scene.headline} ", "bold reverse"), align="left", style="bold", characters="─"))
        parts += _choices(scene.choices, narrow)
        parts += _outcome(scene.outcome)
        return Group(*parts)

    def explain(self, answers: Help) -> None:
        table = Table(box=None, show_header=False, padding=(0, 1))
        table.add_column(no_wrap=True)
        table.add_column()
        for key, meaning in (*answers.moves, *answers.others):
            table.add_row(Text(key, "bold cyan"), Text(meaning))
        self.console.print(table)

    def games(self, rulebooks: Sequence[Rulebook]) -> None:
        narrow = self.console.width < NARROW
        table = Table(box=None, show_header=False, padding=(0, 1))
        for _ in range(2 if narrow else 4):
            table.add_column(no_wrap=False)
        for number, book in enumerate(rulebooks, 1):
            key, title, seats = Text(str(number), "bold cyan"), Text(book.title, "bold"), seats_in_words(book.seat_range)
            if narrow:
                table.add_row(key, Text.assemble(title, f", {seats}. {book.summary}"))
            else:
                table.add_row(key, title, Text(seats, "dim", no_wrap=True), book.summary)
        self.console.print(table)

    def page(self, markdown: str) -> None:
        self.console.print(Padding(Markdown(markdown), (0, 1)))

    def ask(self, text: str, default: str = "") -> str:
        self.console.print(Text.assemble(("› ", "bold cyan"), question(text, default), " "), end="")
        return input().strip() or default

    def waiting(self, text: str) -> AbstractContextManager[object]:
        return self.console.status(text)


class CardPainter:
    """Cards as small coloured slips; in brackets where there is no colour."""

    def __init__(self, faces: Sequence[str], edges: tuple[str, ...]) -> None:
        self.edges = edges
        suited = all(face[-1:] in SUITS for face in faces if not face.startswith("J"))
        few = len(faces) <= len(HUES)
        self.hues = {
            face: HUES[i] if few else SUITS.get(face[-1:], PAPER) if suited else PAPER for i, face in enumerate(faces)
        }

    def __call__(self, faces: Iterable[str], hidden: int = 0) -> Text:
        slips = [self._slip(face) for face in faces]
        if hidden:
            slips.append(Text(f"{hidden} card{'s' if hidden != 1 else ''}"))
        return Text(" ").join(slips) if slips else Text("–", "dim")

    def _slip(self, face: str) -> Text:
        if not self.edges:
            return Text(f"[{face}]")
        hue = self.hues.get(face, PAPER)
        left, right = ((edge, hue if edge.strip() else f"on {hue}") for edge in self.edges)
        return Text.assemble(left, (face, f"bold #202020 on {hue}"), right)


def _story(paragraphs: Sequence[Sequence[str]]) -> Group:
    """A paragraph for each move, what concerns you in bold."""
    lines = Table.grid(padding=(0, 1))
    for sentences in paragraphs:
        said = [Text(sentence, "bold" if YOU.search(sentence) else "") for sentence in sentences]
        lines.add_row(Text("·", "dim"), Text(" ").join(said))
    return Group(Text(), lines)


def _title(scene: Scene, narrow: bool) -> RenderableType:
    summary = " · ".join(scene.summary)
    if narrow:
        return Group(Text(), Rule(Text(scene.title, "bold"), align="left", style="dim"), Text(summary))
    title = Text.assemble((scene.title, "bold"), ("  " + summary if summary else "", "default"))
    return Group(Text(), Rule(title, align="left", style="dim"))


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
    table = Table(box=None, padding=(0, 1), header_style="dim", pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column("Player", no_wrap=True)
    table.add_column("Score", justify="right", no_wrap=True)
    if with_status:
        table.add_column("")
    for i in shown:
        table.add_column(seats[0].piles[i].title)
    for seat in seats:
        status = [Text(seat.status)] if with_status else []
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
            lines.append(Text(f"    {seat.status}"))
        for i, pile in enumerate(seat.piles):
            if pile.cards or pile.hidden:
                lines.append(Text.assemble("    ", (f"{pile.title} ", "dim"), _held(seat, i, cards)))
    return Group(*lines)


def _pile(pile: Pile, cards: CardPainter, title: str = "") -> Text:
    return Text.assemble("  ", (f"{title or pile.title}  ", "bold"), cards(pile.cards, pile.hidden))


def _aside(piles: Sequence[Pile]) -> Text:
    """The deck and the discards in a line: `Deck 38 cards   Discards 3 7×2`."""
    parts: list[Text] = []
    for pile in piles:
        faces = [face if number == 1 else f"{face}×{number}" for face, number in pile.counts.items()]
        hidden = [f"{pile.hidden} card{'s' if pile.hidden != 1 else ''}"] if pile.hidden else []
        parts.append(Text.assemble((f"{pile.title}  ", "dim"), " ".join(faces + hidden) or "none"))
    return Text.assemble("  ", Text("    ").join(parts))


def _choices(choices: Sequence[Choice], narrow: bool) -> list[RenderableType]:
    longest = max((len(choice.key) for choice in choices), default=0)
    lines = [_choice(choice, longest) for choice in choices[:LISTED_AT_MOST]]
    if len(choices) > LISTED_AT_MOST:
        lines.append(Text(f"  and {len(choices) - LISTED_AT_MOST} more", "dim"))
    return [*lines] if narrow or len(lines) <= ONE_COLUMN else [Columns(lines, padding=(0, 2), column_first=True)]


def _choice(choice: Choice, width: int) -> Text:
    odds = f"  {choice.odds}" if choice.odds else ""
    return Text.assemble("  ", (choice.key.rjust(width), "bold cyan"), f"  {choice.words}", (odds, "yellow"))


def _outcome(lines: Sequence[str]) -> list[RenderableType]:
    return [Text(f"  {line}", "bold" if i == 1 else "") for i, line in enumerate(lines)]
