"""Rules pages in another language say what the English ones say: the same chapters, clauses, rulings, tables and numbers."""

import re
from collections import Counter
from pathlib import Path

import pytest

from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import ParseError
from cutcard.core.languages import ENGLISH, languages
from cutcard.core.registry import named
from cutcard.games import games
from cutcard.present import rules_pages
from cutcard.present.rules_pages import rules_of, rules_page

BOOKS = games()
OTHERS = [language for language in languages() if language != ENGLISH]
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


@every_language
@every_page
def test_a_translated_page_is_in_that_language(book: Rulebook, language: str) -> None:
    """No paragraph was left in English: of those with words enough to tell, none is the same."""
    english, other = blocks(rules_page(book)), blocks(rules_page(book, language))
    same = [block for block in english if block in other]
    assert [block for block in same if len(re.findall(r"[a-z]{3,}", block)) > 2] == []


@every_language
def test_the_page_of_a_variant_says_so_in_that_language(language: str) -> None:
    english, other = (rules_of(named("pieces-of-eight"), one) for one in (ENGLISH, language))
    assert english.splitlines()[2] == "**Pieces of Eight** is Pairs with the option `eights`."
    assert other.splitlines()[2] != english.splitlines()[2]
    assert re.fullmatch(r"\*\*Pieces of Eight\*\* .* Pairs .* `eights`\.", other.splitlines()[2])
    assert other.endswith(rules_page(named("pairs").rulebook, language).partition("\n")[2])


def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch, **pages: str) -> None:
    """As if these pages lay beside the rules; in their names `_` stands for a dot."""
    for name, text in pages.items():
        (folder / f"pairs{name.replace('_', '.')}.md").write_text(text)
    monkeypatch.setattr(rules_pages, "beside_rules", lambda rulebook, name: folder / name)


@every_language
def test_a_game_without_a_translation_is_told_in_english(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = named("pieces-of-eight")
    in_folder(tmp_path, monkeypatch)
    assert rules_page(variant.rulebook, language).startswith("There is no page of rules for Pairs yet.")
    in_folder(tmp_path, monkeypatch, **{"": "# Pairs\n\nHit or fold.\n"})
    assert rules_page(variant.rulebook, language) == "# Pairs\n\nHit or fold.\n"
    assert "**Pieces of Eight** is Pairs with the option" in rules_of(variant, language)


@every_language
def test_a_translation_with_other_chapters_is_refused(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = named("pairs").rulebook
    in_folder(tmp_path, monkeypatch, **{"": "# Pairs\n\n## Your turn\n", f"_{language}": "# Pairs\n\n## A\n"})
    assert rules_page(book, language) == "# Pairs\n\n## A\n"
    in_folder(tmp_path, monkeypatch, **{f"_{language}": "# Pairs\n\n## A\n\n## B\n"})
    with pytest.raises(ParseError, match=f"the rules of Pairs have other chapters in pairs.{language}.md"):
        rules_page(book, language)
