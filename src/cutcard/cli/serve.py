"""Playing in the browser: `cutcard serve`, and `cutcard verify` for what was played there."""

from __future__ import annotations

import math
import os
import sys
import threading
import webbrowser
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from cutcard import players
from cutcard.cli.parts import PlainCommand
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.table.record import load
from cutcard.server.http.addresses import checked_proxies
from cutcard.server.http.hosts import checked_hosts
from cutcard.server.operation.logs import FORMATS, LINES
from cutcard.server.ports import CHOSEN, HIGHEST, USUAL_PORT, reachable, usual_port
from cutcard.server.settings import Settings, usual_database

SERVE_EXAMPLES = (
    "cutcard serve                            for this machine, at http://127.0.0.1:8377",
    "cutcard serve --open                     and open the browser",
    "cutcard serve --host 0.0.0.0 --port 80   for others, on every address of this machine",
    "cutcard serve --database postgresql://cards@localhost/cutcard",
    "cutcard serve --pace 0                   bots move as soon as they can",
    "cutcard serve --bots mymodule:MyPolicy   a bot of your own beside the levels",
    "cutcard serve --database postgresql://cards@localhost/cutcard --processes 4",
    "cutcard serve --hosts cards.example.org --trusted-proxies 127.0.0.1   behind a web server",
)
VERIFY_EXAMPLES = (
    "cutcard verify game.json                 whether its cards were dealt as was promised",
    "cutcard verify *.json",
)

LONGEST_PACE = 60.0
LONGEST_GRACE = 3600.0
MOST_PROCESSES = 64
STOPPED = "Stopped. Running games go on when you start again."
TEXT_BROWSERS = {"www-browser", "links", "links2", "elinks", "lynx", "w3m", "browsh", "carbonyl"}
"""They would take over the terminal, and cannot show a table."""

DATABASE, PASSWORD, PASSWORD_FILE = "CUTCARD_DATABASE", "CUTCARD_DATABASE_PASSWORD", "CUTCARD_DATABASE_PASSWORD_FILE"
"""Environment variables: the address of the database, and its password, which others could read on a command line."""

