"""The command as a person or a pipe runs it: in a process of its own, through a pipe or a terminal."""

from __future__ import annotations

import codecs
import fcntl
import io
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import pytest
from rich.cells import cell_len

from cutcard.cli import main
from tests.forked import Forked, python
from tests.patience import PATIENCE

COMMAND = (sys.executable, "-c", "from cutcard.cli.main import main; main()")


MOST_FILES = 1 << 16
"""More than a process has open, and less than any address in its memory."""

CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")

ERASED = re.compile(r"[^\n]*\r\x1b\[J")
"""A line that is taken away again."""

CTRL_C, CTRL_D = "\x03", "\x04"


PIPES: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}


def started(*arguments: str, fresh: bool = False, **streams: Any) -> subprocess.Popen[str]:
    """The command in a process: a copy of one that has imported it, or with `fresh` one that begins with nothing."""
    return python([*COMMAND, *arguments], fresh=fresh, **streams)


def run(
    *arguments: str, typed: str = "", folder: Path | None = None, fresh: bool = False
) -> subprocess.CompletedProcess[str]:
    """The command from beginning to end, with its input from a pipe."""
    with started(*arguments, fresh=fresh, cwd=folder, **PIPES) as process:
        try:
            out, errors = process.communicate(typed, PATIENCE)
        finally:
            process.kill()
    return subprocess.CompletedProcess(arguments, process.returncode, out, errors)


class Said(NamedTuple):
    status: int
    out: str
    errors: str


class Cutcard:
    """The command in this process, with its input as from a pipe: quicker, where that makes no difference."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *arguments: str | Path, typed: str = "") -> Said:
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = main.run(list(map(str, arguments)))
        captured = self.capsys.readouterr()
        return Said(status, captured.out, captured.err)


class Piped:
    """A plain game through pipes, read line by line and answered as it asks."""

    def __init__(self, *arguments: str) -> None:
        self.lines: list[str] = []
        self.process = started(*arguments, **PIPES)

    def play_first_moves(self) -> int:
        """Answer every question with the first move listed before it, to the end; the exit status."""
        assert self.process.stdin
        assert self.process.stdout
        key = ""
        listing = False
        for line in map(str.rstrip, self.process.stdout):
            self.lines.append(line)
            if listing:
                key, listing = line.partition(":")[0].partition(" or ")[0], False
            elif line == "Your moves:":
                listing = True
            elif line.startswith("Your move ("):
                self.process.stdin.write(f"{key}\n")
                self.process.stdin.flush()
        errors = self.process.communicate()[1]
        assert errors == ""
        return self.process.returncode


class Terminal:
    """A terminal of a given size with the command in it."""

    def __init__(self, *arguments: str, columns: int = 80, rows: int = 24, folder: Path | None = None) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = Forked(
            [*COMMAND, *arguments], terminal=True,
            stdin=slave, stdout=slave, stderr=slave, cwd=folder, env={**os.environ, "TERM": "xterm-256color"},
        )  # fmt: skip
        os.close(slave)
        self.seen = ""
        """All that was written; without colours, unless it is raw."""
        self.is_raw = False
        self._read_up_to = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a read may end in the middle of a character

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def type(self, text: str, enter: bool = True) -> None:
        if text == CTRL_C:
            self._until_it_reads()
        os.write(self.master, (text + ("\r" if enter else "")).encode())

    def _until_it_reads(self) -> None:
        """Nobody presses Ctrl-C within microseconds of the prompt; Python would hear of it only at the next key."""
        waiting = 0
        while waiting < 3:
            time.sleep(0.02)
            waiting = waiting + 1 if self._waits_for_input() else 0

    def _waits_for_input(self) -> bool:
        """Whether its first thread sleeps in a call whose first argument is a file or a number of them. Where it waits for
        another thread to give Python's lock back, that is an address."""
        call = Path(f"/proc/{self.process.pid}/syscall").read_text().split()
        return len(call) > 2 and 0 <= int(call[1], 16) < MOST_FILES

    def expect(self, *texts: str) -> str:
        """Read until one of the texts comes, past what was expected before; which one it was."""
        deadline = time.monotonic() + PATIENCE
        while True:
            rest = self.seen[self._read_up_to :]
            found = [(rest.index(text), text) for text in texts if text in rest]
            if found:
                place, text = min(found)
                self._read_up_to += place + len(text)
                return text
            assert self._read(deadline), f"none of {texts} came; at the end there was: {self.seen[-2000:]}"

    def expect_nothing_wider(self, columns: int) -> None:
        """No line of what was written wraps."""
        wider = [line for line in self.seen.splitlines() if cell_len(line) > columns]
        assert not wider, f"these lines wrap: {wider}"

    def finish(self) -> int:
        """Read to the end; the exit status."""
        while self._read(time.monotonic() + PATIENCE):
            pass
        return self.process.wait(PATIENCE)

    def _read(self, deadline: float) -> bool:
        """Whether there is more."""
        ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"nothing came any more; at the end there was: {self.seen[-2000:]}"
        try:
            data = os.read(self.master, 65536)
        except OSError:  # how Linux says that the other end is closed
            return False
        seen = (self.seen + self._decoder.decode(data)).replace("\r\n", "\n")  # a read may end between these two as well
        self.seen = seen if self.is_raw else CONTROLS.sub("", ERASED.sub("", seen))
        return bool(data)
