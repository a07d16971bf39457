"""How Pairs and Continuous Pairs speak, and their rulebooks."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cutcard.core.bits import members
from cutcard.core.declaration.appearance import FAN, Odds, Tip, Zone
from cutcard.core.declaration.figures import Figures, Stake
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.phrases import said
from cutcard.core.declaration.rulebook import Rulebook, Words
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.verbs import Move
from cutcard.core.languages import counted, decimal, percent, worded
from cutcard.games.pairs import cover
from cutcard.games.pairs.moves import ContinuousMoves, Moves, Notes
from cutcard.games.pairs.refusals import why_not
from cutcard.games.pairs.rules import PairsTable
from cutcard.games.shared.figures import cards_left, chance_to_pair, coming_cards, next_draws, target
from cutcard.games.shared.pairs_deck import BURN, DECK, OF_RANK, RANK_OF
from cutcard.games.shared.stacks import BURNED, DEAL_PASSES, DISCARDS, STACKS, THE_DECK

if TYPE_CHECKING:
    from cutcard.core.table.view import View


def task(view: "View") -> str:
    """What the one who looks is to do."""
    t, seat = view.reading, view.seat or 0
    if not coming_cards(view):
        return "you must fold"
    if not t.continuous:
        return "hit, or fold and take the lowest card in play"
    return "hit, or fold and take any card in play" if t.stacks[seat] else "you have no cards, so you must hit"


def odds(view: "View", move: Move) -> Odds:
    if view.seat is None or move.verb not in ("hit", "eight"):
        return Odds()
    stack = view.bits("stacks", view.seat)
    if move.verb == "hit":
        return chance_to_pair(view, stack)
    eights = stack & int(OF_RANK[8])  # EIGHT-3: a reshuffle includes it
    return chance_to_pair(view, stack ^ eights, draws=2, discarded=eights)


def figures(view: "View") -> Figures:
    if view.seat is None or view.result:
        return Figures(left=cards_left(view))
    t = view.reading
    stack = t.stacks[view.seat]
    facts: list[tuple[str, str]] = []
    if coming_cards(view):
        hit = next_draws(view, stack)
        facts += [("Chance to pair", percent(hit.chance)), ("Expected cost of a hit", points(hit.cost))]
        eights = stack & int(OF_RANK[8])
        if t.eights and eights:
            two = next_draws(view, stack ^ eights, draws=2, discarded=eights)
            facts += [("Chance to pair with an eight", percent(two.chance))]
            facts += [("Expected cost of an eight", points(two.cost))]
    if stack or not t.continuous:
        cheapest = min(int(RANK_OF[card]) for cards in t.stacks for card in members(cards))
        cost = counted(cheapest, "points")
        loses = t.scores[view.seat] + cheapest >= t.target
        facts.append(("Cheapest fold", worded("{cost}, which loses the game", cost=cost) if loses else cost))
    return Figures(tuple(facts), cards_left(view))


def points(cost: float) -> str:
    """What is expected, `1.7 points`."""
    return worded("{n} points", n=decimal(cost))


WORDS = Words(
    zones={
        "stacks": STACKS,
        "markers": Zone("Scored", FAN, yours="You scored"),
        "deck": THE_DECK,
        "discards": DISCARDS,
        "burned": BURNED,
    },
    summary=lambda view: [said("Whoever reaches {n} points loses", n=view.reading.target)],
    task=task,
    odds=odds,
    figures=figures,
    stake=Stake(losing=True),
    target=target,
)

HIGH_CARDS = (
    "There are as many cards of a rank as its number: ten 10s, but only one 1. High cards pair more often, and cost more."
)

# PAIRS-2, and what can be scored before a round could not be dealt any more.
LOSING_SCORE = {2: 31, 3: 21, 4: 16, 5: 13}
LARGEST_TARGET = {2: 188, 3: 122, 4: 89, 5: 69, 6: 56, 7: 47, 8: 40}

OPTIONS = (
    Option("eights", False, "Play Pieces of Eight: discard an 8 to take two cards."),
    Option(
        "target",
        lambda seats: LOSING_SCORE.get(seats, 11),
        "The losing score.",
        most=lambda seats: LARGEST_TARGET[seats],
    ),
    BURN,
)

REASONS = {"target": "The losing score was reached."}


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """A score is a point or more; before the next one no stack can grow beyond ten different ranks."""
    return (seats * (options["target"] - 1) + 1) * (10 * seats + 1)


def ranges(seats: int, options: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """Who has not lost has less than the target, and scores one card at a time."""
    return {"scores": (0, options["target"] - 1 + 10)}


RULES = Rules.collected(
    "cutcard.games.pairs.rules",
    "cutcard.games.pairs.steady",
    name="pairs",
    table=PairsTable,
    verbs=Moves,
    deck=DECK,
    most_seats=cover.PAIRS.most_seats,
    often_two=True,
    fewer_is_better=True,
)

PAIRS = Rulebook(
    **cover.PAIRS.printed(),
    bound=bound,
    ranges=ranges,
    rules=RULES,
    options=(*OPTIONS, DEAL_PASSES),
    fixed={"continuous": 0},
    reasons=REASONS,
    verbs=Moves,
    notes=Notes,
    why_not=why_not,
    words=WORDS,
    tips=(
        Tip(
            "Points are bad here. Hit to take a card: if you have that rank already, it is a pair and costs its rank.", "hit"
        ),
        Tip(HIGH_CARDS, "hit", "stacks", 2),
        Tip("Fold when a small card is in play: it costs you that card, and nothing worse.", "fold", "stacks", 3),
    ),
)

CONTINUOUS = Rulebook(
    **cover.CONTINUOUS.printed(),
    bound=bound,
    ranges=ranges,
    rules=RULES,
    options=OPTIONS,
    reasons=REASONS,
    verbs=ContinuousMoves,
    notes=Notes,
    why_not=why_not,
    words=WORDS,
    tips=(
        Tip("Points are bad here. A hit that pairs costs its rank, and your stack is discarded. The others play on.", "hit"),
        Tip("To fold, take any card in play, from anybody: it costs its rank, and your own stack goes.", "fold"),
        Tip("Ten 10s, nine 9s, but only one 1: a stack of high cards is the dangerous one.", "hit", "stacks", 3),
    ),
    fixed={"continuous": 1},
)
