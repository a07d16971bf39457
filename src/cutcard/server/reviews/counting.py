"""What a reviewed game says of how the people at it play: sums of their own decisions, which are kept with their results."""

from __future__ import annotations

from typing import Any

from cutcard.reviews.trends import sums_of
from cutcard.server.reviews.open_review import OpenReview


def judged_by_seat(one: OpenReview) -> dict[str, dict[str, Any]]:
    """By the hash of the key of a seat, what its decisions cost; only those that its person made, and no clock or bot: what
    people send has an id."""
    assert one.review is not None
    moves = [event.data for event in one.log if event.kind == "move"]
    own = {number for number, data in enumerate(moves) if data.get("id") and not data.get("late")}
    holders = enumerate(one.state.holders)
    return {holder.key: sums_of(one.review, seat, own).as_json() for seat, holder in holders if holder.key}
