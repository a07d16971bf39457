"""A stored table that cannot be read is nobody's trouble but its own, and says what is wrong with it."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from cutcard.server.store.database import EVENTS, TABLES, engine_for
from tests.server.client import Refused, Visitor, make_table
from tests.server.running import RunningServer

MADE = {
    "game": "pairs", "options": {}, "chairs": [{"kind": "open", "name": "", "level": None, "key": ""}] * 3, "dealer": None,
    "host": 0, "clock": None, "listed": True,
}  # fmt: skip

BROKEN: dict[str, tuple[list[tuple[str, Any]], str]] = {
    "AAAA2222": ([("made", {**MADE, "game": "whist"})], "there is no game 'whist'"),
    "BBBB2222": ([("made", MADE), ("dance", {"seat": 0})], "at event 2: events of the kind 'dance' are not known"),
    "CCCC2222": ([("made", MADE), ("move", {"seat": 0, "move": "hit"})], "event 2"),
    "DDDD2222": ([("made", {**MADE, "options": {"colour": 3}})], "colour"),
    "EEEE2222": ([("made", {"game": "pairs"})], "event 1"),
    "FFFF2222": ([("made", "{half")], "event 1"),
    "GGGG2222": ([], "no events"),
    "HHHH2222": ([("made", MADE), ("built", {})], "at event 2: events of the kind 'built' are not known"),
}
"""Tables by their code: kinds and data of their events, and what is said of them."""


def store_broken_tables(database: str) -> None:
    engine = engine_for(database)
    try:
        with engine.begin() as connection:
            for code, (events, _) in BROKEN.items():
                row = {"code": code, "secret": "ab" * 32, "state": "waiting", "listed": True, "changed": time.time()}
                connection.execute(insert(TABLES).values(**row))
                for seq, (kind, data) in enumerate(events, 1):
                    text = data if isinstance(data, str) else json.dumps(data)
                    connection.execute(insert(EVENTS).values(code=code, seq=seq, kind=kind, data=text, at=time.time()))
    finally:
        engine.dispose()


def test_tables_that_cannot_be_read_leave_the_others_alone_and_say_what_is_wrong(database: str, tmp_path: Path) -> None:
    with RunningServer(database, tmp_path / "server.log") as server:
        good = make_table(server.url, listed=True)
        store_broken_tables(database)
        for _ in range(2):
            assert [one["code"] for one in good.ask("GET", "/tables")["tables"]] == [good.code]
            for code, (_, said) in BROKEN.items():
                with pytest.raises(Refused) as refused:
                    Visitor(server.url, code).look()
                assert refused.value.status == 409, code
                assert refused.value.reason.startswith(f"table {code} cannot be read: "), refused.value.reason
                assert said in refused.value.reason
                with Visitor(server.url, code).live() as live:
                    assert said in live.hear_all()[-1]["reason"]
        good.look()
        assert "Traceback" not in server.said
        assert server.said.count("AAAA2222") == 1  # it is said once, not whenever somebody looks at the list
