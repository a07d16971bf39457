"""From happenings to sentences: second person for the one who looks, names for the others."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from cutcard.core.history import CARD, MOVE, Happening

if TYPE_CHECKING:
    from cutcard.core.game import Rulebook

_VERB = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")
_SEAT = re.compile(r"\{@(\d+)\}")


def filled(phrase: str, **values: object) -> str:
    """A phrase with its values: `{cards}`, `{n}`."""
    for key, value in values.items():
        phrase = phrase.replace(f"{{{key}}}", str(value))
    return phrase


def speak(phrase: str, names: Sequence[str], viewer: int | None, seat: int | None) -> str:
    """Render a phrase: `{You}` and `{your}` are the seat it is about, `{hit|hits}` follows it, `{@2}` is another seat."""
    mine = seat is not None and seat == viewer
    name = "" if seat is None else names[seat]
    text = _VERB.sub(lambda match: match[1] if mine else match[2], phrase)
    text = _SEAT.sub(lambda match: "you" if int(match[1]) == viewer else names[int(match[1])], text)
    text = text.replace("{You}", "You" if mine else name).replace("{you}", "you" if mine else name)
    return text.replace("{your}", "your" if mine else f"{name}'s").replace("{Your}", "Your" if mine else f"{name}'s")


def cards_in_words(cards: Sequence[str | None]) -> str:
    """Face-up cards by name, face-down ones by number: `3 5 5`, `a card`, `5 cards`."""
    if None not in cards:
        return " ".join(str(card) for card in cards)
    return "a card" if len(cards) == 1 else f"{len(cards)} cards"


def sentences(rulebook: "Rulebook", happenings: Iterable[Happening], names: Sequence[str], viewer: int | None) -> list[str]:
    """What happened, in words. Cards dealt one after another to the same place are told together."""
    return [speak(phrase, names, viewer, seat) for phrase, seat in phrases(rulebook, happenings, viewer)]


def phrases(rulebook: "Rulebook", happenings: Iterable[Happening], viewer: int | None) -> list[tuple[str, int | None]]:
    """The same before it is spoken: each phrase with the seat that it is about."""
    said: list[tuple[str, int | None]] = []
    notes = dict(rulebook.words.notes)
    for is_card, run in groupby(happenings, lambda happening: happening.kind == CARD):
        if is_card:
            piles: dict[tuple[str, int | None], list[str | None]] = {}
            for happening in run:
                piles.setdefault((happening.text, happening.seat), []).append(happening.card)
            for (zone, seat), cards in piles.items():
                phrase = rulebook.words.dealt.get(zone)
                if phrase:
                    said.append((filled(phrase, cards=cards_in_words(cards), n=len(cards)), seat))
            continue
        for happening in run:
            if happening.kind == MOVE:
                words = happening.text.split(" ")
                secret = rulebook.words.secret.get(words[0]) if happening.seat != viewer else None
                said.append((secret or rulebook.words.move(words), happening.seat))
            else:
                phrase, number = notes[happening.text], happening.number
                card = {"card": rulebook.rules.deck.cards[number]} if "{card}" in phrase else {}
                said.append((filled(phrase, n=number, **card), happening.seat))
    return said
