"""`cutcard admin`: looking after the tables of a server."""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand

from cutcard.cli.parts import Style
from cutcard.cli.serve import Database, PasswordFile, database_address
from cutcard.core.declaration.phrases import numbered
from cutcard.core.errors import CutcardError, NotFound, ParseError
from cutcard.lab.files import check_writable, whole_file, write_whole

EXAMPLES = (
    "cutcard admin list --state playing       the tables that are played at, the newest first",
    "cutcard admin show ABCD2345              what is known of a table",
    "cutcard admin export ABCD2345 --record   the record of a game that is over",
    "cutcard admin delete ABCD2345            a table goes for good, also while a server runs",
    "cutcard admin forget -                   what belongs to a key, which is typed or piped in",
    "cutcard admin backup tables.backup       all tables in one file, while they are played at",
    "cutcard admin restore tables.backup --database sqlite:///new.sqlite3",
)
STATES = ("waiting", "playing", "over")
MANY = 50
NOTICED = 2.0
"""Seconds after which somebody who waits is told what for."""
OFTEN = {True: 0.2, False: 10.0}
"""Seconds between two lines of how far it has come, for a person at a terminal and for a file."""
A_KEY = re.compile(r"-[\w-]{42,}")
"""One that begins with a hyphen."""
PRIVATE = 0o600
"""A back-up has the secrets of games that are still to be played."""

GAME_HELP = "Only tables of this game."
STATE_HELP = f"Only tables in this state: {', '.join(STATES)}."
IDLE_HELP = "Only tables at which nothing has happened for so many days."
LIMIT_HELP = f"At most so many; 0 is all. The default is {MANY}."
JSON_HELP = "As JSON, for programs; times are seconds since 1970."
OUTPUT_HELP = "Write it to this file, not to standard output."
RECORD_HELP = "The record of a game that is over, as `cutcard replay` and `cutcard verify` read it, instead of the log."
YES_HELP = "Do not ask."
KEY_HELP = (
    "The key of a seat, or the private link of a seat or a person; - reads it from standard input, where nobody sees it."
)
OVERWRITE_HELP = "Where there is such a file already, put this one in its place once it is whole."
REPLACE_HELP = "Where there are tables in the database already, lose them."

Code = Annotated[str, typer.Argument(metavar="CODE", help="The code of a table.")]
AsJson = Annotated[bool, typer.Option("--json", help=JSON_HELP)]
Yes = Annotated[bool, typer.Option("--yes", help=YES_HELP)]


def list_tables(
    game: Annotated[str | None, typer.Option("--game", metavar="NAME", help=GAME_HELP)] = None,
    state: Annotated[str | None, typer.Option("--state", metavar="STATE", help=STATE_HELP)] = None,
    idle: Annotated[float, typer.Option("--idle", metavar="DAYS", help=IDLE_HELP, show_default=False)] = 0.0,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help=LIMIT_HELP, show_default=False)] = MANY,
    as_json: AsJson = False,
    database: Database = None,
    password_file: PasswordFile = None,
) -> None:
    """List the tables, that at which something happened last first."""
    from cutcard.server.admin import looking  # takes a moment, and other commands do not need it

    if state not in (None, *STATES):
        raise ParseError(f"--state is {', '.join(STATES[:-1])} or {STATES[-1]}, not {state!r}")
    for name, number in (("--idle", idle), ("--limit", limit)):
        if not number >= 0:
            raise ParseError(f"{name} is a number from 0 on, not {number}")
    address, most = database_address(database, password_file), limit + 1 if limit else None
    with waiting("Looking for tables"):
        found = looking.lines(address, game=game, state=state, idle_days=idle, limit=most)
    listed = found[:limit] if limit else found
    if as_json:
        print(json.dumps([line._asdict() for line in listed], indent=2))
    else:
        rows = [(one.code, one.game, one.state, one.seats, one.events, when(one.made), when(one.last)) for one in listed]
        in_columns(("CODE", "GAME", "STATE", "SEATS", "EVENTS", "MADE (UTC)", "LAST EVENT (UTC)"), rows)
    if len(found) > len(listed):
        print(f"There are more than {limit}: say --limit 0 for all.", file=sys.stderr)


