"""People change their seats by one node while another is asked for something: it is done for who asked, wherever they sit by
then, and to whom it was meant."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from starlette.requests import Request

from cutcard.server.errors import NotNow, NotPermitted
from cutcard.server.http import api
from cutcard.server.http.client_messages import GiveSeat, Nothing, Say, Start
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import OpenTable
from tests.server.client import Refused, join, make_table
from tests.server.open_tables import ADDED, full, made, run
from tests.server.postgres import Cluster
from tests.server.test_two_nodes import seen_by, two_nodes

REQUEST = Request({"type": "http", "client": ("192.0.2.7", 1)})
"""From somewhere."""

Story = Callable[[AllTables, OpenTable, OpenTable, str, str], Coroutine[Any, Any, None]]


def at_a_lobby(cluster: Cluster, story: Story) -> None:
    """A table of four by two nodes, with the keys of Zoe, the host, and of Ann in seat 1."""

    async def told() -> None:
        async with two_nodes(cluster) as (first, second):
            one, zoe = await made(first, "pickup", seats=4)
            ann, _ = await one.join("Ann", 1, None, None)
            two = await seen_by(second, one)
            await second.compiler.ready("pickup", search=False)
            await story(second, one, two, zoe, ann)

    run(told)


async def change_places(one: OpenTable, ann: str) -> None:
    """Ann goes to seat 3, and Ben takes the one that was hers."""
    await one.join("Ann", 3, None, ann)
    await one.join("Ben", 1, None, None)


def names(open_table: OpenTable) -> list[str]:
    return [holder.name for holder in open_table.state.holders]


def test_who_leaves_is_who_asked(cluster: Cluster) -> None:
    async def story(_: AllTables, one: OpenTable, two: OpenTable, zoe: str, ann: str) -> None:
        asker = await api.asker_of(two, ann, REQUEST)
        await change_places(one, ann)
        await api.leave(Nothing(), two, asker)
        assert names(two) == ["Zoe", "Ben", "", ""]

    at_a_lobby(cluster, story)


def test_who_is_heard_is_who_spoke(cluster: Cluster) -> None:
    async def story(second: AllTables, one: OpenTable, two: OpenTable, zoe: str, ann: str) -> None:
        asker = await api.asker_of(two, ann, REQUEST)
        await change_places(one, ann)
        await api.chat(Say(id="c1", text="hello"), two, asker, second)
        assert two.log[-1].data["seat"] == 3

    at_a_lobby(cluster, story)


def test_who_starts_sees_their_own_cards(cluster: Cluster) -> None:
    async def story(second: AllTables, one: OpenTable, two: OpenTable, zoe: str, ann: str) -> None:
        asker = await api.asker_of(two, zoe, REQUEST)
        await one.join("Zoe", 2, None, zoe)
        for seat in (0, 3):
            await one.give(2, seat, "bot", "easy")
        answer = await api.start(Start(randomness=ADDED), two, asker, second)
        assert json.loads(answer.body)["you"]["seat"] == 2
        assert two.state.randomness[2] == ADDED

    at_a_lobby(cluster, story)


def test_a_seat_that_has_changed_hands_is_not_opened(cluster: Cluster) -> None:
    """The host means Ann, and not Ben who has come to her seat by then."""

    async def story(second: AllTables, one: OpenTable, two: OpenTable, zoe: str, ann: str) -> None:
        asker = await api.asker_of(two, zoe, REQUEST)
        seen = two.state.seq
        await change_places(one, ann)
        await two.catch_up()
        assert two.state.seq == seen + 2  # between the two the seat is open, as is wished
        for to in ("open", "bot"):
            with pytest.raises(NotNow, match="changed hands"):
                await api.give_seat(GiveSeat(seat=1, to=to, seq=seen), two, asker, second)  # type: ignore[arg-type]
        assert names(two) == ["Zoe", "Ben", "", "Ann"]
        await api.give_seat(GiveSeat(seat=1, to="open", seq=two.state.seq), two, asker, second)
        assert names(two) == ["Zoe", "", "", "Ann"]

    at_a_lobby(cluster, story)


def test_who_takes_the_seat_back_by_one_node_keeps_it(cluster: Cluster) -> None:
    """The other does not know yet that Ann is back, when somebody gives her seat to a bot once more."""

    async def story() -> None:
        async with two_nodes(cluster, pace=3600.0) as (first, second):  # so that no bot moves meanwhile
            one, keys = await full(first, "port", seats=2)
            await one.give(0, 1, "bot", "easy")
            two = await seen_by(second, one)
            asker, seen = await api.asker_of(two, keys[0], REQUEST), two.state.seq
            await api.take_back(Nothing(), one, await api.asker_of(one, keys[1], REQUEST))
            with pytest.raises(NotNow, match="changed hands"):
                await api.give_seat(GiveSeat(seat=1, to="bot", level="easy", seq=seen), two, asker, second)
            assert two.state.people() == [0, 1]

    run(story)


def test_whichever_node_is_first_nobody_else_is_touched(cluster: Cluster) -> None:
    """Ann leaves by one node at the moment in which she changes her seat by the other, and Ben comes."""

    async def story(_: AllTables, one: OpenTable, two: OpenTable, zoe: str, ann: str) -> None:
        for turn in range(12):
            asker = await api.asker_of(two, ann, REQUEST)
            came = await asyncio.gather(change_places(one, ann), api.leave(Nothing(), two, asker), return_exceptions=True)
            assert not isinstance(came[1], BaseException)
            assert came[0] is None or isinstance(came[0], NotPermitted), came
            await one.catch_up()
            await two.catch_up()
            assert names(one) == names(two)
            assert names(one)[3] == ""
            assert names(one)[1] in ("", "Ben")
            if names(one)[1]:
                await one.give(0, 1, "open", None)
            ann, _ = await two.join(f"Ann {turn}", 1, None, None)
            await one.catch_up()

    at_a_lobby(cluster, story)


def test_a_seat_given_with_what_was_seen(url: str) -> None:
    """By requests: nobody is sent away who sat down after the host last looked, and what is sent twice is done once."""
    host = make_table(url, "port", seats=3)
    seen = host.look()["seq"]
    join(host, "Ann", seat=1)
    with pytest.raises(Refused, match="changed hands") as refused:
        host.at_table("seats", seat=1, to="bot", level="easy", seq=seen)
    assert refused.value.status == 409
    first = host.at_table("seats", seat=2, to="bot", level="easy", seq=seen)
    assert host.at_table("seats", seat=2, to="bot", level="easy", seq=seen)["seq"] == first["seq"]
    assert host.at_table("seats", seat=1, to="open")["table"]["seats"][1]["kind"] == "open"  # without it, as it is now
