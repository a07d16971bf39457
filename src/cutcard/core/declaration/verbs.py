"""What a seat can do, declared once: a verb's word, what it takes and from where, who sees it, and how it is told.

    class Moves(Verbs, deck=DECK):
        hit = Verb(help="hit: take the top card.", told="{You} {hit|hits}.")
        fold = Verb(RANK, of="stacks", help="fold R: …", told="{You} {fold|folds} and {take|takes} the {card}.")

From it follow the numbers by which compiled rules know an action, the move's name in a record, its button and the cards that
can be clicked, what is told of it and to whom. `Moves.hit.number` is the action of a verb that takes nothing. One that takes
a rank is offered by `offered(cards, Moves.fold.shift)`, the highest card of each rank standing for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np

from cutcard.core.bits import Bits, members
from cutcard.core.compiling import quick
from cutcard.core.declaration.deck import Deck
from cutcard.core.declaration.phrases import Card, Sentence, Who, as_offer, cards_said, put, said
from cutcard.core.declaration.zones import Reading
from cutcard.core.languages import spoken_now

NOTHING, RANK, CARD, CARDS, NUMBER = "nothing", "rank", "card", "cards", "number"
"""What a verb can take."""


@quick
def offered(ranks: Bits, shift: Bits) -> Bits:
    """The actions of a verb that takes one of these ranks, each given as the highest card of it."""
    return ranks << shift


@quick
def rank_of(action: int, shift: Bits) -> Any:
    """The highest card of the rank that such an action takes."""
    return action - np.int64(shift)


class Move(NamedTuple):
    """A move in its parts; its text is how the rules page, records and people write it."""

    verb: str
    cards: tuple[str, ...] = ()
    owner: int | None = None
    """Whose card it is, where the move says so."""
    number: int | None = None

    def __str__(self) -> str:
        if self.number is not None:
            return f"{self.verb} {self.number}"
        if self.owner is not None:
            return f"{self.verb} {self.cards[0]}@{self.owner}"
        return " ".join((self.verb, *self.cards))


@dataclass(frozen=True)
class Verb:
    """One thing that a seat can do."""

    takes: str = NOTHING
    """`NOTHING`, a `RANK` or a `CARD`, several `CARDS`, or a `NUMBER`."""
    of: str | tuple[str, ...] = ()
    """The zones in which the cards lie that it takes."""
    help: str = ""
    """What it does, beginning with how it is written."""
    told: str = ""
    """The phrase of what is told of it, with `{card}`, `{cards}`, `{owner}` or `{n}`."""
    alone: str = ""
    """The phrase where it takes nothing, of a verb that may take a card or none."""
    own: str = ""
    """The phrase where the card lies before the one who takes it, of a verb that tells before whom."""
    unseen: str = ""
    """What the others are told of a secret one."""
    secret: bool = False
    """Whether the others see only that it was done."""
    anybody: bool = False
    """Whether the card may lie before anybody; else it is one's own, or in the middle."""
    owned: bool = False
    """Whether the move says before whom it lies: `fold 3@1`."""
    phase: int | tuple[int, ...] | None = None
    """When it can be said, where a game has phases: actions of other phases may have the same numbers."""
    option: str = ""
    """The switch of the game without which there is no such move."""
    most: int = 0
    """The largest number that it takes."""
    ends: bool = False
    """Of several cards: whether the set may be ended before it is as large as can be, by an action of its own."""
    leaves: bool = False
    """Whether it ends the round for who does it, so that a slip costs much: a page may wait before it sends it."""
    seconds: int = 5
    """How long people think where it is on offer, for the lab. It is set, not measured."""
    chapter: str = ""
    """Words in the heading of the rules page that belong to it."""
    name: str = ""
    number: int = -1
    """The action, of a verb that takes nothing or may take nothing."""
    shift: Bits = np.uint64(0)  # noqa: RUF009 (a number)
    """How far the action of a rank lies above the highest card of that rank."""
    done: int = -1
    """The action that ends a set."""

    @property
    def zones(self) -> tuple[str, ...]:
        return (self.of,) if isinstance(self.of, str) else self.of

    def is_said_in(self, phase: int) -> bool:
        """Whether it can be said in this phase at all."""
        return self.phase is None or phase == self.phase or (isinstance(self.phase, tuple) and phase in self.phase)

    def sentence(self, move: Move, seat: int | None) -> Sentence:
        """What is told of a move to those who may know it."""
        return said(self._phrase(move, seat), seat, **self._values(move))

    def offer(self, move: Move, seat: int) -> Sentence:
        """A move as something that this seat may do: `Fold and take the 3 from Ada`. Other languages say how."""
        phrase = spoken_now().offers.get(self._phrase(move, seat))
        return put(phrase, seat, self._values(move)) if phrase else as_offer(self.sentence(move, seat), seat)

    def _phrase(self, move: Move, seat: int | None) -> str:
        if not move.cards and move.number is None:
            return self.alone or self.told
        return self.own if self.own and move.owner == seat else self.told

    def _values(self, move: Move) -> dict[str, Any]:
        card = Card(move.cards[0]) if move.cards else ""
        owner = Who(move.owner, spoken_now().owner) if move.owner is not None else ""
        return {"card": card, "cards": cards_said(move.cards), "owner": owner, "n": move.number}


