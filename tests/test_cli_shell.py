"""For people who live in a terminal: completion, -h, JSON, a pager, and `python -m`."""

import json
import runpy

import pytest

import cutcard
from cutcard.cli.commands import COMMANDS
from cutcard.core import registry
from cutcard.players import names
from tests.terminal.driving import Cutcard, Terminal


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


def completed(command: Cutcard, typed: str) -> list[str]:
    """What a shell is told could come in place of the last word."""
    patch = command.monkeypatch
    patch.setenv("_CUTCARD_COMPLETE", "complete_bash")
    patch.setenv("COMP_WORDS", typed)
    patch.setenv("COMP_CWORD", str(len(typed.split(" ")) - 1))
    return command().out.split()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("cutcard si", ["simulate"]),
        ("cutcard simulate po", ["port"]),
        ("cutcard play pie", ["pieces-of-eight"]),
        ("cutcard rules cl", ["clever-pickin"]),
        ("cutcard play port --deal-p", ["--deal-passes"]),
        ("cutcard simulate port --players st", ["steady"]),
        ("cutcard simulate port --players steady,ra", ["steady,random"]),
        ("cutcard play port --bots ex", ["expert", "exact"]),
    ],
)
def test_a_shell_is_told_how_it_could_go_on(command: Cutcard, typed: str, offered: list[str]) -> None:
    assert completed(command, typed) == offered


def test_every_command_is_offered(command: Cutcard) -> None:
    assert set(completed(command, "cutcard ")) == set(COMMANDS)


@pytest.mark.parametrize("words", [(), ("play",), ("games",), ("simulate", "port")])
def test_h_is_help(command: Cutcard, words: tuple[str, ...]) -> None:
    assert command(*words, "-h") == command(*words, "--help")
    assert "Usage: cutcard" in command(*words, "-h").out


def test_lists_for_programs(command: Cutcard) -> None:
    games = json.loads(command("games", "--json").out)
    assert [game["name"] for game in games] == [entry.name for entry in registry.callings(cutcard.games())]
    assert (games[-1]["game"], games[-1]["options"]) == ("pairs", {"eights": True})
    assert [player["name"] for player in json.loads(command("players", "--json").out)] == list(names())
    deck = json.loads(command("deck", "pairs", "--json").out)
    assert deck["cards"][-1] == {"Card": "10", "Copies": "10"}


def test_the_package_is_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["cutcard", "--version"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("cutcard", run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"cutcard {cutcard.__version__}\n"


def test_rules_come_in_a_pager_on_a_terminal_only(command: Cutcard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "sed s/Port/Starboard/")
    assert "Starboard" not in command("rules", "port").out
    for words, is_paged in ((("rules", "port"), True), (("rules", "port", "--plain"), False)):
        with Terminal(*words) as terminal:
            assert terminal.finish() == 0
        assert ("Starboard" in terminal.seen) == is_paged


def test_a_line_can_be_edited_and_comes_back() -> None:
    """The arrow key brings the last line, and Ctrl-U throws away what was typed."""
    with Terminal("play", "port", "--seed", "1") as terminal:
        terminal.expect("Your move")
        terminal.type("nonsense")
        terminal.expect("nonsense", "✗")
        terminal.expect("Your move")
        terminal.type("\x1b[A")
        terminal.expect("nonsense")
        terminal.expect("Your move")
        terminal.type("garbage\x15q")
        terminal.expect("Save the game?")
        terminal.type("n")
        terminal.finish()
