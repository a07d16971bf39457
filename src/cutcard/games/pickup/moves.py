"""What a seat can do in Pickup, and what its rules tell."""

from cutcard.core.declaration import notes
from cutcard.core.declaration.notes import BAD, COUNT, GOOD, POINTS, Note, Told
from cutcard.core.declaration.verbs import RANK, Verb, Verbs
from cutcard.games.shared.pairs_deck import DECK

CHOOSING, ACTING = 0, 1


class Moves(Verbs, deck=DECK, phase="acting"):
    choose = Verb(
        RANK,
        of="hands",
        phase=CHOOSING,
        secret=True,
        seconds=12,
        help="choose R: play a card of rank R from your hand, face down.",
        told="{You} {choose|chooses} the {card}.",
        unseen="{You} {choose|chooses} a card.",
        chapter="how a round goes",
    )
    take = Verb(
        RANK,
        of="pool",
        phase=ACTING,
        seconds=6,
        help="take R: pick up a card of rank R, not above the one you played; the others lose theirs of that rank.",
        told="{You} {pick|picks} up the {card}.",
        chapter="when you act",
    )


class Notes(Told):
    revealed = Note("{You} {play|plays} {card}.", card=notes.RANK)
    knocked = Note("{You} {lose|loses} {n} of that rank from {your|their} pile.", n=COUNT, brief="Loses {n}", mood=BAD)
    cleared = Note("The pool loses {n} of that rank.", n=COUNT)
    stacked = Note(
        "{You} {stack|stacks} the {card}: the pool has nothing as low.", card=notes.RANK, brief="Stacked {card}", mood=GOOD
    )
    pool = Note("A new round.")
    deal = Note("All cards are shuffled and dealt again.")
    won = Note("{You} {win|wins} with {n} points.", n=POINTS, brief="Wins", mood=GOOD)


REVEALED, KNOCKED, CLEARED = Notes.revealed.code, Notes.knocked.code, Notes.cleared.code
STACKED, POOL, DEAL, WON = Notes.stacked.code, Notes.pool.code, Notes.deal.code, Notes.won.code
