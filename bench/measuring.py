"""How things are measured: several rounds of everything in turn, so that a busy moment hits all alike; the median counts."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """What one call of `work` does, and how often it could be done in a second."""

    name: str
    work: Callable[[], int]
    """Does it, and says how many units that was."""

    def once(self) -> float:
        begun = time.perf_counter()
        units = self.work()
        return units / (time.perf_counter() - begun)


def medians(rates: list[Rate], rounds: int, say: Callable[[str], None]) -> dict[str, float]:
    """Units per second of each, the middle of several rounds."""
    return {name: statistics.median(values) for name, values in in_turn(rates, rounds, say).items()}


def in_turn(rates: list[Rate], rounds: int, say: Callable[[str], None]) -> dict[str, list[float]]:
    """Units per second of each in every round."""
    for rate in rates:
        say(f"warming up: {rate.name}")
        rate.work()
    found: dict[str, list[float]] = {rate.name: [] for rate in rates}
    for number in range(rounds):
        for rate in rates:
            say(f"round {number + 1} of {rounds}: {rate.name}")
            found[rate.name].append(rate.once())
    return found


def ratio(found: dict[str, list[float]], one: str, other: str) -> float:
    """How many times the other the one is, in the middle of the rounds: what comes at the same time is compared."""
    return statistics.median(a / b for a, b in zip(found[one], found[other], strict=True))
