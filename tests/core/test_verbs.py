"""Verbs: numbers, names and sentences of moves follow from one declaration."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutcard
from cutcard import Game, Rulebook
from cutcard.core.bits import members
from cutcard.core.compiling import written
from cutcard.core.declaration import rules as declaration
from cutcard.core.declaration.deck import Deck
from cutcard.core.declaration.phrases import Card, Number, Sentence, Text, Who, as_offer, spoken
from cutcard.core.declaration.verbs import CARD, CARDS, NUMBER, RANK, Move, Verb, Verbs, offered, rank_of
from cutcard.core.declaration.zones import TableFields
from cutcard.core.table.moves import all_named
from cutcard.core.table.turn import Turn
from cutcard.server.http.catalogue import catalogue
from tests.contract.cases import plain_games, random_game, scaled

NAMES = [f"Seat {seat}" for seat in range(8)]
DECK = Deck("Few", ("1", "2", "2", "3", "3", "3"))

NUMBERS = {
    "pairs": (57, {"hit": 55, "fold": -1, "eight": 56}),
    "continuous": (57, {"hit": 55, "fold": -1, "eight": 56}),
    "port": (2, {"hit": 0, "lock": 1}),
    "starboard": (2, {"draw": 0, "lock": 1}),
    "pickup": (55, {"choose": -1, "take": -1}),
    "to-the-moon": (58, {"build": -1, "test": 56, "withdraw": 57}),
    "pickle": (58, {"set": -1, "ready": 54, "redeal": 55, "stay": 56, "trade": -1, "play": -1}),
    "clever-pickin": (52, {"pick": -1, "bid": -1, "play": -1}),
}
"""How many actions there are, and which is that of a verb by itself. Records, tensors and trained policies hang on them."""


@pytest.mark.parametrize("name", NUMBERS)
def test_actions_have_the_numbers_they_always_had(name: str) -> None:
    book = cutcard.game(name).rulebook
    actions, numbers = NUMBERS[name]
    assert book.rules.actions == book.verbs.actions == actions
    assert {verb: declared.number for verb, declared in book.verbs.all.items()} == numbers
    assert book.rules.done == book.verbs.done == (57 if name == "pickle" else -1)
    shifted = {verb for verb, declared in book.verbs.all.items() if declared.shift}
    assert shifted == ({"withdraw"} if name == "to-the-moon" else set())


LEAVES = {"pairs": "fold", "continuous": "fold", "port": "lock", "starboard": "lock", "to-the-moon": "withdraw"}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_verb_says_whether_it_ends_the_round_for_who_does_it(name: str) -> None:
    """So that a page can let it be taken back for a moment, without knowing any game."""
    verbs = {entry["id"]: entry["verbs"] for entry in catalogue({})["games"]}[name]
    assert [verb for verb, told in verbs.items() if told["leaves"]] == [verb for verb in [LEAVES.get(name)] if verb]


def test_the_highest_card_of_a_rank_stands_for_it_and_a_second_verb_lies_one_above() -> None:
    game = cutcard.game("to-the-moon", seats=2)
    table = game.position("to-the-moon/2; to_act 0; counting 0 1; hands 5 6, 9 8; trick 5 7; scores 0 0; deck *")
    moves = {move: action for move, (action,) in all_named(game, table.words, 0).items()}
    highest = {face: mask.bit_length() - 1 for face, mask in game.deck.masks.items()}
    for move, action in moves.items():
        verb, _, face = move.partition(" ")
        assert action == {"build": highest.get(face), "withdraw": highest.get(face, 0) + 1, "test": 56}[verb]
    assert {"build 6", "withdraw 5", "withdraw 7"} <= set(moves)


class Few(Verbs, deck=DECK):
    build = Verb(RANK, of="hands", told="{You} {build|builds} the {card}.")
    stop = Verb(told="{You} {stop|stops}.")
    leave = Verb(RANK, of="trick", told="{You} {leave|leaves} with the {card}.", alone="{You} {leave|leaves}.")
    lead = Verb(CARDS, of="hands", told="{You} {lead|leads} {cards}.", ends=True)


def test_words_come_behind_the_cards_and_the_end_of_a_set_comes_last() -> None:
    assert (Few.build.shift, Few.leave.shift) == (0, 1)
    assert (Few.stop.number, Few.leave.number, Few.lead.done) == (7, 8, 9)  # 6 is the 3 of `leave`
    assert (Few.done, Few.actions) == (9, 10)
    tops = np.uint64(0b100101)
    assert list(members(offered(tops, Few.build.shift))) == [0, 2, 5]
    actions = list(members(offered(tops, Few.leave.shift)))
    assert actions == [1, 3, 6]
    assert [rank_of(action, Few.leave.shift) for action in actions] == [0, 2, 5]


def test_a_verb_said_otherwise_keeps_its_place() -> None:
    class Loud(Few):
        stop = Verb(told="{You} {shout|shouts}.")

    assert list(Loud.all) == list(Few.all)
    assert (Loud.stop.number, Loud.actions) == (Few.stop.number, Few.actions)
    assert Loud.stop.told != Few.stop.told


def test_a_number_needs_a_phase_of_its_own() -> None:
    with pytest.raises(TypeError, match="the verb bid takes a number: it needs a phase of its own"):

        class Wrong(Verbs, deck=DECK):
            bid = Verb(NUMBER, most=3)


def test_the_same_number_means_another_thing_in_another_phase() -> None:
    class Phased(Verbs, deck=DECK, phase="phase"):
        bid = Verb(NUMBER, phase=0, most=3, told="{You} {bid|bids} {n}.")
        pick = Verb(CARD, of="hands", phase=1, told="{You} {pick|picks} the {card}.")

    table: Any = type("Table", (), {"phase": 0, "seats": 2})()
    assert Phased.named(table, 0, 2) == Move("bid", number=2)
    table.phase = 1
    assert Phased.named(table, 0, 2) == Move("pick", ("2",))


def test_a_verb_that_belongs_to_an_option_is_there_only_with_it() -> None:
    verbs = cutcard.game("pairs").rulebook.verbs
    assert verbs.now({"eights": False}) == ["hit", "fold"]
    assert verbs.now({"eights": True}) == ["hit", "fold", "eight"]


@pytest.mark.parametrize("text", ["stop", "build 3", "lead 1 2 2", "nothing we know", "leave"])
def test_what_is_written_is_read(text: str) -> None:
    move = Few.read(text)
    assert str(move) == text or move.verb == "nothing"


# Of every game


@pytest.mark.parametrize("game", plain_games()[::2])
def test_names_go_there_and_back(game: Game) -> None:
    book, told = game.rulebook, 0
    for table in random_game(game, 71, scaled(50, 8)):
        for seat in table.to_act:
            legal = set(table.legal(seat) if book.rules.longest == 1 else ())
            for action in Turn.on(table, seat).legal:
                move = book.verbs.named(table.reading, seat, action)
                assert move == book.verbs.named(table.view(seat).reading, seat, action), "a view is enough"
                assert book.verbs.read(str(move)) == move
                assert str(move) in legal or book.rules.longest > 1
                told += 1
    assert told


@pytest.mark.parametrize("game", plain_games()[::2])
def test_a_card_in_a_sentence_is_a_card(game: Game) -> None:
    """And what is done with it is said of all, in every form: as told, and as an offer."""
    book = game.rulebook
    for table in random_game(game, 72, scaled(25, 4)):
        for seat in table.to_act:
            for text in list(table.legal(seat))[:200]:
                move = book.verbs.read(text)
                sentence = book.verbs.all[move.verb].sentence(move, seat)
                check(book, sentence, move, seat)
                offer = as_offer(sentence, seat)
                assert cards_of(offer) == move.cards
                assert not spoken(offer, NAMES, seat).endswith(".")


def check(book: Rulebook, sentence: Sentence, move: Move, seat: int) -> None:
    assert cards_of(sentence) == move.cards
    assert [part.number for part in sentence if isinstance(part, Number)] == ([] if move.number is None else [move.number])
    assert sentence[0] == Who(seat, "You")
    assert move.owner in (None, seat) or Who(move.owner or 0) in [part for part in sentence if isinstance(part, Who)]
    assert not any(set("{}|") & set(part.text) for part in sentence if isinstance(part, Text))
    assert spoken(sentence, NAMES, seat).startswith("You ")
    assert spoken(sentence, NAMES, None).startswith(f"Seat {seat} ")


def cards_of(sentence: Sentence) -> tuple[str, ...]:
    return tuple(part.card for part in sentence if isinstance(part, Card))


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_every_verb_is_explained_and_lies_in_zones_that_are_shown(book: Rulebook) -> None:
    for name, verb in book.verbs.all.items():
        assert verb.help.startswith(name), "its help begins with how it is written"
        assert verb.told.endswith(".")
        assert set(verb.zones) <= set(book.words.zones) & set(book.rules.layout.fields)
        assert bool(verb.unseen) == verb.secret
        assert verb.takes != NUMBER or verb.most
        assert not verb.phase or book.verbs.phase in book.rules.layout.fields


# Rules are found by their names


RULES = """
from cutcard.core.compiling import quick, rule

