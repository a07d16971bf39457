"""The command `cutcard`, apart from playing."""

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from typer.main import get_command

import cutcard
from cutcard.cli.flags import command_for
from cutcard.cli.parts import covers
from cutcard.core import registry
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.registry import Named
from cutcard.core.table.record import trace
from cutcard.games.clever_pickin.deck import STAND_IN
from cutcard.players import names, summary
from tests.terminal.driving import Cutcard, started
from tests.terminal.test_screenful import played

GAMES = pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


# Help and lists


def test_version(command: Cutcard) -> None:
    assert command("--version") == (0, f"cutcard {cutcard.__version__}\n", "")


@pytest.mark.parametrize("arguments", [("--help",), ("play",), ("play", "--help")])
def test_help_lists_the_commands_and_gives_examples(command: Cutcard, arguments: tuple[str, ...]) -> None:
    """Without a game and without a terminal there is help, not a menu that nobody can answer."""
    said = command(*arguments)
    assert said.status == 0
    names = (
        [book.name for book in cutcard.games()]
        if "play" in arguments
        else ["play", "serve", "admin", "games", "rules", "deck", "players", "replay", "verify"]
    )
    for name in names:
        assert re.search(rf"^  {name} ", said.out, re.MULTILINE)
    assert "Examples:\n    cutcard" in said.out


@pytest.mark.parametrize("arguments", [("--plain",), ("play", "--plain")])
def test_lines_that_are_asked_for_come_through_a_pipe_too(command: Cutcard, arguments: tuple[str, ...]) -> None:
    said = command(*arguments, typed="poker\nrules port\nq\n")
    assert (said.status, said.errors) == (0, "")
    for line in ("1: Pairs, 2 to 8 seats.", "Which game?", "There is no game 'poker'", "# Port", "Goodbye."):
        assert line in said.out
    assert "Usage" not in said.out
    assert command(*arguments).out.endswith("Goodbye.\n"), "nobody answers"


@GAMES
def test_help_of_a_game_has_every_option(command: Cutcard, book: Rulebook) -> None:
    said = command("play", book.name, "--help")
    assert said.status == 0
    words = " ".join(said.out.split())
    assert book.summary in words
    for option in book.options:
        assert f"--{option.name.replace('_', '-')}" in words
        assert option.help in words
    for flag in ("--seats", "--bots", "--seed", "--seat", "--name", "--people", "--plain", "--save", "--resume"):
        assert flag in words


def test_help_tells_defaults_by_seats(command: Cutcard) -> None:
    words = " ".join(command("play", "pairs", "--help").out.split())
    assert "The default is 31, 21, 16, 13, 11, 11, 11 for 2 to 8 seats." in words
    assert "The default is 5. At least 0, at most 54." in words


@pytest.mark.parametrize("name", ["games", "rules", "deck", "players", "replay", "serve", "verify"])
def test_every_command_has_help(command: Cutcard, name: str) -> None:
    said = command(name, "--help")
    assert said.status == 0
    assert "Examples:" in said.out


def test_games(command: Cutcard) -> None:
    lines = command("games").out.splitlines()
    assert len(lines) == len(registry.callings(cutcard.games()))
    assert lines[0].startswith("pairs: Pairs, 2 to 8 seats. ")


def test_players(command: Cutcard) -> None:
    assert command("players").out.splitlines() == [f"{name}: {summary(name)}" for name in names()]


@GAMES
def test_rules(command: Cutcard, book: Rulebook) -> None:
    said = command("rules", book.name)
    assert said.status == 0
    assert said.out.startswith("# ")
    assert "uling" in said.out


def test_a_variant_is_a_name_for_every_command(command: Cutcard) -> None:
    for name in ("play", "deck", "simulate", "sweep", "ladder", "tournament"):
        assert re.search("^  pieces-of-eight  .*Pieces of Eight", command(name, "--help").out, re.MULTILINE)
        assert "Pieces of Eight" in command(name, "pieces-of-eight", "--help").out
    assert "pieces-of-eight: Pieces of Eight, 2 to 8 seats." in command("games").out
    assert command("rules", "pieces-of-eight").out.startswith(
        "# Pairs\n\n**Pieces of Eight** is Pairs with the option `eights`."
    )
    assert command("deck", "pieces-of-eight") == command("deck", "pairs")
    said = json.loads(command("simulate", "pieces-of-eight", "--games", "10", "--json").out)
    assert (said["game"], said["options"]["eights"]) == ("pairs", True)
    said = command("sweep", "pieces-of-eight", "--option", "eights=on,off")
    assert "the option eights is both varied and set" in said.errors


