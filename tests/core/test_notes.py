"""Notes: what rules tell, each a phrase with typed parts."""

import pytest

import cutcard
from cutcard import Game, Rulebook
from cutcard.core.declaration.deck import Deck
from cutcard.core.declaration.notes import BAD, CARD, COINS, COUNT, GOOD, GREAT, POINTS, RANK, SHUFFLE, Note, Told
from cutcard.core.declaration.phrases import Card, Number, Text, said, spoken
from cutcard.core.table.history import NOTE
from tests.contract.cases import plain_games, random_game, scaled

DECK = Deck("Few", ("1", "2", "3"))
NAMES = [f"Seat {seat}" for seat in range(8)]


class First(Told):
    paired = Note("{You} {draw|draws} a second {card}.", card=RANK, brief="A pair {card}", mood=BAD)
    new_round = Note("Round {n}.", n=COUNT)


class More(First):
    trump = Note("The trump is {card}.", card=CARD)


def test_they_are_numbered_from_one_and_those_of_a_base_come_first() -> None:
    assert [(note.code, note.key) for note in More.all] == [(1, "paired"), (2, "new-round"), (3, "trump")]
    assert (More.trump.code, First.paired.code, More.paired.code) == (3, 1, 1)
    assert More.by_key["new-round"] is More.new_round


def test_a_number_may_be_a_card_by_its_face_or_by_its_place() -> None:
    assert First.paired.told(DECK, 1, 3)[0][-2:] == (Card("3"), Text("."))
    assert More.trump.told(DECK, None, 2)[0] == (Text("The trump is "), Card("3"), Text("."))
    assert First.new_round.told(DECK, None, 4)[0] == (Text("Round "), Number(4), Text("."))


def test_a_few_words_for_the_eye() -> None:
    assert First.paired.told(DECK, 1, 3)[1] == (Text("A pair "), Card("3"))
    assert First.new_round.told(DECK, None, 3)[1] == ()


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_every_note_can_be_said(book: Rulebook) -> None:
    deck = book.rules.deck
    for code, note in enumerate(book.notes.all, 1):
        assert note.code == code
        assert note.mood in ("", GOOD, BAD, GREAT, SHUFFLE)
        assert note.n in ("", COUNT, POINTS, COINS)
        assert not (note.n and note.card), "one number, one meaning"
        assert ("{card}" in note.phrase + note.brief) == bool(note.card), note.key
        assert ("{n}" in note.phrase + note.brief) == bool(note.n), note.key
        number = int(deck.faces[-1]) if note.card == RANK else 1
        for sentence in note.told(deck, 0, number):
            for viewer in (None, 0):
                assert not set("{}|") & set(spoken(sentence, NAMES, viewer))
            assert all(part.card in deck.faces for part in sentence if isinstance(part, Card))
        assert spoken(note.told(deck, 0, number)[0], NAMES, 0).endswith((".", "!"))


@pytest.mark.parametrize("game", plain_games()[::3])
def test_a_card_that_is_told_of_is_one_of_the_deck(game: Game) -> None:
    """A note's number is what the note says it is, wherever a rule tells it."""
    table = list(random_game(game, 73, scaled(200, 30)))[-1]
    for happening in table.view(None).log:
        if happening.kind == NOTE:
            note = game.rulebook.notes.by_key[happening.text]
            sentence, _ = note.told(game.deck, happening.seat, happening.number)
            assert all(part.card in game.deck.faces for part in sentence if isinstance(part, Card))
            assert "{You}" not in note.phrase or happening.seat is not None, note.key


def test_a_place_without_a_value_is_named() -> None:
    with pytest.raises(LookupError, match=r"the phrase 'The {crad}\.' has no value for 'crad'"):
        said("The {crad}.", 0, card=Card("3"))
    with pytest.raises(LookupError, match="has no value for 'card'"):
        Note("{You} {lose|loses} the {card}.").told(DECK, 0, 1)
