"""In which language people are spoken to: what is looked up, how numbers are written, and what stays English."""

import pickle

import pytest

from cutcard.core.declaration.phrases import Card, Does, Text, Who, listed, plain, said
from cutcard.core.declaration.verbs import Move, Verb
from cutcard.core.errors import NotAllowed, NotFound
from cutcard.core.languages import (
    Catalogue,
    by_language,
    catalogue_of,
    counted,
    decimal,
    language,
    languages,
    percent,
    speaking,
    translated,
    worded,
)

TOLD = "{You} {fold|folds} and {take|takes} the {card}."
GERMAN = Catalogue(
    "de",
    {
        TOLD: "{Du} {passt|passt} und {nimmst|nimmt} die {card}.",
        "{n} {n|point|points}": "{n} {n|Punkt|Punkte}",
        "{n}%": "{n} %",
    },
    {TOLD: "Passen und die {card} nehmen"},
    frozenset(("Du", "du")),
    "dir",
    ",",
    ".",
)


def test_english_is_what_is_declared() -> None:
    assert language() == "en"
    assert translated("never heard of") == "never heard of"
    assert said(TOLD, 1, card=Card("3"))[0] == Who(1, "You")


def test_a_phrase_is_looked_up_before_it_becomes_parts() -> None:
    with speaking(GERMAN):
        assert said(TOLD, 1, card=Card("3")) == (
            Who(1, "Du"), Text(" "), Does(("passt", "passt"), 1), Text(" und "), Does(("nimmst", "nimmt"), 1), Text(" die "),
            Card("3"), Text("."),
        )  # fmt: skip
    assert language() == "en"


def test_what_a_catalogue_does_not_have_stays_english() -> None:
    with speaking(GERMAN):
        assert plain("you must fold") == (Text("you must fold"),)
        assert said("{x} seats", x=3)[1:] == (Text(" seats"),)


def test_an_offer_has_a_phrase_of_its_own_and_english_derives_it() -> None:
    verb, move = Verb("rank", of="stacks", told=TOLD, name="fold"), Move("fold", ("3",))
    assert verb.offer(move, 0) == (Text("Fold and take the "), Card("3"))
    with speaking(GERMAN):
        assert verb.offer(move, 0) == (Text("Passen und die "), Card("3"), Text(" nehmen"))
    with speaking(Catalogue("xx", {TOLD: "{You} {x|y} {card}."})):
        assert verb.offer(move, 0) == (Text("X "), Card("3"))  # no offer: as English does it


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert (counted(1, "points"), counted(1234, "points")) == ("1 point", "1,234 points")
    assert (decimal(1234.56), decimal(0.4, "+"), decimal(-0.4, "+")) == ("1,234.6", "+0.4", "-0.4")
    assert percent(0.234) == "23%"
    with speaking(GERMAN):
        assert (counted(1, "points"), counted(1234, "points")) == ("1 Punkt", "1.234 Punkte")
        assert (decimal(1234.56), decimal(0.4, "+")) == ("1.234,6", "+0,4")
        assert percent(0.234) == "23 %"


def test_a_text_without_a_value_for_a_place_is_told() -> None:
    with pytest.raises(LookupError, match="no value for 'n'"):
        worded("{n} points")


def test_what_is_kept_is_kept_for_each_language() -> None:
    made = []

    @by_language(10)
    def said_of(number: int) -> str:
        made.append(number)
        return counted(number, "points")

    assert [said_of(2), said_of(2)] == ["2 points", "2 points"]
    with speaking(GERMAN):
        assert [said_of(2), said_of(2)] == ["2 Punkte", "2 Punkte"]
    assert said_of(2) == "2 points"
    assert made == [2, 2]


def test_a_refusal_is_told_in_the_language_of_who_hears_it() -> None:
    refused = NotAllowed("the {rank} is higher than the {played} you played", "PICKUP-6", rank="7", played=5)
    again = pickle.loads(pickle.dumps(refused))
    for error in (refused, again):
        assert str(error) == "the 7 is higher than the 5 you played (PICKUP-6)"
        with speaking("de"):
            assert error.reason == "die 7 ist höher als deine gespielte 5"
    of_a_seat = NotAllowed("there is no {rank} in the stack of {you}", "CONT-3", 2, rank="7")
    assert of_a_seat.reason == "there is no 7 in the stack of seat 2"
    assert of_a_seat.named(lambda seat: "Bo") == "there is no 7 in the stack of Bo (CONT-3)"
    assert str(NotFound('{"braces": "of its own"}')) == '{"braces": "of its own"}'


def test_german_is_there_and_a_language_that_is_not_is_english() -> None:
    assert languages() == ("en", "de")
    with speaking("de"):
        assert said("{You} {hit|hits}.", 0) == (Who(0, "Du"), Text(" "), Does(("ziehst", "zieht"), 0), Text("."))
        assert listed((0, 2)) == (Who(0, "Du"), Text(" und "), Who(2, "du"))
    for name in ("xx", "../de", "", "DE"):
        assert catalogue_of(name).language == "en"
