"""Nothing hidden goes over the wire: whole games with a person in each seat and one who watches, over real sockets. What
somebody cannot see is changed, the game is played again, and every byte that they were sent stays the same.

A card that is hidden at one moment may be shown later, so the other game is one that differs from the first in what was
still hidden at that moment, and all that was sent up to then is compared. `tests/contract/test_leakage.py` says what the
rules hide and makes such a game.
"""

import asyncio
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson
import pytest

import cutcard
from cutcard import Table
from cutcard.core.errors import NotAllowed
from cutcard.core.languages import language
from cutcard.server.tables import replay, telling
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import PLAYING, Event, hashed
from tests.contract.cases import random_game
from tests.contract.test_leakage import another_game
from tests.server.wiretap import SECRET, Act, Listening, Tap, listening
from tests.soak import soaked

SCALE = soaked(1, 20)
"""How often to compare: more finds more, and takes longer."""
CASES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "pairs-2": ("pairs", 2, {}),
    "pairs-8": ("pairs", 8, {}),
    "pieces-of-eight-4": ("pairs", 4, {"eights": True}),
    "continuous-3": ("continuous", 3, {}),
    "continuous-eights-7": ("continuous", 7, {"eights": True}),
    "port-2": ("port", 2, {"target": 20}),
    "port-5": ("port", 5, {"target": 20}),
    "starboard-4": ("starboard", 4, {}),
    "starboard-7": ("starboard", 7, {"coins": 3}),
    "pickup-2": ("pickup", 2, {}),
    "pickup-6": ("pickup", 6, {}),
    "pickup-long-4": ("pickup", 4, {"long": True, "target": soaked(15, 40)}),
    "to-the-moon-2": ("to-the-moon", 2, {"rounds": 1}),
    "to-the-moon-5": ("to-the-moon", 5, {"rounds": 1}),
    "pickle-2": ("pickle", 2, {"hands": 1}),
    "pickle-4": ("pickle", 4, {"hands": 1}),
    "clever-pickin-2": ("clever-pickin", 2, {"hands": 1}),
    "clever-pickin-4": ("clever-pickin", 4, {"hands": 1}),
}
PLAYED = soaked(
    (
        "pairs-2", "pieces-of-eight-4", "continuous-eights-7", "port-5", "starboard-4", "pickup-6", "pickup-long-4",
        "to-the-moon-5", "pickle-4", "clever-pickin-4",
    ),
    tuple(CASES),
)  # fmt: skip
"""Every game, with every option that adds something to hide or to tell, at few seats and at many."""
MOMENTS = 2 * SCALE
"""How many for each who looks, where a leak has to be found."""
FEWER = soaked(1, MOMENTS)
"""How many where there is to be none."""
LOOKING = 3 * SCALE
"""How many of the seats are compared, where a leak has to be found; the one who watches always is."""
FEWER_LOOKING = soaked(1, LOOKING)
"""How many where there is to be none."""
REPLAYED = "/replay?step=0&seat=0 /replay?step=0 /replay/moves /replay/moves?seat=0"
ASKED = ["/advice", "/advice", "/record", REPLAYED, "/api/tables"]
LONGEST = soaked(80, 200)
"""Moves of one game that are played over the wire; each game is a whole one if it is not longer."""


@dataclass(frozen=True)
class Compared:
    games: int
    """Games that were played again with something hidden changed."""
    messages: int
    """Messages and answers that were the same in both."""


def compare(name: str, folder: Path, patch: pytest.MonkeyPatch, moments: int = MOMENTS, looking: int = LOOKING) -> Compared:
    return asyncio.run(_compare(name, folder, patch, moments, looking))


async def _compare(name: str, folder: Path, patch: pytest.MonkeyPatch, moments: int, looking: int) -> Compared:
    game_name, seats, options = CASES[name]
    rng = random.Random(f"{name} 1")
    tables = list(random_game(cutcard.game(game_name, seats=seats, **options), 1, LONGEST))
    acts = story(tables, rng)
    games = messages = 0
    async with listening(folder, patch) as server:
        first = await run(server, tables[-1], options, acts)
        views = list(server.advised)
        no_secrets(first)
        for viewer in (None, *sorted(rng.sample(range(seats), min(looking, seats)))):
            for at in sorted(rng.sample(range(len(tables)), min(moments, len(tables)))):
                other = another_game(tables[at], viewer, game_name, rng)
                if other == tables[at]:
                    continue
                changed = retold(acts, other, viewer)
                server.advised.clear()
                second = await run(server, other, options, changed)
                messages += same(first, second, viewer, len(changed))
                mine, theirs = seen_by(viewer, views), seen_by(viewer, server.advised)
                assert mine[: len(theirs)] == theirs, f"the adviser of seat {viewer} sees a difference"
                games += 1
    return Compared(games, messages)


