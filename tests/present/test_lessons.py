"""Lessons: every game and every variant has one, it runs by the rules from deal to end, and what it says is short."""

import re
from dataclasses import replace

import pytest

from cutcard.core.declaration.phrases import Card, Sentence, spoken
from cutcard.core.errors import NotFound, ParseError
from cutcard.core.languages import ENGLISH, languages
from cutcard.core.registry import Named, callings, named
from cutcard.games import games
from cutcard.present.lessons import YOU, Lesson, LessonStep, has_lesson, lesson_of, played, read_lesson

ENTRIES = callings(games())
LONGEST_SENTENCE, LONGEST_SAYING = 110, 160
"""Characters: what is said at once has to be taken in at a glance."""

every_lesson = pytest.mark.parametrize("entry", ENTRIES, ids=[entry.name for entry in ENTRIES])
every_language = pytest.mark.parametrize("language", languages())


def sayings(lesson: Lesson) -> list[str]:
    """Everything that a lesson may say, in words."""
    of_steps = [sentence for step in lesson.steps for sentence in (step.say, step.otherwise)]
    return [spoken(one, lesson.names, YOU) for one in (*of_steps, lesson.stops, lesson.ends, lesson.wins) if one]


def said_of(lesson: Lesson, sentence: Sentence) -> str:
    return spoken(sentence, lesson.names, YOU)


def test_no_game_is_without_a_lesson() -> None:
    assert [entry.name for entry in ENTRIES if not has_lesson(entry)] == []


@every_lesson
def test_a_lesson_runs_by_the_rules_to_its_end(entry: Named) -> None:
    """`played` refuses a move that is not legal, cards that do not suffice or are left over, and an end that is not told."""
    lesson = lesson_of(entry)
    stages = played(lesson)
    assert len(stages) == len(lesson.steps) + 1
    assert lesson.game.called.name == entry.name
    assert all(step.bots or step.do or not stages[at + 1] for at, step in enumerate(lesson.steps))


@every_lesson
def test_a_lesson_is_done_by_hand_and_takes_a_few_minutes(entry: Named) -> None:
    lesson = lesson_of(entry)
    assert sum(bool(step.do) for step in lesson.steps) >= 3
    assert len(lesson.steps) <= 18
    assert not lesson.steps[-1].do, "what came of the last move is told"


@every_language
@every_lesson
def test_what_a_lesson_says_is_short(entry: Named, language: str) -> None:
    lesson = lesson_of(entry, language)
    for saying in sayings(lesson):
        assert len(saying) <= LONGEST_SAYING, saying
        for sentence in re.split(r"(?<=[.!?]) ", saying):
            assert len(sentence) <= LONGEST_SENTENCE, sentence
            assert sentence[0].isupper(), sentence
            assert sentence[-1] in ".!?", sentence


@every_lesson
def test_another_move_has_an_answer(entry: Named) -> None:
    lesson = lesson_of(entry)
    table = None
    for step, since in zip(lesson.steps, played(lesson), strict=False):
        table = since[-1] if since else table
        assert table is not None
        if step.do and table.count_legal(YOU) > 1:
            assert step.otherwise, f"{said_of(lesson, step.say)}: {table.legal(YOU)}"


@every_lesson
def test_in_another_language_a_lesson_has_other_words_and_all_else_is_the_same(entry: Named) -> None:
    english = lesson_of(entry)
    for language in languages():
        lesson = lesson_of(entry, language)
        assert [(step.do, step.bots) for step in lesson.steps] == [(step.do, step.bots) for step in english.steps]
        assert (lesson.names, lesson.cards) == (english.names, english.cards)
        assert lesson.game == english.game
        told = list(zip(sayings(lesson), sayings(english), strict=True))
        assert language == ENGLISH or not [one for one, other in told if one == other]
        for saying, other in told:
            assert sorted(re.findall(r"\d+", saying)) == sorted(re.findall(r"\d+", other)), saying


def test_a_lesson_without_a_translation_is_in_english() -> None:
    assert sayings(lesson_of(named("pairs"), "xx")) == sayings(lesson_of(named("pairs")))


def faulty(lesson: Lesson, step: int, **other: object) -> Lesson:
    changed: LessonStep = replace(lesson.steps[step], **other)  # type: ignore[arg-type]
    return replace(lesson, steps=(*lesson.steps[:step], changed, *lesson.steps[step + 1 :]))


