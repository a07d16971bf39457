"""`python scripts/ways.py`: three ways through the house, traced as they run, drawn into `docs/images/ways` and told in
`docs/architecture.md`.

A click in the browser until everybody sees it; `cutcard simulate` until its table is printed; `pyspiel.load_game` until a
card is drawn. Each room that is entered stands below the one it was entered from. Where a room is entered from a second one
too, a reason has to be given here: without one the script fails. `--list` prints every function instead.
"""

import argparse
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NamedTuple
from xml.sax.saxutils import escape

import cutcard

ROOT = Path(__file__).parents[1]
PACKAGE = f"{Path(cutcard.__file__).parent}{os.sep}"
IMAGES = ROOT / "docs" / "images" / "ways"
OUTSIDE = ""
"""Where a way begins: no room of ours."""

READS = "reads the table, or the view, that it was given"
DECLARED = "looks up what the game declares"
LANGUAGE = "asks in which language people are spoken to"
UNKNOWN = "what was not yet said in this language is asked for where it is made"
WORKERS = "a thread of the pool begins here, not where the work was shared out"
REASONS: dict[tuple[str, str, str], str] = {
    ("click", OUTSIDE, "server/store"): "one task writes for all tables: an event waits there until it is in the database",
    ("click", "server/store", "server"): "puts what it sends to that process behind its length",
    ("click", "server", "server/store"): "work that never ends is begun anew there where it fails",
    ("click", OUTSIDE, "server"): "and reads the answer of the process that writes",
    ("click", OUTSIDE, "server/tables"): "the loop calls the table when its event is written",
    ("click", "server/tables", "server/live"): "and the table calls whoever looks on",
    ("click", "core/table", "core"): "hands the dealer its cards",
    ("click", "core/table", "core/declaration"): DECLARED,
    ("click", "present", "core/table"): READS,
    ("click", "games/shared", "core/table"): READS,
    ("click", "games/pairs", "core/table"): READS,
    ("click", "games/pairs", "core/declaration"): READS,
    ("click", "core/declaration", "core/table"): "names actions by what lies on the table",
    ("click", "present", "core/declaration"): DECLARED,
    ("click", "games/shared", "core/declaration"): "puts odds into parts of a sentence",
    ("click", "core/declaration", "core"): "sets of cards, and where cards come from, are below everything",
    ("click", "games/pairs", "games/shared"): "the odds of a draw are those of every game with this deck",
    **{("click", room, "core"): LANGUAGE for room in ("server/live", "server/tables", "present", "games/shared")},
    **{
        ("click", "core", room): UNKNOWN
        for room in ("core/declaration", "core/table", "present", "server/tables", "games/shared")
    },
    ("simulate", "core/declaration", "core"): "finds games by name in the registry",
    ("simulate", "players", "core"): "finds players by name in the registry",
    ("simulate", "lab/running", "core"): "plays a chunk: this is where the machine code runs",
    ("simulate", "core", "core/declaration"): "a simulation begins with blank tables, as the declaration lays them out",
    ("simulate", "lab/reports", "core/declaration"): DECLARED,
    ("simulate", "lab/studies", "lab/running"): "a study shares out its games",
    ("simulate", "lab/running", "lab/studies"): "each chunk is counted up where it was played, so that only counts travel",
    ("simulate", "lab/reports", "lab/studies"): "asks for the measures that it prints",
    ("simulate", OUTSIDE, "lab/running"): WORKERS,
    ("load-game", "core/table", "core"): "hands the dealer its cards",
    ("load-game", "core", "core/declaration"): DECLARED,
    ("load-game", "core/table", "core/declaration"): DECLARED,
    ("load-game", "envs/openspiel", "core/table"): READS,
}
"""Why a room is entered once more: (way, from, to)."""
PAGE = ROOT / "docs" / "architecture.md"


class Call(NamedTuple):
    """A function of ours that ran, and the room it was called from first."""

    file: str
    function: str
    caller: str

    @property
    def room(self) -> str:
        return room_of(self.file)


class Way(NamedTuple):
    """What ran, in the order in which it ran first; and from where each room was entered."""

    calls: list[Call]
    doors: list[tuple[str, str]]

    @property
    def files(self) -> int:
        return len({call.file for call in self.calls})


def room_of(file: str) -> str:
    """`core/table`, `server/http`, or the package itself for what lies at its top: `core`."""
    return "/".join(Path(file).parts[:-1][:2]) or "cutcard"


