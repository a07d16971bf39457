"""Short keys for moves, and what a typed word means: `i` is hit, `10` is choose 10, `f3a` is fold the 3 of Ada, and `kh`,
`p kh` or `K♥` plays the king of hearts. Moves that are listed have a number too, unless their keys are numbers."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cutcard.core.errors import ParseError
from cutcard.core.table.view import View
from cutcard.present.cards import are_standard, lettered, rank, read_cards
from cutcard.present.seats import Seating, listed

RESERVED = "hq"
"""Letters that mean something else than a move: h gives advice, q leaves the game."""
RANKS = "ajk"
"""Letters that may be a card, where cards have suits; the queen's is reserved already."""

YOURS = "y"
"""Stands for your own seat in a key."""

_NUMBER = re.compile(r"(\d+)")
_OWNER = re.compile(r"@(\d+)")
_WRITTEN_OWNER = re.compile(r"^(\d+)([a-z])$")


def letters(now: Iterable[str], others: Iterable[str] = (), reserved: str = RESERVED) -> dict[str, str]:
    """A letter for each verb: of those that can be said now its first one that is free, so that `hit` gets `i`; of the
    others the first, or the whole verb where that is taken."""
    taken = set(reserved)
    found: dict[str, str] = {}
    for verb in now:
        found[verb] = next((letter for letter in verb if letter not in taken), verb)
        taken.add(found[verb])
    for verb in others:
        found[verb] = verb[0] if verb[0] not in taken else verb
        taken.add(found[verb])
    return found


def initials(names: Sequence[str], you: int) -> dict[int, str]:
    """A letter for each seat, yours `y`; the seats' numbers where two letters would be the same."""
    first = {seat: YOURS if seat == you else name[:1].lower() for seat, name in enumerate(names)}
    if len(set(first.values())) < len(first) or not all(letter.isalpha() for letter in first.values()):
        return {seat: f"@{seat}" for seat in first}
    return first


