"""Reviews of games that are over, as they are kept with their tables: piece by piece, each written once. A piece is the same
whoever makes it, so of two nodes that write it the first is as good as the second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, Engine, select, text

from cutcard.server.store.database import REVIEWS

KEPT = text(
    "INSERT INTO reviews (code, depth, made_by, piece, data) VALUES (:code, :depth, :made_by, :piece, :data)"
    " ON CONFLICT DO NOTHING"
)


OUTDATED = text("DELETE FROM reviews WHERE code = :code AND made_by <> :made_by")
"""In whatever depth. A server of another version that runs beside this one makes its own again where somebody asks it."""


class ReviewOf(NamedTuple):
    """Which review is meant."""

    code: str
    depth: int
    made_by: str
    """The sources that made it: of others its pieces are no use."""


class KeepPieces(NamedTuple):
    """For the journal: write pieces of a review, by their numbers, in place of what other sources made of the table. Where
    the table is gone they cannot be written."""

    review: ReviewOf
    pieces: Mapping[int, str]
    trouble: str = "a review cannot be kept"

    def done(self, engine: Engine) -> None:
        with engine.begin() as connection:
            connection.execute(OUTDATED, {"code": self.review.code, "made_by": self.review.made_by})
            for piece, data in sorted(self.pieces.items()):
                connection.execute(KEPT, {**self.review._asdict(), "piece": piece, "data": data})


def pieces_of(connection: Connection, review: ReviewOf) -> dict[int, str]:
    """What there is of a review."""
    wanted = select(REVIEWS.c.piece, REVIEWS.c.data).where(
        REVIEWS.c.code == review.code, REVIEWS.c.depth == review.depth, REVIEWS.c.made_by == review.made_by
    )
    return {row.piece: row.data for row in connection.execute(wanted)}