class Tracer:
    """Notes every function of ours that is called while it is on, in any thread that was begun by `threaded`."""

    def __init__(self) -> None:
        self.is_on = False
        self.calls: dict[tuple[str, str], Call] = {}
        self.doors: dict[tuple[str, str], None] = {}

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if not self.is_on or event != "call" or not (file := own(frame)):
            return
        name = frame.f_code.co_qualname
        if "<" in name.rpartition(".")[2]:  # a comprehension is part of its function
            return
        caller = frame.f_back or sys._getframe(1)  # compiled code has a frame of its own, and nothing behind it
        while caller is not None and not own(caller):
            caller = caller.f_back
        came_from = room_of(own(caller)) if caller else OUTSIDE
        self.calls.setdefault((file, name), Call(file, name, came_from))
        if came_from != room_of(file):
            self.doors.setdefault((came_from, room_of(file)))

    @contextmanager
    def tracing(self) -> Iterator[None]:
        self.is_on = True
        try:
            yield
        finally:
            self.is_on = False

    @property
    def way(self) -> Way:
        return Way(list(self.calls.values()), list(self.doors))


def own(frame: FrameType) -> str:
    """The file of a function of this package, or nothing."""
    name = frame.f_code.co_filename
    return name[len(PACKAGE) :] if name.startswith(PACKAGE) else ""


# The three ways


def click(tracer: Tracer) -> None:
    """A person at a table with another one plays a card over the socket, and both are sent what happened."""
    from cutcard.server.http.app import Server, configured
    from cutcard.server.settings import Settings

    sys.path.insert(0, str(ROOT))
    from tests.server.client import join, make_table

    with TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as own_socket:
        url = f"http://127.0.0.1:{own_socket.getsockname()[1]}"
        settings = Settings(database=f"sqlite:///{folder}/tables.sqlite3", pace=0.0, unlimited=True)
        server = Server(configured(settings))
        ready = threading.Event()
        server.on_ready = ready.set
        threading.setprofile(tracer)
        thread = threading.Thread(target=lambda: server.run(sockets=[own_socket]))
        thread.start()
        threading.setprofile(None)
        ready.wait()
        host = make_table(url, seats=2)
        guest = join(host)
        host.start()
        with host.live() as first, guest.live() as second:
            first.hear_update()
            second.hear_update()
            mover, other = (first, second) if first.visitor.wish(first.update) else (second, first)
            time.sleep(5.0)  # what was still under way has been told, and what a server does after its start is done
            with tracer.tracing():
                assert mover.move("hit", mover.update["you"]["asked"])["type"] == "done"
                other.hear_update()
        server.should_exit = True
        thread.join()


def simulate(tracer: Tracer) -> None:
    """`cutcard simulate pairs`, from the words that were typed to the table that is printed."""
    from cutcard.cli.main import run

    threading.setprofile(tracer)
    sys.setprofile(tracer)
    with redirect_stdout(StringIO()), tracer.tracing():
        run(["simulate", "pairs", "--games", "2000"])
    sys.setprofile(None)
    threading.setprofile(None)


def load_game(tracer: Tracer) -> None:
    """`pyspiel.load_game`, a state of it, and the first card."""
    import pyspiel

    import cutcard.envs.openspiel  # noqa: F401

    sys.setprofile(tracer)
    with tracer.tracing():
        state = pyspiel.load_game("cutcard_pairs").new_initial_state()
        state.apply_action(state.chance_outcomes()[0][0])
    sys.setprofile(None)


WAYS: dict[str, tuple[str, Callable[[Tracer], None]]] = {
    "click": ("A click in the browser until everybody sees it", click),
    "simulate": ("cutcard simulate until its table is printed", simulate),
    "load-game": ("pyspiel.load_game until a card is drawn", load_game),
}


# Drawing

ROW, INDENT, LEFT, TOP, BOX = 46, 34, 20, 64, 210
STYLE = """
text { font: 14px system-ui, sans-serif; fill: #23261f } .small { font-size: 12px; fill: #545a4c }
.title { font-weight: 600; font-size: 16px } rect { fill: #fffcf5; stroke: #7c7c69 }
path { fill: none; stroke: #7c7c69 } .again { stroke: #a4420a; stroke-dasharray: 4 3 }
@media (prefers-color-scheme: dark) { text { fill: #f1ebde } .small { fill: #b9b7a6 }
rect { fill: #2a302c; stroke: #8b9187 } path { stroke: #8b9187 } .again { stroke: #f2a661 } }
"""


