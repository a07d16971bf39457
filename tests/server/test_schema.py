"""schemathesis over the OpenAPI page: whatever is asked, no server error, and every answer is as the page says. Real codes
and keys are put in, so that it gets behind the door; and for every operation some answers must be 200."""

from typing import Any

import pytest
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)  # fmt: skip

from cutcard.server.http.app import create_app
from cutcard.server.settings import Settings
from tests.patience import PATIENCE
from tests.server.client import Visitor, join, make_table, play_out
from tests.server.running import RunningServer
from tests.soak import soaked

CHECKS: Any = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
OPERATIONS = [
    (method.lower(), route.path)
    for route in create_app(Settings(database="sqlite:///unused")).routes
    if isinstance(route, APIRoute) and route.include_in_schema
    for method in sorted(route.methods)
]
"""All that the page describes, by the routes: to make the page takes long, and every worker would."""
EXAMPLES = soaked(2, 200)
MORE_OF_EACH = soaked(1, 9)
"""How often what is good is asked for with all else by chance; without that it is asked for by everybody."""

GOOD: dict[str, Any] = {
    "/api/tables": {
        "game": "pairs",
        "name": "Zoe",
        "level": "easy",
        "options": {"eights": True},
        "clock": 60,
        "listed": True,
    },
    "find": {"game": "pairs", "name": "Ann", "fill": "easy", "id": "ab" * 16},
    "join": {"name": "Ann", "randomness": "ab" * 16},
    "seats": {"seat": 1, "to": "bot", "level": "easy"},
    "set": {"seats": 2, "clock": None},
    "start": {},
    "chat": {"id": "c1", "text": "hello"},
    "leave": {},
    "back": {},
    "hasten": {},
    "rematch": {},
    "play-on": {"name": "Zoe", "step": 0, "hidden": "as-it-was", "level": "easy"},
    "review": {},
    "merge": {"other": "o" * 43},
    "answer": {"move": "hit"},
}
"""By the last part of the path, what would be done if the table is in the state for it."""


@pytest.fixture(scope="module")
def over(url: str) -> Visitor:
    host = make_table(url, "pairs", seats=2, level="easy", options={"target": 5})
    host.start()
    play_out([host])
    return host


def tables(url: str, over: Visitor, hastened: bool) -> list[Visitor]:
    """Somebody who waits, one who plays, one whose game is over; strangers, and those without a key. Where bots are to be
    hastened, one at a table of theirs besides: they would keep the processor from everybody else for a while."""
    waiting, playing = make_table(url, "pairs", seats=2, level="easy"), make_table(url, "pickup", seats=2)
    opened = make_table(url, "pickup", seats=3)
    friend = join(playing)
    playing.start()
    stranger = Visitor(url, playing.code, over.key)
    watching = [Visitor(url, one.code) for one in (opened, playing, over)]
    bots = [left_to_bots(url)] if hastened else []
    return [waiting, playing, friend, over, opened, *watching, stranger, *bots]


def left_to_bots(url: str) -> Visitor:
    """One at a table where bots have all seats, in a game that takes them long."""
    host = make_table(url, "port", seats=2, level="easy", options={"target": 60_000, "rounds": 60_000})
    host.start()
    host.at_table("seats", seat=0, to="bot", level="easy")
    return host


@pytest.fixture(scope="module")
def described(url: str) -> Any:
    """What the server says of itself, read once."""
    return schemathesis.openapi.from_url(f"{url}/api/openapi.json")


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_server_error_and_answers_as_described(
    url: str, over: Visitor, described: Any, shared_server: RunningServer, method: str, path: str
) -> None:
    assert {*OPERATIONS} == {(method, path) for path in described for method in described[path]}
    operation = described[path][method]
    last = path if path == "/api/tables" else path.rpartition("/")[2]
    people = tables(url, over, last == "hasten")
    statuses = set()
    cases = st.one_of(
        [operation.as_strategy(generation_mode=mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)]
    )

    def call(case: Any, who: Visitor | None, good: bool) -> None:
        if who is not None:
            if "{code}" in path:
                case.path_parameters = {"code": who.code}
            if who.key:
                case.headers = {**(case.headers or {}), "Authorization": f"Bearer {who.key}"}
        if good and who is not None:
            case.query = asked(who, last)
            if method == "post":
                case.body = body(who, last)
            if "{name}" in path:
                case.path_parameters = {"name": "pairs", **({"number": 1} if "{number}" in path else {})}
        answer = case.call(timeout=PATIENCE)
        case.validate_response(answer, checks=CHECKS)
        statuses.add(answer.status_code)

    @settings(
        max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )  # fmt: skip
    @given(case=cases, who=st.sampled_from([*people, None]))
    def some(case: Any, who: Visitor | None) -> None:
        call(case, who, good=False)

    @settings(
        max_examples=MORE_OF_EACH, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )  # fmt: skip
    @given(case=operation.as_strategy(), who=st.sampled_from(people))
    def good(case: Any, who: Visitor) -> None:
        call(case, who, good=True)

    some()
    good()
    form = {"media_type": "application/json"} if method == "post" else {}
    for who in people:
        call(operation.Case(path_parameters={"code": who.code}, headers={}, query={}, **form), who, good=True)
    assert 200 in statuses, statuses
    assert "Traceback" not in shared_server.said


def asked(who: Visitor, last: str) -> dict[str, Any]:
    """What stands in the address behind the path."""
    return {"decision": 0, "move": "hit"} if last == "what-if" else {}


def body(who: Visitor, last: str) -> Any:
    if last != "move":
        return GOOD[last]
    try:
        update = who.look()
    except Exception:
        return {"id": "m1", "seq": 1, "move": "hit"}
    asked = update["you"]["asked"] if update["you"] else 1
    return {"id": f"m{asked}", "seq": asked, "move": who.wish(update) or "hit"}