def test_a_variant_is_played_by_its_name(command: Cutcard, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    said = command("play", "pieces-of-eight", "--seats", "2", "--seed", "1", "--save", file, typed="q\n")
    assert "Pieces of Eight. Pairs in which an 8 buys you a chance" in said.out
    record = json.loads(file.read_text())
    assert (record["game"], record["options"]) == ("pairs", {"eights": True})
    assert command("play", "pieces-of-eight", "--resume", file, typed="q\n").status == 0
    file.write_text(json.dumps(cutcard.game("pairs", seats=2).start(seed=1).record()))
    said = command("play", "pieces-of-eight", "--resume", file)
    assert f"leave that option out, as in cutcard play pairs --resume {file}" in said.errors


# Decks


def test_the_deck_of_every_game(command: Cutcard) -> None:
    for book in cutcard.games():
        said = command("deck", book.name)
        assert (said.status, said.errors) == (0, "")
        assert f"has {len(book.rules.deck.cards)} cards" in said.out
        for face in book.rules.deck.faces:
            assert re.search(rf"\b{face}\b", said.out)
    assert re.search(r"^10 +10$", command("deck", "pairs").out, re.MULTILINE)


def test_the_order_and_the_points_of_pickle(command: Cutcard) -> None:
    said = command("deck", "pickle").out
    assert "The points of the last card are reconstructed: the printed chart is lost (PICKLE-3)." in said
    assert re.search(r"^Joker +JR JB +16\n5S +5S +17\n3C +3C +18$", said, re.MULTILINE)
    points = command("deck", "pickle", "--points", ",".join(map(str, range(21, 37)))).out
    assert "reconstructed" not in points
    assert re.search(r"^3C +3C +36$", points, re.MULTILINE)


def test_the_values_of_a_dual_value_deck(command: Cutcard, tmp_path: Path) -> None:
    said = command("deck", "clever-pickin").out
    assert "This is a stand-in" in said
    assert "QC / AD" in said
    file = tmp_path / "My deck.json"
    file.write_text(json.dumps(dict(zip(STAND_IN, STAND_IN[::-1], strict=True))))
    own = command("deck", "clever-pickin", "--deck", file, "--plain").out
    assert "This is a stand-in" not in own
    assert "These are the pairs of the deck that was given" in own
    assert f"{STAND_IN[0]} / {STAND_IN[-1]}" in own


# Games of other packages

FOREIGN = replace(cutcard.games()[0], name="foreign", title="Foreign", summary="A game from elsewhere.")


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game of another package, and one that cannot be loaded."""
    registry.GAMES.names()
    monkeypatch.setitem(registry.GAMES._announced, "foreign", f"{__name__}:FOREIGN")
    monkeypatch.setitem(registry.GAMES._announced, "broken", "tests.nothing:NOTHING")
    covers.cache_clear()
    yield
    covers.cache_clear()
    registry.GAMES._loaded.pop("foreign", None)


@pytest.mark.usefixtures("foreign")
def test_games_of_other_packages_are_played_as_ours(command: Cutcard) -> None:
    said = command("games")
    assert "foreign: Foreign, 2 to 8 seats. A game from elsewhere." in said.out
    assert said.errors.startswith("cutcard: the game broken cannot be loaded: ")
    assert "--eights" in command("play", "foreign", "--help").out
    assert "the game stops here and is not saved" in command("play", "foreign", "--seed", "1").out
    assert command("rules", "foreign").out.startswith(
        "There is no page of rules for Foreign yet. In short: A game from elsewhere."
    )


@pytest.mark.usefixtures("foreign")
def test_a_game_that_cannot_be_loaded_is_refused(command: Cutcard) -> None:
    for arguments in (("play", "broken"), ("rules", "broken")):
        said = command(*arguments)
        assert said.status == 1
        assert said.errors.splitlines()[-1].startswith("cutcard: the game broken cannot be loaded: ")


def test_an_option_called_as_a_flag_of_every_table_gets_a_longer_name() -> None:
    book = replace(FOREIGN, options=(Option("seed", 3, "A number."), Option("two_words", False, "A switch.")))
    app = typer.Typer()
    app.command()(command_for(Named(book.name, book.title, book.summary, book), lambda *given: None))
    parameters = get_command(app).params
    typed = {parameter.name: (*parameter.opts, *parameter.secondary_opts) for parameter in parameters}
    assert typed["seed"] == ("--seed",)
    assert typed["game_seed"] == ("--game-seed",)
    assert typed["two_words"] == ("--two-words", "--no-two-words")


# What is refused


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("play", "nothing"), "there is no game 'nothing'; the games are: pairs, continuous"),
        (("rules", "nothing"), "there is no game 'nothing'"),
        (("play", "pairs", "--seats", "9"), "Pairs is for 2 to 8 seats, not 9"),
        (("play", "pairs", "--burn", "55"), "the option burn is from 0 to 54"),
        (("play", "pairs", "--dealer", "4"), "the dealer is a seat from 0 to 3, not 4"),
        (("play", "pairs", "--seat", "4"), "there is no seat 4"),
        (("play", "pairs", "--bots", "nobody"), "there is no player 'nobody'"),
        (("play", "pairs", "--resume", "nothing.json"), "cannot read nothing.json"),
        (("play", "pairs", "--save", "no folder/game.json"), "there is no folder"),
        (("play", "pickle", "--points", "1,2"), "the option points is a list of 16, not 2 of them"),
        (("play", "pickle", "--points", "a"), "say --points N,N,… with 16 numbers, not --points a"),
        (("play", "starboard", "--seats", "3", "--purses", "1,2"), "the option purses is a list of 3, not 2 of them"),
        (("play", "starboard", "--purses", "a"), "say --purses N,N,… with a number for each seat, not --purses a"),
        (("play", "pickle", "--limit", "0"), "the option limit is from 1 to"),
        (("play", "clever-pickin", "--deck", "No Such File.csv"), "cannot read No Such File.csv"),
        (("deck", "clever-pickin", "--deck", "No Such File.csv"), "cannot read No Such File.csv"),
        (("deck", "nothing"), "there is no game 'nothing'"),
        (("play", "pieces-of-eight", "--no-eights"), "Pieces of Eight is Pairs with the option eights"),
        (("play", "pairs", "pieces-of-eight"), "pairs and pieces-of-eight are two games: say one; the games are: pairs,"),
    ],
)
def test_bad_usage_is_said_in_a_line(command: Cutcard, arguments: tuple[str, ...], reason: str) -> None:
    said = command(*arguments)
    assert (said.status, said.out) == (2, "")
    assert said.errors.startswith("cutcard: ")
    assert reason in said.errors
    assert len(said.errors.splitlines()) == 1


@pytest.mark.parametrize(
    "line", ["nothing", "--nothing", "rules", "deck", "replay", "play pairs --seats many", "play port --eights"]
)
def test_what_cannot_be_read_is_bad_usage(command: Cutcard, line: str) -> None:
    said = command(*line.split())
    assert said.status == 2
    assert "Traceback" not in said.errors
    assert said.errors


# Records


@pytest.fixture
def records(tmp_path: Path) -> list[Path]:
    """A finished game and one in progress."""
    files = [tmp_path / "over.json", tmp_path / "on.json"]
    for file, table in zip(files, (played("pairs", 10_000), played("pickup", 4, long=True)), strict=True):
        file.write_text(json.dumps(table.record()))
    return files


def test_replay_says_how_games_stand(command: Cutcard, records: list[Path]) -> None:
    said = command("replay", *records)
    assert (said.status, said.errors) == (0, "")
    assert "over.json: Pairs with 3 seats." in said.out
    assert "The game is over. The losing score was reached. Place 1: seat" in said.out
    assert "on.json: Pickup with 3 seats, options: long true." in said.out
    assert "The game goes on: seat" in said.out
    assert "4 moves so far. Scores: seat 0 has" in said.out
    over = json.loads(records[0].read_text())["events"]
    assert f"  {sum(not event.startswith('d ') for event in over)} moves. Scores: seat 0 has" in said.out


def test_replay_does_not_spell_out_rows(command: Cutcard, tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(json.dumps(cutcard.game("clever-pickin", deck=STAND_IN[::-1]).start(seed=1).record()))
    assert "Clever Pickin' with 4 seats, options: deck of its own." in command("replay", file).out
    said = command("play", "clever-pickin", "--resume", file, "--seed", "1")
    assert (said.status, said.errors) == (0, "")
    other = tmp_path / "other.json"
    other.write_text(json.dumps(STAND_IN))
    said = command("play", "clever-pickin", "--resume", file, "--deck", other)
    assert said.status == 2
    assert "was begun with other values of deck, so it cannot go on with these: leave that option out" in said.errors


def test_replay_traces(command: Cutcard, records: list[Path]) -> None:
    said = command("replay", "--trace", *records)
    assert (said.status, said.errors) == (0, "")
    expected = [line for file in records for line in trace(json.loads(file.read_text()), file.name)]
    assert list(map(json.loads, said.out.splitlines())) == expected
    assert expected[-1]["record"] == "on.json"


def test_replay_goes_on_after_faulty_records(command: Cutcard, records: list[Path], tmp_path: Path) -> None:
    over, on = records
    record = json.loads(over.read_text())
    faulty = {
        "event.json": json.dumps({**record, "events": [*record["events"][:9], "0 jump"]}),
        "header.json": json.dumps({**record, "seats": 99}),
        "text.json": "no JSON",
        "list.json": "[]",
    }
    for name, text in faulty.items():
        (tmp_path / name).write_text(text)
    files = [*(tmp_path / name for name in faulty), tmp_path / "absent.json", tmp_path, on]
    said = command("replay", "--trace", *files)
    assert (said.status, said.errors) == (1, "")
    lines = list(map(json.loads, said.out.splitlines()))
    errors = {line["record"]: line["event"] for line in lines if "error" in line}
    assert errors.pop("event.json") > 0
    assert errors == dict.fromkeys(["header.json", "text.json", "list.json", "absent.json", tmp_path.name], 0)
    assert lines[-1]["record"] == "on.json"
    assert "error" not in lines[-1]
    said = command("replay", *files)
    assert said.status == 1
    assert len(said.errors.splitlines()) == 6
    assert "event.json: this record is faulty: event " in said.errors
    assert "on.json: Pickup" in said.out


def test_a_trace_that_nobody_reads_to_its_end(records: list[Path]) -> None:
    """As `cutcard replay --trace … | head -1` does it: no complaint, no traceback."""
    many = [str(records[0])] * 200
    process = started("replay", "--trace", *many, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    assert process.stderr
    assert json.loads(process.stdout.readline())["record"] == "over.json"
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait() == 0
