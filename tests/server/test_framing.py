"""How the server and its other processes speak."""

import asyncio
import os
import signal

import pytest

from cutcard.server import framing
from cutcard.server.framing import has_ended


@pytest.mark.parametrize("held", [0.3, 30.0])
def test_who_waits_for_an_ended_process_waits_for_its_lines_too(held: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that ended before would leave them open. What the process has begun may hold its end of a line for so many
    seconds more, which is not waited for without end."""

    async def story() -> None:
        pipe = asyncio.subprocess.PIPE
        begin = f"sleep {held} & echo begun; exec cat"
        process = await asyncio.create_subprocess_exec("sh", "-c", begin, stdin=pipe, stdout=pipe, start_new_session=True)
        assert process.stdout is not None
        assert await process.stdout.readline() == b"begun\n"
        process.kill()
        while process.returncode is None:
            await asyncio.sleep(0.01)
        await has_ended(process)
        assert process.returncode == -signal.SIGKILL
        assert process.stdout.at_eof() == (held < 1)
        if held > 1:
            os.killpg(process.pid, signal.SIGKILL)
            await has_ended(process)

    monkeypatch.setattr(framing, "CLOSING", 20.0 if held < 1 else 0.2)
    asyncio.run(story())
