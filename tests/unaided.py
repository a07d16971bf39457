"""Tables that differ only in what lies face down: without aids nobody is shown the difference."""

from collections.abc import Iterator
from typing import Any

import pytest

import cutcard
from cutcard import Rulebook, Table

LYING: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "pairs": ("3; to_act 0; deck *; stacks 5 3, 7, 4; discards {lies}", "10 10 9 8", "1 2 2 6", ("hit", "fold 3")),
    "eights": ("3 eights=true; to_act 0; deck *; stacks 8 3, 7, 4; discards {lies}", "10 10 9 8", "1 2 2 6", ("eight",)),
    "continuous": ("3; to_act 0; deck *; stacks 5 3, 7, 4; discards {lies}", "10 10 9 8", "1 2 2 6", ("hit", "fold 7@1")),
    "empty deck": ("3; to_act 0; stacks 5 3, 7, 4; discards {lies}; burned *", "10 10 9 8", "1 2 2 6", ("fold 3",)),
    "port": ("3; to_act 0; deck *; stacks 5 3, 7, 4; playing 0 1 2; discards {lies}", "10 10 9", "1 2 2", ("hit", "lock")),
    "starboard": (
        "3; to_act 2; deck *; hand 6 7; scores 9 8 8; pot 5; button 1; playing 0 1 2; locked 0 1; locked_with 2 2 0; "
        "discards {lies}",
        "10 10 9",
        "1 2 2",
        ("draw", "lock"),
    ),
    "pickup": (
        "3; to_act 2; deck *; hands 6 8, 7 10, 2 9; played -, -, 10; piles 3 4, 5 8, 5; pool 7 10; acted_last 1; acting 1; "
        "discards {lies}",
        "3 4 9",
        "1 2 6",
        ("take 7",),
    ),
    "to-the-moon": (
        "3; to_act 0; deck *; hands 5 6, 5, 8; known -, 9, -; trick 5 7; counting 0 1 2; spent {lies}",
        "10 10 9",
        "1 2 2",
        ("test", "build 6", "withdraw 7"),
    ),
    "pickle": (
        "3; to_act 0; deck *; hands 5H QC, 8D, 9S; traded -, KC, -; played -, -, 10C; spent {lies}; remaining 0 1 2; "
        "phase 3; hand_size 7; exchange 1; leader 2; highest 2",
        "2D 3H AC",
        "2C 5D JS",
        ("play QC", "play 5H"),
    ),
    "traded": (
        "3; to_act 0; deck *; hands 5H QC, 8D, 9S; traded {lies}, KC, -; played -, -, 10C; remaining 0 1 2; phase 3; "
        "hand_size 7; exchange 3; leader 2; highest 2",
        "2D 3H AC",
        "2C 5D JS",
        ("play QC", "play 5H"),
    ),
    "clever-pickin": (
        "3; to_act 2; deck *; hands 4C, JC AD, 6H; known KH, 10C, JH QH; trump 9H; spent {lies}; bids 3 3 6; tricks 2 0 2; "
        "phase 2; picks 3; trick 5; leader 2; winning 2; broken 1",
        "QC 2D 3D",
        "2C 5D 7S",
        ("play 6H",),
    ),
}
"""By a name a table and two ways for the cards that lie face down, with some moves of the seat that is to act."""
GAMES = {"eights": "pairs", "empty deck": "pairs", "traded": "pickle"}
"""Where the name is not that of the game."""
DRAWN = {"pairs": "9 8 7 6 7 8 9 10", "pickle": "", "clever-pickin": ""}
"""What the next cards are; else a few that are still to come in both."""

every_kind = pytest.mark.parametrize("name", LYING)


def two_tables(name: str) -> tuple[Table, Table]:
    """The same but for what lies face down."""
    line, *ways = LYING[name][:3]
    book = GAMES.get(name, name)
    options = {"eights": True} if name == "eights" else {}
    game = cutcard.game(book, seats=3, **options)
    cards = DRAWN.get(book, "8 9 9 10 10 10").split()
    first, second = (game.position(f"{book}/{line.format(lies=lies)}", cards=cards) for lies in ways)
    return first, second


def moves_of(name: str) -> tuple[str, ...]:
    return LYING[name][3]


def face_down(book: Rulebook) -> set[str]:
    return {zone for zone, info in book.words.zones.items() if info.face_down}


def told_too_much(told: Any, zones: set[str]) -> Iterator[str]:
    """Wherever in what the server sends somebody could look into one of these zones, or is told the odds of a move."""
    if isinstance(told, dict):
        for zone in zones & set(told.get("zones", ())):
            piles = told["zones"][zone]
            yield from (
                f"{zone} {pile['cards']}" for pile in (piles if isinstance(piles, list) else [piles]) if pile["cards"]
            )
        if told.get("odds") or told.get("chance") is not None:
            yield f"the odds of {told['move']}"
    for value in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from told_too_much(value, zones)
