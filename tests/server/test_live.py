"""The socket: views as they change, coming back without missing anything, two devices, and those who watch."""

import json
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from cutcard.server.http.server_messages import Update
from tests.server.client import Live, Refused, Visitor, join, make_table, play_out, watcher


def until(live: Live, seq: int) -> None:
    """Hear until that event was told."""
    while not live.update or live.update["seq"] < seq:
        live.hear()


def until_it_holds(live: Live, holds: Any) -> None:
    while not live.update or not holds(live.update):
        live.hear()


@pytest.fixture
def two(url: str) -> tuple[Visitor, Visitor]:
    host = make_table(url, "pickup", seats=2)
    return host, join(host)


def test_who_comes_back_misses_nothing_and_hears_nothing_twice(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    told: list[dict[str, Any]] = []
    host.start()
    for number in range(6):
        with friend.live(since=told[-1]["seq"] if told else 0) as live:
            live.hear_update()
            wish = friend.wish(live.update)
            if wish is not None:
                assert live.move(wish, live.update["you"]["asked"])["type"] == "done"
            until(live, host.at_table("chat", id=f"c{number}", text="while you are here")["seq"])
            told += live.events
        host.at_table("chat", id=f"d{number}", text="while you are away")
        update = host.look()
        if (mine := host.wish(update)) is not None:
            host.move(mine, update["you"]["asked"])
    with friend.live(since=told[-1]["seq"]) as live:
        told += live.hear_update()["events"]
    assert told == friend.look()["events"]
    assert [event["seq"] for event in told] == list(range(1, len(told) + 1))


def test_two_connections_of_one_seat(two: tuple[Visitor, Visitor]) -> None:
    host, _ = two
    host.start()
    with host.live() as phone, host.live() as desk:
        asked = phone.hear_update()["you"]["asked"]
        wish = host.wish(phone.update) or ""
        done = phone.move(wish, asked, "p1")
        assert done["type"] == "done"
        until(desk, done["seq"])
        assert desk.update["you"] == phone.update["you"] or desk.update["seq"] == done["seq"]
        refused = desk.move(wish, asked, "d1")
        assert refused["type"] == "refused"
        assert refused["reason"]
        assert desk.move(wish, asked, "p1") == {"type": "done", "id": "p1", "seq": done["seq"]}
    with watcher(host).live() as live:
        until_it_holds(live, lambda update: not update["table"]["seats"][0]["present"])


def test_who_watches_is_told_of_the_others_only(two: tuple[Visitor, Visitor]) -> None:
    host, _ = two
    with host.live() as live, watcher(host).live() as alone:
        until_it_holds(live, lambda update: update["table"]["watching"] == 1)
        assert alone.hear_update()["table"]["watching"] == 0
        with watcher(host).live() as second:
            until_it_holds(live, lambda update: update["table"]["watching"] == 2)
            until_it_holds(alone, lambda update: update["table"]["watching"] == 1)
            until_it_holds(second, lambda update: update["table"]["watching"] == 1)
        assert watcher(host).look()["table"]["watching"] in (1, 2)  # a single request is counted nowhere


def test_who_is_there_is_seen(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    with host.live() as live, watcher(host).live():
        until_it_holds(live, lambda update: update["table"]["watching"] == 1)
        assert [seat["present"] for seat in live.update["table"]["seats"]] == [True, False]
        with friend.live():
            until_it_holds(live, lambda update: update["table"]["seats"][1]["present"])
        until_it_holds(live, lambda update: not update["table"]["seats"][1]["present"])
        assert [event["seq"] for event in live.events] == [1, 2]  # to come and go is no event


def test_everybody_is_told_and_those_who_watch_see_the_open_view_only(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    with host.live() as one, friend.live() as other, watcher(host).live() as third:
        host.start()
        for live in (one, other, third):
            until_it_holds(live, lambda update: update["table"]["state"] == "playing")
        for text in third.heard:
            update = Update.model_validate_json(text)
            assert update.you is None
        hands = third.update["play"]["zones"]["hands"]
        assert [(hand["cards"], hand["hidden"] > 0) for hand in hands] == [([], True), ([], True)]
        own = one.update["you"]["zones"]["hands"]["cards"]
        assert len(own) == hands[0]["hidden"]
        assert one.update["play"] == third.update["play"]
        theirs = other.update["you"]["zones"]["hands"]["cards"]
        third.send({"type": "chat", "id": "c1", "text": "let me in"})
        answer = third.answer_to("c1")
        assert (answer["type"], answer["reason"]) == ("refused", "you have no seat at this table")
        wish = friend.wish(other.update) or ""
        seq = other.move(wish, other.update["you"]["asked"])["seq"]
        for live in (one, other, third):
            until(live, seq)
        chosen = {"card": wish.removeprefix("choose ")}
        theirs.remove(chosen["card"])
        assert other.update["you"]["zones"]["hands"]["cards"] == theirs
        assert one.update["you"]["zones"]["hands"]["cards"] == own  # though by chance both may be dealt the same
        assert [part for part in other.events[-1]["told"][0]["sentence"] if "card" in part] == [chosen]
        assert '"card"' not in json.dumps(one.events[-1]["told"][0])
        assert one.events[-1] == third.events[-1]


def test_refusal_over_the_socket_gives_reason_and_clause(url: str) -> None:
    host = make_table(url, "continuous", seats=2)
    friend = join(host)
    host.start()
    update = host.look()
    person = (host, friend)[update["play"]["to_act"][0]]
    with person.live() as live:
        asked = live.hear_update()["you"]["asked"]
        for move, seq in (("jump", asked), ("hit", asked - 1), ("hit", asked + 7)):
            answer = live.move(move, seq)
            assert answer["type"] == "refused"
            assert {*answer} == {"type", "id", "seq", "reason", "clause"}
        live.hear_update()  # the table as it is comes with a refusal
        assert live.update["you"]["asked"] == asked


def test_key_that_has_no_seat_ends_the_socket(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    with host.live(key="x" * 43) as live:
        assert "no seat" in live.hear()["reason"]
        with pytest.raises(ConnectionClosed) as closed:
            live.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
    with friend.live() as live:
        live.hear_update()
        host.at_table("seats", seat=1, to="open")
        while live.hear()["type"] == "update":
            assert live.update["you"]["zones"] == {}
        with pytest.raises(ConnectionClosed):
            live.hear()
    with pytest.raises(Refused):
        friend.look()


def test_client_that_sends_only_nonsense_is_let_go(two: tuple[Visitor, Visitor]) -> None:
    with two[1].live() as live:
        with suppress(ConnectionClosed):  # it may be let go before it has sent all
            for _ in range(25):
                live.send({"type": "nonsense"})
        said = live.hear_all()
        assert sum(message["type"] == "refused" for message in said) == 20
        assert said[-1]["type"] == "error"


def test_seat_that_a_bot_has_is_only_watched(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    host.start()
    with friend.live() as live:
        live.hear_update()
        with pytest.raises(Refused) as refusal:
            host.at_table("seats", seat=1, to="bot", level="easy")
        assert refusal.value.status == 403
    host.wait_for(lambda update: not update["table"]["seats"][1]["present"])
    host.at_table("seats", seat=1, to="bot", level="easy")
    with friend.live() as live:
        until_it_holds(live, lambda update: update["table"]["seats"][1]["kind"] == "bot")
        assert live.update["you"]["seat"] == 1
        assert "take it back" in live.move("choose 1", live.update["seq"])["reason"]
        friend.at_table("back")
        until_it_holds(live, lambda update: update["table"]["seats"][1]["kind"] == "person")


def test_move_of_one_who_goes_at_once_counts(two: tuple[Visitor, Visitor]) -> None:
    """The connection breaks right after the move was sent, while others talk: the table has it or not, and goes on."""
    host, friend = two
    host.start()
    for number in range(10):
        update = host.look()
        if update["table"]["state"] == "over":
            break
        person = (host, friend)[update["play"]["to_act"][0]]
        other = host if person is friend else friend
        with person.live() as live:
            live.hear_update()
            message = {"type": "move", "id": f"x{number}", "seq": live.update["you"]["asked"]}
            live.send({**message, "move": person.wish(live.update)})
            other.at_table("chat", id=f"y{number}", text="meanwhile")
            live.socket.socket.close()
    host.wait_for(lambda update: not any(seat["present"] for seat in update["table"]["seats"]))
    host.at_table("chat", id="z", text="is anybody there?")  # what was on its way has come before it
    assert play_out([host, friend])["table"]["state"] == "over"


def test_a_ping_is_answered_when_its_turn_has_come(two: tuple[Visitor, Visitor]) -> None:
    """Who hears the answer knows that what was sent before is done."""
    host, _ = two
    with host.live() as live:
        live.hear_update()
        live.send({"type": "chat", "id": "c1", "text": "is anybody there?"})
        live.send({"type": "ping"})
        said = []
        while "pong" not in said:
            said.append(live.hear()["type"])
        assert "done" in said
        live.send({"type": "ping", "id": "p1"})
        refusal = live.hear()
        assert (refusal["type"], refusal["id"]) == ("refused", "")
