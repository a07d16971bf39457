"""Standard cards as people write them: `KH`, `kh` and `K♥` are one card. Only the letters are the card's name."""

import re
from collections.abc import Iterable, Sequence

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
LETTERS = {**{symbol: letter for letter, symbol in SUITS.items()}, "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
JOKER = "★"

_CARD = re.compile(r"\b(?:(10|[2-9JQKA])([CDHS])|(J[RB]))\b")


def are_standard(faces: Iterable[str]) -> bool:
    """Whether a deck is of standard cards: its names say rank and suit."""
    return all(_CARD.fullmatch(face) for face in faces)


def rank(face: str) -> str:
    """`10` of `10H`; the jokers are one rank."""
    return "joker" if face[-1] not in SUITS else face[:-1].lower()


def pictured(text: str) -> str:
    """A text with its cards as a table shows them: `K♥`; a joker gets a star, so that nobody takes it for a jack."""
    return _CARD.sub(lambda match: f"{match[1]}{SUITS[match[2]]}" if match[1] else f"{JOKER}{match[3]}", text)


def lettered(text: str) -> str:
    """A text with letters for the symbols of suits, and spaces for commas."""
    for symbol, letter in LETTERS.items():
        text = text.replace(symbol, letter)
    return text.replace("\ufe0f", "").replace(JOKER, "").replace(",", " ").replace("+", " ")


def read_cards(text: str, faces: Sequence[str]) -> list[str] | None:
    """The cards of a text such as `7c 7d`, `7d7c` or `10H`, in the order of the deck; None if it is anything else."""
    squeezed = "".join(text.split()).upper()
    either = "|".join(map(re.escape, faces))
    if not re.fullmatch(f"(?:{either})+", squeezed):
        return None
    return sorted(re.findall(either, squeezed), key=faces.index)
