"""Whole games, reviewed: luck and choice add up, blunders are found, and what a person is shown of it."""

import json
import pickle
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import cutcard
from cutcard import CutcardError, NotAllowed, NotFound, ParseError, RecordError, Review
from cutcard.core.compiling import JIT
from cutcard.core.table import position
from cutcard.lab import extras
from cutcard.players import LegalMoves, player
from cutcard.reviews.chances import Chances
from cutcard.reviews.judging import judge
from cutcard.reviews.kept import graph_of, graph_text, judgement_of, judgement_text
from cutcard.reviews.review import of_table, prepared
from cutcard.reviews.words import ERRORS
from tests.reviews.games import SHALLOW, played
from tests.soak import soaked
from tests.terminal.driving import Cutcard


@pytest.fixture(scope="module")
def record() -> dict[str, object]:
    return played("pairs", "random", 4, target=6).record()


@pytest.fixture(scope="module")
def found(record: dict[str, object]) -> Review:
    return cutcard.review(record, depth=SHALLOW)


def test_every_decision_is_there(found: Review, record: dict[str, object]) -> None:
    events = record["events"]
    assert isinstance(events, list)
    moves = [(index, event) for index, event in enumerate(events) if not event.startswith("d ")]
    assert [(one.event, f"{one.seat} {one.move}") for one in found.decisions] == moves
    assert [one.number for one in found.decisions] == list(range(len(moves)))
    assert len(found.graph) == len(moves) + 2
    for one in found.decisions:
        assert one.cost >= 0
        assert one.judgement.best.cost == 0
        luck, choice = one.luck[one.seat], one.choice[one.seat]
        assert luck + choice == pytest.approx(one.after.utilities[one.seat] - one.before.utilities[one.seat])


def test_the_same_record_gives_the_same_review(found: Review, record: dict[str, object]) -> None:
    again = cutcard.review(record, depth=SHALLOW)
    assert json.dumps(again.json()) == json.dumps(found.json())
    assert cutcard.review(record, depth=SHALLOW, seed=1).json() != found.json()


def test_a_table_has_the_review_of_its_record(found: Review, record: dict[str, object]) -> None:
    again = of_table(cutcard.replay(record), depth=SHALLOW)
    for _ in again.run():
        pass
    assert json.dumps(again.json()) == json.dumps(found.json())


def test_a_game_that_began_in_the_middle_is_reviewed_from_there() -> None:
    """It had no deal: what the seats can expect at first is what the position promises."""
    first = position.as_first(cutcard.game("pairs", seats=2, target=3, burn=0).start(cards=["3", "9"]))
    again = of_table(first.play("fold 3"), depth=SHALLOW)
    for _ in again.run():
        pass
    assert again.start == again.dealt
    (only,) = again.decisions
    assert (only.seat, only.move, only.best, only.word) == (1, "fold 3", "hit", "a blunder")
    for seat in range(2):
        split = again.split(seat)
        assert split.start + split.luck + split.choice + split.others == pytest.approx(split.result)
    with pytest.raises(ParseError, match="nothing to review"):
        of_table(first)


def test_in_whatever_order_its_pieces_are_done_the_review_is_the_same(found: Review, record: dict[str, object]) -> None:
    """Each by itself, as other processes do them, and through what is kept of it."""
    again, rng = prepared(record, depth=SHALLOW), random.Random(2)
    for point in rng.sample(again.open_points(), len(again.open_points())):
        again.put_chances(point, pickle.loads(pickle.dumps(again.look(point))).done())
    kept = graph_of(graph_text(again.graph))
    later = prepared(record, depth=SHALLOW)
    for point, chances in enumerate(kept):
        later.put_chances(point, chances)
    for number in rng.sample(range(later.wanted), later.wanted):
        judgement = pickle.loads(pickle.dumps(later.judging(number))).done()
        later.put_judgement(number, judgement_of(judgement_text(judgement)))
    assert json.dumps(later.json()) == json.dumps(found.json())


