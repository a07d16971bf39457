"""What must hold of a table in the end: what people wrote down while they played is held against what the server says then,
and against its log. That takes as much work as the game did, and can be done in another process."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

import orjson

import cutcard
from cutcard.core.declaration.phrases import as_json
from cutcard.core.table.outcome import outcome_of
from cutcard.present.scene import move_told
from cutcard.server.fair import check, commitment
from tests.server.log_model import Log, first_difference, stages_of, told
from tests.server.table_in_play import TableInPlay
from tests.server.witnesses import Journal


class PlayedTable(TableInPlay):
    """A table, and all that is to be known of it when its game is over."""

    async def seen(self) -> Seen:
        answers = [await self.whole(journal.key) for journal in self.journals]
        record = await self._asked("GET", f"{self._path}/record")
        return Seen(str(self), self.game, self.commitment, self.journals, self.views, answers, record)


@dataclass(frozen=True)
class Seen:
    """What people wrote down of a table, and what the server said of it in the end."""

    name: str
    game: str
    commitment: str
    journals: list[Journal]
    views: dict[tuple[int | None, int], bytes]
    answers: list[dict[str, Any]]
    """The whole table, as it was told to each of them."""
    record: dict[str, Any]

    def __str__(self) -> str:
        return self.name

    def check(self, log: Log) -> None:
        """Hold what was written down against what the server says now, and against what it has stored."""
        for journal, now in zip(self.journals, self.answers, strict=True):
            self._says_the_same(journal, now)
        self._is_honest(self.record, self.answers[-1])
        self.check_log(log)
        moves = [f"{row.data['seat']} {row.data['move']}" for row in log.rows if row.kind == "move"]
        assert moves == [event for event in self.record["events"] if not event.startswith("d ")]
        self.check_views(log)

    def _says_the_same(self, journal: Journal, now: dict[str, Any]) -> None:
        final = {event["seq"]: orjson.dumps(event) for event in now["events"]}
        assert list(final) == list(range(1, now["seq"] + 1)), f"the events of {self} have gaps"
        assert list(range(1, len(journal.told) + 1)) == sorted(journal.told), f"{self} has not told everything"
        heard = {seq: event for seq, event in final.items() if seq <= max(journal.told)}  # some chat comes after the end
        assert journal.told == heard, f"{self} does not say the same any more"
        for identity, seq in journal.done.items():
            self._is_event(journal.sent[identity], now["events"][seq - 1], journal.seat)
        assert len({*journal.done.values()}) == len(journal.done), f"{journal.done}"
        assert {*journal.done, *journal.refused} == {*journal.sent}, f"{self} has not answered {journal.waiting()}"
        if journal.seat is not None:
            kinds = Counter(event["kind"] for event in now["events"] if event.get("seat") == journal.seat)
            assert kinds["move"] + kinds["chat"] == len(journal.done), f"seat {journal.seat} of {self}: {kinds}"

    def _is_event(self, sent: dict[str, Any], event: dict[str, Any], seat: int | None) -> None:
        """What was acknowledged is there, as it was sent."""
        assert (event["kind"], event["seat"]) == (sent["type"], seat)
        if sent["type"] == "chat":
            assert event["text"] == sent["text"]
        else:
            assert seat is not None
            book = cutcard.game(self.game).rulebook
            assert orjson.dumps(event["told"][0]["sentence"]) == orjson.dumps(as_json(move_told(book, sent["move"], seat)))
            assert not event.get("late")

    def _is_honest(self, record: dict[str, Any], now: dict[str, Any]) -> None:
        """The record leads to the same end, by the deal that was promised when the table was made."""
        table = cutcard.replay(record)
        assert table.result is not None
        standings = outcome_of(table.game.rulebook, table.result).standings
        assert now["play"]["outcome"]["standings"] == [asdict(standing) for standing in standings]
        assert check(record)
        assert now["table"]["commitment"] == self.commitment == commitment(now["table"]["secret"])

    def check_log(self, log: Log) -> None:
        """By the stored log alone: events without a gap or a fork, and each that was acknowledged once and where it was said
        to be."""
        assert [row.seq for row in log.rows] == list(range(1, len(log.rows) + 1)), f"the log of {self} has gaps"
        people = sum(journal.seat is not None for journal in self.journals)
        joined = [row.data["seat"] for row in log.rows if row.kind == "joined"]
        assert joined == list(range(1, people)), f"{self}: seats were taken that nobody has the key to: {joined}"
        ids = Counter((row.data["seat"], row.data["id"]) for row in log.rows if "id" in row.data)
        assert set(ids.values()) <= {1}, f"{self}: counted twice: {[name for name, count in ids.items() if count > 1]}"
        known = {(journal.seat, identity) for journal in self.journals for identity in journal.done}
        assert known <= set(ids), f"{self}: acknowledged and lost: {known - set(ids)}"
        assert set(ids) <= known, f"{self}: refused or never answered, and done all the same: {set(ids) - known}"
        for journal in self.journals:
            for identity, seq in journal.done.items():
                sent, row = journal.sent[identity], log.rows[seq - 1]
                what = "move" if sent["type"] == "move" else "text"
                wanted = (sent["type"], journal.seat, identity, sent[what])
                stored = (row.kind, row.data.get("seat"), row.data.get("id"), row.data.get(what))
                assert stored == wanted, f"{self}: event {seq} was acknowledged as {wanted} and is {stored}"

    def check_views(self, log: Log) -> None:
        """Everything that anybody was ever shown is what the log leads to."""
        stages = stages_of(log)
        for (seat, seq), view in self.views.items():
            assert seq <= len(stages), f"{self}: seat {seat} was shown event {seq}, which is not stored"
            true = told(log, stages[seq - 1], seat)
            shown = orjson.loads(view)
            assert shown == true, f"{self}, seat {seat}, event {seq}: shown and true: {first_difference(shown, true)}"
