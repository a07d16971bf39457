"""What a seat can do in Pickle, and what its rules tell."""

from cutcard.core.declaration.notes import BAD, COUNT, GOOD, POINTS, Note, Told
from cutcard.core.declaration.verbs import CARDS, NUMBER, Verb, Verbs
from cutcard.games.pickle.deck import DECK

SETTING, CALLING, EXCHANGING, PLAYING = range(4)


class Moves(Verbs, deck=DECK, phase="phase"):
    set = Verb(
        NUMBER,
        phase=SETTING,
        seconds=8,
        most=len(DECK.cards) - 1,
        help="set K: say how many cards each player may trade, 0 for none.",
        told="{You} {set|sets} the exchange: {n}.",
        chapter="how a hand starts",
    )
    ready = Verb(
        phase=CALLING,
        seconds=3,
        help="ready: go on with this deal.",
        told="{You} {are|is} ready.",
        chapter="how a hand starts",
    )
    redeal = Verb(
        phase=(CALLING, EXCHANGING),
        seconds=3,
        help="redeal: show the 3S and the 5C, and the cards are dealt again.",
        told="{You} {show|shows} the {=3S} and the {=5C}: the cards are dealt again.",
        chapter="how a hand starts",
    )
    stay = Verb(
        phase=EXCHANGING,
        seconds=20,
        help="stay: keep your cards.",
        told="{You} {keep|keeps} {your|their} cards.",
        chapter="how a hand starts",
    )
    trade = Verb(
        CARDS,
        of="hands",
        phase=EXCHANGING,
        seconds=20,
        secret=True,
        help="trade C C …: give away as many cards as the exchange says, and get as many new ones.",
        told="{You} {trade|trades} {cards}.",
        unseen="{You} {trade|trades} cards.",
        chapter="how a hand starts",
    )
    play = Verb(
        CARDS,
        of="hands",
        phase=PLAYING,
        seconds=8,
        ends=True,
        help="play C C …: lead cards of one face value; or follow with as many that match or beat, or with your lowest.",
        told="{You} {play|plays} {cards}.",
        chapter="the tricks",
    )


READY, REDEAL, STAY, DONE = Moves.ready.number, Moves.redeal.number, Moves.stay.number, Moves.play.done


class Notes(Told):
    no_exchange = Note("There are not enough cards for an exchange.")
    redealt = Note("All cards are shuffled, and the same dealer deals again.")
    gave_up = Note("{You} {give|gives} up.")
    trick = Note("{You} {take|takes} the trick.", brief="Takes the trick", mood=GOOD)
    assessed = Note("{You} {have|has} the highest last card: {n} points.", n=POINTS, brief="+{n} points", mood=BAD)
    out = Note("{You} {are|is} out.", brief="Out", mood=BAD)
    reinstated = Note("Nobody is left, so nobody has won: everybody is back with no points.")
    hand = Note("The next hand: {you} {deal|deals} {n} cards to each.", n=COUNT)
    won = Note("{You} {are|is} the last one left and {win|wins}.", brief="Wins", mood=GOOD)


NO_EXCHANGE, REDEALT, GAVE_UP = Notes.no_exchange.code, Notes.redealt.code, Notes.gave_up.code
TRICK, ASSESSED, OUT = Notes.trick.code, Notes.assessed.code, Notes.out.code
REINSTATED, HAND, WON = Notes.reinstated.code, Notes.hand.code, Notes.won.code
