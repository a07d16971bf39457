"""What the key `h` shows, as data: your moves with what a search makes of them, the best first; and the exact figures."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import takewhile

from cutcard.core.declaration.figures import Figures
from cutcard.core.declaration.game import find
from cutcard.core.declaration.phrases import Sentence, as_clause, said
from cutcard.core.declaration.rules import Rules
from cutcard.core.languages import decimal, translated, worded
from cutcard.core.table.view import View
from cutcard.players.search.search import Advice, Budget, advise
from cutcard.present.keys import keys
from cutcard.present.scene import Faces, faces, move_told, offer_words
from cutcard.present.seats import Seating

THINKING = Budget(milliseconds=500)
"""How long advice takes."""
LISTED_AT_MOST = 8
"""Of more moves than this only the best are shown."""
CLEAR = 2.0
"""A move is about as good as the best if it is no further off than so many standard errors of that."""


@dataclass(frozen=True)
class Rated:
    """A move and what the search makes of it."""

    move: str
    """The move itself, as it is played."""
    key: str
    """What a person types for it."""
    words: Sentence
    """As an offer: `Fold and take the 3`."""
    done: Sentence
    """As done: `you fold and take the 3`."""
    value: float
    """Of 100 games how many are won this way, or lost; or a number of coins and the like."""
    error: float
    """The standard error of that."""
    shown: str
    """The value as it is shown: `23.1%`."""

    @property
    def give_or_take(self) -> str:
        """The error as it is shown; empty where it is not known, since the move was tried only once."""
        if math.isinf(self.error):
            return ""
        return decimal(self.error) if self.error >= 0.05 else worded("less than {n}", n=decimal(0.1))


@dataclass(frozen=True)
class Counsel:
    """The answer to `h`."""

    sentence: Sentence
    """What to make of it."""
    heading: str = ""
    """What the values are: `Games you lose`."""
    rated: tuple[Rated, ...] = ()
    remark: str = ""
    """How many moves there are, where not all are shown."""
    figures: Figures = field(default_factory=Figures)
    faces: Faces = field(default_factory=lambda: Faces(()))
    names: tuple[str, ...] = ()
    you: int | None = None


def advice_for(view: View, seating: Seating, budget: Budget) -> Counsel:
    """Think about a decision of this seat. It takes a view, so nothing hidden is in it, and it changes nothing."""
    counsel = Counsel(
        (), figures=view.game.rulebook.words.figures(view), faces=faces(view), names=seating.names, you=view.seat
    )
    found = advise(view, budget)
    if len(found) == 1:
        return replace(counsel, sentence=_nothing_to_decide(view, found[0].move))
    measure = Measure(view)
    rated = [_rated(view, seating, one, measure) for one in found]
    return replace(
        counsel,
        sentence=_sentence(rated, measure),
        heading=measure.heading,
        rated=tuple(rated[:LISTED_AT_MOST]),
        remark=_remark(view, rated),
    )


@cache
def prepare(rules: Rules, name: str) -> None:
    """Have the search of a game compiled: think for a moment about its first decision with a choice."""
    table = find(name, None, 0, {}).start(seed=0)
    while not table.is_over and table.count_legal(table.to_act[0]) == 1:
        table = table.play(table.legal(table.to_act[0])[0], table.to_act[0])
    if not table.is_over:
        advise(table.view(table.to_act[0]), Budget(simulations=1))


class Measure:
    """What the utility of a game means to a person: a chance to win or to lose, or so many coins."""

    def __init__(self, view: View) -> None:
        self.stake = view.game.rulebook.words.stake
        self.seats = view.game.seats
        self.scale = self.stake.scale(view)
        self.little = 0.1 if self.stake.unit else 1.0
        """Nobody cares for a smaller difference."""

    @cached_property
    def heading(self) -> str:
        if unit := translated(self.stake.unit):
            return worded("{unit} above the average", unit=unit[:1].upper() + unit[1:])
        return translated("Games you lose" if self.stake.losing else "Games you win")

    def value(self, one: Advice) -> float:
        if self.stake.unit:
            return one.utility * self.scale
        return 100 * one.chance(self.seats, self.stake.losing)

    def error(self, one: Advice) -> float:
        """The standard error; a few games that were all won, or all lost, prove little though they do not differ."""
        if self.stake.unit:
            return one.error * self.scale
        return max(one.error, 1 / max(one.simulations, 1)) * 100 * (self.seats - 1) / self.seats

    def shown(self, value: float) -> str:
        """In a column of numbers."""
        return decimal(value, "+") if self.stake.unit else worded("{n}%", n=decimal(max(value, 0.0)))

    def said(self, value: float) -> str:
        """In a sentence that names the measure already."""
        if self.stake.unit:
            return worded("{n} above" if value >= 0 else "{n} below", n=decimal(abs(value)))
        if value < 0.5 or value > 99.5:
            return translated("hardly ever" if value < 0.5 else "nearly always")
        return worded("{n}%", n=f"{value:.0f}")

    def sentence(self, value: float) -> str:
        """`you lose about 23% of games`."""
        if self.stake.unit:
            above, below = "you end about {n} {unit} above the average", "you end about {n} {unit} below the average"
            return worded(above if value >= 0 else below, n=decimal(abs(value)), unit=translated(self.stake.unit))
        if value < 0.5:
            return translated("you hardly ever lose" if self.stake.losing else "you hardly ever win")
        if value > 99.5:
            return translated("you nearly always lose" if self.stake.losing else "you nearly always win")
        often = "you lose about {often} of games" if self.stake.losing else "you win about {often} of games"
        return worded(often, often=self.said(value))


def _rated(view: View, seating: Seating, one: Advice, measure: Measure) -> Rated:
    value, book, seat = measure.value(one), view.game.rulebook, view.seat
    assert seat is not None
    return Rated(
        one.move,
        keys(view, seating).key_of(one.move),
        offer_words(book, one.move, seat),
        as_clause(move_told(book, one.move, seat)),
        value,
        measure.error(one),
        measure.shown(value),
    )


def _sentence(rated: Sequence[Rated], measure: Measure) -> Sentence:
    """Which move looks best, or which are about equal."""
    best = rated[0]
    equal = list(takewhile(lambda one: one is best or _about_equal(best, one, measure), rated))
    about = measure.sentence(best.value)
    if len(equal) == 1:
        second = rated[1]
        # Languages in which a verb stands elsewhere after `if` name the other move as it is offered.
        phrase, otherwise = "{best} looks best: {about} this way, {second} if {other}.", measure.said(second.value)
        return said(phrase, best=best.words, about=about, second=otherwise, other=second.done, offer=second.words)
    about = about[:1].upper() + about[1:]
    if len(equal) == 2:
        other = as_clause(equal[1].words)
        return said("{best}, or {other}: about equal. {about} either way.", best=best.words, other=other, about=about)
    if len(equal) == len(rated):
        return said("All are about equal. {about} with any of them.", about=about)
    return said("The best {n} are about equal. {about} with any of them.", n=len(equal), about=about)


def _about_equal(one: Rated, other: Rated, measure: Measure) -> bool:
    """Whether two moves differ by no more than anybody would care, or than the error of the better one. That of the other
    says little: what looked worse from the start was hardly tried."""
    error = one.error if math.isfinite(one.error) else 0.0
    within = abs(one.value - other.value) <= max(CLEAR * error, measure.little)
    return within or measure.said(one.value) == measure.said(other.value)


def _nothing_to_decide(view: View, move: str) -> Sentence:
    assert view.seat is not None
    offer = as_clause(offer_words(view.game.rulebook, move, view.seat))
    if view.count_legal() == 1:
        return said("There is nothing to decide. Your only move: {move}.", move=offer)
    return said("There is nothing to decide: your moves all come to the same. For instance: {move}.", move=offer)


def _remark(view: View, rated: Sequence[Rated]) -> str:
    """Of equal cards, and of the many ways to go on after a first card, the search looks at one."""
    ways, tried, shown = view.count_legal(), len(rated), min(len(rated), LISTED_AT_MOST)
    if tried == ways:
        return worded("The best {shown} of {ways} moves.", shown=shown, ways=ways) if shown < tried else ""
    some = "The best {shown} of {tried} that were looked at, of {ways} moves there are."
    whole = "All {tried} that were looked at, of {ways} moves there are."
    return worded(some if shown < tried else whole, shown=shown, tried=tried, ways=ways)
