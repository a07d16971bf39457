"""What a seat can do in Clever Pickin', and what its rules tell."""

from cutcard.core.declaration import notes
from cutcard.core.declaration.notes import BAD, COUNT, GOOD, POINTS, Note, Told
from cutcard.core.declaration.verbs import CARD, NUMBER, Verb, Verbs
from cutcard.games.clever_pickin.deck import DECK

PICKING, BIDDING, PLAYING = range(3)

TRICKS = 7


class Moves(Verbs, deck=DECK, phase="phase"):
    pick = Verb(
        CARD,
        of="center",
        phase=PICKING,
        seconds=8,
        help="pick C: take the card C from the table into your hand, for all to see.",
        told="{You} {pick|picks} the {card}.",
        chapter="how a hand starts",
    )
    bid = Verb(
        NUMBER,
        phase=BIDDING,
        seconds=12,
        most=TRICKS,
        help="bid B: say that you will take B tricks, 0 to 7.",
        told="{You} {bid|bids} {n}.",
        chapter="bidding",
    )
    play = Verb(
        CARD,
        of=("hands", "known"),
        phase=PLAYING,
        seconds=8,
        help="play C: play the card C to the trick. Follow the suit that was led if you can.",
        told="{You} {play|plays} the {card}.",
        chapter="the tricks",
    )


class Notes(Told):
    trump = Note("The card that is left is the trump card: {card}.", card=notes.CARD)
    leads = Note("{You} {have|has} the highest bid, {n}, and {lead|leads}.", n=COUNT)
    trick = Note("{You} {take|takes} trick {n}.", n=COUNT, brief="Takes the trick", mood=GOOD)
    made = Note("{You} {make|makes} {your|their} bid and {score|scores} {n}.", n=POINTS, brief="Bid made: +{n}", mood=GOOD)
    missed = Note("{You} {miss|misses} {your|their} bid.", brief="Bid missed", mood=BAD)
    hand = Note("Hand {n}: {you} {deal|deals}.", n=COUNT)
    won = Note("{You} {win|wins} with {n} points.", n=POINTS, brief="Wins", mood=GOOD)


TRUMP, LEADS, TRICK = Notes.trump.code, Notes.leads.code, Notes.trick.code
MADE, MISSED, HAND, WON = Notes.made.code, Notes.missed.code, Notes.hand.code, Notes.won.code
