"""`cutcard review`: a recorded game, judged decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import TextColumn, TimeRemainingColumn

from cutcard.cli.flags import whole_number
from cutcard.cli.lab import check_outputs, command_line, print_results
from cutcard.cli.parts import Plain, PlainCommand
from cutcard.cli.replaying import records_of
from cutcard.cli.waiting import beside, get_ready, late_progress
from cutcard.core.errors import ParseError
from cutcard.early import STOPPED
from cutcard.lab.files import write_whole
from cutcard.reviews.review import Review, prepared
from cutcard.reviews.text import review_text
from cutcard.reviews.trends import GameSums, sums_of, trend_of
from cutcard.reviews.trends_text import trends_json, trends_text

EXAMPLES = (
    "cutcard review game.json                     what every decision was worth",
    "cutcard review game.json --seat 0            of one seat alone",
    "cutcard review game.json --depth 10          ten times as thoroughly",
    "cutcard review game.json --report game.html  a page with the graph of everybody's chances",
    "cutcard review games.jsonl:17 --json         the game on line 17 of a file of records",
    "cutcard review *.json --trends --seat 0      where seat 0 loses most, over many games",
)


def review_record(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="The record of a game; of a .jsonl file one line, such as games.jsonl:17."),
    ],
    seat: Annotated[
        list[int], typer.Option("--seat", metavar="N", help="Show this seat alone; can be said several times.")
    ] = [],  # noqa: B006
    depth: Annotated[
        int, typer.Option(metavar="N", parser=whole_number, help="Think over every decision N times as long.")
    ] = 1,
    seed: Annotated[int, typer.Option(metavar="N", parser=whole_number, help="The same number gives the same review.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print all of it as JSON.")] = False,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write a page with the graph and every decision.")
    ] = None,
    trends: Annotated[
        bool, typer.Option("--trends", help="Where most is lost, by kind of decision: over all records of all FILEs.")
    ] = False,
    plain: Plain = False,
) -> None:
    """Judge every decision of a recorded game: the best move, what the one played cost, and what was luck.

    Every decision is judged from what its player could see then, never from what was hidden."""
    check_outputs({"report": report}, {"report": ".html"})
    if trends:
        if report is not None:
            raise ParseError("--report is of one game, and --trends of several: say one of them")
        review_trends(files, seat, depth, seed, as_json=as_json, plain=plain)
        return
    if len(files) != 1:
        raise ParseError("one game is reviewed at a time; with --trends it is said where most is lost in several")
    review_one(prepared(record_of(files[0]), depth, seed), seat, report, as_json=as_json, plain=plain)


def review_one(found: Review, seat: list[int], report: Path | None, *, as_json: bool, plain: bool) -> None:
    """All that is to be told of one game."""
    seats = shown_seats(found, seat)
    stopped = False
    try:
        run(found, plain=plain)
    except KeyboardInterrupt:
        stopped = True
    try:
        if found.decisions:
            print_results(found.json, review_text(found, seats), {"json": as_json, "plain": plain})
    finally:
        if report is not None and found.decisions:
            from cutcard.reviews.page import review_page

            write_whole(report, review_page(found, seats, command_line()).encode())
    if stopped:  # what was judged up to then is told all the same
        raise typer.Exit(STOPPED)


def review_trends(files: list[str], seat: list[int], depth: int, seed: int, *, as_json: bool, plain: bool) -> None:
    """Of all records, one after the other, what the decisions of these seats came to."""
    sums: dict[str, list[GameSums]] = {}
    stopped = False
    try:
        for record in (record for file in files for record in every_record(file)):
            found = prepared(record, depth, seed)
            run(found, plain=plain)
            made = [sums_of(found, one) for one in shown_seats(found, seat)]
            sums.setdefault(found.game.called.name, []).extend(one for one in made if one.kinds)
    except KeyboardInterrupt:
        stopped = True
    trends = {game: trend_of(games) for game, games in sums.items() if games}
    print_results(lambda: trends_json(trends), trends_text(trends), {"json": as_json, "plain": plain})
    if stopped:  # the games up to then are told all the same
        raise typer.Exit(STOPPED)


def every_record(file: str) -> Iterator[dict[str, object]]:
    """All records of a file, or the one of a line that is named."""
    if file.rpartition(":")[0].endswith(".jsonl"):
        yield record_of(file)
        return
    for _, made in records_of(Path(file)):
        yield made()


def record_of(file: str) -> dict[str, object]:
    """The one record that is meant."""
    path, colon, line = file.rpartition(":")
    if colon and path.endswith(".jsonl") and line.isdigit():
        name = f"{Path(path).name}:{line}"
        for called, made in records_of(Path(path)):
            if called in (name, Path(path).name):
                return made()
        raise ParseError(f"{path} has no record on line {line}")
    found = list(records_of(Path(file)))
    if len(found) != 1:
        raise ParseError(f"{file} has {len(found)} records: say which line, such as {file}:1")
    return found[0][1]()


def shown_seats(found: Review, seats: list[int]) -> list[int]:
    wrong = [seat for seat in seats if seat not in range(found.game.seats)]
    if wrong:
        raise ParseError(f"there is no seat {wrong[0]}: seats are 0 to {found.game.seats - 1}")
    return sorted(set(seats)) or list(range(found.game.seats))


def run(found: Review, *, plain: bool) -> None:
    """Judge all of it. The first decision has the rules compiled."""
    steps = found.run()
    get_ready(found.game, lambda: next(steps), plain=plain)
    columns = TextColumn("decisions"), TimeRemainingColumn(), TextColumn("left (Ctrl-C stops)")
    with late_progress(found.wanted, *columns, plain=plain) as advance:
        while len(found.decisions) < found.wanted:
            beside(lambda: next(steps))
            advance(len(found.decisions))


COMMANDS = (PlainCommand("review", review_record, EXAMPLES),)
