"""The puzzle of a day: of every day just one, and none comes again soon."""

from datetime import UTC, date, datetime, timedelta, timezone

from cutcard.puzzles import daily
from cutcard.puzzles.puzzle import shipped

DAY = date(2026, 11, 18)


def test_a_puzzle_does_not_come_again_before_all_of_its_game_have() -> None:
    names = daily.sets()
    least = min(len(shipped(name)) for name in names) * len(names)
    found = [daily.puzzle_of(DAY + timedelta(days=number)) for number in range(least)]
    assert len(set(found)) == least


def test_the_games_take_turns() -> None:
    names = daily.sets()
    found = [daily.puzzle_of(DAY + timedelta(days=number)).name for number in range(2 * len(names))]
    assert sorted(found[: len(names)]) == sorted(names)
    assert found[: len(names)] == found[len(names) :]


def test_every_number_is_one_of_the_set() -> None:
    for number in range(400):
        name, place = daily.puzzle_of(DAY + timedelta(days=number))
        assert 1 <= place <= len(shipped(name))


def test_a_day_begins_everywhere_at_once() -> None:
    late = datetime(2026, 11, 18, 23, 30, tzinfo=UTC)
    assert daily.today(late) == DAY
    assert daily.today(late.astimezone(timezone(timedelta(hours=9)))) == DAY
    assert datetime.fromtimestamp(daily.ends(DAY), UTC) == datetime(2026, 11, 19, tzinfo=UTC)
