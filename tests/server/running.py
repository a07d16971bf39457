"""The real server, in a process of its own."""

import dataclasses
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from cutcard.server.settings import Settings
from tests.forked import python
from tests.patience import PATIENCE
from tests.ports import port_of, reserve
from tests.server.copied_processes import PATH

COPIED = """
from tests.server.copied_processes import copy_processes_of_a_copy
copy_processes_of_a_copy()
"""
PROGRAM = """
import contextlib, json, sys
from cutcard.server.bots import pool
from cutcard.server.serving import serve
from cutcard.server.settings import Settings
pool.WARMING = 3600.0
with contextlib.suppress(KeyboardInterrupt):
    serve(Settings(**json.loads(sys.argv[1])), lambda address: print(address, flush=True))
"""


class RunningServer:
    """Starts when it is made, on a port that it has for itself until it is left, also while it is stopped: clients find it
    again where it was. `settings` are those of `Settings`; bots do not wait, who goes is away at once, and no process for
    bots is begun before one of them has to think. A `fault` is code that it runs before all else."""

    def __init__(self, database: str, log: Path, *, path: Path | None = None, fault: str = "", **settings: Any) -> None:
        self._reserved = reserve()
        common = {
            "port": port_of(self._reserved),
            "pace": 0.0,
            "grace": 0.0,
            "waiting": 3.0,
            "unlimited": True,
            "workers": 1,
        }
        self.settings = Settings(**{**common, **settings, "database": database})
        self.log = log
        """Where the server writes what it has to say."""
        self._path = path
        """A folder with packages for it to import."""
        self._fault = fault
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        """Where it is, without a slash at the end."""
        self.start()

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process is not None
        return self._process

    @property
    def said(self) -> str:
        """All that it and its workers have written so far."""
        return self.log.read_text(errors="replace")

    def start(self) -> None:
        environment = dict(os.environ)
        if self._path is not None:
            environment["PYTHONPATH"] = os.pathsep.join([str(self._path), *filter(None, [environment.get("PYTHONPATH")])])
        with self.log.open("a") as log:
            is_a_copy = sys.platform == "linux" and environment.get("PYTHONPATH") == PATH
            program = (COPIED if is_a_copy else "") + self._fault + PROGRAM
            words = [sys.executable, "-c", program, json.dumps(dataclasses.asdict(self.settings))]
            streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": log}
            self._process = python(words, fresh=not is_a_copy, env=environment, **streams)
        assert self._process.stdout is not None
        address = self._process.stdout.readline().strip()
        assert address, f"the server did not start:\n{self.said}"
        self.url = address.rstrip("/")

    def kill(self) -> None:
        """As a loss of power would: it gets no chance to finish anything."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As Ctrl-C would."""
        self._end(signal.SIGINT)

    def restart(self) -> None:
        """With the same database, at the same address."""
        self.kill()
        self.start()

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None:
            assert process.stdout is not None
            with process.stdout:
                process.send_signal(how)
                try:
                    process.wait(PATIENCE)
                finally:
                    process.kill()
                    process.wait()

    def __enter__(self) -> "RunningServer":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
        self._reserved.close()
