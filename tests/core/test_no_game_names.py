"""What every game is shown, played and measured by knows none of them: no game, verb, zone or note is named there.

Looked for are whole strings (`"stacks"`), in the web app class names too; the name or title of a game also within a longer
text; and imports of a game's module. Card art (`web/src/cards`) may know what is printed on cards.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import cutcard
from cutcard.core.compiling import JIT
from tests.core.test_layers import imported, parts

pytestmark = pytest.mark.skipif(not JIT, reason="sources are read: with JIT off they are the same")

ROOT = Path(cutcard.__file__).parent
WEB = ROOT.parents[1] / "web" / "src"
FOLDERS = ("core", "players", "present", "lab", "reviews", "puzzles", "envs", "server", "terminal", "cli")
GENERATED = "schema.d.ts"
ART = WEB / "cards"

EVERY_TABLE = "every table has a deck, see TableFields"
A_RULE = "the name of a rule that every game has, or of a template of the kernel"
A_PLAYER = "the method of a player"
WIRE = "a kind of event, or a field of what the server sends"
SHAPE = "how a zone lies, see core/declaration/appearance.py"
WORD = "a word of the lab, of its tables and of its flags"
CLASS = "how something looks, whatever it is"
FATE = "how a game went, of an evening or of a person's games"
NUMBERS = r"core/table/outcome|server/tables/numbers|server/http/you_|web/you|web/languages"
"""Where a person's games are counted up, and put into words."""

COLUMN = "a column of an evening, of a person's games, of a review"
ORDINARY = {
    "deck": (r"core|players|envs|present|terminal|cli|server/fair|web/table/board/motion", EVERY_TABLE),
    "deal": (
        r"core/declaration/rules|present/compile_steps|lab/tournaments|envs/openspiel/walk|server/fair|web/shared/deal",
        A_RULE,
    ),
    "play": (r"core/declaration/rules|server/tables|cli|web/home/GameTile", f"{A_RULE}; {WIRE}; a command; {CLASS}"),
    "choices": (r"core/declaration/rules", A_RULE),
    "redealt": (r"core/declaration/rules", A_RULE),
    "redeal": (r"present/compile_steps", A_RULE),
    "lock": (r"core/compiling", "a file that locks the cache"),
    "choose": (r"players/__init__|lab|envs/learner|server/bots", A_PLAYER),
    "next": (r"players/search|web/table/(board/Trick|End)", f"a field of a tree; {CLASS}"),
    "failed": (r"server/bots/worker", "what a worker answers"),
    "ready": (r"server/(bots/worker|operation/health)", f"what a worker answers; {WIRE}"),
    "made": (r"server|cli/admin", WIRE),
    "set": (r"server", WIRE),
    "started": (r"server|web/table/(log|board/stages)", WIRE),
    "pick": (r"server/tables/telling", WIRE),
    "played": (
        rf"server/tables/(updates|stored_log)|reviews/(text|page)|{NUMBERS}",
        COLUMN,
    ),
    "won": (rf"server/tables/(updates|stored_log)|terminal/evening|{NUMBERS}", FATE),
    "lost": (rf"server/tables/(updates|stored_log)|terminal/evening|web/shared/NotFound|{NUMBERS}", f"{FATE}; {CLASS}"),
    "shared": (NUMBERS, FATE),
    "tied": (NUMBERS, FATE),
    "trick": (r"core/declaration/appearance|present/scene|server/http|web/table/board", SHAPE),
    "hand": (r"web/home/Home|web/table/board/(Board|YourSide)", CLASS),
    "round": (r"web/lobby|web/replay|web/shared/settings|web/table/(Menu|board/(Board|state))", f"a setting; {CLASS}"),
    "first": (r"lab", WORD),
    "leads": (r"lab/reports", WORD),
    "center": (r"lab/reports", "where Matplotlib puts a text"),
    "out": (r"cli", WORD),
    "eight": (r"core/declaration/phrases", "a number in words"),
    "Port ": (r"cli/serve", "of a network"),
}
"""Words that are a game's and also something else: where they may stand, and what they are there."""

EXAMPLES = {
    "cli/commands.py": "an example of a command has to name some game",
    "cli/playing.py": "an example of a command has to name some game",
    "cli/showing.py": "an example of a command has to name some game",
    "terminal/menu.py": "an example of what can be typed",
    "players/__init__.py": "what `exact` says of itself",
}
"""Where a longer text may name a game."""


class Found(NamedTuple):
    """A string and where it stands."""

    file: str
    line: int
    text: str


