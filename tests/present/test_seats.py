"""Who sits where."""

import pytest

from cutcard.core.errors import NotFound, ParseError
from cutcard.present.seats import listed, seated


def test_bots_are_named_from_your_left_on() -> None:
    seating = seated(4, 2, "steady,random,steady", None)
    assert seating.names == ("Bo", "Cy", "You", "Ada")
    assert seating.kinds == ("random", "steady", "", "steady")
    assert seating.bots == "steady,random,steady"
    assert [seating.called(seat) for seat in range(4)] == ["Bo", "Cy", "you", "Ada"]


def test_one_name_is_for_all_bots() -> None:
    seating = seated(3, 0, "random", "Kim")
    assert seating.names == ("Kim", "Ada", "Bo")
    assert seating.kinds == ("", "random", "random")
    assert seating.bots == "random"


def test_no_bot_is_called_as_you_are() -> None:
    assert seated(3, 0, None, "ada").names == ("ada", "Bo", "Cy")


def test_what_cannot_be_seated_is_refused() -> None:
    with pytest.raises(ParseError, match="names 2 bots, but there are 3"):
        seated(4, 0, "steady,random", None)
    with pytest.raises(NotFound, match="no player 'nobody'"):
        seated(4, 0, "nobody", None)
    with pytest.raises(ParseError, match="no seat 4"):
        seated(4, 4, None, None)


def test_lists_in_words() -> None:
    assert [listed(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
