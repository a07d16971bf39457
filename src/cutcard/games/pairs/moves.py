"""What a seat can do in Pairs and Continuous Pairs, and what their rules tell."""

from dataclasses import replace

from cutcard.core.declaration import notes
from cutcard.core.declaration.notes import BAD, POINTS, Note
from cutcard.core.declaration.verbs import RANK, Verb, Verbs
from cutcard.games.shared.pairs_deck import DECK
from cutcard.games.shared.stacks import TieNotes


class Moves(Verbs, deck=DECK):
    hit = Verb(
        help="hit: take the top card. A pair scores its rank.",
        told="{You} {hit|hits}.",
        chapter="your turn",
    )
    fold = Verb(
        RANK,
        of="stacks",
        anybody=True,
        leaves=True,
        help="fold R: take the lowest card in play, of rank R, as points. The round is over.",
        told="{You} {fold|folds} and {take|takes} the {card}.",
        chapter="your turn",
    )
    eight = Verb(
        option="eights",
        help="eight: discard your 8 and take two cards instead of one (Pieces of Eight).",
        told="{You} {discard|discards} an {=8} to take two cards.",
        chapter="your turn",
    )


class ContinuousMoves(Moves):
    hit = replace(Moves.hit, help="hit: take the top card. A pair scores its rank and your stack is discarded.")
    fold = replace(
        Moves.fold,
        owned=True,
        help="fold R@S: take the card of rank R from the stack of seat S as points. Your own stack is discarded.",
        told="{You} {fold|folds} and {take|takes} the {card} from {owner}.",
        own="{You} {fold|folds} and {take|takes} the {card} from {your|their} own stack.",
    )


# A fold is the rank that it takes, as the highest card of it. In Continuous Pairs several seats may have that rank: the next
# lower card of it is the next of them, counted from the seat that folds to the left.
HIT, EIGHT = Moves.hit.number, Moves.eight.number


class Notes(TieNotes):
    paired = Note("{You} {draw|draws} a second {card}: a pair.", card=notes.RANK, brief="A pair {card}", mood=BAD)
    scored = Note("{You} {score|scores} {n}.", n=POINTS, brief="+{n}", mood=BAD)
    passed = Note("{You} {have|has} no cards and nothing can be drawn: the turn passes.")
    round = Note("The round is over. A new one is dealt.")
    lost = Note("{You} {lose|loses} with {n} points.", n=POINTS, brief="Loses", mood=BAD)


PAIRED, SCORED, PASSED = Notes.paired.code, Notes.scored.code, Notes.passed.code
ROUND, LOST = Notes.round.code, Notes.lost.code