def natural(text: str) -> list[tuple[int, int, str]]:
    """For sorting: `build 2` before `build 10`."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in _NUMBER.split(text) if part]


@dataclass(frozen=True)
class Keys:
    """The keys of a decision."""

    verbs: tuple[str, ...]
    """All verbs of the game, in the order to list them."""
    legal: tuple[str, ...]
    """The legal moves; where there are too many to name, those of one word and an example of the others."""
    seats: Mapping[int, str]
    """How a key writes each seat."""
    faces: tuple[str, ...] = ()
    """The faces of a deck of standard cards, lowest first; of another deck none."""
    are_examples: bool = False
    """Whether there are too many moves to list."""

    @cached_property
    def verbs_now(self) -> list[str]:
        """The verbs of the legal moves."""
        legal = dict.fromkeys(move.partition(" ")[0] for move in self.legal)
        return [*(verb for verb in self.verbs if verb in legal), *(verb for verb in legal if verb not in self.verbs)]

    @cached_property
    def letter(self) -> dict[str, str]:
        """The short form of each verb; those that can be said now choose first."""
        others = [verb for verb in self.verbs if verb not in self.verbs_now]
        return letters(self.verbs_now, others, RESERVED + RANKS if self.faces else RESERVED)

    @cached_property
    def keyed(self) -> dict[str, str]:
        """Every legal move by its short key, in the order to list them."""
        keyed: dict[str, str] = {}
        for verb in self.verbs_now:
            moves = sorted((move for move in self.legal if move.partition(" ")[0] == verb), key=self._order)
            for move in moves:
                rest = self._rest(move)
                if rest and self._is_implied(verb):
                    keyed[rest] = move
                else:
                    keyed[self.letter[verb] if len(moves) == 1 else f"{self.letter[verb]}{rest}"] = move
        return keyed

    @cached_property
    def numbered(self) -> dict[str, str]:
        """The moves by their number in the list; none of an example, nor where keys begin with numbers of their own, such as
        bids and the ranks of cards without suits."""
        own = any(key[:1].isdigit() and not read_cards(key, self.faces) for key in self.keyed)
        return {} if self.are_examples or own else {str(number): move for number, move in enumerate(self.keyed.values(), 1)}

    @cached_property
    def at_once(self) -> frozenset[str]:
        """The digits that need no Enter: nothing else that can be typed begins with them. That is none where cards are
        named by rank and suit, and of keys that are numbers not 1, as somebody may mean a 10."""
        if self._of_cards or self.are_examples:
            return frozenset()
        typed = [number for number in self.numbered or (*self.keyed, "10") if number.isdigit()]
        return frozenset(
            one for one in typed if len(one) == 1 and not any(other != one and other.startswith(one) for other in typed)
        )

    def key_of(self, move: str) -> str:
        """The key of a legal move, also of one that is not listed as there are too many."""
        verb, rest = move.partition(" ")[0], self._rest(move)
        unlisted = rest if self._is_implied(verb) else f"{self.letter.get(verb, verb)}{rest}"
        return next((key for key, listed in self.keyed.items() if listed == move), unlisted)

    def _is_implied(self, verb: str) -> bool:
        """Whether the verb need not be said: it is the only one now; or the only one that takes cards."""
        return self.verbs_now == [verb] or self._of_cards == [verb]

    @cached_property
    def _of_cards(self) -> list[str]:
        """The verbs that are now followed by cards."""
        taken = {words[0] for words in (move.split(" ") for move in self.legal) if words[1:2] and words[1] in self.faces}
        return [verb for verb in self.verbs_now if verb in taken]

    def _order(self, move: str) -> tuple[int, list[int], list[tuple[int, int, str]]]:
        """Cards by number and strength, other moves by name."""
        words = move.split(" ")[1:]
        if words and all(word in self.faces for word in words):
            return len(words), [self.faces.index(word) for word in words], []
        return 0, [], natural(move)

    def _rest(self, move: str) -> str:
        """What a move says after its verb, as a key writes it: `fold 3@1` is `3a`, `play 7C 7D` is `7c 7d`."""
        rest = (" " if self.faces else "").join(move.split(" ")[1:])
        return _OWNER.sub(lambda match: self.seats.get(int(match[1]), match[0]), rest).lower()

    @property
    def has_queen(self) -> bool:
        """Whether somebody who types q may mean a card."""
        return any(word in self.faces and rank(word) == "q" for move in self.legal for word in move.split(" "))

    # What was typed

    def meaning(self, text: str) -> str:
        """The move that a typed text means. Where it means no legal move, the nearest there is to one: its refusal says
        why it is not allowed."""
        text = lettered(text) if self.faces else text
        squeezed = "".join(text.lower().split())
        if text.strip() in self.numbered:
            return self.numbered[text.strip()]
        if text.strip().isdigit() and self.numbered and self._of_cards:
            raise ParseError(f"there is no move {text.strip()} in the list; if you mean a card, say its suit too")
        for move in self.legal:
            if "".join(move.lower().split()) == squeezed:
                return move
        aliases = {"".join(alias.split()): move for alias, move in self._aliases()}
        if squeezed in aliases:
            return aliases[squeezed]
        cards = self._with_cards(text) if self.faces else None
        if cards:
            return cards
        begun = {move for alias, move in aliases.items() if squeezed and self._begins(alias, move, squeezed)}
        return begun.pop() if len(begun) == 1 else self._spelled_out(text)

    def _aliases(self) -> Iterator[tuple[str, str]]:
        for move in self.legal:
            verb, rest = move.partition(" ")[0], self._rest(move)
            yield f"{verb}{rest}", move
            yield f"{self.letter.get(verb, verb)}{rest}", move
        yield from self.keyed.items()

    def _begins(self, alias: str, move: str, text: str) -> bool:
        """Whether `text` is a beginning of `alias` that does not stop within a number: `f1` does not mean `f10a`. A card is
        named in full, or by its rank if only one is meant."""
        if self.faces and " " in move:
            return False
        return alias.startswith(text) and not (alias[len(text) : len(text) + 1].isdigit() and text[-1:].isdigit())

    def _with_cards(self, text: str) -> str | None:
        """A move of cards in the words of the rules, however they were typed: `7d7c` is `play 7C 7D`, and `k` a king if
        there is only one to play."""
        verb, rest = self._verb_and_rest(text)
        cards = read_cards(rest, self.faces)
        if cards:
            return " ".join([verb, *cards])
        same = [face for face in self.faces if rank(face) == rest.lower()]
        meant = [face for face in same if f"{verb} {face}" in self.legal]
        if len(meant) > 1:
            raise ParseError(f"{rest} can be {listed(meant, 'or')}: say which one you mean")
        return f"{verb} {meant[0] if meant else rest}" if same and verb in self._of_cards else None

    def _verb_and_rest(self, text: str) -> tuple[str, str]:
        """`p kh`, `pkh`, `playkh` and `kh` all are `play` and `kh`."""
        words = text.split()
        verb_of = {**{short: verb for verb, short in self.letter.items()}, **{verb: verb for verb in self.verbs}}
        if words and words[0].lower() in verb_of:
            return verb_of[words[0].lower()], "".join(words[1:])
        squeezed = "".join(words)
        for short in sorted(verb_of, key=len, reverse=True):
            rest = squeezed[len(short) :]
            if squeezed.lower().startswith(short) and read_cards(rest, self.faces) and not read_cards(squeezed, self.faces):
                return verb_of[short], rest
        return (self._of_cards or self.verbs[-1:])[0], squeezed

    def _spelled_out(self, text: str) -> str:
        """A short text in the words of the rules: `b 7` is `build 7`, `f3a` is `fold 3@1`."""
        words = text.split()
        first = words[0].lower() if words else ""
        verb_of = {short: verb for verb, short in self.letter.items()}
        if first in verb_of or first in self.verbs:
            verb, rest = verb_of.get(first, first), words[1:]
        elif first[:1] in verb_of and first[1:2].isdigit():
            verb, rest = verb_of[first[:1]], [words[0][1:], *words[1:]]
        elif first[:1].isdigit() and len(self.verbs_now) == 1:
            verb, rest = self.verbs_now[0], words
        else:
            return " ".join(words)
        return " ".join([verb, *map(self._with_owner, rest)])

    def _with_owner(self, word: str) -> str:
        if self.faces:
            return word
        written = _WRITTEN_OWNER.match(word.lower())
        seat_of = {short: seat for seat, short in self.seats.items()}
        return f"{written[1]}@{seat_of[written[2]]}" if written and written[2] in seat_of else word


# From a view

LISTED_AT_MOST = 24
"""Of more moves of several cards than this only an example is shown: the screen is to hold the table too."""


def too_many(view: View) -> bool:
    """Whether you have too many moves to list: sets of cards can be tens of thousands."""
    return view.game.rulebook.rules.longest > 1 and view.count_legal() > LISTED_AT_MOST


def keys(view: View, seating: Seating) -> Keys:
    """The short keys of this decision. Where there are too many moves, keys know those of one word and an example of each
    other verb; what else is typed goes to the table as it is."""
    are_examples = too_many(view)
    legal = view.legal if not are_examples else tuple(_examples(view.openings()))
    names = view.game.deck.faces
    return Keys(
        tuple(view.game.rulebook.verbs.now(view.game.options)),
        legal,
        initials(seating.names, seating.you),
        names if are_standard(names) else (),
        are_examples,
    )


def _examples(moves: Iterable[str]) -> list[str]:
    by_verb: dict[str, list[str]] = {}
    for move in moves:
        by_verb.setdefault(move.partition(" ")[0], []).append(move)
    return [max(same, key=lambda move: len(move.split(" "))) for same in by_verb.values()]