def show(code: Code, as_json: AsJson = False, database: Database = None, password_file: PasswordFile = None) -> None:
    """Show what is known of a table: its seats, settings, rules and times. No keys and no cards."""
    from cutcard.server.admin import looking

    with waiting("Looking for the table"):
        facts = looking.shown(database_address(database, password_file), code)
    if as_json:
        print(json.dumps(facts, indent=2))
        return
    facts |= {name: when(facts[name]) + " UTC" for name in ("made", "last", "due") if facts.get(name)}
    facts["rules"] = f"{facts['rules']['then'] or 'not begun'} (now {facts['rules']['now'] or 'not installed'})"
    seats = facts.pop("seats", ())
    for name, value in facts.items():
        if value not in (None, {}):
            print(f"{name}: {value if isinstance(value, str) else json.dumps(value)}")
    for number, seat in enumerate(seats):
        print(f"seat {number}: {', '.join(filter(None, (seat['kind'], seat['name'], seat['level'])))}")


def export(
    code: Code,
    output: Annotated[Path | None, typer.Option("--output", metavar="FILE", help=OUTPUT_HELP)] = None,
    record: Annotated[bool, typer.Option("--record", help=RECORD_HELP)] = False,
    database: Database = None,
    password_file: PasswordFile = None,
) -> None:
    """Write down all that happened at a table, as JSON.

    It has no keys. Of a game that is still played it has neither the moves nor the secret that the cards come from."""
    from cutcard.server.admin import looking

    if output is not None:
        check_writable(output)
    with waiting("Reading the table"):
        what = looking.record_of if record else looking.exported
        text = json.dumps(what(database_address(database, password_file), code), indent=2)
    if output is None:
        print(text)
    else:
        write_whole(output, f"{text}\n".encode())


def delete(code: Code, yes: Yes = False, database: Database = None, password_file: PasswordFile = None) -> None:
    """Delete a table and all that happened at it.

    It may be in use: whoever is there is told that there is no such table any more. It cannot be brought back, but from a
    back-up."""
    from cutcard.server.admin import changing, looking

    address = database_address(database, password_file)
    facts = looking.shown(address, code)
    need_yes(yes, f"Delete table {facts['code']} ({facts['game']}, {facts['state']}, {numbered(facts['events'], 'event')})?")
    with waiting("Deleting the table"):
        changing.delete_table(address, facts["code"])
    print(f"Table {facts['code']} is deleted.")


def forget(
    key: Annotated[str, typer.Argument(metavar="KEY", help=KEY_HELP)],
    yes: Yes = False,
    database: Database = None,
    password_file: PasswordFile = None,
) -> None:
    """Delete what belongs to a key: a person's seats, name and words, and what their games came to.

    The private link of a person's own page stands for all tables that they sat down at with this browser.

    Tables at which nobody else ever sat are deleted. At tables with others the game stays as it was played, by Somebody: the
    name is gone everywhere, what they said in the chat is gone, and the key is good for nothing any more. In a game that is
    still played the seat is that of somebody who is away, and can be given to a bot. What others said stays, and so do
    back-ups."""
    from cutcard.server.admin import changing

    address = database_address(database, password_file)
    own = changing.key_in(sys.stdin.readline() if key == "-" else key)
    with waiting("Looking for the tables of this key"):
        found = changing.belongings(address, own)
    if not any(found):
        raise NotFound("nothing belongs to this key")
    counted = f"{numbered(found.results, 'result')} and " if found.results else ""
    need_yes(yes, f"Delete {counted}{in_words(found.own)}, and be Somebody at {in_words(found.shared)} with others?")
    with waiting("Forgetting"):
        done = changing.forget(address, own)
    counted = f"{numbered(done.results, 'result')} and " if done.results else ""
    print(f"Deleted: {counted}{in_words(done.own)}. Somebody now: at {in_words(done.shared)} with others.")
    if done.unreadable:
        raise CutcardError(
            f"the key is at tables that cannot be read, so that nobody knows what is whose: {' '.join(done.unreadable)}; "
            "they can only be deleted, with `cutcard admin delete`"
        )


