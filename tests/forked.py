"""Processes that begin with Cutcard already imported. A test that starts a server would spend most of its time on importing
it; here one process does that once for all tests of a run, and every process is a copy of it from then on.

`python -c CODE WORDS` in such a copy has standard streams, variables, folder, session and exit status of its own, as any
process has. What a copy cannot show, namely that the code starts by itself and what is read from the environment while it is
imported, is tested with `subprocess.Popen`.
"""

from __future__ import annotations

import atexit
import ctypes
import json
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

PR_SET_CHILD_SUBREAPER = 36


class Original:
    """The process that is copied; it ends when this one does. A copy becomes a child of this process."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            code = f"from tests.forked_original import main; main({theirs.fileno()})"
            path = os.pathsep.join(map(os.path.abspath, sys.path))
            self._process = subprocess.Popen(
                [sys.executable, "-c", code], stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True,
                env={**os.environ, "PYTHONPATH": path},
            )  # fmt: skip
        assert self._socket.recv(1), "the process to be copied has ended"

    @classmethod
    def of_a_copy(cls) -> Original:
        """For a process that is a copy itself and has done nothing yet: another copy of it. Only copies of a child
        can become its children."""
        from tests.forked_original import be_copied

        original = cls.__new__(cls)
        original._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        if os.fork():
            theirs.close()
            return original
        original._socket.close()
        os.setsid()
        with Path(os.devnull).open("r+b", buffering=0) as nothing:
            for stream in range(3):
                os.dup2(nothing.fileno(), stream)
        be_copied(theirs)
        os._exit(0)

    def end(self) -> None:
        self._socket.close()
        self._process.wait()

    def copy(self, wish: dict[str, Any], streams: list[int]) -> int:
        """The number of a process that does what is wished."""
        prctl = ctypes.CDLL(None, use_errno=True).prctl
        if prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "this system does not hand on the children of a process that has ended")
        try:
            socket.send_fds(self._socket, [json.dumps(wish).encode()], streams)
            answer = self._socket.recv(64)
        finally:
            prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        assert answer, "the process to be copied has ended"
        return int(answer)


_original: Original | None = None
_one_at_a_time = threading.Lock()


def _copied(wish: dict[str, Any], streams: list[int]) -> int:
    global _original
    with _one_at_a_time:
        if _original is None:
            _original = Original()
            atexit.register(_original.end)
        return _original.copy(wish, streams)


class Forked(subprocess.Popen[Any]):
    """Like `subprocess.Popen` for `[sys.executable, "-c", code, *words]`, in a copy. With `terminal`, its input is the
    terminal that Ctrl-C is heard from."""

    def __init__(self, arguments: list[str], *, terminal: bool = False, text: bool = True, **streams: Any) -> None:
        self._terminal = terminal
        self._session = terminal or bool(streams.get("start_new_session"))
        super().__init__(arguments, text=text, **streams)

    def _execute_child(
        self, args: list[str], executable: Any, preexec_fn: Any, close_fds: Any, pass_fds: Any, cwd: Any, env: Any,
        startupinfo: Any, creationflags: Any, shell: Any,
        p2cread: int, p2cwrite: int, c2pread: int, c2pwrite: int, errread: int, errwrite: int, *rest: Any,
    ) -> None:  # fmt: skip
        """What `Popen` does here is to fork and to execute; all the rest of it is wanted."""
        program, flag, code, *words = args
        assert (program, flag) == (sys.executable, "-c")
        wish = {
            "code": code, "words": words, "terminal": self._terminal, "session": self._session,
            "folder": str(cwd or Path.cwd()), "environment": dict(os.environ if env is None else env),
        }  # fmt: skip
        streams = [own if theirs == -1 else theirs for own, theirs in enumerate((p2cread, c2pwrite, errwrite))]
        self.pid = _copied(wish, streams)
        self._child_created = True
        self._close_pipe_fds(  # type: ignore[attr-defined]
            p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite
        )


def python(arguments: list[str], *, fresh: bool = False, **streams: Any) -> subprocess.Popen[str]:
    """`[sys.executable, "-c", code, *words]` in a process: with `fresh` one that begins with nothing, else a copy. Only
    Linux hands copies on to who asked for them."""
    if fresh or sys.platform != "linux":
        return subprocess.Popen(arguments, text=True, **streams)
    return Forked(arguments, **streams)
