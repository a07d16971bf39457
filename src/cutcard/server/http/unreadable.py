"""What somebody sent and cannot be read, in words: the reasons of the checks that messages go through, as phrases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic_core import ErrorDetails

from cutcard.core.languages import ENGLISH, language, translated, worded

PHRASES = {
    "string_too_long": "at most {max_length} characters",
    "string_too_short": "at least {min_length} characters",
    "too_long": "at most {max_length} entries",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "missing": "this is missing",
    "extra_forbidden": "this is not known here",
    "string_pattern_mismatch": "this is not how it is written",
    "bool_type": "this is yes or no",
    "int_type": "this is a number",
    "string_type": "this is a text",
}
"""By the kind of the error, with the values that it comes with: what a text or a number of a person may run into."""
OTHERWISE = "this cannot be read"
"""All else is for who writes programs: in English they read what the check itself says."""


def unreadable(error: ErrorDetails | dict[str, Any], where: Sequence[Any]) -> str:
    """What is wrong, and where in the message."""
    kind, context = str(error["type"]), error.get("ctx", {})
    if kind == "value_error":
        said = translated(str(context["error"]))  # a phrase of our own
    elif kind in PHRASES:
        said = worded(PHRASES[kind], **context)
    else:
        said = str(error["msg"]) if language() == ENGLISH else translated(OTHERWISE)
    place = ".".join(str(part) for part in where)
    return f"{place}: {said}" if place else said
