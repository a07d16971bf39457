"""What a person is told of their own games, typed."""

from __future__ import annotations

from typing import Literal

from cutcard.server.http.scene_messages import FromServer


class BotsMet(FromServer):
    level: str
    met: int
    beaten: int
    """Bots that lost where you did not."""


class PlayedGame(FromServer):
    code: str
    at: float
    """When it ended, in seconds since 1970."""
    fate: Literal["won", "shared", "lost", "safe", "tied", "aside"]
    """`safe` is who did not lose where the game has a loser and no winner. `aside` does not count: a bot finished the game
    for you, or you had several seats."""
    score: int
    place: int
    """1 for the best."""
    seats: int
    has_replay: bool
    """Whether the server still has the table."""


class Counts(FromServer):
    """Every game that counts is won, lost, safe or tied."""

    played: int
    won: int
    """Also with others."""
    shared: int
    """Of those that were won, with others."""
    lost: int
    safe: int
    tied: int
    aside: int
    """Games that do not count, beside those played."""
    streak: int
    """How many games in a row were not lost, up to now."""
    best_streak: int


class GameNumbers(Counts):
    game: str
    title: str
    unit: str
    """Of scores, as in `points` or `coins`."""
    score_words: tuple[str, str]
    """The unit as people are told it, with 1 and with more."""
    best: int | None
    """The best score."""
    bots: list[BotsMet]
    last: list[PlayedGame]
    """The newest first."""


class Numbers(Counts):
    """All that is kept of you, counted up."""

    since: float | None
    """When the first of these games ended."""
    most: int
    """So many games are kept; of more the oldest go."""
    bots: list[BotsMet]
    games: list[GameNumbers]
    """What was played last first."""


class KindOfDecision(FromServer):
    """What decisions cost at which the same verbs were open."""

    name: str
    """What there was to choose between: `Hit or Fold`."""
    decisions: int
    cost: float
    """Of an average game: games of a hundred, or so many of the unit, such as coins."""
    error: float | None
    """The standard error of that; with one game nobody knows."""
    slips: tuple[float, float, float]
    """The shares of slips, of mistakes and of blunders."""
    is_known: bool
    """Whether there is enough of it, and it is more than chance."""


class GameAccuracy(FromServer):
    code: str
    at: float
    """When the game ended, in seconds since 1970."""
    accuracy: int
    """From 0, as good as careless moves, to 100, where no move cost anything."""
    has_replay: bool


class GameTrend(FromServer):
    """Where you lose in one game, by the reviews of your games."""

    game: str
    title: str
    reviewed: int
    """How many games it is known from."""
    is_counted: bool
    """Whether costs are in a unit of the game, such as coins; else they are games of a hundred."""
    heading: str
    """What the costs are."""
    said: list[str]
    """What follows from them, or what is missing before anything does."""
    kinds: list[KindOfDecision]
    """The costliest first."""
    accuracies: list[GameAccuracy]
    """Of the last games, the oldest first."""


class Trends(FromServer):
    waiting: int
    """How many of your last games nobody has reviewed yet."""
    games: list[GameTrend]
    """What was played last first."""


class Looking(FromServer):
    """How far the review of your last games is. It goes on for as long as this is asked for."""

    wanted: int
    """How many games there are to look at, those that are done among them."""
    done: int
    title: str
    """The game that is looked at now; empty where all are done."""
    judged: int
    """Decisions of it that are judged, and how many it has."""
    decisions: int
    trouble: str
    """Why none of the games that are left can go on just now; it will be tried again. Else empty."""


class Changed(FromServer):
    games: int
    """How many were deleted, or came over."""
