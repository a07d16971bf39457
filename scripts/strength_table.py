"""Print how much stronger one player is than another in every game, at two and at four seats: the tables of docs/players.md.

One `search` against `steady`, and in the two Pairs against `champ`; with `--levels`, each level against the one before. Each
is a tournament of duplicate deals, which stops when it is settled who is better. With `--state FOLDER` it goes on where
it was stopped. Keep the machine idle meanwhile: a search that gets less of a core finds less."""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cutcard
from cutcard.lab import tournament

SEATS = (2, 4)
DEALS = 20_000
"""At most. Where the difference is large, a few are enough."""

HEADING = """\
| game | seats | one | against | games | share of wins (in Pairs: of losses) | by chance | utility |
|---|---|---|---|---|---|---|---|"""


@dataclass(frozen=True)
class Contest:
    """One player against another in all other seats."""

    game: str
    seats: int
    player: str
    other: str

    def row(self, workers: int, folder: Path | None) -> str:
        """What came of it, as a row of a table."""
        game = cutcard.game(self.game, seats=self.seats)
        state = None if folder is None else folder / f"{self.game}-{self.seats}-{self.player}-{self.other}"
        with ProcessPoolExecutor(workers, get_context("spawn")) as processes:
            found = tournament(
                game, [self.player, self.other], lineup="one", deals=DEALS, state=state, executor=processes, workers=workers
            )
        ours = next(one for one in found.standing_rows if one["player"] == self.player)
        what, verb = ("last", "loses") if found.one_loses else ("first", "wins")
        share = f"{verb} {ours[what]:.1%} ({ours[f'{what}_low']:.1%} to {ours[f'{what}_high']:.1%})"
        gain = f"{ours['utility']:+.4f} ({ours['utility_low']:+.4f} to {ours['utility_high']:+.4f})"
        who = f"{game.rulebook.title} | {self.seats} | `{self.player}` | `{self.other}`"
        return f"| {who} | {found.deals * found.games_a_deal:,} | {share} | {1 / self.seats:.0%} | {gain} |"


def contests(levels: bool) -> Iterator[Contest]:
    meetings = [("medium", "easy"), ("hard", "medium")] if levels else [("search", "steady")]
    for book in cutcard.games():
        for player, other in meetings:
            for seats in SEATS:
                yield Contest(book.name, seats, player, other)
    if not levels:
        for name in ("pairs", "continuous"):
            yield Contest(name, 4, "search", "champ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="only these, such as pairs or pairs-2 (default: all)")
    parser.add_argument("--levels", action="store_true", help="the levels for people instead of `search`")
    parser.add_argument("--workers", type=int, default=1, help="how many processes, each on a core of its own (default 1)")
    parser.add_argument("--state", type=Path, metavar="FOLDER", help="keep in this folder how far it is")
    given = parser.parse_args()
    if given.state is not None:
        given.state.mkdir(parents=True, exist_ok=True)
    print(HEADING)
    for contest in contests(given.levels):
        if not given.games or {contest.game, f"{contest.game}-{contest.seats}"} & set(given.games):
            print(contest.row(given.workers, given.state), flush=True)


if __name__ == "__main__":
    main()
