"""Draw the pictures of a table and of advice for the docs: `python scripts/picture.py` writes table.svg and advice.svg to
docs/images.

It is a real game, dealt from a seed and played by steady players up to a decision of seat 0, and drawn by the same code
that draws it in a terminal. For another one say its game, seed, decision and folder:
`python scripts/picture.py continuous 7 6 pictures`.
"""

import io
import sys
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.terminal_theme import TerminalTheme

import cutcard
from cutcard.core.table.table import Table
from cutcard.players import player
from cutcard.present.advice import THINKING, advice_for
from cutcard.present.scene import scene
from cutcard.present.seats import Seating, seated
from cutcard.present.story import story
from cutcard.terminal.rich_screen import RichScreen
from cutcard.terminal.session import PROMPT

WIDTH = 84
YOU = 0
ASKED = f"[bold cyan]›[/] {PROMPT}"

INK, PAPER = (226, 224, 217), (30, 33, 39)
HUES = [(224, 108, 117), (152, 195, 121), (229, 192, 123), (97, 175, 239), (198, 120, 221), (86, 182, 194)]
THEME = TerminalTheme(PAPER, INK, [PAPER, *HUES, INK], [(92, 99, 112), *HUES, (255, 255, 255)])


def played(name: str, seed: int, decision: int) -> tuple[Table, int]:
    """The table at that decision of yours, and how much of its log you had seen before."""
    table = cutcard.game(name, seats=4).start(seed=seed)
    told, yours = 0, 0
    while not table.is_over:
        seat = YOU if YOU in table.to_act else table.to_act[0]
        view = table.view(seat)
        if seat == YOU:
            yours += 1
            if yours == decision:
                return table, told
            told = len(view.log)
        table = table.play(player("steady").choose(view, view.legal, np.random.default_rng(seed)), seat)
    raise SystemExit(f"the game is over after {yours} decisions: choose an earlier one")


def draw(name: str, seed: int, decision: int, path: Path, advises: bool) -> None:
    """The table, with what happened before; or with what `h` says of it."""
    table, told = played(name, seed, decision)
    seating: Seating = seated(table.game.seats, YOU, "steady", None)
    view = table.view(YOU)
    screen = blank_screen()
    screen.show(scene(view, seating, () if advises else story(view, told, seating)))
    if advises:
        screen.console.print(f"{ASKED} h")
        screen.advise(advice_for(view, seating, THINKING))
    screen.console.print(f"{ASKED} [reverse] [/]")
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = screen.console.export_svg(title=f"cutcard play {name}", theme=THEME)
    path.write_text(picture.replace("<text ", '<text xml:space="preserve" '), encoding="utf-8")
    print(f"wrote {path}")


def blank_screen() -> RichScreen:
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor", highlight=False
    )
    screen = RichScreen(console)
    screen.edges = (" ", " ")  # half blocks do not join well in every browser
    return screen


if __name__ == "__main__":
    given = sys.argv[1:]
    folder = Path(given[3] if given else "docs/images")
    for file, usual in (("table.svg", ("pairs", "31", "14")), ("advice.svg", ("pairs", "12", "13"))):
        game, seed, decision = given[:3] or usual
        draw(game, int(seed), int(decision), folder / file, file == "advice.svg")
