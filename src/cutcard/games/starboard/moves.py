"""What a seat can do in Starboard, and what its rules tell."""

from cutcard.core.declaration.notes import BAD, COINS, COUNT, GOOD, RANK, Note
from cutcard.core.declaration.verbs import Verb, Verbs
from cutcard.games.shared.pairs_deck import DECK, DeckNotes


class Moves(Verbs, deck=DECK):
    draw = Verb(
        help="draw: pay a coin and add a card to the hand. If it pairs, you are bust.",
        told="{You} {pay|pays} a coin and {draw|draws}.",
        chapter="your turn",
    )
    lock = Verb(
        leaves=True,
        help="lock: take no more turns. You share the pot if the hand grows no longer.",
        told="{You} {lock|locks}.",
        chapter="your turn",
    )


DRAW, LOCK = Moves.draw.number, Moves.lock.number


class Notes(DeckNotes):
    ante = Note("Everybody antes one coin: {n} in the pot.", n=COINS)
    replaced = Note("A second {card} is discarded and replaced.", card=RANK)
    bust = Note("{You} {draw|draws} a second {card} and {are|is} bust.", card=RANK, brief="Bust {card}", mood=BAD)
    knocked = Note(
        "{You} {were|was} locked with {n} cards and {are|is} knocked out.", n=COUNT, brief="Knocked out", mood=BAD
    )
    shared = Note("{You} {win|wins} {n} from the pot.", n=COINS, brief="+{n}", mood=GOOD)
    next = Note("Game {n}: {you} {have|has} the button.", n=COUNT)
    out = Note("{You} {have|has} no coin left and {are|is} out of the match.", brief="Out", mood=BAD)
    won = Note("{You} {have|has} the most coins: {n}.", n=COINS, brief="Wins", mood=GOOD)


ANTE, REPLACED, BUST, KNOCKED = Notes.ante.code, Notes.replaced.code, Notes.bust.code, Notes.knocked.code
SHARED, NEXT, OUT, WON = Notes.shared.code, Notes.next.code, Notes.out.code, Notes.won.code
