"""What a coach says before a costly move, and that it says nothing of what the seat cannot see."""

import pytest

import cutcard
from cutcard.core.declaration.phrases import spoken
from cutcard.core.languages import speaking
from cutcard.core.table.view import View
from cutcard.present.coaching import COACHES, Caution, caution_of, judged_of
from cutcard.reviews.judging import Judged, Judgement, judge
from cutcard.reviews.measure import Measure
from cutcard.reviews.words import A_BLUNDER, word_for
from tests.soak import soaked
from tests.unaided import LYING, moves_of, two_tables


def lost_by_folding() -> View:
    """Who folds the 3 here has reached the target, and has lost."""
    return cutcard.game("pairs", seats=2, target=3, burn=0).start(cards=["3", "9"]).glance(1)


def words(caution: Caution | None) -> list[str]:
    assert caution is not None
    odds = [spoken(one.odds, (), 1) for one in caution.compared]
    said = [spoken(sentence, (), 1) for sentence in (caution.sentence, caution.why)]
    return [
        *said,
        caution.heading,
        *(f"{one.move} {one.shown} {odd}" for one, odd in zip(caution.compared, odds, strict=True)),
    ]


def test_it_says_what_a_move_costs_which_is_better_and_what_either_risks() -> None:
    view = lost_by_folding()
    judgement = judge(view, "fold 3")
    cost = round(Measure.seen(view).points(judgement.played.cost))
    sentence, why, heading, best, mine = words(caution_of(view, "fold 3", judgement, "gentle"))
    assert sentence == f"That costs you about {cost} games of a hundred."
    assert why == f"Hit is better: you lose about {100 - cost}% of games this way, nearly always if you fold and take the 3."
    assert heading == "Games you lose"
    assert best.startswith("hit ")
    assert "1 in 27" in best or "%" in best, "the odds of the move, where the game has them"
    assert mine.startswith("fold 3 100")
    assert caution_of(view, "hit", judgement, "strict") is None


def test_in_german() -> None:
    view = lost_by_folding()
    with speaking("de"):
        sentence, why, *_ = words(caution_of(view, "fold 3", judge(view, "fold 3"), "gentle"))
    assert sentence.startswith("Das kostet dich etwa ")
    assert why.startswith("Besser ist „")


@pytest.mark.parametrize(("points", "error", "said"), [(12, 1, "gs"), (12, 7, ""), (10, 0, "gs"), (7, 1, "s"), (4.9, 0, "")])
def test_each_warns_from_its_own_cost_on_and_only_where_it_is_certain(points: float, error: float, said: str) -> None:
    view = lost_by_folding()
    measure = Measure.seen(view)
    cost, uncertain = measure.utility_of(points), measure.utility_of(error)
    best = Judged("hit", (-0.1, 0.1), 0.0, 0.0, 0.01, 100)
    mine = Judged("fold 3", (-0.1 + cost, 0.1 - cost), cost, uncertain, 0.01, 100)
    judgement = Judgement((best, mine), mine, exact=False, usual="hit")
    assert "".join(coach[0] for coach in COACHES if caution_of(view, "fold 3", judgement, coach)) == said


@pytest.mark.parametrize(("others", "is_said"), [(0, True), (38, False)])
def test_among_many_moves_it_has_to_be_as_certain_as_in_a_review(others: int, is_said: bool) -> None:
    """The best of forty is ahead by chance too: 2.7 standard errors say much of two moves, and little of forty."""
    view = lost_by_folding()
    measure = Measure.seen(view)
    cost, uncertain = measure.utility_of(27), measure.utility_of(10)
    best = Judged("hit", (-0.1, 0.1), 0.0, 0.0, 0.01, 100)
    mine = Judged("fold 3", (-0.1 + cost, 0.1 - cost), cost, uncertain, 0.01, 100)
    judgement = Judgement((best, *(mine,) * others, mine), mine, exact=False, usual="hit")
    assert (caution_of(view, "fold 3", judgement, "gentle") is not None) == is_said
    assert (word_for(judgement, measure) == A_BLUNDER) == is_said


def test_coins_are_counted_as_coins() -> None:
    game = cutcard.game("starboard", seats=2)
    table = game.start(seed=1)
    view, (first, second, *_) = table.glance(table.to_act[0]), table.legal(table.to_act[0])
    cost = 2 / Measure.seen(view).scale
    mine = Judged(second, (-cost, -cost), cost, 0.0, 0.01, 100)
    judgement = Judgement((Judged(first, (0.0, 0.0), 0.0, 0.0, 0.01, 100), mine), mine, exact=False, usual=first)
    assert words(caution_of(view, second, judgement, "strict"))[0] == "That costs you about 2.0 coins."


def test_of_equal_cards_and_of_many_it_finds_what_stands_for_them() -> None:
    game = cutcard.game("pickup", seats=2)
    table = game.start(seed=3)
    view = table.glance(table.to_act[0])
    judgement = judge(view, view.legal[0], 0.001)
    assert all(judged_of(view, move, judgement) is not None for move in view.legal)
    assert judged_of(view, "no such move", judgement) is None


@pytest.mark.parametrize("name", soaked(["pairs"], LYING))
def test_it_knows_no_more_than_its_seat(name: str) -> None:
    """Of two tables that look the same to the seat, and are not."""
    one, other = two_tables(name)
    seat = one.to_act[0]
    for move in moves_of(name)[:2]:
        said = [caution_of(at.glance(seat), move, judge(at.glance(seat), move, 0.01), "strict") for at in (one, other)]
        assert said[0] == said[1]
    assert str(one) != str(other)
