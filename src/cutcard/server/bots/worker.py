"""A process in which bots think. It reads jobs from its standard input and writes answers to its standard output, each a
pickle behind its length; it gets views, never tables. Run by `pool.py`."""

import os
import pickle
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from cutcard.core.declaration.game import find
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.languages import speaking
from cutcard.core.table.view import View
from cutcard.players import LegalMoves, Player, player
from cutcard.players.search.search import SearchPlayer
from cutcard.present.advice import THINKING, Counsel, advice_for, prepare
from cutcard.present.compile_steps import steps
from cutcard.present.seats import Seating
from cutcard.server.framing import read, write

READY, DONE, FAILED = "ready", "done", "failed"


def choose(view: View, kind: str) -> Callable[[], Any]:
    """What takes its time is done before the clock runs: compiling, and loading a model."""
    bot: Player = player(kind, view.game.name)
    _load_rules(view.game.name)
    if isinstance(bot, SearchPlayer):
        prepare(view.game.rulebook.rules, view.game.name)
    return lambda: _move(bot.choose(view, LegalMoves(view), np.random.default_rng()))


@cache
def _load_rules(name: str) -> None:
    for _ in steps(find(name, None, 0, {})):
        pass


def _move(chosen: object) -> str:
    if not isinstance(chosen, str):
        raise ParseError(f"a move is a text, not {type(chosen).__name__}")
    return chosen


def advise(view: View, names: tuple[str, ...], language: str) -> Callable[[], Any]:
    prepare(view.game.rulebook.rules, view.game.name)
    seating = Seating(names, ("",) * len(names), view.seat or 0)

    def advice() -> Counsel:
        with speaking(language):
            return advice_for(view, seating, THINKING)

    return advice


def compile_rules(name: str) -> Callable[[], Any]:
    """Compile the rules of a game into the cache of this machine."""
    return lambda: _load_rules(name)


def compile_search(name: str) -> Callable[[], Any]:
    """Compile the search of a game, which takes longer, and lets all others go first: mostly nobody waits for it."""
    _yield_to_others()
    return lambda: prepare(find(name, None, 0, {}).rulebook.rules, name)


@cache
def _yield_to_others() -> None:
    if hasattr(os, "nice"):  # as it is on every system but Windows
        os.nice(10)


JOBS: dict[str, Callable[..., Callable[[], Any]]] = {
    "choose": choose,
    "advise": advise,
    "compile_rules": compile_rules,
    "compile_search": compile_search,
}


def answers(job: bytes) -> Any:
    """First that it is ready, then what came of it."""
    try:
        name, arguments = pickle.loads(job)
        work = JOBS[name](*arguments)
        yield READY, None
        yield DONE, work()
    except CutcardError as error:
        yield FAILED, str(error)
    except Exception as error:  # a player of another package may raise anything
        yield FAILED, f"{type(error).__name__}: {error}"


def main(jobs: BinaryIO, out: BinaryIO) -> None:
    while (job := read(jobs)) is not None:
        for answer in answers(job):
            write(out, answer)


if __name__ == "__main__":
    own_output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a player prints does not get between the answers
    sys.path.append(str(Path.cwd()))
    try:
        main(sys.stdin.buffer, own_output)
    except BrokenPipeError:  # the server is gone
        os._exit(0)
