"""Ctrl-C while the command is still being imported ends it at once, and without a word. Whoever imports Cutcard into a
process of their own is left alone."""

import os
import signal
import sys
from itertools import pairwise

STOPPED = 130
"""The exit status after Ctrl-C, as shells have it."""


def is_command() -> bool:
    """Whether this process was started as `cutcard` or `python -m cutcard`; not one that such a process has started."""
    first, words = sys.argv[0] if getattr(sys, "argv", None) else "", sys.orig_argv
    if first == "-m":  # so it stands there until Python has found the module
        return "-mcutcard" in words or ("-m", "cutcard") in pairwise(words)
    return first in words and os.path.basename(first) in ("cutcard", "cutcard.exe")  # noqa: PTH119


def end_quietly() -> None:
    """From now on Ctrl-C ends the process; not where whoever started it had it leave Ctrl-C alone."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def hear_again() -> None:
    """From now on Ctrl-C raises, as usual."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(*_: object) -> None:
    os._exit(STOPPED)