class Verbs:
    """The verbs of a game, in the order to list them. A subclass of a game's verbs may say some of them otherwise."""

    all: ClassVar[Mapping[str, Verb]] = {}
    phase: ClassVar[str] = ""
    """The field of the table that says which phase it is."""
    actions: ClassVar[int] = 0
    """Every action is a number below this."""
    done: ClassVar[int] = -1
    """The action that ends a move of several cards which could go on."""
    says_whose: ClassVar[bool] = False
    """Whether a move may say before whom its card lies: then what an action means hangs on where the cards are."""
    deck: ClassVar[Deck]

    def __init_subclass__(cls, deck: Deck | None = None, phase: str = "") -> None:
        """Give every verb its name and its actions. Cards keep their numbers, ranks are their highest card; of several verbs
        that take a rank at the same time each later one is shifted by one more. Words have the numbers behind the cards."""
        if deck is not None:
            cls.deck = deck
        cls.phase = phase or cls.phase
        found = {name: verb for kin in reversed(cls.__mro__) for name, verb in vars(kin).items() if isinstance(verb, Verb)}
        shifted: dict[int | tuple[int, ...] | None, int] = {}
        taken = 0
        for name, verb in found.items():
            shift = 0
            if verb.takes == RANK:
                shift = shifted.get(verb.phase, 0)
                shifted[verb.phase] = shift + 1
            if verb.takes in (RANK, CARD, CARDS):
                taken = max(taken, len(cls.deck.cards) + shift)
            found[name] = replace(verb, name=name, shift=np.uint64(shift))
        for name, verb in found.items():
            if verb.takes == NUMBER and verb.phase is None:
                raise TypeError(f"the verb {name} takes a number: it needs a phase of its own")
            if verb.takes == NOTHING or verb.alone:
                found[name] = replace(verb, number=taken)
                taken += 1
        for name, verb in found.items():
            if verb.ends:
                cls.done = taken
                found[name] = replace(verb, done=taken)
                taken += 1
        cls.all, cls.actions = found, taken
        cls.says_whose = any(verb.owned for verb in found.values())
        for name, verb in found.items():
            setattr(cls, name, verb)

    @classmethod
    def now(cls, options: Mapping[str, Any]) -> list[str]:
        """The verbs of a table with these options."""
        return [name for name, verb in cls.all.items() if not verb.option or options.get(verb.option)]

    @classmethod
    def seconds(cls) -> tuple[tuple[int, ...], ...]:
        """How long people think where an action is on offer, by phase and action."""
        said_in = [int(phase) for verb in cls.all.values() for phase in np.atleast_1d(verb.phase or 0)]
        found = []
        for phase in range(max(said_in, default=0) + 1):
            by_action = [0] * cls.actions
            for action, (verb, _) in each_meaning(cls, phase if cls.phase else None):
                by_action[action] = max(by_action[action], verb.seconds)
            found.append(tuple(by_action))
        return tuple(found)

    @classmethod
    def named(cls, t: Reading, seat: int, action: int) -> Move:
        """What an action means at this table, which may be a view."""
        known: Any = cls
        verb, move = _meanings(known, getattr(t, cls.phase) if cls.phase else None)[action]
        if not verb.owned or not move.cards:
            return move
        same = cls.deck.masks[move.cards[0]]
        around = [*range(seat, t.seats), *range(seat)]
        owners = [owner for owner in around if any(getattr(t, zone)[owner] & same for zone in verb.zones)]
        return move._replace(owner=owners[same.bit_length() - 1 - action])

    @classmethod
    @lru_cache(maxsize=20_000)
    def named_anywhere(cls, phase: int | None, allowed: int) -> dict[str, tuple[int, ...]]:
        """The moves of a phase that are made of one of these actions each, by name, where `says_whose` is not so."""
        known: Any = cls
        meanings = _meanings(known, phase)
        return {str(meanings[action][1]): (action,) for action in members(allowed)}

    @classmethod
    @lru_cache(maxsize=20_000)
    def read(cls, text: str) -> Move:
        """A move as it is written, in its parts."""
        name, *words = text.split(" ")
        verb = cls.all.get(name)
        if verb is None or not words:
            return Move(name)
        if verb.takes == NUMBER:
            return Move(name, number=int(words[0]))
        if verb.owned and "@" in words[0]:
            card, _, owner = words[0].partition("@")
            return Move(name, (card,), int(owner))
        return Move(name, tuple(words))


@cache
def _meanings(verbs: Any, phase: int | None) -> dict[int, tuple[Verb, Move]]:
    """For each action of a phase its verb, and the move that it is, before it is known whose card it takes."""
    return dict(each_meaning(verbs, phase))


def each_meaning(verbs: type[Verbs], phase: int | None) -> Iterator[tuple[int, tuple[Verb, Move]]]:
    """Every action of a phase: its verb, and the move that it is, before it is known whose card it takes."""
    for verb in verbs.all.values():
        if phase is not None and not verb.is_said_in(phase):
            continue
        if verb.takes == NUMBER:
            yield from ((number, (verb, Move(verb.name, number=number))) for number in range(verb.most + 1))
        elif verb.takes in (CARD, CARDS) or verb.owned:
            yield from ((number, (verb, Move(verb.name, (face,)))) for number, face in enumerate(verbs.deck.cards))
        elif verb.takes == RANK:
            tops = {mask.bit_length() - 1: face for face, mask in verbs.deck.masks.items()}
            yield from ((top + int(verb.shift), (verb, Move(verb.name, (face,)))) for top, face in tops.items())
        for word in (verb.number, verb.done):
            if word >= 0:
                yield word, (verb, Move(verb.name))
