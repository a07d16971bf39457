"""Looking for puzzles: what is one and what is not, and what the command does."""

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from math import ceil, log
from pathlib import Path
from statistics import NormalDist

import pytest
from rich.table import Table

import cutcard
from cutcard import View
from cutcard.core.compiling import JIT
from cutcard.core.declaration.phrases import numbered
from cutcard.puzzles.finding import MOST_OF_A_KIND, Finder, Search
from cutcard.puzzles.proving import DOUBT, LOOKS, Question, factor_for, is_candidate, proven
from cutcard.puzzles.puzzle import read_lines, shipped
from cutcard.puzzles.text import cells, puzzles_text
from cutcard.reviews import values
from cutcard.reviews.measure import Measure
from tests.soak import soaked
from tests.terminal.driving import Cutcard, Terminal

pytestmark = pytest.mark.skipif(not JIT, reason="many games are played: plain Python gives the same, far slower")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


WANTED = soaked(1, 2)
SEARCH = soaked(Search("pickup", None, (), 1), Search("port", None, (), 4))
"""In short games, of which the third one has a puzzle and those about it none."""
MEASURE = Measure(2, losing=True, unit="", scale=1.0)


@pytest.fixture(scope="module")
def found() -> Finder:
    finder = Finder(SEARCH, WANTED)
    for _ in finder.run():
        pass
    return finder


def view_of(text: str, name: str = "pairs", seats: int = 2, **options: object) -> View:
    table = cutcard.game(name, seats=seats, **options).position(text)
    return table.glance(table.to_act[0])


def test_the_same_seed_gives_the_same_puzzles_however_the_work_is_shared(found: Finder) -> None:
    again = Finder(found.search, found.wanted)
    with ThreadPoolExecutor(2) as pool:
        for _ in again.run(pool, 2):
            pass
    assert again.games == found.games
    assert [one.json() for one in again.puzzles] == [one.json() for one in found.puzzles]
    assert len(found.puzzles) == WANTED


TO_FOLD = "pairs/2 target=11; to_act 1; deck *; stacks 1, 10 9 8 7 6; scores 0 9"
"""With a 1 to take, two points from losing, and most cards a pair: nobody draws."""


def test_where_the_rule_of_thumb_is_right_there_is_no_puzzle() -> None:
    question = Question.of(view_of(TO_FOLD, target=11))
    assert question is not None
    judgement = question.judged(0.2, 1)
    assert judgement.best.move == question.steady == "fold 1"
    assert not is_candidate(judgement, "fold 1", MEASURE)
    assert is_candidate(judgement, "hit", MEASURE)


def test_the_right_move_is_proven_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question.of(view_of(TO_FOLD, target=11))
    assert question is not None
    found = proven(question, "fold 1", MEASURE, 1, depth=0.2, again=2.0)
    assert found is not None
    assert found[0].factor == pytest.approx(factor_for(1), abs=0.001)
    assert proven(question, "hit", MEASURE, 1, depth=0.2, again=2.0) is None
    monkeypatch.setattr("cutcard.puzzles.proving.CLEAR_POINTS", 30.0)
    assert proven(question, "fold 1", MEASURE, 1, depth=0.2, again=2.0) is None, "better, but not by as much"


def test_what_errors_could_explain_is_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question.of(view_of(TO_FOLD, target=11))
    assert question is not None
    monkeypatch.setattr("cutcard.puzzles.proving.factor_for", lambda others: 1000.0)
    assert proven(question, "fold 1", MEASURE, 1, depth=0.2, again=2.0) is None


def test_one_move_is_no_question() -> None:
    assert Question.of(view_of("pairs/2; to_act 1; deck *; stacks -, -")) is None


def test_the_interval_is_wide_enough_for_all_others_and_looks() -> None:
    for others in (1, 5, 40):
        beyond = 2 * (1 - NormalDist().cdf(factor_for(others)))
        assert beyond * others * LOOKS == pytest.approx(DOUBT, rel=1e-6)


def test_a_judgement_looks_no_more_often_than_that() -> None:
    assert 1 + ceil(log(values.MOST_WORLDS / values.FIRST_WORLDS, 1.5)) <= LOOKS


def test_an_equal_card_is_the_same_answer() -> None:
    puzzles = [one for name in ("pickle", "clever-pickin") for one in shipped(name) if one.same]
    assert puzzles
    for one in puzzles:
        for move, other in one.same.items():
            assert one.weighed(move) is one.weighed(other)


def test_no_kind_of_answer_has_a_set_for_itself_where_there_are_others() -> None:
    """Of a kind that there is plenty of, no more are taken than come first, as long as others are found."""
    finder = Finder(Search("port", None, (), 0), 10)
    for one in (*(p for p in shipped("port") if p.verb == "lock"), *(p for p in shipped("port") if p.verb == "hit")):
        finder.learn_from(one)
    verbs = [one.verb for one in finder.puzzles]
    assert len(verbs) == 10
    assert verbs.count("lock") == MOST_OF_A_KIND * 10


def test_the_command_prints_them_as_json_and_writes_them(command: Cutcard, found: Finder, tmp_path: Path) -> None:
    path = tmp_path / "found.jsonl"
    wished = ("--count", str(WANTED), "--seed", str(SEARCH.seed))
    said = command("puzzles", SEARCH.name, *wished, "--json", "--workers", "1", "--output", path)
    assert (said.status, said.errors) == (0, "")
    wanted = json.loads(json.dumps([one.json() for one in found.puzzles]))
    assert json.loads(said.out) == wanted
    assert [one.json() for one in read_lines(path.read_text(), "found")] == wanted


def test_they_are_listed_for_a_person(found: Finder) -> None:
    heading, table, *_ = puzzles_text("A game", found)
    assert heading == f"[bold]A game[/]: {numbered(WANTED, 'puzzle')} in {numbered(found.games, 'game')}, seed {SEARCH.seed}"
    assert isinstance(table, Table)
    assert table.row_count == WANTED
    for number, one in enumerate(found.puzzles, 1):
        row = cells(number, one)
        assert row[0] == str(number)
        assert {one.answer, one.steady, one.level} <= {*row}
        assert len(row) == len(table.columns)


def test_wrong_input_is_one_line(command: Cutcard, tmp_path: Path) -> None:
    for words, text in (
        (("--count", "0"), "--count is from 1"),
        (("--seats", "9"), "Port is for 2 to 7 seats"),
        (("--output", tmp_path / "found.csv"), "--output writes .jsonl files"),
    ):
        said = command("puzzles", "port", *words)
        assert said.status == 2, text
        assert text in said.errors
        assert said.errors.count("\n") == 1


def test_ctrl_c_keeps_what_was_found(tmp_path: Path) -> None:
    """Of short games, the first of which has one."""
    path, wished = tmp_path / "found.jsonl", ("pickup", "--seed", "8", "--count", "90000")
    with Terminal("puzzles", *wished, "--output", str(path), columns=120) as terminal:
        terminal.expect("games (Ctrl-C stops)")
        terminal.process.send_signal(signal.SIGINT)
        terminal.expect("The right move is better")
        assert terminal.finish() == 130
    assert read_lines(path.read_text(), "found")
