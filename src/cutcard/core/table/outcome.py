"""How a result is spoken of: winners, shared wins, one loser and no winner, or coins won (COMMON-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cutcard.core.declaration.phrases import Sentence, Text, joined, listed, said
from cutcard.core.errors import ParseError

if TYPE_CHECKING:
    from cutcard.core.declaration.rulebook import Rulebook
    from cutcard.core.table.result import Result


LONGEST_PENALTY = 80

PENALTIES = (
    "fetch the next round of drinks",
    "shuffle for the next game",
    "tell a joke",
    "hum a tune until somebody knows it",
    "say something nice about everybody here",
)
"""Harmless ones to choose from, as they are said to the loser."""


def penalties(rulebook: Rulebook) -> tuple[str, ...]:
    """What the loser of this game may be asked to do; nothing where a game has no single loser."""
    return PENALTIES if rulebook.words.stake.losing else ()


def need_loser(rulebook: Rulebook) -> None:
    """For a penalty; raises where nobody could get it."""
    if not rulebook.words.stake.losing:
        raise ParseError(f"{rulebook.title} has winners and no loser, so there is nobody for a penalty")


class Standing(NamedTuple):
    """A seat at the end."""

    place: int
    """1 for the best; after two that share first place comes the third."""
    seat: int
    score: int


class Outcome(NamedTuple):
    """The end of a game, for every face."""

    sentence: Sentence
    """Who won, or lost."""
    reason: str
    """Why the game ended, as a sentence."""
    standings: tuple[Standing, ...]
    """Every seat, the best first; within a place the better score first."""
    winners: tuple[int, ...]
    losers: tuple[int, ...]


def outcome_of(book: Rulebook, result: Result) -> Outcome:
    """A result in the words of its game."""
    winners, losers = winners_and_losers(book, result)
    standings = standings_of(book, result)
    won, lost = (tuple(one.seat for one in standings if one.seat in seats) for seats in (winners, losers))
    return Outcome(_sentence(book, won, lost), book.reasons[result.reason], standings, won, lost)


def winners_and_losers(book: Rulebook, result: Result) -> tuple[set[int], set[int]]:
    """Who won and who lost, as the game means it: where one loses nobody wins; where all tie nobody does either."""
    if len(result.places) == 1:
        return set(), set()
    if book.words.stake.losing:
        return set(), set(result.places[-1])
    return set(result.places[0]), set()


def standings_of(book: Rulebook, result: Result) -> tuple[Standing, ...]:
    """Every seat with its place. Seats that share one have the same, and are listed by score."""
    sign = 1 if book.rules.fewer_is_better else -1
    found: list[Standing] = []
    for seats in result.places:
        place = len(found) + 1
        by_score = sorted(seats, key=lambda seat: (sign * result.scores[seat], seat))
        found += [Standing(place, seat, result.scores[seat]) for seat in by_score]
    return tuple(found)


def _sentence(book: Rulebook, won: tuple[int, ...], lost: tuple[int, ...]) -> Sentence:
    if lost:
        return _did(lost, "lose")
    if not won:
        return (Text("Everybody ties."),)
    unit = book.words.stake.unit
    if len(won) > 1:
        return joined((*listed(won), Text(f" share the win{f', with as many {unit}' if unit else ''}.")))
    return said(f"{{You}} {{win|wins}} with the most {unit}." if unit else "{You} {win|wins}!", won[0])


def _did(seats: tuple[int, ...], verb: str) -> Sentence:
    if len(seats) == 1:
        return said(f"{{You}} {{{verb}|{verb}s}}.", seats[0])
    return joined((*listed(seats), Text(f" {verb}.")))
