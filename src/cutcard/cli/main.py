"""The command `cutcard` in a process. Up to here Ctrl-C ends it (`cutcard.early`); from `run` on it is heard as usual."""

import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from cutcard.core.errors import CutcardError, NotFound, ParseError, RecordError
from cutcard.early import STOPPED, hear_again
from cutcard.terminal import WORKER


def run(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command and give its exit status. Whatever is refused is said in one line."""
    try:
        hear_again()
        words = sys.argv[1:] if arguments is None else arguments
        from cutcard.cli.commands import application

        application(sys.stdout.isatty(), words)(words, prog_name="cutcard")
    except CutcardError as error:
        print(f"cutcard: {error}", file=sys.stderr)
        return 2 if isinstance(error, ParseError | NotFound) and not isinstance(error, RecordError) else 1
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:  # whoever read it has read enough
        return 1
    except OSError as error:
        print(f"cutcard: {error.strerror or error}", file=sys.stderr)
        return 1
    except SystemExit as finished:
        return finished.code if isinstance(finished.code, int) else 0 if finished.code is None else 1
    return 0


def open_streams() -> None:
    """Standard streams that can be used: one that was closed leads nowhere, and no letter is too strange for any."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def flushed(status: int) -> int:
    """The exit status once all is written: what cannot be, on a full disk, is said in a line."""
    for stream, number in ((sys.stdout, 1), (sys.stderr, 2)):
        try:
            stream.flush()
        except OSError as error:
            if stream is sys.stdout and not status and not isinstance(error, BrokenPipeError):
                print(f"cutcard: what it says cannot be written: {error.strerror}", file=sys.stderr)
            status = status or 1
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)  # Python flushes once more when it ends
    return status


def main() -> None:
    """The command in a process of its own."""
    open_streams()
    sys.path.append(str(Path.cwd()))  # for players as `module:attribute`; last, so that it hides nothing
    status = flushed(run())
    if any(thread.name.startswith(WORKER) for thread in threading.enumerate()):
        # A thread still compiles: waiting for it, or taking the compiler from under it, helps nobody.
        os._exit(status)
    raise SystemExit(status)
