"""The bot of docs/online.md plays."""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "online.md"


def test_the_bot_of_the_page_plays_a_whole_game(url: str) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    bot: dict[str, Any] = {}
    exec(block, bot)
    bot["SERVER"] = url.rstrip("/")
    result = bot["play"]("port")
    assert sorted(seat for place in result["places"] for seat in place) == [0, 1, 2, 3]
