"""What is sent again changes nothing, and what only looks like it is refused."""

from typing import Any

import pytest

from tests.server.client import Refused, Visitor, join, make_table


@pytest.fixture
def two(url: str) -> tuple[Visitor, Visitor]:
    host = make_table(url, "pickup", seats=2)
    return host, join(host)


@pytest.mark.parametrize(
    "same",
    [
        {"seats": 3}, {"clock": 30}, {"listed": False}, {"dealer": 1}, {"aids": True}, {"options": {}},
        {"penalty": "wash up"}, {"options": {}, "seats": 3, "clock": 30, "dealer": 1},
    ],
    ids=str,
)  # fmt: skip
def test_a_setting_that_changes_nothing_is_no_event(url: str, same: dict[str, Any]) -> None:
    game = "pairs" if "penalty" in same else "port"
    penalty = {"penalty": "wash up"} if "penalty" in same else {}
    host = make_table(url, game, seats=3, clock=30, dealer=1, **penalty)
    before = host.look()
    for _ in range(3):
        answer = host.at_table("set", **same)
        assert answer["seq"] == before["seq"]
        assert answer["table"] == before["table"]


def test_one_setting_that_changes_among_others_is_an_event(url: str) -> None:
    host = make_table(url, "port", seats=3, clock=30)
    answer = host.at_table("set", seats=3, clock=30, aids=False)
    assert answer["seq"] == 2
    assert not answer["table"]["aids"]
    assert host.at_table("set", clock=None)["table"]["clock"] is None
    assert host.at_table("set", options={"rounds": 3})["table"]["options"]["rounds"] == 3
    assert host.at_table("set", options={"rounds": 3})["seq"] == 4
    assert host.at_table("set", options={})["seq"] == 5  # the usual ones again
    assert host.at_table("set", seats=4)["seq"] == 6


def test_an_id_that_was_used_for_a_chat_is_not_taken_for_a_move(two: tuple[Visitor, Visitor]) -> None:
    host, _ = two
    host.start()
    host.at_table("chat", id="x1", text="hello")
    update = host.look()
    wish = host.wish(update)
    assert wish
    with pytest.raises(Refused, match="id 'x1'") as refused:
        host.move(wish, update["you"]["asked"], "x1")
    assert refused.value.status == 409
    assert refused.value.body["update"]["you"]["asked"] == update["you"]["asked"]  # it is still to be played
    assert host.move(wish, update["you"]["asked"], "x2")["seq"] == update["seq"] + 1


def test_an_id_stands_for_one_thing_only(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    host.start()
    update = host.look()
    moves = [offer["move"] for offer in update["you"]["offers"]]
    done = host.move(moves[0], update["you"]["asked"], "x1")
    assert host.move(moves[0], update["you"]["asked"], "x1")["seq"] == done["seq"]
    for again in (
        lambda: host.move(moves[1], update["you"]["asked"], "x1"),
        lambda: host.at_table("chat", id="x1", text="hello"),
    ):
        with pytest.raises(Refused, match="id 'x1'"):
            again()
    said = host.at_table("chat", id="x2", text="hello")["seq"]
    assert host.at_table("chat", id="x2", text="hello")["seq"] == said
    with pytest.raises(Refused, match="id 'x2'"):
        host.at_table("chat", id="x2", text="good evening")
    assert friend.at_table("chat", id="x2", text="good evening")["seq"] == said + 1  # everybody has ids of their own
    with host.live() as live:
        live.hear_update()
        answer = live.move(moves[1], update["you"]["asked"], "x2")
        assert answer["type"] == "refused"
        assert "id 'x2'" in answer["reason"]
