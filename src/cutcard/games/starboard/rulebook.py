"""How Starboard speaks, and its rulebook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cutcard.core.declaration import appearance
from cutcard.core.declaration.appearance import ROW, Mark, Odds, Pot, Status, Tip, Zone
from cutcard.core.declaration.figures import Figures, Stake
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.phrases import Sentence, said
from cutcard.core.declaration.rulebook import Rulebook, Words
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.verbs import Move
from cutcard.core.declaration.zones import Reading
from cutcard.core.languages import counted, percent, worded
from cutcard.core.table.evening import Carries
from cutcard.games.shared.figures import cards_left, chance_to_pair, coming_cards, next_draws
from cutcard.games.shared.pairs_deck import BURN, DECK
from cutcard.games.shared.stacks import BURNED, DISCARDS, THE_DECK
from cutcard.games.starboard import cover
from cutcard.games.starboard.coins import Purses, carry_on
from cutcard.games.starboard.moves import Moves, Notes
from cutcard.games.starboard.refusals import why_not
from cutcard.games.starboard.rules import StarboardTable

if TYPE_CHECKING:
    from cutcard.core.table.view import View


def status(t: Reading, seat: int) -> Status:
    """STAR-10: in, locked with how many, knocked out or bust."""
    if not t.playing >> seat & 1:
        return appearance.status("out of the match", gone=True)
    if t.bust >> seat & 1:
        return appearance.status("bust", out=True)
    if t.knocked >> seat & 1:
        return appearance.status("knocked out", out=True)
    return appearance.status("locked with {n}", n=t.locked_with[seat]) if t.locked >> seat & 1 else appearance.status("in")


def task(view: "View") -> str:
    can_pay = view.reading.scores[view.seat or 0] > 0
    return "pay a coin and draw, or lock" if can_pay and coming_cards(view) else "you must lock"


def summary(view: "View") -> list[Sentence]:
    now = view.number("finished") + (view.result is None)
    return [said("Game {n} of {games}", n=now, games=view.number("games"))]


def odds(view: "View", move: Move) -> Odds:
    return chance_to_pair(view, view.bits("hand")) if move.verb == "draw" else Odds()


def figures(view: "View") -> Figures:
    if view.result or not coming_cards(view):
        return Figures(left=cards_left(view))
    t = view.reading
    remaining = t.playing & ~t.bust & ~t.knocked
    beaten, sharing = (remaining & t.locked).bit_count(), remaining.bit_count()
    facts: list[tuple[str | Sentence, str]] = [
        ("Chance to pair and go bust", percent(next_draws(view, t.hand).chance)),
        *([("Any other card knocks out", counted(beaten, "seats"))] if beaten else []),
        ("The pot", worded("{coins}, {n} after a draw", coins=counted(t.pot, "coins"), n=t.pot + 1)),
        (said("Shared by the {n} still in", n=sharing), worded("{coins} each", coins=counted(t.pot // sharing, "coins"))),
    ]
    return Figures(tuple(facts), cards_left(view))


def stakes(seats: int, options: Mapping[str, Any]) -> float:
    """How many starting stakes are at the table, those from an earlier match and in the pot too."""
    purses = options["purses"] or (options["coins"],) * seats
    return float((sum(purses) + options["pot"]) / options["coins"])


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """A card or a bust for each draw, and a lock each."""
    return options["games"] * (10 + 2 * seats)


def ranges(seats: int, options: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """In a game of the match the pot gets an ante of each seat and a coin for each draw: eight that make the hand longer,
    and one for each seat that goes bust. What nobody wins of it is less than a coin a seat."""
    purses = options["purses"] or (options["coins"],) * seats
    coins, paid = sum(purses) + options["pot"], 2 * seats + 8
    return {
        "scores": (0, min(coins, max(purses) + options["pot"] + options["games"] * paid)),
        "pot": (0, min(coins, max(options["pot"], seats) + paid)),
        "locked_with": (0, 10),
        "finished": (0, options["games"]),
    }


STARBOARD = Rulebook(
    **cover.STARBOARD.printed(),
    bound=bound,
    ranges=ranges,
    rules=Rules.collected(
        "cutcard.games.starboard.rules",
        "cutcard.games.starboard.steady",
        name="starboard",
        table=StarboardTable,
        verbs=Moves,
        deck=DECK,
        most_seats=cover.STARBOARD.most_seats,
        often_two=True,
    ),
    options=(
        Option("coins", 100, "How many coins each seat starts with.", most_online=10_000),
        Option("games", lambda seats: seats, "How many games are played: by default one a seat.", most_online=50),
        BURN,
        Purses(name="purses", help="The coins of each seat, where a match goes on from another one.", carried=True),
        Option("pot", 0, "Odd coins in the pot from an earlier match.", least=0, carried=True),
    ),
    carries=Carries(carry_on, "Start with new coins"),
    reasons={"games": "The last game was played.", "coins": "Fewer than two seats have a coin left."},
    verbs=Moves,
    notes=Notes,
    why_not=why_not,
    words=Words(
        zones={
            "hand": Zone("Hand", ROW, dealt="The hand gets {cards}."),
            "deck": THE_DECK,
            "discards": DISCARDS,
            "burned": BURNED,
        },
        status=status,
        summary=summary,
        task=task,
        odds=odds,
        figures=figures,
        stake=Stake(unit="coins", scale=lambda view: view.number("coins"), stakes=stakes),
        marks=(Mark("button", "button"),),
        pots=lambda t: [Pot(t.pot, "coins", "in the pot")],
    ),
    tips=(
        Tip("There is one hand for all. Pay a coin to add a card, or lock and wait.", "draw"),
        Tip("If your card pairs one in the hand, you are bust. If not, everybody who locked before is knocked out.", "draw"),
        Tip("Whoever is locked with the most cards in the end shares the pot.", "lock"),
    ),
)
