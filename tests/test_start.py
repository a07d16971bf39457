"""How little a process imports before it answers."""

import subprocess
import sys

import pytest

from tests.terminal.driving import COMMAND

COMPILER, SERVER, DATABASE = {"numba", "numpy"}, {"fastapi", "uvicorn", "pydantic"}, {"sqlalchemy"}
"""To import any of them takes longer than a list takes to print."""

LOADED = "; import sys, atexit; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); "


def loaded_by(code: str, *words: str) -> set[str]:
    """The modules that a new process has when it ends."""
    done = subprocess.run([sys.executable, "-c", f"pass{LOADED}{code}", *words], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("word", ["--help", "games"])
def test_a_list_is_printed_without_the_compiler_and_the_server(word: str) -> None:
    found = loaded_by(COMMAND[2], word)
    assert "cutcard.cli.commands" in found
    assert not found & (COMPILER | SERVER | DATABASE)


def test_the_journal_of_a_server_needs_a_database_and_nothing_else() -> None:
    found = loaded_by("import cutcard.server.store.journal")
    assert found >= DATABASE
    assert not found & (COMPILER | SERVER)
