"""How Pickup speaks, and its rulebook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cutcard.core.bits import members
from cutcard.core.declaration import appearance
from cutcard.core.declaration.appearance import FAN, NONE, PILE, ROW, TRICK, Status, Tip, Zone
from cutcard.core.declaration.figures import Figures, unseen_cards
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.phrases import Card, Sentence, plain, said
from cutcard.core.declaration.rulebook import Rulebook, Words
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.zones import Reading
from cutcard.games.pickup import cover
from cutcard.games.pickup.moves import ACTING, CHOOSING, Moves, Notes
from cutcard.games.pickup.refusals import why_not
from cutcard.games.pickup.rules import PickupTable
from cutcard.games.shared.figures import IN_DECK, IN_HANDS
from cutcard.games.shared.pairs_deck import DECK, RANK_OF

if TYPE_CHECKING:
    from cutcard.core.table.view import View


def summary(view: "View") -> list[Sentence]:
    if view.number("long"):
        return [said("{n} points at the end of a deal win", n=view.number("target"))]
    return [said("Most points when the hands are played out wins")]


def status(t: Reading, seat: int) -> Status:
    if t.played[seat]:
        return appearance.status("played {card}", card=Card(str(played_rank(t, seat))))
    return appearance.status("" if t.acting else "to choose" if t.to_act >> seat & 1 else "chosen")


def task(view: "View") -> Sentence:
    t, seat = view.reading, view.seat or 0
    if not t.acting:
        return plain("choose a card of your hand to play face down")
    return said("take a card from the pool, not higher than your {card}", card=Card(str(played_rank(t, seat))))


def played_rank(t: Reading, seat: int) -> int:
    return int(RANK_OF[next(members(t.played[seat]))])


def figures(view: "View") -> Figures:
    places = {"deck": IN_DECK, "hands": IN_HANDS, "choices": "chosen face down"}
    return Figures(left=unseen_cards(view, places))


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Hands of seven at most, chosen and picked up; a long game is over long before a deal for every point of its target."""
    return 2 * 7 * seats * (seats * options["target"] if options["long"] else 1)


def ranges(seats: int, options: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """What is banked has not reached the target; the points of this deal lie in the piles."""
    return {"scores": (0, 0), "acting": (CHOOSING, ACTING), "banked": (0, options["target"] - 1 if options["long"] else 0)}


PICKUP = Rulebook(
    **cover.PICKUP.printed(),
    bound=bound,
    ranges=ranges,
    rules=Rules.collected(
        "cutcard.games.pickup.rules",
        "cutcard.games.pickup.steady",
        name="pickup",
        table=PickupTable,
        verbs=Moves,
        deck=DECK,
        most_seats=cover.PICKUP.most_seats,
    ),
    options=(
        Option("long", False, "Play deal after deal up to a target."),
        Option(
            "target",
            lambda seats: 150 if seats == 2 else 100 if seats <= 4 else 75,
            "The score that wins a long game.",
            most_online=1000,
        ),
    ),
    reasons={"hands": "The hands are played out.", "target": "The target was reached."},
    verbs=Moves,
    notes=Notes,
    why_not=why_not,
    words=Words(
        zones={
            "hands": Zone("Hand", FAN, dealt="{You} {are|is} dealt {cards}."),
            "choices": Zone("Chosen", NONE),
            "played": Zone("Played this round", TRICK, under="choices"),
            "piles": Zone("Pile", FAN),
            "pool": Zone("Pool", ROW, dealt="The pool: {cards}."),
            "deck": Zone("Deck", PILE),
            "discards": Zone("Discards", PILE, face_down=True),
        },
        status=status,
        summary=summary,
        task=task,
        figures=figures,
        target=lambda view: view.number("target") if view.number("long") else None,
    ),
    tips=(
        Tip("Choose a card of your hand. All choose in secret, and the cards are turned over together.", "choose"),
        Tip(
            "Take a card from the pool that is not higher than the one you played. Low cards act first, high ones may take "
            "more.",
            "take",
        ),
        Tip(
            "What you take knocks out every other card of that rank: in the pool, and in the piles of the others.",
            "take",
            "piles",
            1,
        ),
    ),
)
