"""A game: what its rules page says, as a declaration; and that declaration with seats and options, ready to be dealt."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from cutcard.core import registry
from cutcard.core.compiling import bind
from cutcard.core.dealer import Chance, Script, Source, Stream, fresh_chance, seeded
from cutcard.core.declaration.appearance import Chart, Chip, Mark, Odds, Pot, Status, Tip, Zone
from cutcard.core.declaration.deck import Deck, DeckPage
from cutcard.core.declaration.figures import Figures, Stake
from cutcard.core.declaration.notes import Told
from cutcard.core.declaration.options import AnyOption, Value, checked
from cutcard.core.declaration.phrases import Sentence
from cutcard.core.declaration.rule_names import HOOKS, NEEDED, uncalled
from cutcard.core.declaration.verbs import Move, Verbs
from cutcard.core.declaration.zones import Layout, TableFields
from cutcard.core.errors import NotAllowed, ParseError
from cutcard.core.loops import defaults, play, redeal, see, simulate
from cutcard.core.table.evening import Carries
from cutcard.core.table.reading import Reading

if TYPE_CHECKING:
    from cutcard.core.simulation import Simulation
    from cutcard.core.table.table import Table
    from cutcard.core.table.view import View

Array = np.ndarray[Any, Any]
F = TypeVar("F", bound=Callable[..., Any])


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
    fewer_is_better: bool = False
    """Whether the lowest score leads, while the game goes on."""
    longest: int = 1
    """How many actions a move can take. Where that is more than one, an action may be a card that is added to a move of
    several cards: in ascending order, only cards from which the move can be completed, and `midway` until it is."""
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
        return cls(actions=verbs.actions, done=verbs.done, **found, **given)

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.table, self.most_seats)

    @property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """The rules by name, those that are given."""
        return {name: function for name in HOOKS if (function := getattr(self, name)) is not None}

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
            "barred": defaults.nothing_barred,
            "choices": self.legal,
            "other": defaults.nobody,
            "watch": defaults.unwatched,
            "AHEAD": -1 if self.fewer_is_better else 1,
            "lap": defaults.whole_game,
            "worth": defaults.unknown,
            "reopen": defaults.as_it_is,
            "burns": defaults.nothing_burned,
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
        sizes = [self.most_seats, self.longest, self.done, self.fewer_is_better]
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


@dataclass(frozen=True, eq=False)
class Variant:
    """A game with options that people know by a name of its own."""

    name: str
    title: str
    summary: str
    options: Mapping[str, Value]
    emblem: tuple[str | None, ...] = ()
    """As of a rulebook."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Rulebook:
    """All there is to know of a game before anybody sits down. `cutcard.games` lists them."""

    name: str
    title: str
    summary: str
    least_seats: int
    rules: Rules
    options: tuple[AnyOption, ...]
    reasons: Mapping[str, str]
    """Why a game ends, by the word of its rules page, and in a sentence: the table's `over` counts them from 1."""
    verbs: type[Verbs]
    """What a seat can do."""
    notes: type[Told]
    """What the rules tell while a move runs."""
    why_not: Callable[[Reading, int, list[str]], NotAllowed | None]
    """`why_not(t, seat, words)`: why a move that is not legal is not; None where the words are no move at all."""
    words: Words
    most: int = 0
    """The largest number of seats, where it is less than the rules' own."""
    fixed: Mapping[str, int] = field(default_factory=dict)
    """Fields of the table that make this game of several that share their rules."""
    mood: str = ""
    """How it feels to play, in a few words: `push your luck`."""
    length: str = ""
    """How long a game of four people takes: `10 minutes`."""
    bound: Callable[[int, Mapping[str, Any]], int] | None = None
    """`bound(seats, options)`: no game takes more actions. Where the rules set no end it is more than is ever played."""
    events: int = 4096
    """Room for what happens in a game: some three times what was seen in random games of the most seats."""
    variants: tuple[Variant, ...] = ()
    tips: tuple[Tip, ...] = ()
    """What a newcomer should hear, each at the moment when it matters."""
    emblem: tuple[str | None, ...] = ()
    """A few cards that stand for the game; None has its back up."""
    carries: Carries | None = None
    """How another game of the same people goes on from this one; None where each begins anew."""

    @property
    def most_seats(self) -> int:
        return self.most or self.rules.most_seats

    @property
    def seat_range(self) -> range:
        return range(self.least_seats, self.most_seats + 1)


