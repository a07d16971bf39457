"""Cards in colour."""

from collections.abc import Iterable, Sequence

from rich.text import Text as Painted

from cutcard.core.declaration.phrases import Card, Part, Sentence, Text, numbered, plain, spoken
from cutcard.present.cards import pictured
from cutcard.present.scene import Faces

HUES = (
    "#e8d8b0", "#b8d8e8", "#c8e0b0", "#f0c8a0", "#d8c0e8", "#a8dcd0", "#f0b8b8", "#b8c4f0", "#e0d890", "#f0b0d8",
)  # fmt: skip
"""A quiet colour for each rank, dark ink on it."""
SUIT_HUES = {"C": "#b8e0b0", "D": "#a8c8f0", "H": "#f0b0b0", "S": "#d0d0d0"}
PAPER = "#e8e4d8"
INK, FAINT_INK = "bold #202020", "#606060"


class CardPainter:
    """Cards as small coloured slips; in brackets where there is no colour. Of a card with several values each has the colour
    of its own suit, and the one that counts now stands out."""

    def __init__(
        self, faces: Faces, edges: tuple[str, ...], names: Sequence[str] = (), you: int | None = None, close: bool = False
    ) -> None:
        self.faces = faces
        self.names, self.you = names, you
        self.edges = edges
        self.close = close
        """Whether there is little room: hidden cards are then only counted."""
        few = len(faces.all) <= len(HUES)
        self.hues = {face: HUES[i] if few else self._hue(face) for i, face in enumerate(faces.all)}

    def _hue(self, face: str) -> str:
        return SUIT_HUES.get(face[-1:], PAPER) if self.faces.are_standard else PAPER

    def __call__(self, cards: Iterable[str], hidden: int = 0) -> Painted:
        slips = [self._slip(card) for card in cards]
        if hidden:
            slips.append(Painted(f"{hidden}" if self.close else numbered(hidden, "card")))
        return Painted(" ").join(slips) if slips else Painted("–", "dim")

    def _slip(self, card: str) -> Painted:
        values = self.faces.values.get(card, (card,))
        if not self.edges:
            return Painted(f"[{self.text('/'.join(values))}]")
        hues = [self.hues.get(value, PAPER) for value in values]
        left, right = (
            (edge, hue if edge.strip() else f"on {hue}") for edge, hue in zip(self.edges, (hues[0], hues[-1]), strict=True)
        )
        parts: list[tuple[str, str]] = []
        for i, (value, hue) in enumerate(zip(values, hues, strict=True)):
            ink = INK if self.faces.now in (-1, i) else FAINT_INK
            parts.append((f"{'/' if i else ''}{self.text(value)}", f"{ink} on {hue}"))
        return Painted.assemble(left, *parts, right)

    def text(self, words: str) -> str:
        """The name of a card as it is pictured."""
        return pictured(words) if self.faces.are_standard else words

    def said(self, sentence: Sentence | str, everything: bool = False) -> str:
        """A sentence in words, its cards as they are pictured; with `everything` each with all its values."""
        names, you = self.names, self.you
        return spoken(tuple(self._card(part, everything) for part in plain(sentence)), names, you)

    def _card(self, part: Part, everything: bool) -> Part:
        if not isinstance(part, Card):
            return part
        values = self.faces.values.get(part.card, (part.card,)) if everything else (part.card,)
        return Text("/".join(map(self.text, values)))
