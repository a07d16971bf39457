"""Rules pages in another language say what the English ones say: the same chapters, clauses, rulings, tables and numbers."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from cutcard.core.declaration.languages import ENGLISH, LANGUAGES
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import ParseError
from cutcard.core.registry import named
from cutcard.games import games
from cutcard.present import rules_pages
from cutcard.present.rules_pages import rules_of, rules_page

BOOKS = games()
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
RULING = {ENGLISH: "**Ruling:**", "de": "**Auslegung:**"}

every_page = pytest.mark.parametrize("book", BOOKS, ids=[book.name for book in BOOKS])
every_language = pytest.mark.parametrize("language", OTHERS)


def blocks(page: str) -> list[str]:
    """The headings, paragraphs, items of lists and rows of tables of a page, each as one line."""
    pieces = re.split(r"\n\s*\n|\n(?=[-|#] ?|\d+\. )", page.strip())
    return [" ".join(piece.split()) for piece in pieces]


def outline(block: str, language: str) -> dict[str, object]:
    """All of a block that is the same in every language."""
    kind = re.match(r"#+ |- |\d+\. |\||", block)
    assert kind
    return {
        "kind": kind[0],
        "clauses": re.findall(r"\b[A-Z]+-\d+\b", block),
        "numbers": Counter(re.findall(r"\d+", block)),
        "cards": Counter(re.findall(r"[\dAKQJ]+[♣♦♥♠]", block)),
        "rulings": block.count(RULING[language]),
        "cells": block.count("|"),
        "typed": re.findall(r"\*\*(?:--)?[a-z][^*]*\*\*|`[^`]*`", block),
    }


@every_language
@every_page
def test_a_translated_page_has_what_the_english_one_has_block_by_block(book: Rulebook, language: str) -> None:
    english, other = blocks(rules_page(book)), blocks(rules_page(book, language))
    assert english != other
    for one, same in zip(english, other, strict=True):
        assert outline(one, ENGLISH) == outline(same, language), f"{one}\n{same}"
