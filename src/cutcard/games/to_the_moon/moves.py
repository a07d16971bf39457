"""What a seat can do in To the Moon, and what its rules tell."""

from cutcard.core.declaration import notes
from cutcard.core.declaration.notes import BAD, COUNT, GOOD, GREAT, POINTS, Note, Told
from cutcard.core.declaration.verbs import RANK, Verb, Verbs
from cutcard.games.shared.pairs_deck import DECK


class Moves(Verbs, deck=DECK):
    build = Verb(
        RANK,
        seconds=8,
        of=("hands", "known"),
        help="build R: play a card of rank R that the countdown lacks. You stay in.",
        told="{You} {build|builds} the {card}.",
        chapter="your turn",
    )
    test = Verb(
        seconds=8,
        help="test: risk the deck's next card instead of one of yours. A missing rank keeps you in; a rank that is there "
        "already puts you out, and the card comes to your hand.",
        told="{You} {test|tests} the top card.",
        chapter="your turn",
    )
    withdraw = Verb(
        RANK,
        seconds=8,
        of="trick",
        leaves=True,
        help="withdraw R: leave the trick and take the card of rank R from the table (no card if there is only one).",
        told="{You} {withdraw|withdraws} and {take|takes} the {card}.",
        alone="{You} {withdraw|withdraws}.",
        chapter="your turn",
    )


TEST, WITHDRAW, WITHDRAW_WITH = Moves.test.number, Moves.withdraw.number, Moves.withdraw.shift


class Notes(Told):
    started = Note("{You} {start|starts} a countdown.")
    failed = Note(
        "The countdown has its {card} already: {you} {are|is} out and {take|takes} the card.",
        card=notes.RANK,
        brief="Failed {card}",
        mood=BAD,
    )
    perfect = Note("A perfect countdown!", mood=GREAT)
    trick = Note("{You} {win|wins} the trick and {score|scores} {n}.", n=POINTS, brief="Wins the trick: +{n}", mood=GOOD)
    round = Note("Round {n} is dealt.", n=COUNT)
    won = Note("{You} {win|wins} with {n} points.", n=POINTS, brief="Wins", mood=GOOD)


STARTED, FAILED, PERFECT = Notes.started.code, Notes.failed.code, Notes.perfect.code
TRICK_WON, ROUND, WON = Notes.trick.code, Notes.round.code, Notes.won.code