def drawn(title: str, way: Way) -> str:
    """Rooms as boxes, each below and to the right of the one it was entered from first; other doors are dashed."""
    entered: dict[str, str] = {}
    for came_from, room in way.doors:
        entered.setdefault(room, came_from)
    order, depth = in_order(entered)
    at = {room: (LEFT + INDENT * depth[room], TOP + ROW * i) for i, room in enumerate(order)}
    right = max(x for x, _ in at.values()) + BOX
    again = [(a, b) for a, b in way.doors if a in at and entered[b] != a]
    width, height = right + 40 + 12 * len(again), TOP + ROW * len(order) + 10
    parts = [f'<text class="title" x="{LEFT}" y="26">{escape(title)}</text>']
    parts.append(
        f'<text class="small" x="{LEFT}" y="46">{len(way.calls)} functions in {way.files} files of {len(order)} rooms</text>'
    )
    for room, (x, y) in at.items():
        if (parent := entered[room]) in at:
            px, py = at[parent]
            parts.append(f'<path d="M {px + 14} {py + 32} V {y + 16} H {x}"/>')
        parts.append(f'<rect x="{x}" y="{y}" width="{BOX}" height="32" rx="5"/>')
        mine = [call for call in way.calls if call.room == room]
        words = f"{len(mine)} in {numbered(len({call.file for call in mine}), 'file')}"
        parts.append(f'<text x="{x + 10}" y="{y + 21}">{escape(room)}</text>')
        parts.append(f'<text class="small" x="{x + BOX - 10}" y="{y + 21}" text-anchor="end">{words}</text>')
    for i, (a, b) in enumerate(again):
        lane, (ax, ay), (bx, by) = right + 20 + 12 * i, at[a], at[b]
        tip = bx + BOX
        parts.append(f'<path class="again" d="M {ax + BOX} {ay + 22} H {lane} V {by + 10} H {tip}"/>')
        parts.append(f'<path class="again" d="M {tip + 6} {by + 6} L {tip} {by + 10} L {tip + 6} {by + 14}"/>')
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title)}">\n<style>{STYLE}</style>\n{inside}\n</svg>\n'
    )


def in_order(entered: dict[str, str]) -> tuple[list[str], dict[str, int]]:
    """The rooms, those entered from one of them right below it; and how deep each lies."""
    order: list[str] = []
    depth: dict[str, int] = {}

    def visit(parent: str, level: int) -> None:
        for room in [room for room, came_from in entered.items() if came_from == parent and room not in depth]:
            depth[room] = level
            order.append(room)
            visit(room, level + 1)

    visit(OUTSIDE, 0)
    for room in entered:  # entered from where the way was already before it was traced
        if room not in depth:
            depth[room] = 0
            order.append(room)
            visit(room, 1)
    return order, depth


def numbered(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' if number != 1 else ''}"


def other_doors(way: Way) -> list[tuple[str, str]]:
    """The rooms that are entered from a second one, and from which."""
    entered: dict[str, str] = {}
    return [(came_from, room) for came_from, room in way.doors if entered.setdefault(room, came_from) != came_from]


def told(name: str, way: Way) -> str:
    """The way in words, for the page: how long it is, and why rooms are entered once more."""
    rooms = len({call.room for call in way.calls})
    lines = [f"{len(way.calls)} functions in {way.files} files of {rooms} rooms. Other doors, and why they are used:", ""]
    lines += [
        f"- `{room}` from {f'`{came_from}`' if came_from else 'a task or thread of its own'}: "
        f"{REASONS[name, came_from, room]}."
        for came_from, room in other_doors(way)
    ]
    return "\n".join(lines)


def put_into_page(name: str, text: str) -> None:
    """Between the marks of this way."""
    page = PAGE.read_text()
    begin, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
    before, _, rest = page.partition(begin)
    PAGE.write_text(f"{before}{begin}{text}{end}{rest.partition(end)[2]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ways", nargs="*", choices=[*WAYS, []], help="which (default: all)")
    parser.add_argument("--list", action="store_true", help="print every function")
    wishes = parser.parse_args()
    IMAGES.mkdir(parents=True, exist_ok=True)
    missing: list[str] = []
    for name in wishes.ways or WAYS:
        title, walk = WAYS[name]
        walk(Tracer())  # once before: what is imported or loaded only then is no part of the way
        tracer = Tracer()
        walk(tracer)
        way = tracer.way
        print(f"{title}: {len(way.calls)} functions in {way.files} files")
        if wishes.list:
            print("\n".join(f"  {call.file} {call.function}" for call in way.calls))
            continue
        without = [(a, b) for a, b in other_doors(way) if (name, a, b) not in REASONS]
        missing += [f"{name}: {room} is entered from {came_from or 'outside'} too" for came_from, room in without]
        if not without:
            (IMAGES / f"{name}.svg").write_text(drawn(title, way))
            put_into_page(name, told(name, way))
    print("\n".join(missing))
    return len(missing)


if __name__ == "__main__":
    sys.exit(main())
