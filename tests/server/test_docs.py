"""The programs of docs/online.md do what the page says."""

import re
from pathlib import Path
from typing import Any

from cutcard.server import fair

PAGE = Path(__file__).parents[2] / "docs" / "online.md"


def program(name: str) -> dict[str, Any]:
    """The block of the page that defines this function, run."""
    (block,) = (
        block for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL) if f"def {name}(" in block
    )
    defined: dict[str, Any] = {}
    exec(block, defined)
    return defined


def test_the_bot_of_the_page_plays_a_whole_game(url: str) -> None:
    bot = program("play")
    bot["SERVER"] = url.rstrip("/")
    outcome = bot["play"]("port")
    assert sorted(standing["seat"] for standing in outcome["standings"]) == [0, 1, 2, 3]


def test_the_first_dealer_of_the_page_is_the_one_that_is_drawn() -> None:
    by_hand = program("first_dealer")["first_dealer"]
    randomness = {10: "ab" * 16, 9: "cd" * 20, 0: "ef" * 32}
    for seats in (2, 3, 5, 11):
        for table in ("ABCD2345", "EFGH2345", "JKMN2345"):
            proof = fair.proof("0123456789abcdef" * 4, table, randomness, is_dealer_drawn=True)
            drawn = fair.first_dealer(proof["secret"], table, randomness, seats)
            assert by_hand({"seats": seats, "fair": proof}) == drawn
