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


class Changed(FromServer):
    games: int
    """How many were deleted, or came over."""
