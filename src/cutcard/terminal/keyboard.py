"""Lines from a keyboard. A digit may count as soon as it is pressed; any other key begins a line that readline edits."""

import codecs
import os
import re
import select
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager

try:
    import readline
    import termios
except ImportError:  # there is neither on Windows
    readline = termios = None  # type: ignore[assignment]

COLOURS, UNSEEN = re.compile(r"\x1b\[[0-9;]*m"), "\\001\\g<0>\\002"
"""What takes no room in a prompt, and how readline is told so."""

HABIT = 1.0
"""Who presses Enter within so many seconds of a digit that needs none means it to end that digit."""
SEQUENCE = 0.05
"""The bytes of one key follow each other within so many seconds."""
WHOLE = re.compile(r"\x1b(\[[0-9;?]*[@-~]|O.|[^\[O])")
"""What a key sends that sends more than a letter."""
ENTER, END, UP = ("\r", "\n"), "\x04", ("\x1b[A", "\x1bOA", "\x10")
"""Keys: those that end a line, Ctrl-D, and those that bring back the line before."""


class Keyboard:
    """The one at standard input."""

    is_there = readline is not None

    def __init__(self) -> None:
        self._digit_at: float | None = None
        """When the last line was a digit without Enter; None after any other."""

    def line(self, prompt: str, rows_below: int, at_once: Collection[str] = ()) -> str:
        """What is typed behind a prompt, which may go on for some rows below its first; or one of the digits `at_once`."""
        begun = ""
        if at_once or self._digit_at is not None:
            begun = self._first_key(prompt)
            if begun in (*at_once, *ENTER):
                self._digit_at = time.monotonic() if begun in at_once else None
                _write(f"{begun.strip()}\n")
                return begun.strip()
            _write((f"\x1b[{rows_below}A" if rows_below else "") + "\r\x1b[J")  # readline writes the prompt anew
        readline.set_startup_hook(lambda: readline.insert_text(begun))
        try:
            return input(COLOURS.sub(UNSEEN, prompt))
        finally:
            readline.set_startup_hook(None)

    def forget(self) -> None:
        """No line that was typed comes back."""
        if self.is_there:
            readline.clear_history()

    def _first_key(self, prompt: str) -> str:
        """The key that is pressed first, or what it brings back. Enter that was meant for a digit before does not count,
        and keys that would do nothing in an empty line do nothing."""
        pressed, self._digit_at = self._digit_at, None
        with _key_by_key():
            was_early = _is_pressed(0)
            _write(prompt)
            while True:
                key = _key()
                late = pressed is not None and (was_early or time.monotonic() - pressed < HABIT)
                if key in ENTER and late:
                    pressed = None
                elif key == END:
                    _write("\n")
                    raise EOFError
                elif key in UP and readline.get_current_history_length():
                    return str(readline.get_history_item(readline.get_current_history_length()))
                elif key.isprintable() or key in ENTER:
                    return key


@contextmanager
def _key_by_key() -> Iterator[None]:
    """Keys come as they are pressed and are not shown; Ctrl-C and Ctrl-Z do what they always do."""
    before = termios.tcgetattr(sys.stdin)
    changed = termios.tcgetattr(sys.stdin)
    changed[3] &= ~(termios.ICANON | termios.ECHO)
    changed[6][termios.VMIN], changed[6][termios.VTIME] = 1, 0
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, changed)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def _is_pressed(seconds: float) -> bool:
    return bool(select.select([sys.stdin], [], [], seconds)[0])


def _key() -> str:
    """A letter, or all of the sequence that a key such as an arrow sends."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    key = ""
    while not key:
        byte = os.read(sys.stdin.fileno(), 1)
        if not byte:
            raise EOFError
        key = decoder.decode(byte)
    while key.startswith("\x1b") and not WHOLE.fullmatch(key) and _is_pressed(SEQUENCE):
        key += os.read(sys.stdin.fileno(), 1).decode("latin-1")
    return key


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