async def run(server: Listening, table: Table, options: dict[str, Any], acts: list[Act]) -> Tap:
    """The game that led to this table, with all that people did meanwhile."""
    cards = [event[2:] for event in table.record()["events"] if event.startswith("d ")]
    tap = await server.sit_down(table.game.name, table.game.seats, options, cards)
    try:
        await tap.run(acts)
    finally:
        await tap.close()
    return tap


def same(first: Tap, second: Tap, viewer: int | None, last: int) -> int:
    """Compare all that was sent to one of them until so many acts were done; how much it was."""
    at = -1 if viewer is None else viewer
    until = first.marks[last][at]
    mine, theirs = first.person(viewer).told[:until], second.person(viewer).told
    who = "the one who watches" if viewer is None else f"seat {viewer}"
    for index, (one, other) in enumerate(zip(mine, theirs, strict=False)):
        assert one == other, f"{who} is sent a difference: message {index} was\n{one!r}\nand is\n{other!r}"
    assert len(mine) == len(theirs), f"{who} is sent a difference: {len(mine)} messages were {len(theirs)}"
    return until


def no_secrets(tap: Tap) -> None:
    """No keys of others, nor hashes of any, and while the game goes on nothing of the server's secret."""
    keys = [person.key for person in tap.people if person.key is not None]
    for person in tap.people:
        everything = b"\n".join(person.told)
        for key in keys:
            assert hashed(key).encode() not in everything
            assert person.key == key or key.encode() not in everything
        for message in person.told:
            assert SECRET.encode() not in message or b'"state":"over"' in message


# What people do


def story(tables: list[Table], rng: random.Random) -> list[Act]:
    """The moves of a game, and between them all that people do besides: illegal wishes, chat, going and coming back."""
    moves = moves_of(tables[-1])
    everybody = [*range(tables[0].game.seats), None]
    acts: list[Act] = []
    for step, table in enumerate(tables):
        for who in everybody:
            chance = 0.5 if who in table.to_act else 0.06
            if rng.random() < chance:
                acts.append(wish(table, who, rng))
        if rng.random() < 0.1:
            acts.append(Act("look", rng.choice(everybody), number=rng.choice([0, 0, step])))
        if rng.random() < 0.1:
            acts.append(Act("ask", rng.choice(everybody), rng.choice(ASKED)))
        if rng.random() < 0.06:
            acts.append(Act("chat", rng.choice(everybody[:-1]), f"Nice one, number {step}!"))
        if rng.random() < 0.1:
            acts.append(Act("return", rng.choice(everybody), number=rng.choice([0, 0, step])))
        if step < len(moves):
            acts.append(Act("move" if rng.random() < 0.8 else "post", *moves[step]))
    return acts


def moves_of(table: Table) -> list[tuple[int, str]]:
    """Every move with its seat."""
    events = (event.partition(" ") for event in table.record()["events"])
    return [(int(seat), move) for seat, _, move in events if seat != "d"]


def wish(table: Table, who: int | None, rng: random.Random) -> Act:
    """Something that this seat may not do now, or that nobody may: the answers tell why not."""
    kind = rng.choice(["wish", "wish", "beg"])
    words = list(wishes(table, rng))
    rng.shuffle(words)
    for text in words:
        if not is_legal(table, who, text):
            return Act(kind, who, text, 1)
        if rng.random() < 0.3:
            return Act(kind, who, text, 0)  # it would be legal, but it answers what was asked long ago
    return Act(kind, who, "nonsense", 1)


def wishes(table: Table, rng: random.Random) -> Iterator[str]:
    """Moves that are made of the right words, with any cards."""
    for verb in table.game.rulebook.verbs.all:
        for count in (0, 1, 1, 2, 3):
            yield " ".join([verb, *rng.choices(table.game.deck.faces, k=count)])
        yield f"{verb} {rng.randrange(20)}"


def is_legal(table: Table, who: int | None, text: str) -> bool:
    return who in table.to_act and who is not None and table.actions_of(who, text) is not None


def retold(acts: list[Act], table: Table, viewer: int | None) -> list[Act]:
    """The same acts up to another table, with the moves that led there. What others wish stays a thing they may not do."""
    moves, stages = moves_of(table), table.stages()
    changed: list[Act] = []
    step = 0
    for act in acts:
        if act.kind in ("move", "post"):
            if step == len(moves):
                break
            changed.append(act._replace(text=moves[step][1]))
            step += 1
        elif act.kind in ("wish", "beg") and act.who != viewer and act.number and is_legal(stages[step], act.who, act.text):
            changed.append(act._replace(text="nonsense"))
        else:
            changed.append(act)
    return changed


def seen_by(viewer: int | None, views: list[tuple[int | None, bytes]]) -> list[bytes]:
    """The views that went to the adviser of a seat."""
    return [view for seat, view in views if seat == viewer]


# What holds


