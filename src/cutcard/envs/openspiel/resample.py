"""Another world that a seat cannot tell from this one, with the history that leads to it.

The hidden cards are dealt anew as `view.redeal` does it. Each card then takes the place of another: what happened to
the one has happened to the other since it was last drawn. So the moves stay legal, the seat was told the same, and every
other seat was told what it would have been told in that world. What seats held before all cards were shuffled and dealt
again, and never showed, is dealt anew too.
"""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from cutcard.core.bits import members
from cutcard.core.dealer import DRAWN, SHOWN, Script, seeded
from cutcard.core.dealer_memory import scratch_dealers
from cutcard.core.declaration.zones import Place, Words, rows
from cutcard.core.errors import CutcardError, NotYours
from cutcard.core.table.history import Step
from cutcard.core.table.table import Table
from cutcard.core.table.turn import Turn
from cutcard.envs.openspiel.walk import Node, Stage, stages

MOST_TRIES = 10_000
"""How often cards are dealt anew before an error says that nothing fits. The true cards are never the way out."""
NO_WORLD = "no other world was found that fits what happened"

Swap = dict[int, int]
"""Which card takes the place of which."""


def resampled(node: Node, seat: int, seed: int) -> Node:
    """The node in another world, as far as the seat knows as likely as any. What another seat has begun of a move of
    several actions it cannot know: there that seat begins anew."""
    if node.table.due:
        raise NotYours("a card is to be drawn first: nobody can look at the table in the middle of a move")
    assert node.stage is not None
    stage = _Other(node.stage, seat, random.Random(seed)).stage()
    if node.mover != seat:
        return Node.at(stage)
    return Node(stage.table, stage, Turn.on(stage.table, seat, node.begun))


class _Impossible(Exception):
    """A world in which a move was not legal."""


@dataclass(frozen=True, slots=True)
class _Deal:
    """What changes in the stages from `start` to `end`, in which no card was shuffled back."""

    start: int
    end: int
    swap: Swap
    draws: dict[tuple[int, int], int]
    """When the hidden cards that are no longer in the deck were drawn: in which stage, and where in its log."""


