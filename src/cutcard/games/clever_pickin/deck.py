"""The dual-value deck of Clever Pickin': every card is named by its solid value and has a hollow one besides."""

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as shortened
from typing import Any

import numpy as np

from cutcard.core.declaration.deck import Deck
from cutcard.core.declaration.options import Row, Value
from cutcard.core.errors import ParseError

SUITS, RANKS = "CDHS", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

# CLEVER-1, CLEVER-2: numbered 13·suit + rank, aces high.
DECK = Deck("dual-value", tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS))

SUIT_OF = np.arange(52) // 13
RANK_OF = np.arange(52) % 13
OF_SUIT = np.array([((1 << 13) - 1) << (13 * suit) for suit in range(4)], dtype=np.uint64)
"""All cards of each solid suit."""

STAND_IN = tuple(DECK.cards[(137 * i + 7) % 52] for i in range(52))
"""CLEVER-2: the hollow values of the cards in their order. The printed pairing is not known: this one stands in for it."""

FORMATS = "JSON (a list of 52 hollow values, an object of solid and hollow values, or a list of pairs) or CSV (solid,hollow)"


@dataclass(frozen=True, kw_only=True)
class HollowValues(Row):
    """The option `deck`: the hollow values of 2C, 3C … AS."""

    form: str = "FILE"

    def check_entries(self, values: list[Any] | tuple[Any, ...]) -> None:
        _check(values, f"the option {self.name}", "hollow")

    def fields(self, value: Any) -> Mapping[str, Any]:
        """A table holds the number of each card's hollow value, and the cards of each hollow suit."""
        numbers = tuple(DECK.numbers[name] for name in value)
        suits = tuple(sum(1 << card for card in range(52) if numbers[card] // 13 == suit) for suit in range(4))
        return {"hollow": numbers, "hollow_suits": suits}

    def read(self, text: str) -> Value:
        return read_deck(Path(text))


def read_deck(path: Path) -> tuple[str, ...]:
    """The hollow values of an owner's real deck, from a file with all 52 pairs."""
    try:
        text = path.expanduser().read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ParseError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ParseError(f"{path} is not a text") from None
    except (ValueError, RuntimeError) as error:  # no name of a file, or of nobody's folder
        raise ParseError(f"cannot read {path!s:.100}: {error}") from None
    pairs = _pairs_of_json(text, path) if text.lstrip()[:1] in ("[", "{") else _pairs_of_csv(text, path)
    if len(pairs) != 52:
        raise ParseError(f"{path} has {len(pairs)} cards, not 52")
    _check([solid for solid, _ in pairs], str(path), "solid")
    _check([hollow for _, hollow in pairs], str(path), "hollow")
    hollow_of = dict(pairs)
    return tuple(hollow_of[card] for card in DECK.cards)


def _pairs_of_json(text: str, path: Path) -> list[tuple[Any, Any]]:
    try:
        found = json.loads(text, object_pairs_hook=list)
    except (ValueError, RecursionError) as error:
        raise ParseError(f"{path} is not JSON: {error}") from None
    if found and all(isinstance(entry, str) for entry in found):
        if len(found) != 52:
            raise ParseError(f"{path} has {len(found)} hollow values, not 52")
        return list(zip(DECK.cards, found, strict=True))
    if all(isinstance(entry, list | tuple) and len(entry) == 2 for entry in found):
        return [_pair(entry) for entry in found]
    raise ParseError(f"{path} is not a deck: give {FORMATS}")


def _pair(entry: Any) -> tuple[Any, Any]:
    """`["2C", "9C"]`, or `{"solid": "2C", "hollow": "9C"}`, which was read as its pairs."""
    first, second = entry
    if all(isinstance(part, list | tuple) and len(part) == 2 for part in entry):
        if [first[0], second[0]] == ["solid", "hollow"]:
            return first[1], second[1]
        if [first[0], second[0]] == ["hollow", "solid"]:
            return second[1], first[1]
    return first, second


def _pairs_of_csv(text: str, path: Path) -> list[tuple[Any, Any]]:
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text)) if any(map(str.strip, row))]
    except csv.Error as error:
        raise ParseError(f"{path} is not CSV: {error}") from None
    if rows and [cell.lower() for cell in rows[0]] == ["solid", "hollow"]:
        del rows[0]
    for number, row in enumerate(rows, start=1):
        if len(row) != 2:
            raise ParseError(
                f"{path}: card {number} is {shortened(','.join(row))}, not a solid and a hollow value; give {FORMATS}"
            )
    return [(row[0], row[1]) for row in rows]


def _check(values: Any, where: str, kind: str) -> None:
    """52 names of cards, each exactly once."""
    seen: set[str] = set()
    for value in values:
        if not isinstance(value, str) or value not in DECK.numbers:
            raise ParseError(f"{where}: {shortened(value)} is not a {kind} value; they are written 2C, 10H, AS")
        if value in seen:
            raise ParseError(f"{where}: the {kind} value {value} is there twice")
        seen.add(value)


DECK_OPTION = HollowValues(
    name="deck",
    default=STAND_IN,
    help=f"A file with the solid and hollow values of your own deck, as {FORMATS}. The default is a stand-in: the printed "
    "pairing is not known.",
    page_help="The hollow values of your own deck: all 52 cards by name, first those of the clubs from the 2C to the AC, "
    "then diamonds, hearts and spades. You can paste them, or choose a file that has them, also with the solid values "
    "beside. What stands here to begin with is a stand-in: the printed pairing is not known.",
)