class Walked(list[Chances | None]):
    """Counts how often somebody goes through it."""

    walks = 0

    def __iter__(self) -> Iterator[Chances | None]:
        self.walks += 1
        return super().__iter__()

    def __contains__(self, one: object) -> bool:
        self.walks += 1
        return super().__contains__(one)


def test_the_graph_is_not_gone_through_for_every_decision(found: Review, record: dict[str, object]) -> None:
    """Of long games that would take as long as to judge them."""
    again = prepared(record, depth=SHALLOW)
    again._points = walked = Walked(again._points)
    for point, chances in enumerate(found.graph):
        again.put_chances(point, chances)
    for one in found.decisions:
        assert again.has_graph
        again.put_judgement(one.number, one.judgement)
        again.split(one.seat)
    assert again.json() == found.json()
    assert walked.walks < 5 < again.wanted


def test_the_big_swings_come_first_and_the_parts_add_up_meanwhile(record: dict[str, object]) -> None:
    review = prepared(record, depth=SHALLOW)
    came = []
    for one in review.run():
        if one is None:
            assert not review.decisions
            continue
        came.append(max(abs(now - then) for now, then in zip(one.after.utilities, one.before.utilities, strict=True)))
        for seat in range(3):
            split = review.split(seat)
            assert split.start + split.luck + split.choice + split.others == pytest.approx(split.result, abs=1e-9)
    assert len(came) == review.wanted
    assert came == sorted(came, reverse=True)
    assert came[0] > came[-1]
    assert [one.number for one in review.decisions] == list(range(review.wanted))


def test_a_review_is_a_frame_with_a_row_for_each_decision(found: Review) -> None:
    frame = found.frame()
    assert frame.height == len(found.decisions)
    assert frame.columns == list(found.rows[0])
    assert frame["cost"].to_list() == [one.cost for one in found.decisions]


