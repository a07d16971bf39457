"""What the server tells of a guided first game."""

from __future__ import annotations

from cutcard.server.http.scene_messages import FromServer, Sentence
from cutcard.server.http.server_messages import Update


class LessonStep(FromServer):
    say: Sentence
    do: str | None
    """The move that you are asked for; null where you only read on."""
    otherwise: Sentence
    """Why not another move; may be empty."""
    stage: int
    """The table that it speaks of."""


class LessonClosing(FromServer):
    stage: int
    stops: Sentence
    """How the game would go on; empty where it is over."""
    ends: Sentence
    """What ends a game."""
    wins: Sentence
    """What wins it."""


class Lesson(FromServer):
    """A guided first game, played through by the rules. All of it comes at once: nothing is kept on the server."""

    steps: list[LessonStep]
    closing: LessonClosing
    stages: list[Update]
    """Each with what happened since the one before."""


class LessonAnswer(FromServer):
    lesson: Lesson | None
    """Null where the rules are still being made ready: ask again in a moment."""
