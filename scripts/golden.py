"""Play the golden records anew, and OpenSpiel's playthroughs. Needed only when a rule or the format changes: look at what
differs."""

import json
import random
from pathlib import Path
from typing import Any

import cutcard
from cutcard.core.table.record import trace
from cutcard.games.clever_pickin.deck import STAND_IN

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
WAYS: list[tuple[str, int, dict[str, Any]]] = [
    ("pairs", 2, {"eights": True}), ("pairs", 8, {}), ("pairs", 3, {"burn": 54, "target": 60}),
    ("continuous", 3, {}), ("continuous", 8, {"eights": True, "target": 40, "burn": 0}),
    ("port", 2, {"target": 60}), ("port", 7, {"rounds": 3}),
    ("starboard", 2, {"coins": 3, "games": 40}), ("starboard", 7, {}),
    ("pickup", 2, {}), ("pickup", 5, {"long": True, "target": 40}), ("pickup", 6, {}),
    ("to-the-moon", 2, {"rounds": 1}), ("to-the-moon", 6, {"rounds": 2}),
    ("pickle", 2, {"points": [3, 4, 5] * 5 + [6], "limit": 12}), ("pickle", 3, {"limit": 20}),
    ("pickle", 7, {"must_beat": True}),
    ("clever-pickin", 2, {"target": 30}), ("clever-pickin", 3, {"deck": list(reversed(STAND_IN)), "target": 20}),
    ("clever-pickin", 6, {"hands": 2}),
]  # fmt: skip


PLAYTHROUGHS = {
    "cutcard_pairs": "seats=2,target=5",
    "cutcard_continuous": "seats=2,target=5,burn=0",
    "cutcard_port": "seats=2,rounds=1",
    "cutcard_starboard": "seats=2,coins=3,games=1",
    "cutcard_pickup": "seats=2",
    "cutcard_to_the_moon": "seats=2,rounds=1",
    "cutcard_pickle": "seats=2,hands=1",
    "cutcard_clever_pickin": "seats=2,hands=1",
    "cutcard_pieces_of_eight": "seats=2,target=5",
}
"""Games in OpenSpiel, with parameters that keep them short."""


def playthrough(name: str) -> str:
    """A game as OpenSpiel's own tool writes it out, state by state."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough as written

    import cutcard.envs.openspiel  # noqa: F401 (makes its games known)

    return written(f"{name}({PLAYTHROUGHS[name]})", [], seed=1)


def play_records() -> None:
    for number, (name, seats, options) in enumerate(WAYS):
        rng = random.Random(number)
        table = cutcard.game(name, seats=seats, dealer=rng.randrange(seats), **options).start(seed=number)
        while not table.is_over:
            seat = rng.choice(table.to_act)
            verbs = sorted({move.partition(" ")[0] for move in table.legal(seat)})
            verb = rng.choice(verbs)
            table = table.play(rng.choice([move for move in table.legal(seat) if move.startswith(verb)]), seat)
        file = FOLDER / f"{name}-{seats}-{'-'.join(options) or 'plain'}.json"
        file.write_text(json.dumps(table.record()) + "\n")
        file.with_suffix(".trace").write_text("".join(json.dumps(line) + "\n" for line in trace(table.record(), file.name)))


def main() -> None:
    play_records()
    for name in PLAYTHROUGHS:
        file = FOLDER / "playthroughs" / f"{name}.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main()
