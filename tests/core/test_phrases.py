"""Sentences as parts: what a phrase becomes, and how each reader reads it."""

import pytest

from cutcard.core.declaration.phrases import (
    Card,
    Does,
    Number,
    Text,
    Who,
    as_clause,
    as_json,
    as_offer,
    cards_said,
    joined,
    listed,
    plain,
    said,
    spoken,
)

NAMES = ["Ada", "Bo", "Cy"]
folding = said("{You} {fold|folds} and {take|takes} the {card} from {owner}.", 0, card=Card("3"), owner=Who(1))


def test_a_phrase_becomes_parts() -> None:
    assert folding == (
        Who(0, "You"), Text(" "), Does(("fold", "folds"), 0), Text(" and "), Does(("take", "takes"), 0), Text(" the "),
        Card("3"), Text(" from "), Who(1, "you"), Text("."),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("viewer", "words"),
    [
        (0, "You fold and take the 3 from Bo."),
        (1, "Ada folds and takes the 3 from you."),
        (2, "Ada folds and takes the 3 from Bo."),
        (None, "Ada folds and takes the 3 from Bo."),
    ],
)
def test_each_reads_it_from_where_they_sit(viewer: int | None, words: str) -> None:
    assert spoken(folding, NAMES, viewer) == words


def test_an_owner_is_written_as_one() -> None:
    sentence = said("{Your} 3 beats {your|their} 2, and {your} 1.", 1)
    assert spoken(sentence, NAMES, 1) == "Your 3 beats your 2, and your 1."
    assert spoken(sentence, NAMES, 0) == "Bo's 3 beats their 2, and Bo's 1."


def test_values_of_every_kind() -> None:
    sentence = said("{a} {b} {c} {=8}", a=5, b="text", c=(Card("1"), Text("!")))
    assert sentence == (Number(5), Text(" text "), Card("1"), Text("! "), Card("8"))


def test_of_nobody_nothing_is_conjugated_for_the_reader() -> None:
    assert spoken(said("The deck {run|runs} out.", None), NAMES, 0) == "The deck runs out."


@pytest.mark.parametrize("phrase", ["{You} {fold|folds} the {crad}.", "{crad}"])
def test_a_place_that_has_no_value_is_told_with_its_phrase(phrase: str) -> None:
    with pytest.raises(LookupError) as refused:
        said(phrase, 0, card=Card("3"))
    assert repr(phrase) in str(refused.value)
    assert "'crad'" in str(refused.value)


def test_cards_up_and_down() -> None:
    assert cards_said(["3", "5"]) == (Card("3"), Text(" "), Card("5"))
    assert cards_said([None]) == (Text("a card"),)
    assert cards_said(["3", None]) == (Text("2 cards"),)
    assert cards_said([]) == ()


def test_as_an_offer_it_tells_you_what_to_do() -> None:
    assert spoken(as_offer(folding, 0), NAMES, 0) == "Fold and take the 3 from Bo"
    assert spoken(as_offer(said("{You} {are|is} ready.", 2), 2), NAMES, 2) == "Ready"


def test_within_another_sentence_it_begins_small() -> None:
    assert spoken(as_clause(folding), NAMES, 0) == "you fold and take the 3 from Bo"
    assert spoken(as_clause(plain("The deck runs out.")), NAMES, 0) == "the deck runs out"


def test_several_seats() -> None:
    assert spoken(listed([0, 1, 2]), NAMES, 0) == "You, Bo and Cy"
    assert spoken(listed([1, 0], first=False), NAMES, 0) == "Bo and you"


def test_neighbouring_texts_are_one() -> None:
    assert joined([Text("a"), Text(""), Text("b"), Card("1"), Text("c")]) == (Text("ab"), Card("1"), Text("c"))
    assert plain("") == ()


def test_as_a_browser_gets_it() -> None:
    assert as_json(said("{You} {take|takes} {card}, {n}.", 0, card=Card("3"), n=2)) == [
        {"seat": 0, "form": "You"}, {"text": " "}, {"verb": ("take", "takes"), "seat": 0}, {"text": " "}, {"card": "3"},
        {"text": ", "}, {"number": 2}, {"text": "."},
    ]  # fmt: skip