def make_backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The back-up.")],
    replace: Annotated[bool, typer.Option("--replace", help=OVERWRITE_HELP)] = False,
    database: Database = None,
    password_file: PasswordFile = None,
) -> None:
    """Copy all tables into one file, as they are at one moment, while servers go on.

    Of an SQLite file it is an SQLite file; of PostgreSQL it is made by pg_dump. Keep it as safe as the database."""
    from cutcard.server.admin.back_up import back_up
    from cutcard.server.store.database import sqlite_file

    address = database_address(database, password_file)
    check_writable(file)
    if sqlite_file(address) == file.resolve():
        raise ParseError(f"{file} is the database itself: name another file")
    if file.exists() and not replace:
        raise CutcardError(f"there is a file {file} already: name another one, or say --replace")
    with waiting("Backing up") as tell, whole_file(file, PRIVATE) as beside:
        back_up(address, beside, tell)
    print(f"{file} has all tables, as they were at one moment: {file.stat().st_size / 1e6:.1f} MB.")


def restore_backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A back-up.")],
    replace: Annotated[bool, typer.Option("--replace", help=REPLACE_HELP)] = False,
    database: Database = None,
    password_file: PasswordFile = None,
) -> None:
    """Bring back all tables from a back-up, into an empty database; all or none.

    No server may run with the database meanwhile. When one is started, games go on where they were."""
    from cutcard.server.admin.back_up import restore

    address = database_address(database, password_file)
    with waiting("Restoring") as tell:
        restore(address, file, tell, replace=replace)
    print("All tables are back. Start the server, and games go on where they were.")


SUBCOMMANDS: dict[str, tuple[Callable[..., None], str]] = {
    "list": (list_tables, "List the tables."),
    "show": (show, "Show what is known of a table."),
    "export": (export, "Write down all that happened at a table."),
    "delete": (delete, "Delete a table."),
    "forget": (forget, "Delete what belongs to a key."),
    "backup": (make_backup, "Copy all tables into one file."),
    "restore": (restore_backup, "Bring all tables back from a back-up."),
}


class TakesKey(TyperCommand):
    """Keys may begin with a hyphen, as options do: what is as long as a key, and has no other signs, is no option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        keys = [] if "--" in args else [word for word in args if A_KEY.fullmatch(word)]
        others = [word for word in args if word not in keys]
        return super().parse_args(ctx, [*others, "--", *keys] if keys else args)


class Admin(NamedTuple):
    """`cutcard admin`, with commands of its own."""

    name: str = "admin"

    def declare(self, app: typer.Typer, short_help: str, style: Style, game: str) -> None:
        group = typer.Typer(
            rich_markup_mode=style.mode, no_args_is_help=True, epilog=style.examples(EXAMPLES), help=short_help
        )
        for name, (do, short) in SUBCOMMANDS.items():
            fitting = [line for line in EXAMPLES if f" admin {name} " in line]
            group.command(
                name, cls=TakesKey if do is forget else TyperCommand, short_help=short, epilog=style.examples(fitting)
            )(do)
        app.add_typer(group, name=self.name)


COMMANDS = (Admin(),)


# What several commands do


def need_yes(yes: bool, question: str) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise ParseError("nobody is here to be asked: say --yes")
    typer.confirm(question, abort=True)


def in_words(codes: Sequence[str]) -> str:
    return numbered(len(codes), "table") + (f" ({', '.join(codes)})" if codes else "")


def when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def in_columns(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    texts = [[str(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(len(row[column]) for row in texts) for column in range(len(heads))]
    for row in texts:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


@contextmanager
def waiting(what: str) -> Iterator[Callable[[str], None]]:
    """Where it takes long, say so on standard error; it is told how far it has come."""
    is_terminal = sys.stderr.isatty()
    last = time.monotonic() + NOTICED
    is_told = threading.Event()

    def say(how_far: str) -> None:
        is_told.set()
        print(f"\r{what}: {how_far}   " if is_terminal else f"{what}: {how_far}", end="" if is_terminal else "\n",
              file=sys.stderr, flush=True)  # fmt: skip

    def tell(how_far: str) -> None:
        nonlocal last
        if time.monotonic() - last > OFTEN[is_terminal]:
            last = time.monotonic()
            say(how_far)

    timer = threading.Timer(NOTICED, say, ["this takes a moment"])
    timer.daemon = True
    timer.start()
    try:
        yield tell
    finally:
        timer.cancel()
        if is_told.is_set() and is_terminal:
            print(file=sys.stderr)
