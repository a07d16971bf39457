"""Short keys for moves, and what a typed word means: `h` is hit, `10` is choose 10, `f3a` is fold the 3 of Ada."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

RESERVED = "q"
"""Letters that mean something else than a move: q leaves the game."""

YOURS = "y"
"""Stands for your own seat in a key."""

_NUMBER = re.compile(r"(\d+)")
_OWNER = re.compile(r"@(\d+)")
_WRITTEN_OWNER = re.compile(r"^(\d+)([a-z])$")


def letters(verbs: Iterable[str]) -> dict[str, str]:
    """A letter for each verb: the first of its letters that is free; the whole verb where none is."""
    taken = set(RESERVED)
    found: dict[str, str] = {}
    for verb in verbs:
        found[verb] = next((letter for letter in verb if letter.isalpha() and letter not in taken), verb)
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
    seats: Mapping[int, str]
    """How a key writes each seat."""

    @property
    def keyed(self) -> dict[str, str]:
        """Every legal move by its short key, in the order to list them."""
        letter = letters(self.verbs)
        groups: dict[str, list[str]] = {verb: [] for verb in self.verbs}
        for move in sorted(self.legal, key=natural):
            groups.setdefault(move.partition(" ")[0], []).append(move)
        groups = {verb: moves for verb, moves in groups.items() if moves}
        keyed: dict[str, str] = {}
        for verb, moves in groups.items():
            short = letter.get(verb, verb)
            for move in moves:
                rest = self._rest(move)
                if len(groups) == 1 and rest:
                    keyed[rest] = move
                else:
                    keyed[short if len(moves) == 1 else f"{short}{rest}"] = move
        return keyed

    def _rest(self, move: str) -> str:
        """What a move says after its verb, as a key writes it: `fold 3@1` is `3a`."""
        rest = "".join(move.split(" ")[1:])
        return _OWNER.sub(lambda match: self.seats.get(int(match[1]), match[0]), rest).lower()

    def meaning(self, text: str) -> str:
        """The move that a typed text means. Where it means no legal move, the nearest there is to one: its refusal says
        why it is not allowed."""
        squeezed = "".join(text.lower().split())
        for move in self.legal:
            if "".join(move.lower().split()) == squeezed:
                return move
        aliases = dict(self._aliases())
        if squeezed in aliases:
            return aliases[squeezed]
        begun = {move for alias, move in aliases.items() if squeezed and _begins(alias, squeezed)}
        return begun.pop() if len(begun) == 1 else self._spelled_out(text)

    def _aliases(self) -> Iterator[tuple[str, str]]:
        letter = letters(self.verbs)
        for move in self.legal:
            verb, rest = move.partition(" ")[0], self._rest(move)
            yield f"{verb}{rest}", move
            yield f"{letter.get(verb, verb)}{rest}", move
        yield from self.keyed.items()

    def _spelled_out(self, text: str) -> str:
        """A short text in the words of the rules: `b 7` is `build 7`, `f3a` is `fold 3@1`."""
        words = text.split()
        first = words[0].lower() if words else ""
        verb_of = {short: verb for verb, short in letters(self.verbs).items()}
        legal_verbs = {move.partition(" ")[0] for move in self.legal}
        if first in verb_of or first in self.verbs:
            verb, rest = verb_of.get(first, first), words[1:]
        elif first[:1] in verb_of and first[1:2].isdigit():
            verb, rest = verb_of[first[:1]], [words[0][1:], *words[1:]]
        elif first[:1].isdigit() and len(legal_verbs) == 1:
            verb, rest = next(iter(legal_verbs)), words
        else:
            return " ".join(words)
        return " ".join([verb, *map(self._with_owner, rest)])

    def _with_owner(self, word: str) -> str:
        written = _WRITTEN_OWNER.match(word.lower())
        seat_of = {short: seat for seat, short in self.seats.items()}
        return f"{written[1]}@{seat_of[written[2]]}" if written and written[2] in seat_of else word


def _begins(alias: str, text: str) -> bool:
    """Whether `text` is a beginning of `alias` that does not stop within a number: `f1` does not mean `f10a`."""
    return alias.startswith(text) and not (alias[len(text) : len(text) + 1].isdigit() and text[-1:].isdigit())
