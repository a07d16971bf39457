"""A replay: with all hands open or as one seat saw it, its moves in words, and none of it before the game is over."""

import random
from pathlib import Path
from typing import Any

import orjson
import pytest

from cutcard.core.errors import ParseError
from cutcard.server.errors import NotNow
from cutcard.server.http.server_messages import ReplayMoves, ReplayStep
from cutcard.server.tables import replay
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.replay import replay_moves, replay_step
from tests.server.open_tables import full, made, opened, play_out, run

HIDDEN_HANDS = {"pickup": {}, "to-the-moon": {"rounds": 1}, "pickle": {"hands": 1}, "clever-pickin": {"hands": 1}}
SEATS = 3


def step_of(open_table: OpenTable, step: int, seat: int | None) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(replay_step(open_table, step, seat))
    ReplayStep.model_validate(found)
    return found


def moves_of(open_table: OpenTable, seat: int | None) -> list[dict[str, Any]]:
    """All of them, page by page."""
    found: list[dict[str, Any]] = []
    while len(found) <= open_table.state.moves:
        page = orjson.loads(replay_moves(open_table, len(found), seat))
        ReplayMoves.model_validate(page)
        assert page["steps"] == open_table.state.moves
        found += page["moves"]
    return found


def instants(step: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The scenes of a step, the table as it settles last, each with what only the seat that looks sees."""
    update = step["update"]
    told = [one["moment"] for event in update["events"] for one in event["told"] if one["moment"]]
    return [*((one["play"], one["zones"]) for one in told), (update["play"], (update["you"] or {"zones": {}})["zones"])]


@pytest.mark.parametrize("game", HIDDEN_HANDS)
def test_all_hands_are_what_each_seat_saw_of_its_own(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, game, seats=SEATS, **HIDDEN_HANDS[game])
            await play_out(open_table, random.Random(game))
            were_hidden = 0
            for step in range(open_table.state.moves + 1):
                together = instants(step_of(open_table, step, None))
                for seat in range(SEATS):
                    by_seat = instants(step_of(open_table, step, seat))
                    for (whole, nothing), (scene, own) in zip(together, by_seat, strict=True):
                        assert nothing == {}
                        assert all(whole["zones"][zone][seat] == cards for zone, cards in own.items())
                        others = {zone: cards for zone, cards in scene["zones"].items() if zone not in own}
                        assert others == {zone: cards for zone, cards in whole["zones"].items() if zone not in own}
                        were_hidden += sum(scene["zones"][zone][seat]["hidden"] for zone in own)
            assert were_hidden > 0

    run(story)


@pytest.mark.parametrize("game", HIDDEN_HANDS)
def test_moves_in_words_are_what_the_steps_tell(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MOVES_AT_ONCE", 7)

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, game, seats=SEATS, **HIDDEN_HANDS[game])
            await play_out(open_table, random.Random(game))
            for seat in (None, 1):
                for number, move in enumerate(moves_of(open_table, seat)):
                    assert move["step"] == number
                    told = step_of(open_table, number, seat)["update"]["events"][0]
                    assert move["seat"] == told.get("seat")
                    assert move["told"] == [one["sentence"] for one in told["told"] if one["sentence"]]
            assert moves_of(open_table, None) != moves_of(open_table, 1), "all together know more"

    run(story)


def test_there_is_no_replay_of_a_game_that_is_not_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            waiting, _ = await made(tables, "pickup")
            playing, _ = await full(tables, "pickup", seats=2)
            for open_table in (waiting, playing):
                for seat in (None, 0, 1):
                    for told in (replay_step, replay_moves):
                        with pytest.raises(NotNow):
                            told(open_table, 0, seat)
            with pytest.raises(NotNow):
                playing.event_with_all_hands(playing.log[-1])
            await play_out(playing, random.Random(1))
            for told in (replay_step, replay_moves):
                with pytest.raises(ParseError, match="there is no step"):
                    told(playing, playing.state.moves + 1, None)
                with pytest.raises(ParseError, match="there is no seat"):
                    told(playing, 0, 2)

    run(story)