def names() -> dict[str, str]:
    """What games are made of, each with what it is."""
    found: dict[str, str] = {}
    for book in cutcard.games():
        kinds = {
            "note": [note.key for note in book.notes.all],
            "zone": [name for name, field in book.rules.layout.fields.items() if field.kind == "zone"],
            "verb": list(book.verbs.all),
            "game": [book.name, book.title, book.rules.name],
            "variant": [name for variant in book.variants for name in (variant.name, variant.title)],
        }
        found |= {name: f"{kind} of {book.title}" for kind, several in kinds.items() for name in several}
    return found


def titles() -> re.Pattern[str]:
    """The names and titles of games as words of a text; of `port` there are others, so it counts as a title only."""
    own = {name for book in cutcard.games() for one in (book, *book.variants) for name in (one.name, one.title)} - {"port"}
    return re.compile(rf"(?<![\w-])({'|'.join(re.escape(name) for name in sorted(own, key=len, reverse=True))})(?![\w-])")


def python_files() -> list[Path]:
    return [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))]


def web_files() -> list[Path]:
    files = [file for file in sorted(WEB.rglob("*")) if file.suffix in (".ts", ".svelte")]
    return [file for file in files if ART not in file.parents and file.name != GENERATED]


def strings(source: str, file: str) -> Iterator[Found]:
    """The strings of a Python file that are no docstrings."""
    for line, text, alone in parts(source).texts:
        if not alone:
            yield Found(file, line, text)


QUOTED = re.compile(r"""(?P<quote>['"`])(?P<text>[\w' -]+?)(?P=quote)""")
CLASSES = re.compile(r"""\bclass(?:=["{`]+(?P<several>[^"}`]*)|:(?P<one>[\w-]+))""")


def quoted(source: str, file: str) -> Iterator[Found]:
    """The quoted strings of a file of the web app, and its class names; what is told in comments is left out."""
    source = re.sub(r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*", lambda hit: "\n" * hit[0].count("\n"), source, flags=re.DOTALL)
    for hit in QUOTED.finditer(source):
        yield Found(file, source.count("\n", 0, hit.start()) + 1, hit["text"])
    for hit in CLASSES.finditer(source):
        for word in (hit["several"] or hit["one"] or "").split():
            yield Found(file, source.count("\n", 0, hit.start()) + 1, word)


@cache
def everything() -> list[Found]:
    python = [one for file in python_files() for one in strings(file.read_text(), str(file.relative_to(ROOT)))]
    return [*python, *(one for file in web_files() for one in quoted(file.read_text(), f"web/{file.relative_to(WEB)}"))]


def breaches(found: list[Found]) -> list[str]:
    known = names()
    return [
        f"{one.file}:{one.line} names the {known[one.text]}: {one.text!r}"
        for one in found
        if one.text in known and not re.match(ORDINARY.get(one.text, ("$",))[0], one.file)
    ]


def test_no_game_verb_zone_or_note_is_named() -> None:
    assert len(python_files()) > 80
    assert len(web_files()) > 60
    assert breaches(everything()) == []


def test_no_text_names_a_game() -> None:
    pattern = titles()
    found = [one for one in everything() if pattern.search(one.text) and one.file not in EXAMPLES]
    assert [one for one in found if one.text not in ORDINARY] == []


def test_no_module_of_a_game_is_imported() -> None:
    for file in python_files():
        modules = {name for name in imported(file) if name.startswith("cutcard.games.")}
        assert modules <= {"cutcard.games.games", "cutcard.games.CREDITS"}, f"{file} imports {modules}"


def test_nothing_is_excused_that_is_not_there() -> None:
    """An excuse that is no longer needed goes."""
    found = everything()
    for name, (where, reason) in ORDINARY.items():
        assert any(one.text == name and re.match(where, one.file) for one in found), f"{name} ({reason})"
    for file in EXAMPLES:
        assert (ROOT / file).exists()


@pytest.mark.parametrize(
    "line",
    [
        'if zone == "stacks":',
        'ENDS = {"paired": 1}',
        'title = f"{x}" or "To the Moon"',
        'match verb:\n    case "fold": pass',
    ],
)
def test_a_name_in_python_is_found(line: str) -> None:
    source = f'"""Docstrings may speak of `stacks`."""\n{line}' + ("\n    pass" if line.endswith(":") else "")
    assert len(breaches(list(strings(source, "lab/wrong.py")))) == 1


@pytest.mark.parametrize(
    "line", ["if (zone === 'stacks') go()", "const ends = [`paired`]", '<li class="card pool">', "<p class:traded={yes}>"]
)
def test_a_name_in_the_web_app_is_found(line: str) -> None:
    source = f"/** A comment may speak of 'stacks'. */\n// and of 'hands'\n{line}"
    assert len(breaches(list(quoted(source, "web/wrong.svelte")))) == 1
