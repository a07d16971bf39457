"""No environment tells a seat what it cannot see.

As in `tests/contract/test_leakage.py` the cards that a seat cannot see change places, and the whole game is played once more
through the environment: every byte that the seat is told on the way stays the same, of observations, infos and pictures. The
last tests let environments leak, to show that it is found.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import cutcard
from cutcard import Game, Table, View
from cutcard.core.dealer import SCRIPT, Chance, Script, seeded
from cutcard.core.dealer_memory import quiet_dealers
from cutcard.core.declaration.zones import rows
from cutcard.envs import compiled_tables, played_tables, single, table_in_place, vector, vector_loop
from cutcard.envs.learner import IllegalAction
from cutcard.envs.pettingzoo import aec, parallel
from cutcard.envs.render import picture
from tests.contract.cases import random_move
from tests.contract.test_leakage import another_game
from tests.envs.bytes import as_bytes
from tests.envs.pettingzoo_tests import tables
from tests.soak import SOAKING, soaked

SCALE = soaked(1, 20)
"""How many times as many games to play."""

Array = np.ndarray[Any, Any]


class EndOfTape(Exception):
    """The record has no more moves."""


@dataclass
class Tape:
    """A game that was played: its cards in the order in which they were drawn, and what the seats chose."""

    game: Game
    cards: list[str]
    moves: list[tuple[int, str, tuple[int, ...]]]

    @classmethod
    def of(cls, table: Table) -> "Tape":
        cards = [event.removeprefix("d ") for event in table.record()["events"] if event.startswith("d ")]
        moves = []
        for step, before in zip(table.steps()[1:], table.stages(), strict=False):
            actions = before.actions_of(step.seat, step.move)
            assert actions is not None
            moves.append((step.seat, step.move, actions))
        return cls(table.game, cards, moves)

    @property
    def actions(self) -> list[tuple[int, int]]:
        return [(seat, action) for seat, _, actions in self.moves for action in actions]

    def dealers(self) -> Array:
        """A dealer that deals these cards."""
        dealers = quiet_dealers(0)
        dealers["quiet"], dealers["kind"], dealers["length"] = 0, SCRIPT, len(self.cards)
        dealers["tape"][0, : len(self.cards)] = [self.game.deck.mask(card) for card in self.cards]
        dealers["face"] = self.game.deck.face_of
        return dealers


@pytest.fixture(autouse=True)
def taped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Environments are dealt from the tape, by whatever way they are dealt their cards."""

    def now() -> Tape:
        return NOW[-1]

    held: dict[int, Array] = {}

    def dealers(chance: int = 0) -> Array:
        tape = now()
        if id(tape) not in held:
            held[id(tape)] = tape.dealers()
        return held[id(tape)]

    monkeypatch.setattr(table_in_place, "scratch_dealers", dealers)
    monkeypatch.setattr(compiled_tables, "quiet_dealers", lambda seed: dealers())
    monkeypatch.setattr(played_tables, "Chance", lambda state: Script(tuple(now().cards)))


NOW: list[Tape] = []
"""The tapes that were played; the last one is playing."""


# What a seat is told


def turn_by_turn(tape: Tape, viewer: int, rng: random.Random) -> Iterator[Any]:
    env = aec.env(tape.game.name, seats=tape.game.seats, render_seat=viewer, render_mode="ansi")
    me = f"seat_{viewer}"
    env.reset()
    seen = b""
    for i, (seat, action) in enumerate([*tape.actions, (-1, -1)]):
        if env.unwrapped.table.mover not in (None, viewer):  # it sees nothing of it before the move is complete
            same = as_bytes(env.observe(me)) == seen
            assert same, f"seat {viewer} is told a difference in the middle of a move"
            env.step(action)
            continue
        seen = as_bytes(env.observe(me))
        yield env.agent_selection, env.observe(me), env.infos[me], env.rewards[me], env.terminations[me]
        yield env.action_space(me).mask, env.action_names(me)
        yield from pictures(env, rng, i == len(tape.actions))
        if env.agent_selection == me and not env.terminations[me]:
            yield env.last()
            yield [str(env.unwrapped.table.refusal(viewer, wrong)) for wrong in (0, 5, 20, 54, 60)]
        if seat >= 0:
            assert env.agent_selection == f"seat_{seat}"
            env.step(action)