@pytest.mark.parametrize("name", PLAYED)
def test_every_byte_is_the_same_when_what_is_hidden_is_changed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = compare(name, tmp_path, monkeypatch, FEWER, FEWER_LOOKING)
    assert compared.games >= FEWER
    assert compared.messages > 5 * compared.games


# Servers that tell too much


def the_deck(patch: pytest.MonkeyPatch) -> None:
    """Everybody is sent the cards that are left."""
    look = OpenTable.look

    def leaky(self: OpenTable) -> None:
        look(self)
        table = self.state.table
        open_ = orjson.loads(self._play[language()])
        more = table and {"deck": table.game.deck.names(table.reading.deck)}
        self._play[language()] = orjson.dumps(open_ and more and {**open_, **more})

    patch.setattr(OpenTable, "look", leaky)


def the_next_hand(patch: pytest.MonkeyPatch) -> None:
    """A seat is sent what its neighbour holds."""
    yours = OpenTable._yours
    patch.setattr(OpenTable, "_yours", lambda self, seat: yours(self, (seat + 1) % len(self.state.holders)))


def with_the_eyes_of_the_mover(patch: pytest.MonkeyPatch) -> None:
    """What happened is told to all as the one who moved knows it."""
    told = OpenTable.event_told
    patch.setattr(
        OpenTable, "event_told", lambda self, event, seat, *more: told(self, event, event.data.get("seat", seat), *more)
    )


def moments_of_the_next_seat(patch: pytest.MonkeyPatch) -> None:
    """At an instant that is to be seen, a seat is shown its neighbour's cards."""
    moment = telling.moment_shown

    def leaky(table: Table, seat: int | None, *more: Any) -> dict[str, Any]:
        return moment(table, None if seat is None else (seat + 1) % table.game.seats, *more)

    patch.setattr(telling, "moment_shown", leaky)


def remembered_for_all(patch: pytest.MonkeyPatch) -> None:
    """What was told to the first who asked is told to the others."""
    told, memory = OpenTable.event_told, {}

    def leaky(self: OpenTable, event: Event, seat: int | None, *more: Any) -> bytes:
        return memory.setdefault((id(self), event.seq), told(self, event, seat, *more))

    patch.setattr(OpenTable, "event_told", leaky)


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """The reason of a refusal knows the whole table."""
    patch.setattr(Table, "_refusal", lambda self, seat, move: NotAllowed(f"{move} is not possible at {self}"))


def what_others_may(patch: pytest.MonkeyPatch) -> None:
    """A spectator is told how many moves each seat has."""
    look = OpenTable.look

    def leaky(self: OpenTable) -> None:
        look(self)
        table = self.state.table
        open_ = orjson.loads(self._play[language()])
        more = table and {"moves": [table.count_legal(seat) for seat in table.to_act]}
        self._play[language()] = orjson.dumps(open_ and more and {**open_, **more})

    patch.setattr(OpenTable, "look", leaky)


def to_the_adviser(patch: pytest.MonkeyPatch) -> None:
    """Advice is asked for with the view of another seat."""
    view = Table.view

    def leaky(self: Table, seat: int | None = None) -> Any:
        other = None if seat is None else (seat + 1) % self.game.seats
        return replace(view(self, seat), log=view(self, other).log)

    patch.setattr(Table, "view", leaky)


def the_replay_too_early(patch: pytest.MonkeyPatch) -> None:
    """A game is shown again, with all hands open, while it is still played; people ask for nothing else."""
    patch.setattr(sys.modules[__name__], "ASKED", [REPLAYED])
    patch.setattr(replay, "OVER", PLAYING)


CAUGHT: list[tuple[Callable[[pytest.MonkeyPatch], None], str]] = [
    (the_deck, "pairs-2"),
    (the_next_hand, "pickle-2"),
    (with_the_eyes_of_the_mover, "pickup-2"),
    (moments_of_the_next_seat, "pickup-2"),
    (remembered_for_all, "pickup-2"),
    (in_a_refusal, "starboard-4"),
    (what_others_may, "pickle-4"),
    (to_the_adviser, "pickup-2"),
    (the_replay_too_early, "pickle-4"),
]
"""Every leak, in a game in which it is found early."""
IN_OTHER_GAMES: list[tuple[Callable[[pytest.MonkeyPatch], None], str]] = [
    (the_deck, "clever-pickin-4"),
    (the_next_hand, "to-the-moon-2"),
    (with_the_eyes_of_the_mover, "pickle-4"),
    (in_a_refusal, "pickup-2"),
    (to_the_adviser, "to-the-moon-5"),
]


@pytest.mark.parametrize(
    ("leak", "name"),
    soaked(CAUGHT, CAUGHT + IN_OTHER_GAMES),
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_server_that_tells_too_much_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="a difference"):
        compare(name, tmp_path, monkeypatch)
