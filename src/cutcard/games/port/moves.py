"""What a seat can do in Port, and what its rules tell."""

from cutcard.core.declaration.notes import BAD, COUNT, GOOD, POINTS, RANK, Note
from cutcard.core.declaration.verbs import Verb, Verbs
from cutcard.games.shared.pairs_deck import DECK
from cutcard.games.shared.stacks import TieNotes


class Moves(Verbs, deck=DECK):
    hit = Verb(
        help="hit: take a card. A pair busts you: no points this round.", told="{You} {hit|hits}.", chapter="your turn"
    )
    lock = Verb(
        leaves=True,
        help="lock: keep your stack as it is for this round.",
        told="{You} {lock|locks}.",
        chapter="your turn",
    )


HIT, LOCK = Moves.hit.number, Moves.lock.number


class Notes(TieNotes):
    bust = Note("{You} {draw|draws} a second {card} and {are|is} bust.", card=RANK, brief="Bust {card}", mood=BAD)
    scored = Note("{You} {score|scores} {n}.", n=POINTS, brief="+{n}", mood=GOOD)
    round = Note("Round {n} is dealt.", n=COUNT)
    play_off = Note("{n} seats share the highest score: they play another round.", n=COUNT)
    won = Note("{You} {have|has} the highest score: {n}.", n=POINTS, brief="Wins", mood=GOOD)


BUST, SCORED, ROUND = Notes.bust.code, Notes.scored.code, Notes.round.code
PLAY_OFF, WON = Notes.play_off.code, Notes.won.code
