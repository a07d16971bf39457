"""Standard streams that are full or closed, and Ctrl-C at any time: one line, and no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cutcard.cli import main
from tests.patience import PATIENCE
from tests.terminal.driving import Terminal, started

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("words", [("games",), ("simulate", "port", "--games", "10"), ("rules", "port")])
def test_a_full_disk_is_said_in_a_line(words: tuple[str, ...]) -> None:
    with FULL.open("w") as full, started(*words, stdout=full, stderr=subprocess.PIPE) as process:
        errors = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 1
    assert errors.splitlines()[-1].startswith("cutcard: ")
    assert "No space left on device" in errors
    assert len(errors.splitlines()) == 1


def test_streams_that_are_closed_are_no_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python has None for each of them."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    main.open_streams()
    try:
        print("nobody reads this")
        assert main.run(["games"]) == 0
        assert sys.stdin.read() == ""
    finally:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            stream.close()


def test_ctrl_c_while_it_starts_is_no_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cutcard.cli.commands.application", interrupted)
    assert main.run(["games"]) == 130
    assert capsys.readouterr() == ("", "")


INTERRUPTED = """
import os, signal
os.kill(os.getpid(), signal.SIGINT)
for _ in range(1000): pass  # Python hears of a signal between two steps
print("not heard")
raise SystemExit(7)
"""


@pytest.mark.parametrize("module", ["dataclasses", "typer", "numba"])
@pytest.mark.parametrize("is_script", [True, False])
def test_ctrl_c_during_any_import_ends_it_quietly(module: str, is_script: bool, tmp_path: Path) -> None:
    """A module that sends a signal stands in for one that is imported: by the package itself, by its commands, by a game."""
    (tmp_path / f"{module}.py").write_text(INTERRUPTED)
    script = tmp_path / "bin" / "cutcard"
    script.parent.mkdir()
    script.write_text("from cutcard.cli.main import main\nmain()\n")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    words = [str(script)] if is_script else ["-m", "cutcard"]
    done = subprocess.run(
        [sys.executable, "-P", *words, "simulate", "port", "--games", "1"],
        env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_who_imports_cutcard_keeps_ctrl_c() -> None:
    code = "import signal, cutcard; assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("words", [("games",), ("deck", "port"), ("players",)])
def test_plain_may_be_said_before_the_command(words: tuple[str, ...]) -> None:
    seen = []
    for line in (("--plain", *words), (*words, "--plain"), words):
        with Terminal(*line) as terminal:
            assert terminal.finish() == 0
        seen.append(terminal.seen)
    assert seen[0] == seen[1] != seen[2]


def test_plain_before_play_is_plain_play() -> None:
    with Terminal("--plain", "play", "port", "--seed", "1") as terminal:
        terminal.expect("Your moves:\n")
        os.write(terminal.master, b"q\rn\r")
        terminal.finish()
    assert "╭" not in terminal.seen
