"""What is made once for several who look on is, byte for byte, what each of them would be told alone."""

import random

import orjson
import pytest

import cutcard
from cutcard.core import registry
from cutcard.core.table import sentences
from cutcard.core.table.table import Table
from cutcard.present import scene
from cutcard.server.tables import telling
from cutcard.server.tables.state import PERSON, Event, SeatHolder, TableState
from cutcard.server.tables.telling import NOTHING_OF_ITS_OWN, has_nothing_of_its_own, you_shown
from cutcard.server.tables.updates import TableUpdates
from tests.soak import soaked

GAMES = soaked(("port", "pickup"), registry.GAMES.names())
"""One in which all see the same, and one with hands."""
MOVES = soaked(6, 200)


class Followed:
    """A table of the server that goes on move by move, and the same table as one finds it who has told nothing before."""

    def __init__(self, game: str) -> None:
        self.table = cutcard.game(game, seats=3).start(seed=5)
        self.state = TableState("ABCDEFGH", "00" * 32, game=game)
        self.state.holders = [SeatHolder(PERSON, name, None, name) for name in ("Ann", "Ben", "Cy")]
        self.log: list[Event] = []
        self.told = TableUpdates(self.state, self.log)
        self.follow("started", {"randomness": None}, self.table)

    def follow(self, kind: str, data: dict[str, object], table: Table) -> None:
        event = Event(self.state.seq + 1, kind, data, 1.0)
        if kind == "move":
            self.state.apply(event, table)
        else:
            self.state.table, self.state.seq, self.state.asked = table, event.seq, dict.fromkeys(table.to_act, event.seq)
        self.log.append(event)
        self.told._steps.append(event.seq)
        self.told.changed()

    def afresh(self) -> TableUpdates:
        fresh = TableUpdates(self.state, self.log)
        fresh._steps = self.told._steps
        return fresh


@pytest.mark.parametrize("game", GAMES)
def test_all_are_told_what_each_would_be_told_alone(game: str) -> None:
    chance, followed = random.Random(game), Followed(game)
    for _ in range(MOVES):
        table = followed.state.table
        assert table is not None
        if table.is_over:
            break
        seat = table.to_act[0]
        move = chance.choice(table.legal(seat))
        followed.follow("move", {"seat": seat, "move": move}, table.play(move, seat))
        who = [None, 0, 1, 2]
        chance.shuffle(who)  # whoever is told first must not decide what the others are told
        for one in who:
            for since in (followed.state.seq - 1, max(followed.state.seq - 2, 0)):
                is_counted = one is None and chance.random() < 0.5
                alone = followed.afresh().update(one, since, is_counted=is_counted)
                assert followed.told.update(one, since, is_counted=is_counted) == alone


def forget_all() -> None:
    """As if nothing had ever been told by this process."""
    for remembered in (telling._in_words, telling._words_of, sentences._dealt_to, sentences._happened, scene.setting_of):
        remembered.cache_clear()


@pytest.mark.parametrize("game", registry.GAMES.names())
def test_what_is_remembered_from_other_moves_changes_no_update(game: str) -> None:
    """In every game: updates that are put together from what was told before are those that are composed from nothing."""
    chance, followed = random.Random(game), Followed(game)
    for _ in range(MOVES):
        table = followed.state.table
        assert table is not None
        if table.is_over:
            break
        seat = table.to_act[0]
        move = chance.choice(table.legal(seat))
        followed.follow("move", {"seat": seat, "move": move}, table.play(move, seat))
        since = followed.state.seq - 1
        remembered = [followed.afresh().update(one, since) for _ in range(2) for one in (None, 0, 1, 2)][4:]
        for one, update in zip((None, 0, 1, 2), remembered, strict=True):
            forget_all()
            assert followed.afresh().update(one, since) == update


def test_who_has_nothing_of_its_own_is_told_so() -> None:
    table = cutcard.game("port", seats=3).start(seed=5)
    (acting,) = table.to_act
    assert not has_nothing_of_its_own(table, acting)
    for seat in {0, 1, 2} - {acting}:
        assert has_nothing_of_its_own(table, seat)
        shown = {**you_shown(table, seat, 7), "may_host": True}
        assert NOTHING_OF_ITS_OWN % (seat, 7, b"true", b"false") == orjson.dumps(shown)
    hands = cutcard.game("pickup", seats=3).start(seed=5)
    assert not any(has_nothing_of_its_own(hands, seat) for seat in range(3))


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_sees_the_same_whether_somebody_looked_before(game: str) -> None:
    table = cutcard.game(game, seats=3).start(seed=5)
    for _ in range(MOVES):
        looked_at, untouched = (cutcard.replay(table.record()) for _ in range(2))
        looked_at.glance(None)
        for seat in range(3):
            one, other = looked_at.glance(seat), untouched.glance(seat)
            assert one.words.tolist() == other.words.tolist()
            assert (one.seat, one.legal, one.json()) == (other.seat, other.legal, other.json())
            assert (one.reading.viewer, one.reading.row) == (other.reading.viewer, other.reading.row)
        if table.is_over:
            break
        table = table.play(table.legal(table.to_act[0])[0], table.to_act[0])
