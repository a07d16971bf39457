"""The compiled part of a game: its rules, each found by its name, and the general loops bound to them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import SimpleNamespace
from typing import Any, TypeVar

import numpy as np

from cutcard.core.compiling import bind, rules_digest, written
from cutcard.core.declaration.deck import Deck
from cutcard.core.declaration.verbs import Verbs
from cutcard.core.declaration.zones import Layout, TableFields
from cutcard.core.loops import defaults, play, redeal, see, simulate

F = TypeVar("F", bound=Callable[..., Any])

NEEDED = ("deal", "legal", "play", "steady", "score", "standing")
"""The rules that every game has, by the names under which they are found."""
HOOKS = (*NEEDED, "utility", "barred", "choices", "lap", "worth", "reopen", "burns", "waits", "round_of")
"""The rules that a game has or may have."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Rules:
    """The compiled part of a game. Games that differ in options alone share it."""

    name: str
    table: type[TableFields]
    deck: Deck
    most_seats: int
    deal: Callable[..., Any]
    """`deal(t, dealer)`: from a table with its options and a full deck to the first decision."""
    legal: Callable[..., Any]
    """`legal(t, seat)`: the set of legal actions of a seat that is to act."""
    play: Callable[..., Any]
    """`play(t, seat, action, dealer)`: a legal action, and all that follows up to the next decision."""
    steady: Callable[..., Any]
    """`steady(view)`: the action of a sensible rule of thumb. Reads a view: there is nothing hidden in it."""
    score: Callable[..., Any]
    """`score(t, seat)`: what the trace shows as the score."""
    standing: Callable[..., Any]
    """`standing(t, seat)` when the game is over: more is better, equals share a place."""
    actions: int = 64
    """Every action is a number below this. What it means follows from what its seat can see: never from which of several
    equal cards lies where, for that could tell what is hidden."""
    utility: Callable[..., Any] | None = None
    """`utility(t, seat)` when the game is over; by default COMMON-8's of a game with winners."""
    barred: Callable[..., Any] | None = None
    """`barred(view, seat)`: the cards that the hidden zones of this seat cannot hold, as play has shown everybody. It holds
    for the zones that are declared `OwnBarredEach`."""
    lap: Callable[..., Any] | None = None
    """`lap(t)`: a number that changes when a round or a hand is over. A search looks no further; by default to the end."""
    worth: Callable[..., Any] | None = None
    """`worth(t, seat)`: the utility that can be expected then."""
    reopen: Callable[..., Any] | None = None
    """`reopen(t, seat)`: take back what the others chose unseen while this seat chooses. A search has them choose again:
    whether they were quicker makes no difference then."""
    burns: Callable[..., Any] | None = None
    """`burns(t, cards)`: how many of so many shuffled cards are put away unseen before the first is dealt, by the options
    alone. They lie in the one zone beside the deck that nobody sees, until all that is unseen is shuffled again."""
    waits: Callable[..., Any] | None = None
    """`waits(t)`: the seats that are out and wait for the others, until the trick, the round or the game is over; by default
    none ever is."""
    round_of: Callable[..., Any] | None = None
    """`round_of(t)`: a number that changes when a round or a hand is over, for the lab; by default `lap`."""
    phase: str = "over"
    """The field of the table that says which phase it is; of a game without phases one that does not change."""
    seconds: tuple[tuple[int, ...], ...] = ()
    """How long people think where an action is on offer, by phase and action (`Verbs.seconds`)."""
    fewer_is_better: bool = False
    """Whether the lowest score leads, while the game goes on."""
    longest: int = 1
    """How many actions a move can take. Where that is more than one, an action may be a card that is added to a move of
    several cards: in ascending order, only cards from which the move can be completed, and `midway` until it is."""
    often_two: bool = False
    """Whether most choices are between two actions. Simulations draw such a choice by a coin then, which is quicker; where
    there are mostly more to choose from it would be slower. The games are the same."""
    done: int = -1
    """The action that ends a move of several cards which could go on."""
    choices: Callable[..., Any] | None = None
    """`choices(t, seat)`: the legal actions, of those that differ in the name of a card alone only one; by default all."""

    @classmethod
    def collected(cls, *modules: str, verbs: type[Verbs], **given: Any) -> Rules:
        """The rules that are written in these modules, each found by its name. A rule that has no such name and that no
        other rule calls would be used by nobody: that is a mistake."""
        found: dict[str, Any] = {}
        for module in modules:
            found |= {name: thing for name in HOOKS if callable(thing := getattr(import_module(module), name, None))}
        missing = [name for name in NEEDED if name not in found]
        if missing:
            raise TypeError(f"the rules of {', '.join(modules)} lack {' and '.join(missing)}")
        for module in modules:
            for name in uncalled(module):
                raise TypeError(
                    f"nobody calls the rule {name} of {module}: the rules that are found by name are {', '.join(HOOKS)}"
                )
        spoken: dict[str, Any] = {"actions": verbs.actions, "done": verbs.done, "seconds": verbs.seconds()}
        spoken["phase"] = verbs.phase or "over"
        return cls(**spoken, **found, **given)

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.table, self.most_seats)

    @property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """The rules by name, those that are given."""
        return {name: function for name in HOOKS if (function := getattr(self, name)) is not None}

    @property
    def modules(self) -> tuple[str, ...]:
        """Where they are written."""
        return tuple(sorted({function.__module__ for function in self.functions.values()}))

    @cached_property
    def digest(self) -> str:
        """What these rules are known by, as they are written: a game that was begun under others may not go on by them."""
        return rules_digest((*self.modules, self.table.__module__))

    @cached_property
    def namespace(self) -> dict[str, object]:
        """What the free names of a template mean in this game."""
        given: dict[str, object] = {
            **self.layout.constants(),
            "FULL": np.uint64(self.deck.full),
            "FACE": self.deck.face_of,
            "FACES": np.array(list(self.deck.masks.values()), dtype=np.uint64),
            "ALL_DIFFERENT": len(self.deck.faces) == len(self.deck.cards),
            "LONGEST": self.longest,
            "DONE": self.done,
            "OFTEN_TWO": self.often_two,
            "barred": defaults.nothing_barred,
            "choices": self.legal,
            "other": defaults.nobody,
            "watch": defaults.unwatched,
            "anybody_slips": defaults.no,
            "AHEAD": -1 if self.fewer_is_better else 1,
            "lap": defaults.whole_game,
            "worth": defaults.unknown,
            "reopen": defaults.as_it_is,
            "burns": defaults.nothing_burned,
            "waits": defaults.nobody_waits,
            "round_of": self.lap or defaults.whole_game,
            "PHASE": self.phase,
            "SECONDS": np.array(self.seconds or [[0] * self.actions], dtype=np.int64),
            **self.functions,
        }
        if self.utility is None:
            given["utility"] = self._bind(defaults.winners_utility, given, self.functions)
        for template in (see.look, see.anonymous, redeal.fill_barred, redeal.redealt):
            given[template.__name__] = self._bind(template, given, self.functions)
        return given

    def bound(self, template: F, **others: Callable[..., Any]) -> F:
        """A template compiled for this game; `others` are functions that it uses besides, or instead of the game's own."""
        return self._bind(template, {**self.namespace, **others}, {**self.functions, **others})

    def _bind(self, template: F, namespace: dict[str, object], functions: dict[str, Callable[..., Any]]) -> F:
        """The binding is named by all that is bound: every function, the layout of the table and the deck."""
        parts = [f"{key}={function.__module__}.{function.__qualname__}" for key, function in functions.items()]
        sizes = [self.most_seats, self.longest, self.done, self.fewer_is_better, self.often_two]
        digest = hashlib.sha256(repr([parts, self.layout.fields, sizes, self.deck.cards]).encode()).hexdigest()
        modules = [self.table.__module__, *(thing.__module__ for thing in namespace.values() if callable(thing))]
        return bind(template, f"{self.name}-{digest[:12]}", namespace, *sorted(set(modules)))

    @cached_property
    def kernel(self) -> SimpleNamespace:
        """The templates of `core.loops`, bound to these rules; each compiles when it is first called."""
        templates = (
            play.begin, play.step, play.allowed, play.chosen_from, play.listed, play.carried, play.scored, play.stands,
            play.gains, play.advised, simulate.simulate,
        )  # fmt: skip
        bound = {template.__name__: self.bound(template) for template in templates}
        given = {name: self.namespace[name] for name in ("look", "anonymous", "redealt")}
        return SimpleNamespace(**given, **bound)


def uncalled(module: str) -> list[str]:
    """The rules of a module that are not found by their name and that no rule calls."""
    called = {name for rules in written.values() for rule in rules.values() for name in rule.__code__.co_names}
    return [name for name in written.get(module, {}) if name not in HOOKS and name not in called]
