"""Reviews that cannot go on, or be kept: they are tried again, and keep no others waiting."""

from pathlib import Path
from typing import Any

import pytest

from cutcard.core.compiling import JIT
from cutcard.server.errors import NotReady
from cutcard.server.reviews.open_review import DONE
from cutcard.server.store.people import KeepJudged
from cutcard.server.store.tasks import Task
from tests.server.open_tables import opened, run
from tests.server.test_reviews import finished, reviewed

pytestmark = pytest.mark.skipif(not JIT, reason="too many playouts to be done without compiled code")


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