def test_a_lesson_that_cannot_be_played_is_refused_with_the_step() -> None:
    lesson = lesson_of(named("pairs"))
    for wrong, reason in (
        (faulty(lesson, 2, do="fold 9"), "step 3 of the lesson of Pairs cannot be played"),
        (faulty(lesson, 2, do="fly"), "is not a move of Pairs"),
        (faulty(lesson, 2, bots=((2, "hit"),)), "seat 2 is not to act"),
        (replace(lesson, cards=lesson.cards[:-1]), "there are not enough cards"),
        (replace(lesson, cards=lesson.cards[:3]), "the deal of the lesson of Pairs"),
        (replace(lesson, cards=(*lesson.cards, "7")), "has 1 cards too many"),
        (replace(lesson, cards=("11", *lesson.cards)), "the deal of the lesson of Pairs"),
        (replace(lesson, stops=()), "is not over"),
    ):
        with pytest.raises(ParseError, match=re.escape(reason)):
            played(wrong)


WHOLE = """
others = ["Ada"]
cards = ["4"]
ends = "It ends."
wins = "All win."
[[steps]]
say = "Look at the {=7}."
"""


def test_a_lesson_that_cannot_be_read_is_refused_with_the_reason() -> None:
    entry = named("pairs")
    lesson = read_lesson(entry, WHOLE)
    assert said_of(lesson, lesson.steps[0].say) == "Look at the 7."
    for wrong, reason in (
        ("others = [", "cannot be read"),
        (WHOLE.replace('wins = "All win."', ""), "there is no wins"),
        (WHOLE.replace("ends =", "end ="), "there is no ends"),
        ("end = 1\n" + WHOLE, "end is not known"),
        (WHOLE.replace('"All win."', "7"), "wins is 7"),
        (WHOLE.replace('["4"]', "[4]"), "cards are texts"),
        (WHOLE + "tell = 1", "step 1: tell is not known"),
        (WHOLE + 'bots = ["0 hit"]', "step 1: '0 hit' is no move of a bot"),
        (WHOLE + 'bots = ["hit"]', "step 1: 'hit' is no move of a bot"),
        (WHOLE.replace("{=7}", "{seven}"), "has no value for 'seven'"),
        (WHOLE.replace('["Ada"]', "[]"), "Pairs is for 2 to 8 seats"),
        ("dealer = 2\n" + WHOLE, "the dealer is a seat"),
        ("options = {burn = -1}\n" + WHOLE, "burn"),
        ("steps = [1]\n" + WHOLE.partition("[[")[0], "step 1: 1 is no table"),
    ):
        with pytest.raises(ParseError, match=re.escape(reason)):
            read_lesson(entry, wrong)


TRANSLATED = """
"It ends." = "Es endet."
"All win." = "Alle gewinnen."
"Look at the {=7}." = "Sieh auf die {=7}."
"""


def test_a_translation_that_does_not_fit_is_refused_with_the_text() -> None:
    entry = named("pairs")
    lesson = read_lesson(entry, WHOLE, TRANSLATED)
    assert sayings(lesson) == ["Sieh auf die 7.", "Es endet.", "Alle gewinnen."]
    assert Card("7") in lesson.steps[0].say
    for wrong, reason in (
        (TRANSLATED.replace('"All win." = "Alle gewinnen."', ""), "'All win.' is not translated"),
        (TRANSLATED + '"All lose." = "Alle verlieren."', "'All lose.' is not said in it"),
        (TRANSLATED.replace("die {=7}", "die {=8}"), "'Sieh auf die {=8}.' has not the cards of 'Look at the {=7}.'"),
        (TRANSLATED.replace("die {=7}", "die 7"), "'Sieh auf die 7.' has not the cards"),
        (TRANSLATED.replace("die {=7}", "die {sieben}"), "has no value for 'sieben'"),
        (TRANSLATED.replace('"Es endet."', "7"), "7 has not the cards of 'It ends.'"),
        (TRANSLATED + "[", "the lesson of Pairs cannot be read"),
    ):
        with pytest.raises(ParseError, match=re.escape(reason)):
            read_lesson(entry, WHOLE, wrong)


def test_a_game_without_a_lesson_says_so() -> None:
    entry = replace(named("pairs"), name="no-such-lesson", title="Another game")
    assert not has_lesson(entry)
    with pytest.raises(NotFound, match="there is no lesson for Another game yet"):
        lesson_of(entry)
