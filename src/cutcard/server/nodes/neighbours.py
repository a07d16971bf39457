"""The other nodes that serve the same tables, as the tables of this one know them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

HUNG = 1.6
"""A node that has said nothing for so many seconds hangs, or is gone: it is no longer waited for."""


class Elsewhere(NamedTuple):
    """Who is at a table by another node."""

    until: dict[str, float]
    """By the hash of a person's key, until when they count as here; endless while they have a socket open."""
    watching: int = 0
    hastened_by: int | None = None
    """The seat for which bots no longer pause."""
    is_running: bool = True
    """Whether that node is still there."""


class Listener(Protocol):
    """What a node does when it hears of the others."""

    def others_wrote(self, seqs: Mapping[str, int]) -> None:
        """There is more in the logs of these tables, up to these events."""

    def are_anew(self, codes: Iterable[str]) -> None:
        """These tables were deleted, or what had happened at them was written anew: nothing that is known of them holds."""

    def may_have_missed(self) -> None:
        """Notices may have been missed."""

    def is_cut_off(self) -> None:
        """The database has not been reached for a while."""

    def is_kept(self, code: str) -> None:
        """This node has bots think and clocks run for a table from now on."""

    def others_are(self, nodes: frozenset[str]) -> None:
        """The other nodes that are alive, which are not those of before."""

    def others_come_and_go(self, codes: Iterable[str]) -> None:
        """By other nodes people have come to these tables, or have gone."""

    def others_reacted(self, what: Mapping[str, Any]) -> None:
        """By another node people reacted to what happens: by code, each a seat and a reaction."""

    def others_took(self, node: str, what: Mapping[str, Any]) -> None:
        """What people did by another node that is limited."""

    def taken(self) -> Mapping[str, Any]:
        """What people did by this node that is limited, since this was last asked."""


def neighbours_of(node: str, database: str) -> Neighbours:
    """The other nodes on this database."""
    from cutcard.server.nodes.postgres import PostgresNeighbours  # its driver is only there where it is needed

    return PostgresNeighbours(node, database)


class Neighbours:
    """Nobody: a server that has its tables for itself, in an SQLite file."""

    is_alone = True

    def __init__(self, node: str) -> None:
        self.node = node

    @property
    def is_listening(self) -> bool:
        """Whether what others write is heard of at once."""
        return True

    @property
    def is_cut_off(self) -> bool:
        """Whether the database has not been reached for a while: nobody can be served."""
        return False

    @property
    def began(self) -> float:
        """Since when there has been a node with these tables without a break, by the database's clock; 0 where another
        has been there before this one."""
        return 0.0

    async def work(self, listener: Listener) -> None:
        """Until it is cancelled."""

    def keeps(self, code: str) -> bool:
        """Whether this node has bots think and clocks run for a table. If not, it asks for that."""
        return True

    def let_go(self, code: str) -> None:
        """A table is no longer in memory here: another node may keep it."""

    def let_all_go(self) -> None:
        """This node is about to end."""

    def tell_who_is_here(self, code: str, here: Mapping[str, Any] | None) -> None:
        """Who is at a table by this node; None is nobody."""

    def tell_reaction(self, code: str, seat: int, reaction: str) -> None:
        """Somebody at a table reacts to what happens, by this node."""