@rule
def deal(t, dealer): pass
@rule
def legal(t, seat): return helper(t)
@rule
def play(t, seat, action, dealer): pass
@rule
def steady(view): return 0
@quick
def score(t, seat): return 0
@quick
def helper(t): return 0
standing = score
"""


def collected(name: str, source: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What a module that is imported from another package makes of itself."""
    (folder / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(folder)
    try:
        return declaration.Rules.collected(name, name=name, verbs=Few, table=TableFields, deck=DECK, most_seats=2)
    finally:
        sys.modules.pop(name, None)
        written.pop(name, None)


def test_rules_are_found_by_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = collected("fine_rules", RULES, tmp_path, monkeypatch)
    assert (rules.actions, rules.done) == (Few.actions, Few.done)
    assert set(rules.functions) == set(declaration.NEEDED)


def test_a_rule_that_nobody_calls_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = RULES + "\n@rule\ndef reopn(t, seat): pass\n"
    with pytest.raises(TypeError, match=r"nobody calls the rule reopn of reopn_rules: the rules .* are deal, .*reopen"):
        collected("reopn_rules", wrong, tmp_path, monkeypatch)


def test_a_rule_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = RULES.replace("def legal(", "def leagl(").replace("standing = score", "")
    with pytest.raises(TypeError, match="the rules of lacking_rules lack legal and standing"):
        collected("lacking_rules", wrong, tmp_path, monkeypatch)