def test_without_polars_there_are_plain_rows(found: Review, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> object:
        raise CutcardError("Frames and Parquet files need Polars: pip install 'cutcard[lab]'")

    monkeypatch.setattr(extras, "polars", missing)
    assert found.rows[0]["move"] == found.decisions[0].move
    with pytest.raises(CutcardError, match="need Polars"):
        found.frame()


def test_what_if_tries_another_move(found: Review) -> None:
    decision = next(one for one in found.decisions if len(one.judgement.moves) > 1)
    for move in decision.judgement.moves:
        tried = found.what_if(decision.number, move.move)
        assert tried.move == move.move
        assert len(tried.utilities) == 3
    assert found.what_if(decision.number, decision.move) == decision.judgement.played
    with pytest.raises(NotAllowed, match="is not a legal move"):
        found.what_if(decision.number, "jump")
    with pytest.raises(NotFound, match="there is no decision 9999"):
        found.what_if(9999, "hit")


def test_what_cannot_be_reviewed_is_said(record: dict[str, object]) -> None:
    for depth in (0, -1, 1e9, float("nan"), True, "deep"):
        with pytest.raises(ParseError, match="the depth of a review"):
            cutcard.review(record, depth=depth)  # type: ignore[arg-type]
    with pytest.raises(ParseError, match="nobody has made a move"):
        cutcard.review(cutcard.game("pairs", seats=2).start(seed=1).record())
    with pytest.raises(RecordError, match="event 0"):
        cutcard.review({**record, "game": "whist"})


def test_a_game_that_is_not_over_is_reviewed_up_to_where_it_is() -> None:
    table = played("pairs", "steady", 3, most=4)
    review = cutcard.review(table.record(), depth=SHALLOW)
    assert not review.is_over
    assert len(review.decisions) == 4


@pytest.mark.skipif(not JIT, reason="too many playouts to be done without compiled code")
def test_seeded_blunders_are_found() -> None:
    """Games of `search`, one move in so many replaced by the worst: those that cost more than three points are named, and
    the others are not."""
    rng, searcher = np.random.default_rng(8), player("search@1000")
    planted = named = wrongly = others = 0
    for seed in range(soaked(2, 100)):
        table = cutcard.game("pairs", seats=3).start(seed=seed)
        bad: dict[int, float] = {}
        number = 0
        while not table.is_over:
            seat = table.to_act[0]
            view = table.glance(seat)
            move = searcher.choose(view, LegalMoves(view), rng)
            if rng.random() < 1 / soaked(3, 20):
                worst = judge(view, move, 2.0, 99).moves[-1]
                move, bad[number] = worst.move, worst.cost
            table = table.play(move, seat)
            number += 1
        review = cutcard.review(table.record())
        for one in review.decisions:
            if review.measure.points(bad.get(one.number, 0.0)) > 3:
                planted += 1
                named += one.word in ERRORS
            elif one.number not in bad:
                others += 1
                wrongly += one.word in ERRORS
    assert planted >= 5
    assert named >= 0.95 * planted
    assert wrongly <= 0.03 * others


# The command


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


@pytest.fixture(scope="module")
def file(record: dict[str, object], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reviews") / "game.json"
    path.write_text(json.dumps(record))
    return path


@pytest.fixture
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a depth of 1, but of little work."""
    monkeypatch.setattr("cutcard.reviews.values.STEPS", 2000)
    monkeypatch.setattr("cutcard.reviews.values.OUTLOOKS", 8)


@pytest.mark.usefixtures("shallow")
def test_the_command_prints_the_review_as_json(command: Cutcard, file: Path) -> None:
    said = command("review", file, "--json")
    assert (said.status, said.errors) == (0, "")
    told = json.loads(said.out)
    assert told["game"] == "pairs"
    assert len(told["decisions"]) == len(told["graph"]) - 2
    for seat in told["seats_reviewed"]:
        parts = seat["start"] + seat["luck"] + seat["choice"] + seat["others"]
        assert parts == pytest.approx(seat["result"])
    for one in told["decisions"]:
        assert one["cost"] >= 0
        assert one["forced"] or one["move"] in [move["move"] for move in one["judged"]]


@pytest.mark.usefixtures("shallow")
def test_the_command_tells_of_every_seat_or_of_one(command: Cutcard, file: Path) -> None:
    said = command("review", file, "--plain")
    assert said.status == 0
    for text in ("Pairs, 3 seats", "accuracy", "luck", "Chance to lose", "add up to the result"):
        assert text in said.out, text
    rows = [line.split()[0] for line in said.out.splitlines()[2:5]]
    assert rows == ["0", "1", "2"]
    alone = command("review", file, "--plain", "--seat", "1").out.splitlines()
    assert alone[2].split()[0] == "1"
    assert alone[3].split()[0] != "2"


@pytest.mark.usefixtures("shallow")
def test_the_report_has_the_graph_and_every_decision(command: Cutcard, file: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    assert command("review", file, "--report", path).status == 0
    page = path.read_text()
    for text in ("Review: Pairs, 3 seats", "Every decision", "Luck and choice", "<svg", "seat 2"):
        assert text in page, text


@pytest.mark.usefixtures("shallow")
def test_a_line_of_a_file_of_records_is_reviewed(command: Cutcard, record: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{json.dumps(record)}\n{json.dumps(record)}\n")
    assert command("review", f"{path}:2", "--json").status == 0
    several = command("review", path)
    assert several.status == 2
    assert "2 records: say which line" in several.errors
    assert "no record on line 3" in command("review", f"{path}:3").errors


def test_wrong_input_is_one_line(command: Cutcard, file: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    for words, text in (
        (("review", tmp_path / "nothing.json"), "cannot read"),
        (("review", tmp_path / "broken.json"), "is not JSON"),
        (("review", file, "--seat", "7"), "there is no seat 7"),
        (("review", file, "--depth", "0"), "the depth of a review"),
        (("review", file, "--report", tmp_path / "game.txt"), "--report writes .html files"),
    ):
        said = command(*words)
        assert said.status == 2, text
        assert text in said.errors
        assert said.errors.count("\n") == 1
