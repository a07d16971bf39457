"""What docs/research.md promises to stay as it is, does; and the page of all observations and actions is up to date."""

import json

import pytest

import cutcard
from cutcard.envs.names import VERSION
from scripts import promises, spaces

PINNED = json.loads(promises.PINNED.read_text())
WHAT_TO_DO = (
    "{what} of {game} is not what it was under version {version} of the environments. If that was not meant, mend it. If it "
    "was, raise VERSION in src/cutcard/envs/names.py (Pairs-v0 becomes Pairs-v1), say in CHANGELOG.md what changed, and pin "
    "it anew by `python scripts/promises.py`"
)


@pytest.mark.parametrize("game", [book.name for book in cutcard.games()])
def test_seeds_actions_and_observations_are_those_of_the_version(game: str) -> None:
    pinned = PINNED["games"][game] if PINNED["version"] == VERSION else {}
    for what, digest in promises.digests(game).items():
        assert pinned.get(what) == digest, WHAT_TO_DO.format(what=what, game=game, version=PINNED["version"])


def test_the_page_of_observations_and_actions_is_up_to_date() -> None:
    assert spaces.PAGE.read_text() == spaces.page(), "run `python scripts/spaces.py`"
