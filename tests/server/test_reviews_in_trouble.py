"""Reviews that cannot go on, or be kept: they are tried again, and keep no others waiting."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cutcard.core.compiling import JIT
from cutcard.reviews.pieces import Piece
from cutcard.server.errors import NotReady
from cutcard.server.reviews import all_reviews
from cutcard.server.reviews.open_review import DONE
from cutcard.server.store.people import KeepJudged
from cutcard.server.store.tasks import Task
from tests.server.open_tables import opened, run
from tests.server.test_reviews import finished, in_the_way, reviewed

pytestmark = pytest.mark.skipif(not JIT, reason="too many playouts to be done without compiled code")


def test_a_fault_that_nobody_thought_of_is_said_too_but_not_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(piece: Piece) -> Any:
        raise OSError("/a/path of this machine")

    async def story() -> None:
        asked = in_the_way(monkeypatch, fail)
        monkeypatch.setattr(all_reviews, "TRYING_AGAIN", 3600.0)
        async with opened(tmp_path) as tables:
            open_table = await finished(tables)
            one = tables.reviews.look(open_table, 1, "a")
            while one.trouble is None and one.work is not None:
                await asyncio.sleep(0.01)
            with pytest.raises(NotReady, match="could not go on: something went wrong on our side") as refusal:
                tables.reviews.look(open_table, 1, "a")
            assert "path" not in str(refusal.value)
            assert len(asked) == 1
            assert "/a/path of this machine" in caplog.text

    run(story)


def test_what_could_not_be_counted_is_when_somebody_looks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        failures, counted = [NotReady("not now")], []
        async with opened(tmp_path) as tables:
            real = tables.store.carry_out

            async def carry_out(task: Task) -> Any:
                if isinstance(task, KeepJudged):
                    if failures:
                        raise failures.pop()
                    counted.append(task.code)
                return await real(task)

            monkeypatch.setattr(tables.store, "carry_out", carry_out)
            open_table = await finished(tables)
            one = await reviewed(tables, open_table)
            assert one.stage == DONE
            assert not failures
            for _ in range(2):  # once more, and that is all
                await reviewed(tables, open_table)
                assert counted == [open_table.state.code]

    run(story)
