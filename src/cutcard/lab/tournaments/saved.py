"""How far a tournament is, in a file: to go on after Ctrl-C, a crash or a power cut."""

from __future__ import annotations

import json
import time
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from cutcard.core.errors import ParseError
from cutcard.lab.files import check_writable, write_whole

Array = np.ndarray[Any, Any]

SECONDS = 1.0
"""How often the file is written at most: what is lost is never more than was played in this time."""

IDENTITY = "tournament"


class State:
    """A file with the arrays of one tournament. `identity` is all that decides which games it plays; with another one the
    file is refused."""

    def __init__(self, path: Path, identity: dict[str, Any], names: Sequence[str]) -> None:
        self.path = path
        self.identity = json.dumps(identity)
        self.names = names
        self._written = time.monotonic()
        check_writable(path)

    def read(self) -> list[Array] | None:
        """What is in the file, if there is one."""
        try:
            with np.lib.npyio.NpzFile(BytesIO(self.path.read_bytes()), own_fid=True, allow_pickle=False) as file:
                other = difference(json.loads(str(file[IDENTITY])), json.loads(self.identity))
                found = [] if other else [file[name] for name in self.names]
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ParseError(f"{self.path} cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, AttributeError, EOFError, SyntaxError, NotImplementedError, zipfile.BadZipFile):
            raise ParseError(f"{self.path} is damaged, or no state of a tournament: name another file") from None
        if other:
            raise ParseError(f"{self.path} is of another tournament ({other}): name another file")
        return found

    def is_due(self) -> bool:
        """Whether it is time to write again."""
        return time.monotonic() - self._written >= SECONDS

    def save(self, arrays: Sequence[Array]) -> None:
        """Write the whole file, or leave it as it is."""
        content = BytesIO()
        named: dict[str, Any] = {IDENTITY: np.array(self.identity), **dict(zip(self.names, arrays, strict=True))}
        np.savez(content, **named)
        write_whole(self.path, content.getvalue())
        self._written = time.monotonic()


def difference(there: dict[str, Any], here: dict[str, Any]) -> str:
    """What differs first, in words."""
    for name in here:
        if there.get(name) != here[name]:
            return f"{name}: {value_text(there.get(name))} there, {value_text(here[name])} here"
    return ""


def value_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
