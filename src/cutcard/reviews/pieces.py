"""What a review is put together from: pieces of work, each of which can be done by itself, by any process, in any order.

A decision is judged from the view of who made it, and a piece that judges has nothing else. Only the graph looks at whole
tables, and what it finds judges nobody."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.core.declaration.game import Game
from cutcard.core.declaration.zones import Words
from cutcard.core.table.view import View
from cutcard.reviews.chances import Chances, before_the_deal, chances_at
from cutcard.reviews.judging import Judgement, judge


@dataclass(frozen=True, eq=False)
class StartPiece:
    """What the seats can expect before the deal."""

    game: Game

    def done(self) -> Chances:
        return before_the_deal(self.game)


@dataclass(frozen=True, eq=False)
class LookPiece:
    """What they can expect at a table, given by its words."""

    game: Game
    words: Words
    depth: float
    seed: int

    def done(self) -> Chances:
        return chances_at(self.game, self.words, self.depth, self.seed)


@dataclass(frozen=True, eq=False)
class JudgePiece:
    """What a move was worth, from what its seat could see."""

    view: View
    move: str
    depth: float
    seed: int

    @property
    def game(self) -> Game:
        return self.view.game

    def done(self) -> Judgement:
        return judge(self.view, self.move, self.depth, self.seed)


Piece = StartPiece | LookPiece | JudgePiece
