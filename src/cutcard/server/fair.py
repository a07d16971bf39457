"""Fair dealing: the server binds itself to a secret before it knows what the browsers add, and shows it in the end.

Every card of an online table comes from random words, and every word from HMAC-SHA-256 with the server's secret as its
key, over the table's code and what each person's browser added. Before anybody adds anything the server shows the SHA-256
of its secret. When the game is over the secret is shown, and whoever has the record can deal the game again. The first
dealer comes from words of the same kind, unless somebody chose one.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from itertools import count
from typing import Any

import numpy as np

from cutcard.core.dealer import DRAWN as DRAWN_CARD
from cutcard.core.dealer import Script, Stream
from cutcard.core.declaration.phrases import numbered
from cutcard.core.declaration.zones import Words
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.table.record import game_of
from cutcard.core.table.table import Table

HEX = re.compile(r"[0-9a-f]{32,64}")
WORDS_IN_A_BLOCK = 4
CARDS, DEALER = "deal", "dealer"
"""What words are for. It goes into each of them, so that those of the one tell nothing of those of the other."""
DRAWN, CHOSEN = "drawn", "chosen"
"""How the first dealer came about."""
AHEAD = 64
"""Words that are worked out at once: a move looks at those that the next ones look at again."""


def new_secret() -> str:
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is shown of the secret before the deal."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


class Deal:
    """The random words of one table, each worked out when it is asked for."""

    def __init__(self, secret: str, code: str, randomness: Mapping[int, str], purpose: str = CARDS) -> None:
        self._secret = bytes.fromhex(secret)
        added = "".join(f"{seat}:{randomness[seat]}\n" for seat in sorted(randomness))
        self._begin = f"cutcard {purpose} 1\n{code}\n{added}".encode()
        self._first = 0
        self._words: Words = np.zeros(0, np.uint64)
        """Those from `_first` on that are worked out."""

    def __getitem__(self, index: int) -> int:
        return int(self.span(index, index + 1)[0])

    def span(self, first: int, end: int) -> Words:
        """The words from `first` to before `end`."""
        if first < self._first or end > self._first + len(self._words):
            begin = first // WORDS_IN_A_BLOCK
            blocks = range(begin, -(-max(end, first + AHEAD) // WORDS_IN_A_BLOCK))
            self._first = begin * WORDS_IN_A_BLOCK
            self._words = np.frombuffer(b"".join(map(self._block, blocks)), ">u8").astype(np.uint64)
        return self._words[first - self._first : end - self._first]

    def _block(self, number: int) -> bytes:
        return hmac.digest(self._secret, self._begin + str(number).encode(), "sha256")


def stream(secret: str, code: str, randomness: Mapping[int, str]) -> Stream:
    return Stream(Deal(secret, code, randomness))


def first_dealer(secret: str, code: str, randomness: Mapping[int, str], seats: int) -> int:
    """COMMON-2: a seat that nobody could choose. The last few words are thrown away, as they would make a seat likelier."""
    words = Deal(secret, code, randomness, DEALER)
    end = 2**64 - 2**64 % seats
    return next(word % seats for word in map(words.__getitem__, count()) if word < end)


def proof(secret: str, code: str, randomness: Mapping[int, str], *, is_dealer_drawn: bool = False) -> dict[str, Any]:
    """What a record carries so that its deal can be checked."""
    return {
        "table": code,
        "commitment": commitment(secret),
        "secret": secret,
        "randomness": {str(seat): added for seat, added in sorted(randomness.items())},
        "dealer": DRAWN if is_dealer_drawn else CHOSEN,
    }


def draws(table: Table) -> list[dict[str, Any]]:
    """Every card that was drawn, in order; and where the deck is another than the one before without its card, as at the
    beginning and after every shuffle, what it held then: how many of each face."""
    deck, found = table.game.deck, []
    expected: list[int] = []
    for before, step in zip([None, *table.stages()[:-1]], table.steps(), strict=True):
        cards = [deck.cards[number] for code, _, number in step.log if code == DRAWN_CARD]
        for at, card in enumerate(cards):
            script = Script(tuple(cards[:at]))
            node = Table.dealt(table.game, script) if before is None else before.dealt_by(script).play(step.move, step.seat)
            assert node.due is not None
            held = deck.counts(node.due.deck)
            found.append({"card": card} if held == expected else {"card": card, "deck": held})
            expected = [number - (face == card) for face, number in zip(deck.faces, held, strict=True)]
    return found


class NothingToVerify(ParseError):
    """A record that makes no promise of its deal."""


def check(record: dict[str, Any]) -> list[str]:
    """Deal a recorded game again, card by card. What was found in words; what does not hold raises."""
    table, secret, randomness, committed = _read(record)
    if commitment(secret) != committed:
        raise CutcardError("the secret in this record is not the one that the server had bound itself to")
    game = game_of(record)
    dealer = _check_dealer(record["fair"].get("dealer"), game.dealer, first_dealer(secret, table, randomness, game.seats))
    dealt = Table.dealt(game, stream(secret, table, randomness))
    for event in record["events"]:
        seat, _, move = str(event).partition(" ")
        if seat == "d":
            continue
        if seat not in {str(number) for number in dealt.to_act}:
            raise CutcardError(f"{event!r} cannot come from this deal: that seat is not to act then")
        dealt = dealt.play(move, int(seat))
    _compare(record["events"], dealt.record()["events"])
    if not dealt.is_over:  # the secret is shown only then, so whoever has it has the whole game
        raise CutcardError("the record ends before the game is over")
    cards = sum(str(event).startswith("d ") for event in record["events"])
    people = ", ".join(str(seat) for seat in sorted(randomness)) or "none"
    return [
        f"{game.rulebook.title}, table {table}: all {cards} cards come from the secret and what the browsers added.",
        f"The secret belongs to the commitment {committed}.",
        "Compare it with the one that you were shown before the deal.",
        f"Seats whose browser added randomness: {people}.",
        dealer,
    ]


def _check_dealer(how: object, dealer: int, drawn: int) -> str:
    """How the first dealer came about, in words. Records of earlier versions do not say it."""
    if how == DRAWN:
        if dealer != drawn:
            raise CutcardError(f"the first dealer is seat {dealer}, but the one that was drawn is seat {drawn}")
        return f"The first dealer, seat {dealer}, was drawn from the same secret and randomness."
    if how in (CHOSEN, None):
        return f"The first dealer, seat {dealer}, was not drawn: the host chose, or the deal passed on from the game before."
    raise ParseError(f"the first dealer is {DRAWN!r} or {CHOSEN!r}, not {how!r}")


def _compare(events: list[Any], dealt: list[Any]) -> None:
    for index, (said, true) in enumerate(zip(events, dealt, strict=False)):
        if said != true:
            raise CutcardError(f"event {index} is {said!r}, but this deal gives {true!r}")
    if len(events) != len(dealt):
        raise CutcardError(f"the record has {numbered(len(events), 'event')}, but this deal gives {len(dealt)}")


def _read(record: dict[str, Any]) -> tuple[str, str, dict[int, str], str]:
    fair = record.get("fair") if isinstance(record, dict) else None
    if not isinstance(fair, dict):
        raise NothingToVerify("only the record of a game played online has the secret of its deal")
    if isinstance(went_on := fair.get("practice"), dict):
        raise NothingToVerify(f"it was practice, and went on from table {went_on.get('table')}, whose cards were known")
    table, secret, added, committed = (fair.get(key) for key in ("table", "secret", "randomness", "commitment"))
    if not isinstance(table, str) or not isinstance(added, dict) or not isinstance(committed, str):
        raise ParseError("the part 'fair' of this record is not complete")
    if not isinstance(secret, str) or not re.fullmatch(r"[0-9a-f]{64}", secret):
        raise ParseError("the secret in this record is not 64 hexadecimal digits")
    for seat, text in added.items():
        if not seat.isdecimal() or not isinstance(text, str) or not HEX.fullmatch(text):
            raise ParseError(f"what the browser of seat {seat} added is not 32 to 64 hexadecimal digits")
    return table, secret, {int(seat): text for seat, text in added.items()}, committed