HOST_HELP = "The address to listen on. Only this machine can reach 127.0.0.1; 0.0.0.0 is every address it has."
PORT_HELP = (
    f"The port to listen on. The default is {USUAL_PORT}, or what {CHOSEN} says, or the next one that is free; "
    "0 takes any that is free."
)
DATABASE_HELP = (
    "Where the tables are kept: sqlite:///FILE or postgresql://USER@HOST/NAME. "
    f"The default is what {DATABASE} says, or an SQLite file in your data folder."
)
PASSWORD_HELP = (
    f"A file with the password of the database. {PASSWORD_FILE} names one too, and {PASSWORD} is the password itself; "
    "so are PGPASSFILE and PGPASSWORD of PostgreSQL's own."
)
Database = Annotated[str | None, typer.Option("--database", metavar="URL", help=DATABASE_HELP)]
PasswordFile = Annotated[
    Path | None, typer.Option("--database-password-file", metavar="FILE", help=PASSWORD_HELP, show_default=False)
]
PACE_HELP = f"How many seconds a bot waits before it moves. The default is {Settings.pace}."
GRACE_HELP = (
    "How many seconds somebody still counts as here whose connection was cut, before others may give the seat to a bot. "
    f"The default is {Settings.grace:g}."
)
PROCESSES_HELP = "Serve by so many processes, for as many processor cores. More than one need PostgreSQL. The default is 1."
HOSTS_HELP = (
    "Names by which people reach this server, with commas between, such as cards.example.org. Addresses in numbers and the "
    "name of this machine need not be named; requests for other names are refused."
)
PROXIES_HELP = (
    "The addresses or networks of web servers of yours in front of this one, with commas between, such as 127.0.0.1. Only "
    "their word is taken on where a request comes from, which limits go by."
)
METRICS_HELP = (
    "Answer Prometheus at /metrics on a port of its own, such as 9377, which only this machine can reach; or at an address "
    "and a port, such as 0.0.0.0:9377. Each of several processes has the next one that is free."
)
LOG_HELP = "How the log is written to standard error: lines for people, or json for programs. The default is lines."
BOTS_HELP = "Bots that people can choose beside the levels: players of your own as MODULE:CLASS, with commas between."
OPEN_HELP = "Open the browser, where there is one."


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help=HOST_HELP)] = Settings.host,
    port: Annotated[int | None, typer.Option("--port", metavar="N", help=PORT_HELP, show_default=False)] = None,
    database: Database = None,
    password_file: PasswordFile = None,
    pace: Annotated[float, typer.Option("--pace", metavar="SECONDS", help=PACE_HELP, show_default=False)] = Settings.pace,
    grace: Annotated[
        float, typer.Option("--grace", metavar="SECONDS", help=GRACE_HELP, show_default=False)
    ] = Settings.grace,
    processes: Annotated[int, typer.Option("--processes", metavar="N", help=PROCESSES_HELP, show_default=False)] = 1,
    bots: Annotated[str, typer.Option("--bots", metavar="NAMES", help=BOTS_HELP, show_default=False)] = "",
    hosts: Annotated[str, typer.Option("--hosts", metavar="NAMES", help=HOSTS_HELP, show_default=False)] = "",
    proxies: Annotated[
        str, typer.Option("--trusted-proxies", metavar="ADDRESSES", help=PROXIES_HELP, show_default=False)
    ] = "",
    metrics: Annotated[str, typer.Option("--metrics", metavar="PORT", help=METRICS_HELP, show_default=False)] = "",
    log_format: Annotated[str, typer.Option("--log-format", metavar="FORM", help=LOG_HELP, show_default=False)] = LINES,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help=OPEN_HELP)] = False,
) -> None:
    """Play in the browser: start a server for this machine, or for others.

    It runs until Ctrl-C. Every move is stored before anybody is told of it, so games go on when it is started again."""
    said = settings(host, port, database, pace, grace, processes, bots, password_file)
    if log_format not in FORMATS:
        raise ParseError(f"--log-format is {' or '.join(FORMATS)}, not {log_format!r}")
    from cutcard.server.operation.metrics import checked_place

    said = replace(said, hosts=checked_hosts(hosts), trusted_proxies=checked_proxies(proxies), log_format=log_format)
    run(replace(said, metrics=checked_place(metrics) if metrics else ""), open_browser)


def play_here() -> None:
    """`cutcard` with no words: a server for this machine, and the browser. One that has the same tables will do."""
    from cutcard.server.store.one_server import AlreadyServed

    try:
        run(settings(Settings.host, None, None), open_browser=True)
    except AlreadyServed as other:
        if other.address is None:
            raise
        browser = graphical_browser()
        print(f"Cutcard is already running at {other.address}", flush=True)
        if browser:
            browser.open(other.address)


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="RECORD", help="Records of games played in the browser.")],
) -> None:
    """Check that the cards of a game in the browser were dealt as the server had promised before.

    Every card is worked out again from the secret that the server had bound itself to and from what the browsers added.
    Where a record does not hold the reason is told, the files after it are still checked, and the exit status is 1 in the
    end. That of a game which was not played online has nothing to verify: this is said, and is no fault."""
    held = [_is_verified(path) for path in files]
    raise typer.Exit(0 if all(held) else 1)


def _is_verified(path: Path) -> bool:
    """Say what was found; False if the record does not hold."""
    from cutcard.server.fair import NothingToVerify, check

    try:
        lines = check(load(path))
    except NothingToVerify as error:
        print(f"{path.name}: there is nothing to verify: {error}", flush=True)
        return True
    except CutcardError as error:
        print(f"{path.name}: this record does not hold: {error}", file=sys.stderr, flush=True)
        return False
    print(f"{path.name}: this record holds.", *lines, sep="\n", flush=True)
    return True


