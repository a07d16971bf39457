"""How To the Moon speaks, and its rulebook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cutcard.core.declaration import appearance
from cutcard.core.declaration.appearance import COUNTDOWN as SLOTS
from cutcard.core.declaration.appearance import FAN, PILE, Odds, Status, Tip, Zone
from cutcard.core.declaration.figures import Figures, unseen_cards
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.phrases import Card, Sentence, said
from cutcard.core.declaration.rulebook import Rulebook, Words
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.verbs import Move
from cutcard.core.declaration.zones import Reading
from cutcard.core.languages import percent
from cutcard.games.shared.figures import IN_DECK, IN_HANDS
from cutcard.games.shared.pairs_deck import DECK, RANKS
from cutcard.games.to_the_moon import cover
from cutcard.games.to_the_moon.moves import Moves, Notes
from cutcard.games.to_the_moon.refusals import why_not
from cutcard.games.to_the_moon.rules import COUNTDOWN, MoonTable

if TYPE_CHECKING:
    from cutcard.core.table.view import View


def odds(view: "View", move: Move) -> Odds:
    if move.verb != "test":
        return Odds()
    chance = chance_to_fail(view)
    return Odds(said("{chance} to fail", chance=percent(chance)), chance)


def task(view: "View") -> str:
    """What the one who looks is to do."""
    t, seat = view.reading, view.seat or 0
    laid = sum(mask for mask in DECK.masks.values() if mask & t.trick)
    can_build, can_test = bool((t.hands[seat] | t.known[seat]) & ~laid), bool(view.hidden("deck"))
    if can_build and can_test:
        return "build a rank that is missing, test the top card or withdraw"
    if can_build:
        return "build a rank that is missing or withdraw"
    return "test the top card or withdraw" if can_test else "withdraw"


def chance_to_fail(view: "View") -> float:
    """MOON-7: that the top card has a rank which the countdown has already."""
    failing = sum(DECK.mask(str(rank)) for rank in RANKS if DECK.mask(str(rank)) & view.bits("trick"))
    return (view.unseen & failing).bit_count() / view.unseen.bit_count()


def figures(view: "View") -> Figures:
    can_test = view.hidden("deck") and not view.result
    facts = [("Chance that a test fails", percent(chance_to_fail(view)))] if can_test else []
    return Figures(tuple(facts), unseen_cards(view, {"deck": IN_DECK, "hands": IN_HANDS}))


def summary(view: "View") -> list[Sentence]:
    now = view.number("finished") + (view.result is None)
    return [
        said("Round {n} of {rounds}", n=now, rounds=view.number("rounds")),
        said("most points after the last round wins"),
    ]


def status(t: Reading, seat: int) -> Status:
    """MOON-9: a seat that is out is shown with the card it just took; of the others there is nothing to say."""
    if t.over or t.counting >> seat & 1:
        return Status()
    if t.took[seat]:
        return appearance.status("out, took the {card}", card=Card(str(t.took[seat])), out=True)
    return appearance.status("out", out=True)


def captions(view: "View") -> dict[str, Sentence]:
    """How much of the countdown is there, and what it is worth."""
    laid = len(set(view.cards("trick")))
    return {"trick": said("{n} of {all} ranks, worth {n} {n|point|points}", n=laid, all=COUNTDOWN)}


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """A trick takes a card of the deck at least; each action adds a rank to it or takes a seat out."""
    return options["rounds"] * 55 * (10 + seats)


def ranges(seats: int, options: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """In a round each card is won once at most, and counts a point."""
    rounds = options["rounds"]
    return {"scores": (0, rounds * len(DECK.cards)), "finished": (0, rounds), "took": (0, RANKS[-1])}


TO_THE_MOON = Rulebook(
    **cover.TO_THE_MOON.printed(),
    bound=bound,
    ranges=ranges,
    rules=Rules.collected(
        "cutcard.games.to_the_moon.rules",
        "cutcard.games.to_the_moon.steady",
        name="to_the_moon",
        table=MoonTable,
        verbs=Moves,
        deck=DECK,
        most_seats=cover.TO_THE_MOON.most_seats,
    ),
    options=(Option("rounds", 6, "How many rounds are played.", most_online=50),),
    reasons={"rounds": "The last round was played."},
    verbs=Moves,
    notes=Notes,
    why_not=why_not,
    words=Words(
        zones={
            "hands": Zone("Hand", FAN, dealt="{You} {are|is} dealt {cards}."),
            "known": Zone("In hand, seen", FAN, joins="hands"),
            "trick": Zone("Countdown", SLOTS, dealt="The top card: {cards}."),
            "deck": Zone("Deck", PILE),
            "spent": Zone("Out of play", PILE, dealt="The top card: {cards}.", face_down=True),
        },
        status=status,
        summary=summary,
        task=task,
        captions=captions,
        odds=odds,
        figures=figures,
    ),
    tips=(
        Tip("The countdown needs ten different ranks. The last one still in wins a point for each card in it."),
        Tip(
            "Build with a card of your own, or test the top card: it is free, but a rank that is there puts you out.",
            "test",
        ),
        Tip(
            "Withdraw when it gets hot: you are out of this trick, but take one of its cards into your hand.",
            "withdraw",
            "hands",
            most=5,
        ),
    ),
)
