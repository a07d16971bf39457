"""Reactions: everybody at a table hears of one for the moment, by whichever node, and it is kept nowhere."""

import json
from typing import Any

from tests.server.client import Live, join, make_table, watcher
from tests.server.open_tables import full, run
from tests.server.postgres import Cluster
from tests.server.test_two_nodes import seen_by, two_nodes, until


def reaction_heard(live: Live) -> dict[str, Any]:
    while (message := live.hear())["type"] != "reaction":
        pass
    return message


def react(live: Live, reaction: str, identity: str = "r1") -> dict[str, Any]:
    live.send({"type": "react", "id": identity, "reaction": reaction})
    return live.answer_to(identity)


def test_everybody_hears_a_reaction_and_it_is_kept_nowhere(url: str) -> None:
    host = make_table(url, "pickup", seats=2)
    friend = join(host)
    before = host.start()["seq"]
    bravo = {"type": "reaction", "seat": 0, "reaction": "bravo"}
    with host.live() as mine, friend.live() as theirs, watcher(host).live() as seen:
        for live in (mine, theirs, seen):
            live.hear_update()
        assert react(mine, "bravo")["type"] == "done"
        assert bravo in [json.loads(text) for text in mine.heard], "it is seen where it was sent, too"
        for live in (theirs, seen):
            assert reaction_heard(live) == bravo
        assert react(seen, "bravo")["reason"] == "you have no seat at this table"
        for wrong in ({}, {"reaction": "nonsense"}, {"reaction": "wow", "seat": 0}):
            theirs.send({"type": "react", "id": "r2", **wrong})
            assert "cannot be read" in theirs.answer_to("")["reason"]
    assert host.look()["seq"] == before


def test_a_reaction_by_one_node_is_heard_by_the_other(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            one, _ = await full(first, "pickup", seats=2)
            two = await seen_by(second, one)
            here: list[bytes] = []
            there: list[bytes] = []
            one.hearers.append(here.append)
            two.hearers.append(there.append)
            one.react(0, "wow")
            await until(lambda: there)
            two.react(1, "thanks")
            await until(lambda: len(here) == 2)
            assert here == there
            assert [json.loads(said)["seat"] for said in here] == [0, 1]

    run(story)
