"""The main story on both databases: a whole game of two people and bots, with a loss of power in the middle; and what can
be done with its record."""

import json
from pathlib import Path

from cutcard.cli.main import run
from cutcard.server.fair import check, commitment
from tests.server.client import RANDOMNESS, Visitor, join, make_table, play_out, watcher
from tests.server.running import RunningServer


def some_moves(people: list[Visitor], number: int) -> None:
    """So many moves of people, whoever's turn it is."""
    while number:
        for person in people:
            update = person.look()
            wish = person.wish(update)
            if wish is not None and number:
                person.move(wish, update["you"]["asked"])
                number -= 1


def test_a_whole_game_with_a_restart_in_the_middle(server: RunningServer, tmp_path: Path) -> None:
    host = make_table(server.url, "port", seats=4, options={"rounds": 2})
    promised = host.look()["table"]["commitment"]
    friend = join(host, "Ann", randomness="ab" * 16)
    for seat in (2, 3):
        host.at_table("seats", seat=seat, to="bot", level="easy")
    begun = host.start()
    assert begun["table"]["randomness"] == {"0": RANDOMNESS, "1": "ab" * 16}
    some_moves([host, friend], 2)
    friend.at_table("chat", id="c1", text="Grüße 👋")
    before = host.look()
    server.restart()
    after = host.look()
    assert after["events"][: before["seq"]] == before["events"]
    assert friend.at_table("chat", id="c1", text="Grüße 👋")["seq"] >= before["seq"]
    assert [event["text"] for event in host.look()["events"] if event["kind"] == "chat"] == ["Grüße 👋"]
    end = play_out([host, friend])
    assert end["play"]["outcome"]["reason"]
    assert commitment(end["table"]["secret"]) == promised == end["table"]["commitment"]

    record = watcher(host).ask("GET", f"/tables/{host.code}/record")
    assert check(record)
    assert record["fair"]["randomness"] == {"0": RANDOMNESS, "1": "ab" * 16}
    moves = [event for event in end["events"] if event["kind"] == "move"]
    assert len([event for event in record["events"] if not event.startswith("d ")]) == len(moves)
    (tmp_path / "record.json").write_text(json.dumps(record))
    for command in ("verify", "replay"):
        assert run([command, str(tmp_path / "record.json")]) == 0
    steps = watcher(host).ask("GET", f"/tables/{host.code}/replay", step=len(moves))
    assert steps["update"]["play"] == end["play"]

    again = Visitor(host.url, friend.at_table("rematch")["code"], host.key, 0)
    server.restart()  # a table that waits is there again, too
    assert again.look()["you"]["seat"] == 0
    assert host.look()["table"]["rematch"] == again.code
    assert "Traceback" not in server.said