def all_at_once(tape: Tape, viewer: int, rng: random.Random) -> Iterator[Any]:
    env = parallel.parallel_env(tape.game.name, seats=tape.game.seats, render_seat=viewer, render_mode="ansi")
    me = f"seat_{viewer}"
    observations, infos = env.reset()
    yield observations[me], infos[me]
    queue = tape.actions
    while queue and env.agents:
        actions = {agent: int(env.action_space(agent).sample()) for agent in env.agents}
        for agent in env.agents if not env._closing else []:
            if queue and agent == f"seat_{queue[0][0]}" and not env.action_space(agent).mask[env.wait]:
                actions[agent] = queue.pop(0)[1]
        observations, rewards, terminations, truncations, infos = env.step(actions)
        if queue or not env.agents:  # else the end of the tape is in the middle of a moment
            yield observations[me], rewards[me], terminations, truncations, infos[me]
            yield from pictures(env, rng, rng.random() < 0.1)


def learner(tape: Tape, viewer: int, rng: random.Random) -> Iterator[Any]:
    chosen = {seat: [move for who, move, _ in tape.moves if who == seat] for seat in range(tape.game.seats)}

    class Taped:
        """Plays what was played."""

        def choose(self, view: View, legal: Any, rng: Any) -> str:
            if not chosen[view.seat or 0]:
                raise EndOfTape
            return chosen[view.seat or 0].pop(0)

    env = single.SingleEnv(tape.game.name, seats=tape.game.seats, opponents=Taped(), seat=viewer, render_mode="ansi")
    try:
        yield env.reset()
        for seat, action in tape.actions:
            if seat == viewer:
                yield env.step(action)
                yield env.render()
                yield picture.svg(env._table.view(0, viewer)), env.action_masks()
    except EndOfTape:
        return


def learner_among_compiled(tape: Tape, viewer: int, rng: random.Random) -> Iterator[Any]:
    """With compiled opponents, whose places the tape takes: the loop stops at every seat."""
    env = single.SingleEnv(tape.game.name, seats=tape.game.seats, opponents="steady", seat=viewer, render_mode="ansi")
    assert isinstance(env._table, compiled_tables.CompiledTables)
    env._table.players[:] = vector_loop.CALLER
    observation, info = env.reset()
    for seat, action in tape.actions:
        assert info["seat"] == seat
        if seat == viewer:
            yield observation, info, env.action_masks(), env.action_space.mask, env.render()
            yield picture.svg(env._table.view(0, viewer))
            with pytest.raises(IllegalAction) as refused:
                env.step(63)
            yield str(refused.value)
        observation, reward, terminated, truncated, info = env.step(action)
        del info["action"]  # of whoever acted
        if terminated:
            yield reward, truncated, info["utilities"], (observation, env.render()) if seat == viewer else None
            return


def many_tables(tape: Tape, viewer: int, rng: random.Random) -> Iterator[Any]:
    mode = rng.choice(list(AutoresetMode))
    env = vector.VectorEnv(tape.game.name, 1, seats=tape.game.seats, opponents=None, autoreset_mode=mode)
    observation, infos = env.reset()
    for seat, action in tape.actions:
        assert infos["seat"][0] == seat
        if seat == viewer:
            yield observation, infos
        observation, rewards, terminations, truncations, infos = env.step(np.array([action]))
        if seat == viewer or terminations[0]:
            yield rewards, terminations, truncations
        if terminations[0]:
            last = {"utilities": infos["utilities"]}
            seen = infos["final_obs"] if mode is AutoresetMode.SAME_STEP else observation
            yield last if seat != viewer else {**last, "final_obs": seen}
            return


def pictures(env: Any, rng: random.Random, in_pixels: bool) -> Iterator[Any]:
    """What is rendered for the seat, and for spectators; drawings take long, so not every time."""
    bare = env.unwrapped
    for seat in (bare.render_seat, None):
        view = bare.table.view(seat)
        if in_pixels:
            yield picture.rgb(view)
        if in_pixels or rng.random() < 0.1:
            yield picture.svg(view)
            yield picture.text(view)
    yield env.render()


ENVIRONMENTS: dict[str, Callable[[Tape, int, random.Random], Iterator[Any]]] = {
    "aec": turn_by_turn,
    "parallel": all_at_once,
    "single": learner,
    "compiled": learner_among_compiled,
    "vector": many_tables,
}


def everything(kind: str, tape: Tape, viewer: int, seed: int) -> list[bytes]:
    """Every byte that a seat is told while a game is played once more."""
    NOW.append(tape)
    return [as_bytes(told) for told in ENVIRONMENTS[kind](tape, viewer, random.Random(seed))]


