"""A table with a coach, at which it has something to say."""

import time
from contextlib import suppress

from tests.browser.person import Person
from tests.patience import PATIENCE
from tests.server.client import Refused, Visitor, make_table


def lost_by_folding(person: Person, **wishes: str) -> tuple[Visitor, str]:
    """A table with a coach at which one is asked, and has lost by the fold that is given."""
    while True:
        wish = {"options": {"target": 1}, "level": "easy", "coach": "gentle", **wishes}
        seat = make_table(person.url, "pairs", person.name, seats=2, **wish)
        seat.start()
        update = seat.wait_for(lambda update: update["you"]["offers"] or update["table"]["state"] == "over")
        folds = [one["move"] for one in update["you"]["offers"] if one["move"].startswith("fold")]
        if folds:
            return seat, folds[0]


def until_the_coach_is_ready(person: Person) -> None:
    """What it needs may have to be compiled, once on a machine; until then it says nothing."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        seat, fold = lost_by_folding(person)
        with suppress(Refused):
            seat.move(fold, seat.look()["you"]["asked"])
            time.sleep(0.5)
            continue
        return
    raise AssertionError("the coach never said anything")
