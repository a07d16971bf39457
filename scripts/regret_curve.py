"""Draw how much `search` loses against perfect play, by its budget: docs/images/regret.svg.

To be run as a module, from the folder of the project: .venv/bin/python -m scripts.regret_curve"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

import cutcard
from cutcard.lab.reports.drawing import HUES, INK, MARKS, SOFT, figure, set_titles
from cutcard.players import LegalMoves, player
from tests.players.solvable import GAMES, Problem, problems

Array = np.ndarray[Any, Any]

BUDGETS = tuple(2**power for power in range(4, 15, 2))
SEEDS = 4
PICTURE = Path(__file__).parent.parent / "docs" / "images" / "regret.svg"


def regrets(of: list[Problem]) -> Array:
    """For each position and budget, the mean over some seeds."""
    return np.array([[np.mean([one.regret(n, seed) for seed in range(SEEDS)]) for n in BUDGETS] for one in of])


def steady_regret(of: list[Problem]) -> float:
    steady, rng = player("steady"), np.random.default_rng(0)
    return float(np.mean([one.gap(steady.choose(one.view, LegalMoves(one.view), rng)) for one in of]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=150, help="how many of each game (default 150)")
    number = parser.parse_args().positions
    made, axes = figure(3.2, len(GAMES))
    print("| game | `steady` |", " | ".join(f"{budget:,}" for budget in BUDGETS), "|")
    print("|---|---|" + "---|" * len(BUDGETS))
    for axis, name, hue, mark in zip(axes, GAMES, HUES, MARKS, strict=False):
        found = problems(name, number)
        each = regrets(found)
        mean, error = each.mean(axis=0), 1.96 * each.std(axis=0, ddof=1) / np.sqrt(len(each))
        steady = steady_regret(found)
        title = cutcard.game(name).rulebook.title
        print(
            f"| {title} | {steady:.4f} |",
            " | ".join(f"{m:.4f} ± {e:.4f}" for m, e in zip(mean, error, strict=True)),
            "|",
            flush=True,
        )
        axis.errorbar(BUDGETS, mean, error, color=hue, marker=mark, markersize=4, linewidth=1.4, capsize=2)
        axis.axhline(steady, color=SOFT, linewidth=1, linestyle="--")
        axis.annotate("steady", (BUDGETS[-1], steady), ha="right", va="bottom", color=INK, fontsize=8)
        axis.set_xscale("log", base=2)
        axis.set_xticks(BUDGETS[::2], [f"{budget:,}" for budget in BUDGETS[::2]])
        axis.set_ylim(bottom=0)
        axis.locator_params(axis="y", nbins=5)
        set_titles(axis, title, "simulations", "regret in utility" if axis is axes[0] else "")
    made.savefig(PICTURE, format="svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
