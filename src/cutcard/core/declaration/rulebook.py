"""All there is to know of a game before anybody sits down: its rulebook, and how it is spoken of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cutcard.core.declaration.appearance import Chart, Chip, Mark, Odds, Pot, Status, Tip, Zone
from cutcard.core.declaration.cover import Cover
from cutcard.core.declaration.deck import DeckPage
from cutcard.core.declaration.figures import Figures, Stake
from cutcard.core.declaration.notes import Told
from cutcard.core.declaration.options import AnyOption, Value
from cutcard.core.declaration.phrases import Sentence
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.verbs import Move, Verbs
from cutcard.core.declaration.zones import Reading
from cutcard.core.errors import NotAllowed
from cutcard.core.table.evening import Carries

if TYPE_CHECKING:
    from cutcard.core.table.view import View


@dataclass(frozen=True, eq=False, kw_only=True)
class Rulebook(Cover):
    """All there is to know of a game before anybody sits down. `cutcard.games` lists them."""

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
    fixed: Mapping[str, int] = field(default_factory=dict)
    """Fields of the table that make this game of several that share their rules."""
    bound: Callable[[int, Mapping[str, Any]], int] | None = None
    """`bound(seats, options)`: no game takes more actions. Where the rules set no end it is more than is ever played."""
    ranges: Callable[[int, Mapping[str, Any]], Mapping[str, tuple[int, int]]] = lambda seats, options: {}
    """`ranges(seats, options)`: the least and the most that each number on the table can be, by field; options, seats and
    what every table has need not be named."""
    events: int = 4096
    """Room for what happens in a game: some three times what was seen in random games of the most seats."""
    tips: tuple[Tip, ...] = ()
    """What a newcomer should hear, each at the moment when it matters."""
    carries: Carries | None = None
    """How another game of the same people goes on from this one; None where each begins anew."""

    @cached_property
    def most_seats(self) -> int:
        return self.most or self.rules.most_seats

    def opened(self) -> Rulebook:
        return self


def _nothing(*given: Any) -> Any:
    """For games that have nothing to say here."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Words:
    """How a game is shown and spoken of, beside its moves and notes; what is said comes as parts (see `phrases`)."""

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
    pots: Callable[[Reading], Sequence[Pot]] | None = None
    """`pots(t)`: what is counted in the middle, where something is."""
    chips: Callable[[Reading, int], Sequence[Chip]] | None = None
    """`chips(t, seat)`: what a seat has in chips, where there are any."""
    chart: Callable[[Mapping[str, Value]], Chart | None] = lambda options: None
    """`chart(options)`: what cards are worth, where nobody would know."""
    shown_card: Callable[[Reading, str], str] = lambda t, card: card
    """`shown_card(t, card)`: a card as the table shows it, where that is more than its name."""
    values: tuple[str, ...] = ()
    """What the values of a card are called, where it has several: `shown_card` has a slash between them."""
    value_now: Callable[[Reading], int] = lambda t: -1
    """Which of them counts now; -1 where all do."""
    values_told: Callable[[View], Sequence[Sentence]] | None = None
    """`values_told(view)`: what each of them means now."""
    crowned: tuple[str, ...] = ()
    """Cards that stand above all others of their rank, and are drawn with a crown."""
    deck_page: Callable[[Mapping[str, Value]], DeckPage] | None = None
    """`deck_page(options)`: the deck as a page, where there is more to say of it than its cards."""