def _nothing(*given: Any) -> Any:
    """For games that have nothing to say here."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Words:
    """How a game is shown and spoken of, beside its moves and notes. Whatever is said comes as parts (`core.phrases`)."""

    zones: Mapping[str, Zone]
    """Each zone that is worth showing, in the order to show them; what stands before the deck is in play."""
    status: Callable[[Reading, int], Status] = lambda t, seat: Status()
    """`status(t, seat)`: how a seat stands, in a few words."""
    summary: Callable[[View], Sequence[Sentence | str]] = _nothing
    """The line above the table: round, target and the like."""
    task: Callable[[View], Sentence | str] = _nothing
    """`task(view)`: what the seat that looks is to do now, as it follows `Your turn:`."""
    odds: Callable[[View, Move], Odds] = lambda view, move: Odds()
    """`odds(view, move)`: what a move risks or gains."""
    figures: Callable[[View], Figures] = lambda view: Figures()
    """`figures(view)`: what a seat could work out exactly, such as its chance to pair and the cards that are left."""
    stake: Stake = field(default_factory=Stake)
    """What the utility of a result means to a person."""
    target: Callable[[View], int | None] = lambda view: None
    """The score that ends the game, where there is one."""
    marks: tuple[Mark, ...] = ()
    """Words at seats, beside that of the dealer."""
    showing: Callable[[Reading], Sequence[str] | None] = lambda t: None
    """`showing(t)`: the zones of the middle that have their place now; None for all."""
    captions: Callable[[View], Mapping[str, Sentence]] = lambda view: {}
    """`captions(view)`: what is said with the title of a zone."""
    pots: Callable[[Reading], Sequence[Pot]] = _nothing
    """What is counted in the middle."""
    chips: Callable[[Reading, int], Sequence[Chip]] = _nothing
    """What a seat has in chips."""
    chart: Callable[[Mapping[str, Value]], Chart | None] = lambda options: None
    """`chart(options)`: what cards are worth, where nobody would know."""
    shown_card: Callable[[Reading, str], str] = lambda t, card: card
    """`shown_card(t, card)`: a card as the table shows it, where that is more than its name."""
    values: tuple[str, ...] = ()
    """What the values of a card are called, where it has several: `shown_card` has a slash between them."""
    value_now: Callable[[Reading], int] = lambda t: -1
    """Which of them counts now; -1 where all do."""
    values_told: Callable[[View], Sequence[Sentence]] = _nothing
    """What each of them means now."""
    crowned: tuple[str, ...] = ()
    """Cards that stand above all others of their rank, and are drawn with a crown."""
    deck_page: Callable[[Mapping[str, Value]], DeckPage] | None = None
    """`deck_page(options)`: the deck as a page, where there is more to say of it than its cards."""


@dataclass(frozen=True)
class Game:
    """A rulebook with its seats and options."""

    rulebook: Rulebook
    seats: int
    dealer: int
    chosen: tuple[tuple[str, Value], ...]

    @property
    def name(self) -> str:
        return self.rulebook.name

    @property
    def options(self) -> dict[str, Value]:
        """Every option with its value, given or by default."""
        return dict(self.chosen)

    @property
    def given_options(self) -> dict[str, Value]:
        """The options that differ from their default: what a record holds."""
        defaults = {option.name: option.default_for(self.seats) for option in self.rulebook.options}
        return {name: value for name, value in self.chosen if value != defaults[name]}

    @cached_property
    def called(self) -> registry.Named:
        """What people call it: by the variant that its options make, where they make one."""
        own, *variants = registry.callings([self.rulebook])
        chosen = self.options
        fitting = (one for one in variants if all(chosen[name] == value for name, value in one.preset.items()))
        return next(fitting, own)

    @property
    def deck(self) -> Deck:
        return self.rulebook.rules.deck

    @property
    def layout(self) -> Layout:
        return self.rulebook.rules.layout

    @property
    def kernel(self) -> SimpleNamespace:
        return self.rulebook.rules.kernel

    def __reduce__(self) -> tuple[Any, ...]:
        return find, (self.name, self.seats, self.dealer, self.options)

    def blank(self, tables: int = 1) -> Array:
        """Tables before the deal."""
        state = np.zeros(tables, dtype=self.layout.table)
        state["seats"] = self.seats
        state["dealer"] = self.dealer
        state["deck"] = self.deck.full
        for name, value in (*self.rulebook.fixed.items(), *self.option_fields.items(), *self.first_fields.items()):
            if isinstance(value, tuple):
                state[name][:, : len(value)] = value
            else:
                state[name] = value
        return state

    @cached_property
    def option_fields(self) -> dict[str, Any]:
        """What a table holds of the options, by field."""
        return self._fields_of(carried=False)

    @property
    def first_fields(self) -> dict[str, Any]:
        """What a table holds before the deal of options that only say where a game starts: it changes as the game goes
        on."""
        return self._fields_of(carried=True)

    def _fields_of(self, *, carried: bool) -> dict[str, Any]:
        chosen = self.options
        options = [option for option in self.rulebook.options if option.carried == carried]
        return {name: held for option in options for name, held in option.fields(chosen[option.name]).items()}

    def start(
        self, *, seed: int | None = None, words: Any = None, cards: tuple[str, ...] | list[str] | None = None
    ) -> Table:
        """A new table, dealt: by chance, repeatably from a seed, from a stream of random words, or from cards by name. Where
        the named cards run out, a draw is a chance node: see `Table.chance_outcomes` and `Table.draw`."""
        from cutcard.core.table.table import Table

        if sum(given is not None for given in (seed, words, cards)) > 1:
            raise ParseError("a table is dealt from a seed, from words or from cards: give one of them")
        source: Source
        if cards is not None:
            source = Script(tuple(cards))
        elif words is not None:
            source = Stream(words)
        else:
            source = fresh_chance() if seed is None else Chance(seeded(seed))
        return Table.dealt(self, source)

    def position(self, text: str, *, seed: int = 0, cards: tuple[str, ...] | list[str] | None = None) -> Table:
        """A table set up as a line of text says (see `core.position`); its next cards come from the seed, or by name."""
        from cutcard.core.table.position import read

        return read(self, text, Chance(seeded(seed)) if cards is None else Script(tuple(cards)))

    def simulate(
        self, games: int, *, seed: int = 0, first: int = 0, players: str | tuple[str, ...] | list[str] = "random"
    ) -> Simulation:
        """Whole games by compiled players, one name for all seats or one a seat: `random`, `steady`, or any player that is a
        compiled function."""
        from cutcard.core.simulation import simulate

        return simulate(self, games, seed, first, players)


def find(name: str, seats: int | None, dealer: int, options: Mapping[str, object]) -> Game:
    """The game or variant of that name, at this number of seats, with these options; everything checked."""
    called = registry.named(name)
    rulebook, options = called.rulebook, called.with_preset(options)
    least, most = rulebook.least_seats, rulebook.most_seats
    if seats is None:
        seats = min(max(4, least), most)
    if isinstance(seats, bool) or not isinstance(seats, int) or not least <= seats <= most:
        raise ParseError(f"{rulebook.title} is for {least} to {most} seats, not {seats!r}")
    if isinstance(dealer, bool) or not isinstance(dealer, int) or not 0 <= dealer < seats:
        raise ParseError(f"the dealer is a seat from 0 to {seats - 1}, not {dealer!r}")
    return Game(rulebook, seats, dealer, tuple(checked(rulebook.options, options, seats).items()))
