"""How a result is spoken of: winners, shared wins, one loser and no winner, or coins won (COMMON-7)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutcard.core.declaration.phrases import Sentence, listed, said
from cutcard.core.errors import ParseError
from cutcard.core.languages import counted, spoken_now, translated

if TYPE_CHECKING:
    from cutcard.core.declaration.rulebook import Rulebook
    from cutcard.core.table.result import Result


LONGEST_PENALTY = 80

WON, SHARED, LOST, SAFE, TIED = "won", "shared", "lost", "safe", "tied"
"""How a game went for a seat: see `fate_of`."""

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
    return tuple(map(translated, PENALTIES)) if rulebook.words.stake.losing else ()


def need_loser(rulebook: Rulebook) -> None:
    """For a penalty; raises where nobody could get it."""
    if not rulebook.words.stake.losing:
        raise ParseError("{game} has winners and no loser, so there is nobody for a penalty", game=rulebook.title)


@dataclass(frozen=True)
class Standing:
    """A seat at the end."""

    place: int
    """1 for the best; after two that share first place comes the third."""
    seat: int
    score: int


@dataclass(frozen=True)
class Outcome:
    """The end of a game, for every face."""

    sentence: Sentence
    """Who won, or lost."""
    why: Sentence
    """By what: `26 beat your 17`; empty where the scores do not tell."""
    reason: str
    """Why the game ended, as a sentence."""
    standings: tuple[Standing, ...]
    """Every seat, the best first; within a place the better score first."""
    winners: tuple[int, ...]
    losers: tuple[int, ...]


def outcome_of(book: Rulebook, result: Result, target: int | None = None) -> Outcome:
    """A result in the words of its game; `target` is the score that ends it, where there is one."""
    winners, losers = winners_and_losers(book, result)
    standings = standings_of(book, result)
    won, lost = (tuple(one.seat for one in standings if one.seat in seats) for seats in (winners, losers))
    why = _why(book, standings, won or lost, target if lost else None)
    return Outcome(_sentence(book, won, lost), why, translated(book.reasons[result.reason]), standings, won, lost)


def winners_and_losers(book: Rulebook, result: Result) -> tuple[set[int], set[int]]:
    """Who won and who lost, as the game means it: where one loses nobody wins; where all tie nobody does either."""
    if len(result.places) == 1:
        return set(), set()
    if book.words.stake.losing:
        return set(), set(result.places[-1])
    return set(result.places[0]), set()


def fate_of(seat: int, winners: Collection[int], losers: Collection[int]) -> str:
    """How the game went for a seat. Who does not win where somebody does has lost; where one loses and nobody wins, the
    others are safe; and where neither is so, all have tied."""
    if winners:
        return LOST if seat not in winners else WON if len(winners) == 1 else SHARED
    if losers:
        return LOST if seat in losers else SAFE
    return TIED


def beats(seat: int, other: int, winners: Collection[int], losers: Collection[int]) -> bool:
    """Whether a seat has beaten another: it has not lost, and the other has."""
    return fate_of(seat, winners, losers) != LOST and fate_of(other, winners, losers) == LOST


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
    unit = translated(book.words.stake.unit)
    if lost:
        return said("{You} {lose|loses}.", lost[0]) if len(lost) == 1 else said("{seats} lose.", seats=listed(lost))
    if not won:
        return said("Everybody ties.")
    if len(won) > 1:
        shared = "{seats} share the win, with as many {unit}." if unit else "{seats} share the win."
        return said(shared, seats=listed(won), unit=unit)
    return said("{You} {win|wins} with the most {unit}." if unit else "{You} {win|wins}!", won[0], unit=unit)


def _why(book: Rulebook, standings: tuple[Standing, ...], told: tuple[int, ...], losing: int | None) -> Sentence:
    """What those who won, or lost, have, beside the seats next to them; `losing` is the score that loses the game. Where a
    place does not follow from scores, there is nothing to say."""
    scores = {one.score for one in standings if one.seat in told or not told}
    if len(scores) > 1:
        return ()
    (score,) = scores
    have = counted(score, book.words.stake.unit or "points")
    if not told:
        return said("Everybody has {have}.", have=have)
    having = _having(told, have)
    if losing is not None and score >= losing:
        exactly, more = "{having}, just what it takes to lose.", "{having}, {n} more than it takes to lose."
        return said(more if score > losing else exactly, having=having, n=spoken_now().number(score - losing))
    rivals = _next_to(standings, told)
    other = rivals[0].score
    if len(told) == 1 and standings[0].seat in told and score > other:
        return _beat(told[0], rivals, have if book.words.stake.unit else spoken_now().number(score))
    if score == other:
        return ()
    others, margin = listed([one.seat for one in rivals], first=False), spoken_now().number(abs(score - other))
    phrase = "{having}, {n} more than {others}." if score > other else "{having}, {n} fewer than {others}."
    return said(phrase, having=having, n=margin, others=others)


def _next_to(standings: tuple[Standing, ...], told: tuple[int, ...]) -> list[Standing]:
    """The best of all others, or, where those who are told of lost, the worst; with those who are just as good."""
    others = [one for one in standings if one.seat not in told]
    nearest = others[0] if standings[0].seat in told else others[-1]
    return [one for one in others if (one.place, one.score) == (nearest.place, nearest.score)]


def _having(seats: tuple[int, ...], have: str) -> Sentence:
    if len(seats) == 1:
        return said("{You} {have|has} {number}", seats[0], number=have)
    return said("{seats} have {number} each", seats=listed(seats), number=have)


def _beat(winner: int, rivals: list[Standing], have: str) -> Sentence:
    """`Your 26 beat Bo's 17`: no unit where it is points."""
    seats, other = [one.seat for one in rivals], spoken_now().number(rivals[0].score)
    if len(seats) == 1:
        theirs = said("{your} {number}", seats[0], number=other)
    else:
        theirs = said("the {number} of {others}", number=other, others=listed(seats, first=False))
    return said("{Your} {number} beat {theirs}.", winner, number=have, theirs=theirs)
