"""Print how one `steady` does against `random` in every other seat: the table of docs/players.md."""

import argparse
from typing import Any

import numpy as np

import cutcard
from cutcard import Game, Rulebook

Array = np.ndarray[Any, Any]

LOSERS = ("pairs", "continuous")
"""Games in which one seat loses and nobody wins."""


def seat_counts(book: Rulebook) -> list[int]:
    return sorted({2, 3, 4, book.most_seats} & set(book.seat_range))


def played(game: Game, games: int) -> tuple[Array, Array]:
    """What `steady` has of first place (or of last, where one loses) and what it gains, as often in each seat."""
    each = games // game.seats
    shares, gains = [], []
    for seat in range(game.seats):
        players = ["steady" if other == seat else "random" for other in range(game.seats)]
        found = game.simulate(each, seed=1, first=seat * each, players=players)
        gain = found.utilities[:, seat]
        # the highest gain is that of the first place, of which everybody who has it gets a share; a loser's is the lowest
        top = found.utilities == (found.utilities.min if game.name in LOSERS else found.utilities.max)(axis=1, keepdims=True)
        shares.append(top[:, seat] / top.sum(axis=1))
        gains.append(gain)
    return np.concatenate(shares), np.concatenate(gains)


def interval(values: Array, form: str) -> str:
    """The mean and its 95% interval."""
    return f"{values.mean():{form}} ± {1.96 * values.std() / np.sqrt(len(values)):{form.lstrip('+')}}"


def row(book: Rulebook, seats: int, games: int) -> str:
    share, gain = played(cutcard.game(book.name, seats=seats), games)
    what = "loses" if book.name in LOSERS else "wins"
    return f"| {book.title} | {seats} | {what} {interval(share, '.2%')} | {1 / seats:.1%} | {interval(gain, '+.4f')} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40_000, help="how many games of each (default 40000)")
    games = parser.parse_args().games
    print("| game | seats | one `steady` | by chance | utility |\n|---|---|---|---|---|")
    for book in cutcard.games():
        for seats in seat_counts(book):
            print(row(book, seats, games), flush=True)


if __name__ == "__main__":
    main()