def settings(
    host: str,
    port: int | None,
    database: str | None,
    pace: float = Settings.pace,
    grace: float = Settings.grace,
    processes: int = 1,
    bots: str = "",
    password_file: Path | None = None,
) -> Settings:
    """What was said, checked."""
    own = own_bots(bots)
    if not (math.isfinite(pace) and 0 <= pace <= LONGEST_PACE):
        raise ParseError(f"--pace is from 0 to {LONGEST_PACE:.0f} seconds, not {pace:g}")
    if not (math.isfinite(grace) and 0 <= grace <= LONGEST_GRACE):
        raise ParseError(f"--grace is from 0 to {LONGEST_GRACE:.0f} seconds, not {grace:g}")
    if port is None:
        usual_port()  # what is wrong with it is said before anything is begun
    elif not 0 <= port <= HIGHEST:
        raise ParseError(f"--port is from 0 to {HIGHEST}, not {port}")
    if not 1 <= processes <= MOST_PROCESSES:
        raise ParseError(f"--processes is from 1 to {MOST_PROCESSES}, not {processes}")
    if processes > 1 and os.name != "posix":
        raise ParseError("--processes needs Linux or macOS")
    address = database_address(database, password_file)
    return Settings(host=host, port=port, pace=pace, grace=grace, processes=processes, bots=own, database=address)


def database_address(database: str | None, password_file: Path | None) -> str:
    """Where the tables are kept, with the password where one is said: by a file, or in the environment."""
    address = database or os.environ.get(DATABASE) or usual_database()
    named = os.environ.get(PASSWORD_FILE)
    file = password_file or (Path(named) if named else None)
    password = os.environ.get(PASSWORD) or None
    if file is not None:
        if password is not None:
            raise ParseError(f"the password of the database comes from a file or from {PASSWORD}: say one of them")
        try:
            password = file.read_text().rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise CutcardError(f"the password of the database cannot be read: {error}") from None
        if not password:
            raise ParseError(f"the file with the password of the database is empty: {file}")
    if password is None:
        return address
    from cutcard.server.store.database import with_password  # takes a moment, and other commands do not need it

    return with_password(address, password)


def own_bots(said: str) -> dict[str, str]:
    """The bots that were named, by the name that people see."""
    found: dict[str, str] = {}
    for path in filter(None, said.split(",")):
        name = path.rpartition(":")[2]
        if ":" not in path or "@" in path:
            raise ParseError(f"a bot of your own is MODULE:CLASS, not {path!r}")
        if name in players.names() or name in found:
            raise ParseError(f"there is a bot {name} already: give yours another name")
        players.player(path)
        found[name] = path
    return found


def run(settings: Settings, open_browser: bool) -> None:
    """Serve until Ctrl-C."""
    from cutcard.server.serving import serve

    def on_ready(address: str) -> None:
        browser = graphical_browser() if open_browser else None
        if settings.port is None and urlsplit(address).port != usual_port():
            print(f"Port {usual_port()} is taken by another program, so this is the next free one.")
        print(f"Cutcard is at {address}")
        print("Opening your browser. Ctrl-C stops." if browser else "Ctrl-C stops.", flush=True)
        if browser:  # beside, since some return only when they are closed
            threading.Thread(target=browser.open, args=[reachable(address)], daemon=True).start()

    with suppress(KeyboardInterrupt):  # the server has heard of it as well, and has stopped
        serve(settings, on_ready)
    print(f"\n{STOPPED}" if sys.stdout.isatty() else STOPPED, flush=True)


# The browser


def graphical_browser() -> webbrowser.BaseBrowser | None:
    """The browser of whoever sits here; None where there is no display, or only one that shows text."""
    has_display = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    try:
        browser = webbrowser.get() if has_display else None
    except webbrowser.Error:
        return None
    return None if browser is None or Path(getattr(browser, "name", "")).name in TEXT_BROWSERS else browser


COMMANDS = (PlainCommand("serve", serve, SERVE_EXAMPLES), PlainCommand("verify", verify, VERIFY_EXAMPLES))