class _Other:
    """A game up to a stage as it would be in another world."""

    def __init__(self, last: Stage, seat: int, rng: random.Random) -> None:
        self.seat = seat
        self.rng = rng
        self.game = last.table.game
        self.found = stages(last)
        self.hidden = [place for place in self.game.layout.hidden if not place.seen_by(seat)]
        self.shuffled = {end + 1 for end in self.past_ends()}
        """The stages in which all cards were shuffled and dealt again."""

    def stage(self) -> Stage:
        """Deal anew until every move was legal in that world. `redeal` leaves out nearly all others: not those of Pickle in
        which a seat gave up several cards although it could have beaten and had to."""
        for _ in range(MOST_TRIES):
            deals = [deal for at in sorted(self.shuffled) if (deal := self.past_deal(at - 1))]
            with suppress(_Impossible):
                return self.retold([*deals, self.dealt(len(self.found) - 1, 0)])
        raise CutcardError(NO_WORLD)

    # Dealing anew

    def dealt(self, end: int, pinned: int) -> _Deal:
        """The cards that the seat cannot see after a stage, dealt anew; the pinned ones stay where they are."""
        here = self.found[end].table.words
        views = np.zeros(1, dtype=self.game.layout.view)
        view, there = rows(views), np.zeros_like(here)
        self.game.kernel.look(here.reshape(1, -1), 0, view, 0, self.seat)
        fixed = np.uint64(pinned)
        view[0, 1] &= ~fixed
        for at, place in enumerate(self.game.layout.hidden, start=self.game.layout.hidden_start):
            if not place.seen_by(self.seat):
                view[0, at] -= np.uint64(int(here[place.word] & fixed).bit_count())
        dealers = scratch_dealers(seeded(self.rng.getrandbits(63)))
        self.game.kernel.redealt(views, view, 0, there.reshape(1, -1), 0, dealers)
        swap: Swap = {}
        for place in self.hidden:
            cards = list(members(there[place.word]))
            self.rng.shuffle(cards)
            swap.update(zip(members(here[place.word] & ~fixed), cards, strict=True))
        draws = self.draws(end)
        return _Deal(min((at for at, _ in draws), default=end), end, swap, draws)

    def draws(self, end: int) -> dict[tuple[int, int], int]:
        missing = self.held(end)
        draws: dict[tuple[int, int], int] = {}
        for at in range(end, -1, -1):
            if not missing:
                break
            log = self.found[at].step.log
            for line in range(len(log) - 1, -1, -1):
                code, _, card = log[line]
                if code == DRAWN and card in missing:
                    missing.discard(card)
                    draws[at, line] = card
        return draws

    def held(self, end: int) -> set[int]:
        """The cards that the seat cannot see and that are not in the deck."""
        now = self.found[end].table.words
        return {card for place in self.hidden if place.zone != "deck" for card in members(now[place.word])}

    # Hands of the past

    def past_ends(self) -> list[int]:
        """After which stages all cards were shuffled and dealt again; none where nobody has cards of his own to remember."""
        if self.game.layout.all_alike:
            return []
        deck = self.game.layout.place["deck", None].word
        left = [int(stage.table.words[deck]).bit_count() for stage in self.found]
        drawn = [sum(code == DRAWN for code, _, _ in stage.step.log) for stage in self.found]
        return [at - 1 for at in range(1, len(left)) if left[at - 1] - drawn[at] != left[at]]

    def past_deal(self, end: int) -> _Deal | None:
        """Nothing where all was shown; else a deal in which the move that followed was legal."""
        pinned = self.shown_by(end)
        if self.held(end) <= set(members(pinned)):
            return None
        for _ in range(MOST_TRIES):
            deal = self.dealt(end, pinned)
            if self.could_follow(end, deal.swap):
                return deal
        raise CutcardError(NO_WORLD)

    def could_follow(self, end: int, swap: Swap) -> bool:
        """Is the move after a stage legal where these cards change places?"""
        after = self.found[end + 1].step
        words = self.found[end].table.words.copy().reshape(1, -1)
        _swap_words(words, self.hidden, swap)
        move = self.other_move(end + 1, swap)
        return Table(self.game, words[0], Script(), None).actions_of(after.seat, move) is not None

    def before_the_shuffle(self, at: int) -> list[list[int]]:
        """What was told in a stage before all cards were shuffled and dealt again."""
        stage, deck = self.found[at], self.game.deck
        still_out = len(deck.cards) - int(stage.table.words[self.game.layout.place["deck", None].word]).bit_count()
        draws = [line for line, (code, _, _) in enumerate(stage.step.log) if code == DRAWN]
        return stage.step.log[: draws[-still_out] if still_out else None]

    def seen_at_moments(self, at: int) -> int:
        """The cards that the seat saw then, before they were shuffled."""
        number = sum(code == SHOWN for code, _, _ in self.before_the_shuffle(at))
        words = [place.word for place in self.game.layout.places if place.seen_by(self.seat)]
        seen = 0
        for moment in self.found[at].step.moments[:number]:
            for word in words:
                seen |= int(moment[word])
        return seen

    def shown_by(self, end: int) -> int:
        """The cards that the move after a stage showed, before all were shuffled: those that lay there to be seen, those it
        named and those it drew; of a move that names none, those without which it is not legal (PICKLE-9: `redeal` shows
        two). What a secret move named was shown only if it lay there."""
        after, deck = self.found[end + 1], self.game.deck
        seen = self.seen_at_moments(end + 1)
        shown = seen | sum(1 << card for code, _, card in self.before_the_shuffle(end + 1) if code == DRAWN)
        before = self.found[end].table.words
        held = sum(int(before[place.word]) for place in self.hidden if place.seat == after.step.seat)
        unseen = sum(int(before[place.word]) for place in self.hidden)
        _, *names = after.step.move.split(" ")
        if not (seen and self.is_secret(after.step.move)):
            left = held
            for name in names:
                card = left & seen & deck.masks.get(name, 0) or left & ~shown & deck.masks.get(name, 0)
                left &= ~(card & -card)
                shown |= card & -card
        if not names:
            for other in list(members(unseen & ~held))[:1]:
                shown |= sum(1 << card for card in members(held) if not self.could_follow(end, {card: other, other: card}))
        return shown

    # Telling it again

    def retold(self, deals: list[_Deal]) -> Stage:
        start = min(deal.start for deal in deals)
        words = np.stack([stage.table.words for stage in self.found[start:]])
        for deal in deals:
            _swap_words(words[deal.start - start : deal.end - start + 1], self.hidden, deal.swap)
        words.flags.writeable = False
        changed = {place: deal.swap[card] for deal in deals for place, card in deal.draws.items() if card in deal.swap}
        swaps = {at: deal.swap for deal in deals for at in range(deal.start, deal.end + 1) if at not in self.shuffled}
        swaps |= {deal.end + 1: deal.swap for deal in deals}  # that move was made with the cards from before the shuffle
        stage = self.found[start].before
        for at, after in enumerate(words, start=start):
            stage = self.retold_step(at, stage, after, changed, swaps.get(at, {}))
        assert stage is not None
        return stage

    def retold_step(
        self, at: int, before: Stage | None, words: Words, changed: dict[tuple[int, int], int], swap: Swap
    ) -> Stage:
        old = self.found[at]
        step = old.step
        log = [[code, who, changed.get((at, line), number)] for line, (code, who, number) in enumerate(step.log)]
        move, actions = step.move, old.actions
        if before is not None and step.seat != self.seat:
            move = self.other_move(at, swap)
            if move != step.move or self.game.rulebook.rules.longest > 1:  # the rest of a hand may ask for `done`
                found = before.table.actions_of(step.seat, move)
                if found is None:
                    raise _Impossible
                actions = found
        moments = step.kept.reshape(-1, len(words)).copy()
        _swap_words(moments, self.hidden, swap)
        retold = Step(before.step if before else None, step.seat, move, log, words, moments.reshape(-1), {})
        return Stage(before, Table(self.game, words, Script(), retold), actions, {self.seat: old.piece(self.seat)})

    def is_secret(self, move: str) -> bool:
        return self.game.rulebook.verbs.all[move.partition(" ")[0]].secret

    def other_move(self, at: int, swap: Swap) -> str:
        """The move of a stage; where the seat did not see it, with the cards that are there now instead."""
        stage, deck = self.found[at], self.game.deck
        step = stage.step
        if stage.before is None or step.seat == self.seat or not self.is_secret(step.move):
            return step.move
        held = gone = 0
        for place in self.game.layout.hidden:
            if place.seat == step.seat:
                held |= int(stage.before.table.words[place.word])
                gone |= int(stage.before.table.words[place.word] & ~stage.table.words[place.word])
        if at in self.shuffled:  # what is in the hand then is of the next deal
            gone = held & ~self.seen_at_moments(at)
        verb, *names = step.move.split(" ")
        cards = []
        for name in names:
            card = next(members(gone & deck.masks[name] or held & deck.masks[name]))
            gone &= ~(1 << card)
            held &= ~(1 << card)
            cards.append(swap.get(card, card))
        return " ".join([verb, *(deck.cards[card] for card in sorted(cards))])


def _swap_words(words: Words, hidden: list[Place], swap: Swap) -> None:
    """Change the cards of several tables."""
    columns = [place.word for place in hidden]
    before = words[:, columns]
    after = before & ~np.uint64(sum(1 << card for card in swap))
    for old, new in swap.items():
        after |= (before >> np.uint64(old) & np.uint64(1)) << np.uint64(new)
    words[:, columns] = after
