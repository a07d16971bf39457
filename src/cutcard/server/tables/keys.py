"""What a seat belongs to: a key, which only the person has, and of which the server keeps a hash.

Whoever sits down, or makes a table, may send an id: a long random text that nobody else knows. Key and code follow from it,
so that the same request sent again, by whichever node, finds what came of the first. Nothing of the id is stored.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of a code: none that looks like another."""
CODE_LENGTH = 8
TRIES = 8
"""Codes that are tried for a new table: each may be that of another table, though it hardly ever is."""


def key_for(code: str, identity: str | None) -> str:
    """The key of who sits down at a table with this id; without one it is drawn."""
    if identity is None:
        return secrets.token_urlsafe(32)
    return urlsafe_b64encode(_digest("key", code, identity)).rstrip(b"=").decode()


def codes_for(identity: str | None) -> Iterator[str]:
    """Codes for a table that is made with this id, to be tried one after the other; without one they are drawn."""
    for number in range(TRIES):
        if identity is None:
            yield "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        else:
            yield _letters(int.from_bytes(_digest("code", str(number), identity), "big"))


def is_code(text: str) -> bool:
    return len(text) == CODE_LENGTH and all(letter in LETTERS for letter in text)


def _digest(what: str, where: str, identity: str) -> bytes:
    return hashlib.sha256(f"cutcard {what} 1\n{where}\n{identity}".encode()).digest()


def _letters(number: int) -> str:
    return "".join(LETTERS[number // len(LETTERS) ** at % len(LETTERS)] for at in range(CODE_LENGTH))
