"""Players are found by name; another package adds one by an entry point, and any module by `module:attribute`."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import cutcard
from cutcard import CutcardError, NotFound, ParseError, View
from cutcard.core import registry
from cutcard.players import PLAYERS, names, player, summary

TIMID = '''
class Timid:
    """Takes the first move there is.

    More is not to be said of it."""

    def choose(self, view, legal, rng):
        return legal[0]
'''

MODULE = f"""
{TIMID}

class Picky(Timid):
    plays = ("port",)

class Needy(Timid):
    def __init__(self, nerve):
        self.nerve = nerve

class Chair:
    pass

timid = Timid()

def make():
    return Timid()
"""


@pytest.fixture
def policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module of players, which Python finds."""
    (tmp_path / "policies.py").write_text(MODULE)
    (tmp_path / "untidy.py").write_text("raise RuntimeError('not today')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "policies", raising=False)
    return tmp_path


def view() -> View:
    return cutcard.game("pairs", seats=2, burn=0).start(cards=["4", "9"]).view(1)


@pytest.mark.parametrize("what", ["Timid", "timid", "make"])
def test_a_player_is_a_class_an_object_or_what_makes_one(policies: Path, what: str) -> None:
    chooser = player(f"policies:{what}")
    assert chooser.choose(view(), ("fold 4", "hit"), np.random.default_rng(0)) == "fold 4"


def test_a_class_is_made_anew_each_time(policies: Path) -> None:
    assert player("policies:Timid") is not player("policies:Timid")


@pytest.mark.parametrize(
    ("name", "error", "reason"),
    [
        ("nobody", NotFound, "there is no player 'nobody'; the players are: easy, medium"),
        ("policies:Nobody", NotFound, "the player policies:Nobody cannot be loaded: module 'policies' has no attribute"),
        ("nowhere:Nobody", NotFound, "the player nowhere:Nobody cannot be loaded: No module named 'nowhere'"),
        ("untidy:Nobody", NotFound, "the player untidy:Nobody cannot be loaded: not today"),
        (":", NotFound, "the player : cannot be loaded"),
        ("policies:Needy", ParseError, "the player policies:Needy cannot be made: .*'nerve'"),
        ("policies:Chair", ParseError, r"policies:Chair is not a player: it has no choose\(view, legal, rng\)"),
        ("policies:MODULE", NotFound, "has no attribute 'MODULE'"),
    ],
)
def test_what_is_no_player(policies: Path, name: str, error: type[CutcardError], reason: str) -> None:
    with pytest.raises(error, match=reason):
        player(name)


def test_a_player_may_know_some_games_only(policies: Path) -> None:
    assert player("policies:Picky", "port")
    with pytest.raises(NotFound, match="the player policies:Picky plays port only, not pairs"):
        player("policies:Picky", "pairs")


def test_one_line_for_each(policies: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names()
    foreign = {"timid": "policies:Timid", "chair": "policies:Chair", "lost": "nowhere:Nobody"}
    monkeypatch.setattr(registry.PLAYERS, "_announced", {**registry.PLAYERS._announced, **foreign})
    monkeypatch.setattr(registry.PLAYERS, "_loaded", {})
    assert names() == (*PLAYERS, "champ", "timid", "chair", "lost")
    assert summary("random") == "plays any legal move"
    assert summary("champ") == "Plays the two Pairs by the rule that won a tournament of bots."
    assert summary("timid") == "Takes the first move there is."
    assert summary("chair") == "says nothing of itself"
    assert summary("lost") == "the player lost cannot be loaded: No module named 'nowhere'"


def run(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, check=False)


def test_a_player_of_another_package(tmp_path: Path) -> None:
    (tmp_path / "timidity.py").write_text(TIMID)
    info = tmp_path / "timidity-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: timidity\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[cutcard.players]\ntimid = timidity:Timid\nrandom = timidity:Timid\n")
    listed = run(tmp_path, "-c", "from cutcard.cli.main import main; main()", "players")
    assert listed.returncode == 0, listed.stderr
    assert listed.stdout.splitlines()[-1] == "timid: Takes the first move there is."
    assert "random: plays any legal move" in listed.stdout.splitlines()  # a name of ours stays ours
    helped = run(tmp_path, "-c", "from cutcard.cli.main import main; main()", "play", "port", "--help")
    assert "timid" in helped.stdout


def test_a_player_of_a_module_in_the_folder_where_the_command_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mymodule.py").write_text(TIMID.replace("Timid", "MyPolicy"))
    monkeypatch.chdir(tmp_path)
    play = ("play", "port", "--bots", "mymodule:MyPolicy", "--plain", "--seats", "2", "--rounds", "1", "--seed", "1")
    command = Path(sys.executable).parent / "cutcard"
    typed = "lock\n" * 3
    done = subprocess.run([command, *play], input=typed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Ada hits" in done.stdout  # the first of hit and lock