def in_order(game: Game, seed: int, most: int) -> Table:
    """A game by chance, in which seats that choose at once do so in the order of their seats."""
    rng = random.Random(seed)
    table = Table.dealt(game, Chance(seeded(seed)))
    for _ in range(rng.randint(1, most)):
        if table.is_over:
            break
        table = table.play(random_move(table, table.to_act[0], rng), table.to_act[0])
    return table


def compare(kind: str, game: Game, seed: int, games: int, most: int) -> tuple[int, int]:
    """How many games were compared, and in how many of them a hidden card had really moved."""
    rng = random.Random(seed)
    compared = changed = 0
    for number in range(games):
        table = in_order(game, 100 * seed + number, most)
        viewer = rng.randrange(game.seats)
        other = another_game(table, viewer, game.name, rng)
        both = [everything(kind, Tape.of(each), viewer, number) for each in (table, other)]
        same = both[0] == both[1]
        assert same, f"seat {viewer} is told a difference"
        compared += bool(both[0])
        changed += other != table
    return compared, changed


EVERY = [
    (*case.values, kind)
    for number, case in enumerate(tables("least", "most"))
    for place, kind in enumerate(ENVIRONMENTS)
    if SOAKING or (number + place) % 2 == 0  # else each kind meets every game at one end of its seats
]


@pytest.mark.parametrize(("game", "seats", "kind"), EVERY)
def test_a_seat_is_told_nothing_of_what_it_cannot_see(game: str, seats: int, kind: str) -> None:
    compared, changed = compare(kind, cutcard.game(game, seats=seats), 31, 2 * SCALE, 16)
    assert compared
    assert changed >= SCALE


# Environments that leak


@pytest.fixture
def pickup() -> Game:
    return cutcard.game("pickup", seats=3)


def leaks(kind: str, game: Game) -> None:
    with pytest.raises(AssertionError, match="is told a difference"):
        compare(kind, game, 32, 12, 16)


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_the_view_of_another_seat_is_found(pickup: Game, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true = table_in_place.TableInPlace.observe
    monkeypatch.setattr(table_in_place.TableInPlace, "observe", lambda self, seat: true(self, (seat + 1) % 3))
    leaks(kind, pickup)


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_the_numbers_of_equal_cards_are_found(pickup: Game, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that was looked at but not made anonymous: it shows no hidden card, but which copy of a card lies where."""

    def observe(self: table_in_place.TableInPlace, seat: int) -> Array:
        state = np.zeros(1, self.game.layout.view)
        self.game.kernel.look(self.words.reshape(1, -1), 0, rows(state), 0, seat)
        return rows(state)[0]

    monkeypatch.setattr(table_in_place.TableInPlace, "observe", observe)
    leaks(kind, pickup)


def test_a_mask_of_another_seat_is_found(pickup: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    true = table_in_place.TableInPlace.mask
    monkeypatch.setattr(
        table_in_place.TableInPlace, "mask", lambda self, seat: true(self, seat) | true(self, (seat + 1) % 3)
    )
    leaks("parallel", pickup)


@pytest.mark.parametrize("kind", ["aec", "parallel"])
@pytest.mark.parametrize("drawing", ["text", "svg", "rgb"])
def test_a_picture_of_the_wrong_view_is_found(
    pickup: Game, kind: str, drawing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    true = table_in_place.TableInPlace.view
    drawn = getattr(picture, drawing)
    wrong: list[View] = []

    def view(self: table_in_place.TableInPlace, seat: int | None) -> View:
        wrong.append(true(self, ((seat or 0) + 1) % 3))
        return true(self, seat)

    monkeypatch.setattr(table_in_place.TableInPlace, "view", view)
    monkeypatch.setattr(picture, drawing, lambda view: drawn(wrong[-1]))
    leaks(kind, pickup)


@pytest.mark.parametrize("kind", ["single", "compiled", "vector"])
def test_an_observer_that_sees_another_seat_is_found(pickup: Game, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = vector if kind == "vector" else single
    true = module.Observer

    def observer(game: Game) -> Any:
        made = true(game)
        made.plan = np.roll(made.plan, 1, axis=0)
        return made

    monkeypatch.setattr(module, "Observer", observer)
    leaks(kind, pickup)


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_a_move_that_is_seen_before_it_is_complete_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_in_place.TableInPlace, "_seen_by", lambda self, seat: self.words)
    leaks(kind, cutcard.game("pickle", seats=2))


def test_a_number_of_steps_that_depends_on_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who leads one card of several could go on: it is asked whether it does, and another who could not is not."""
    monkeypatch.setattr(parallel.AllAtOnce, "_done", -1)
    leaks("parallel", cutcard.game("pickle", seats=2))
