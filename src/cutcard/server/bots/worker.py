"""A process in which bots think, games are compiled or reviews are made. It reads jobs from its standard input and writes
answers to its standard output, each a pickle behind its length; it gets views, and tables only of games that are over. Run
by `worker_process.py`."""

import os
import pickle
import sys
import time
from collections.abc import Callable, Sequence
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
from cutcard.reviews.judging import Judgement
from cutcard.reviews.judging import judge as judged
from cutcard.reviews.pieces import Piece
from cutcard.reviews.preparing import prepare as prepare_review
from cutcard.server.framing import read, write

READY, DONE, FAILED = "ready", "done", "failed"
TRIES, BETWEEN = 20, 0.15
"""How often it is asked to be let others go first, and how many seconds apart: somebody else may ask just then."""
LOW = 10
"""How much more willing than others a process is to wait for the processor, as `nice` counts it."""


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


def judge(view: View, move: str | None) -> Callable[[], Any]:
    """What the moves of a decision cost; one that is asked for is among them. It is judged as in a review."""
    _load_rules(view.game.name)
    prepare_review(view.game.name)

    def judgement() -> Judgement:
        return judged(view, view.turn().completed().name if move is None else move)

    return judgement


def advise(view: View, names: tuple[str, ...], language: str) -> Callable[[], Any]:
    prepare(view.game.rulebook.rules, view.game.name)
    seating = Seating(names, ("",) * len(names), view.seat or 0)

    def advice() -> Counsel:
        with speaking(language):
            return advice_for(view, seating, THINKING)

    return advice


def review(pieces: Sequence[Piece]) -> Callable[[], Any]:
    """Pieces of the review of a game that is over, all of one game. No bot thinks in a process that does these."""
    _yield_to_others()
    _load_rules(pieces[0].game.name)
    prepare_review(pieces[0].game.name)
    return lambda: [piece.done() for piece in pieces]


def compile_review(name: str) -> Callable[[], Any]:
    """Compile all that reviews of a game need. Somebody waits for it, but games go on meanwhile."""
    _yield_to_others()
    return lambda: prepare_review(name)


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
        os.nice(LOW)
    autogroup = Path("/proc/self/autogroup")
    for _ in range(TRIES if autogroup.exists() else 0):
        try:  # Linux shares the processor among sessions first: this one has to say so, and may be told to try again
            autogroup.write_text(str(LOW))
            return
        except OSError:
            time.sleep(BETWEEN)


JOBS: dict[str, Callable[..., Callable[[], Any]]] = {
    "choose": choose,
    "judge": judge,
    "advise": advise,
    "compile_rules": compile_rules,
    "compile_search": compile_search,
    "compile_review": compile_review,
    "review": review,
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
