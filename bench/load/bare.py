"""Our server, with updates of a game in play that say no more than who is to move: what would be left of a move's processor
time if composing what people are shown cost nothing at all. `python -m bench.load --floor` measures it beside the others."""

import sys

from cutcard.server.serving import serve
from cutcard.server.settings import Settings
from cutcard.server.tables.state import PLAYING
from cutcard.server.tables.updates import TableUpdates

SIZE = 2600
"""Bytes that stand for the table, so that an update is as long as one of Port's."""
BARE = (
    b'{"type":"update","seq":%d,"events":[{"kind":"move","seq":%d}],"table":{"state":"playing"},'
    b'"play":"' + b"." * SIZE + b'","you":{"asked":%d,"offers":%b}}'
)
OFFERS = (b"[]", b'[{"move":"hit"}]')
"""A move that Port always has."""

composed = TableUpdates.update


def bare(self: TableUpdates, seat: int | None, since: int, *, is_counted: bool = False) -> bytes:
    """What the clients of the load read of an update, and nothing else; before and after the game the whole one."""
    state = self.state
    if state.phase != PLAYING or state.table is None or since < len(self.log) - 1:
        return composed(self, seat, since, is_counted=is_counted)
    is_due = seat is not None and seat in state.table.to_act
    return BARE % (state.seq, state.seq, state.asked.get(seat, state.seq) if seat is not None else state.seq, OFFERS[is_due])


if __name__ == "__main__":
    TableUpdates.update = bare  # type: ignore[method-assign]
    serve(
        Settings(port=0, database=sys.argv[1], pace=0.0, unlimited=True),
        lambda address: print(f'{{"port": {address.rstrip("/").rsplit(":", 1)[1]}}}', flush=True),
    )
