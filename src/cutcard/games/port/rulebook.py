"""How Port speaks, and its rulebook."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cutcard.core.bits import members
from cutcard.core.declaration import appearance
from cutcard.core.declaration.appearance import Odds, Status, Tip
from cutcard.core.declaration.figures import Figures
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.phrases import Sentence, said
from cutcard.core.declaration.rulebook import Rulebook, Words
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.verbs import Move
from cutcard.core.declaration.zones import Reading
from cutcard.core.languages import decimal, percent, worded
from cutcard.games.port import cover
from cutcard.games.port.moves import Moves, Notes
from cutcard.games.port.refusals import why_not
from cutcard.games.port.rules import PortTable
from cutcard.games.shared.figures import cards_left, chance_to_pair, coming_cards, next_draws, target
from cutcard.games.shared.pairs_deck import BURN, DECK, EQUALS, RANK_OF
from cutcard.games.shared.stacks import BURNED, DEAL_PASSES, DISCARDS, STACKS, THE_DECK

if TYPE_CHECKING:
    from cutcard.core.table.view import View


def status(t: Reading, seat: int) -> Status:
    if t.over:  # the stacks of the last round are gone
        return Status()
    if not t.playing >> seat & 1:  # in a play-off, and who is not in the first is in no later one
        return appearance.status("not in this round", gone=True)
    if t.bust >> seat & 1:
        return appearance.status("bust", out=True)
    is_locked = t.locked >> seat & 1
    return appearance.status("locked, {n} on the table" if is_locked else "{n} on the table", n=total_of(t.stacks[seat]))


def task(view: "View") -> str:
    return "hit, or lock your stack" if coming_cards(view) else "you must lock"


@lru_cache(maxsize=10_000)
def total_of(stack: int) -> int:
    """What a stack counts."""
    return sum(int(RANK_OF[card]) for card in members(stack))


def summary(view: "View") -> list[Sentence]:
    now = view.number("finished") + (view.result is None)
    return [said("Round {n}", n=now), said("first to {n} points wins", n=view.number("target"))]


def odds(view: "View", move: Move) -> Odds:
    if move.verb != "hit" or view.seat is None:
        return Odds()
    return chance_to_pair(view, view.bits("stacks", view.seat))


def figures(view: "View") -> Figures:
    coming = coming_cards(view)
    if view.seat is None or view.result or not coming:
        return Figures(left=cards_left(view))
    stack = view.bits("stacks", view.seat)
    total = total_of(stack)
    safe = [card for card in members(coming) if not stack & int(EQUALS[card])]
    after = sum(total + int(RANK_OF[card]) for card in safe) / coming.bit_count()
    facts = (
        ("Chance to pair and go bust", percent(next_draws(view, stack).chance)),
        ("Your stack", worded("{n} now, {after} on average after a hit (bust is 0)", n=total, after=decimal(after))),
    )
    return Figures(facts, cards_left(view))


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """In a round ten different ranks each, and a lock or a bust."""
    return options["rounds"] * (10 + 1) * seats


def ranges(seats: int, options: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """A round gives a seat as many points as there are seats, at most; ties at the target may go on to the last round there
    can be."""
    rounds = options["rounds"]
    return {"scores": (0, seats * rounds), "finished": (0, rounds)}


PORT = Rulebook(
    **cover.PORT.printed(),
    bound=bound,
    ranges=ranges,
    rules=Rules.collected(
        "cutcard.games.port.rules",
        "cutcard.games.port.steady",
        name="port",
        table=PortTable,
        verbs=Moves,
        deck=DECK,
        most_seats=cover.PORT.most_seats,
        often_two=True,
    ),
    options=(
        Option("target", 21, "The score that wins.", most_online=200),
        BURN,
        Option("rounds", 100, "The game ends after this many rounds at the latest.", most_online=200),
        DEAL_PASSES,
    ),
    reasons={"target": "The target was reached.", "limit": "The last round that may be played is over."},
    verbs=Moves,
    notes=Notes,
    why_not=why_not,
    words=Words(
        zones={"stacks": STACKS, "deck": THE_DECK, "discards": DISCARDS, "burned": BURNED},
        status=status,
        summary=summary,
        task=task,
        odds=odds,
        figures=figures,
        target=target,
    ),
    tips=(
        Tip("Build a high stack. Hit to add a card, lock to keep what you have for this round.", "hit"),
        Tip(
            "A second card of a rank busts you: no points this round. Every card you take makes it likelier.",
            "hit",
            "stacks",
            2,
        ),
        Tip(
            "The highest stack scores most, each lower one a point less. Even the lowest beats a bust.", "lock", "stacks", 3
        ),
    ),
)
