"""What holds for every game, at every number of seats, with every option."""

import copy
import json
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest

import numpy as np
import pytest

import cutcard
from cutcard import Game, NotAllowed, NotYours, redeal
from cutcard.core import registry
from cutcard.core.bits import members
from cutcard.core.compiling import JIT
from cutcard.core.dealer import TAPE, Script
from cutcard.core.dealer_memory import MORE, USUAL, quiet_dealers
from cutcard.core.declaration.zones import rows
from cutcard.core.table.moves import all_named
from cutcard.core.table.record import trace
from cutcard.core.table.sentences import sentences
from cutcard.core.table.turn import Turn
from cutcard.core.table.view import tensor_names
from cutcard.players import names, player
from tests.contract.cases import (
    each_number_of_seats,
    every_game,
    few_seats,
    games_at_the_ends,
    games_with_every_option,
    plain_ends,
    plain_games,
    random_game,
    scaled,
    surface_games,
)
from tests.contract.walking import FINE, walk
from tests.soak import soaked

NAMES = ["Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal"]
LONGEST_GAME = 1_000_000
GAMES = scaled(soaked(100, 1500), 1)


@pytest.mark.parametrize("game", every_game() if JIT else games_with_every_option())
def test_each_card_is_in_one_place_after_every_step_and_the_game_ends(game: Game) -> None:
    tables, views = game.blank(2), np.zeros(1, dtype=game.layout.view)
    outcome = game.rulebook.rules.bound(walk)(
        tables, rows(tables), views, rows(views), quiet_dealers(1), quiet_dealers(2), 7, GAMES, LONGEST_GAME
    )
    assert outcome == (FINE, GAMES, 0)


@pytest.mark.parametrize("game", surface_games())
def test_each_card_is_in_one_place_at_every_moment_and_nobody_is_to_act(game: Game) -> None:
    """What is shown before it is swept away is a whole table too."""
    shown = 0
    for table in random_game(game, 14, scaled(soaked(60, 200), 30)):
        for moment in table.moments:
            cards = [int(moment.words[place.word]) for place in game.layout.places]
            assert sum(card.bit_count() for card in cards) == len(game.deck.cards)
            assert sum(cards) == game.deck.full
            assert moment.to_act == ()
            shown += 1
    assert shown > 0


@pytest.mark.parametrize("game", surface_games())
def test_a_move_leaves_the_table_it_was_played_on_as_it_was(game: Game) -> None:
    kept = [
        (table, table.words.tobytes(), str(table), table.scores)
        for table in random_game(game, 1, scaled(soaked(30, 60), 20))
    ]
    for table, state, line, scores in kept:
        assert (table.words.tobytes(), str(table), table.scores) == (state, line, scores)


@pytest.mark.parametrize("game", surface_games())
def test_a_refused_move_changes_nothing(game: Game) -> None:
    book = game.rulebook
    ends = ["", *(f" {face}" for face in game.deck.faces), *(f" 3@{seat}" for seat in range(game.seats)), " 99", " 3 3", " "]
    for table in random_game(game, 2, scaled(soaked(4, 12), 3)):
        state = table.words.tobytes()
        for seat in table.to_act:
            for move in {f"{verb}{end}" for verb in [*book.verbs.all, "dance"] for end in ends} - set(table.legal(seat)):
                with pytest.raises(NotAllowed) as refused:
                    table.play(move, seat)
                assert refused.value.clause
                assert len(refused.value.reason) > 12
        for seat in set(range(game.seats)) - set(table.to_act):
            with pytest.raises(NotYours):
                table.play("hit", seat)
        assert table.words.tobytes() == state


@pytest.mark.parametrize("game", surface_games())
def test_records_replay_to_the_same_table_and_trace(game: Game) -> None:
    tables = list(random_game(game, 3, scaled(soaked(100, 400), soaked(12, 60))))
    record = json.loads(json.dumps(tables[-1].record()))
    again = cutcard.replay(record)
    assert again == tables[-1]
    assert again.record() == record
    lines = list(trace(record, "a.json"))
    assert [line["scores"] for line in lines] == [list(table.scores) for table in tables]
    assert [line["to_act"] for line in lines] == [list(table.to_act) for table in tables]
    for line, table in zip(lines, tables, strict=True):
        listed = {str(seat): list(table.legal(seat)) for seat in table.to_act}
        assert line["legal"] == {seat: moves if len(moves) <= 10_000 else len(moves) for seat, moves in listed.items()}


@pytest.mark.parametrize("game", games_at_the_ends() if JIT else plain_games()[::3])
def test_a_table_is_the_same_when_each_card_is_drawn_at_a_chance_node(game: Game) -> None:
    last = list(random_game(game, 4, scaled(40, 2)))[-1]
    table = game.start(cards=[])
    for event in last.record()["events"]:
        who, _, what = event.partition(" ")
        if who == "d":
            outcomes = dict(table.chance_outcomes())
            assert sum(outcomes.values()) == 1
            assert what in outcomes
            assert not table.to_act
            table = table.draw(what)
        else:
            assert not table.chance_outcomes()
            table = table.play(what, int(who))
    assert table == last


@pytest.mark.parametrize("game", surface_games())
def test_notation_round_trips(game: Game) -> None:
    for table in random_game(game, 5, scaled(soaked(25, 60), soaked(8, 25))):
        for seat in table.to_act:
            moves = all_named(game, table.words, seat)
            assert len(set(moves.values())) == len(moves)
            allowed = Turn.on(table, seat).allowed
            assert {actions[0] for actions in moves.values()} == set(members(allowed))
            assert tuple(sorted(moves)) == table.legal(seat)
            assert table.count_legal(seat) == len(moves)
            fresh = table.dealt_by(Script())  # it was not asked for its moves yet
            for move in random.Random(5).sample(sorted(moves), min(len(moves), 20)):
                assert fresh.actions_of(seat, move) == moves[move]


@pytest.mark.parametrize("game", surface_games())
def test_the_line_of_text_round_trips(game: Game) -> None:
    for table in random_game(game, 6, scaled(soaked(25, 60), soaked(10, 60))):
        again = game.position(str(table))
        assert str(again) == str(table)
        assert [again.legal(seat) for seat in again.to_act] == [table.legal(seat) for seat in table.to_act]


@pytest.mark.parametrize("game", surface_games())
def test_pickling_and_copying_keep_the_game(game: Game) -> None:
    table = list(random_game(game, 7, 30))[-1]
    for twin in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table), copy.copy(table)):
        assert twin == table
        assert twin.words.tobytes() == table.words.tobytes()
        assert twin.view(0).log == table.view(0).log
        assert twin.record() == table.record()
        if not table.is_over:
            seat = table.to_act[0]
            assert twin.play(table.legal(seat)[0], seat) == table.play(table.legal(seat)[0], seat)


def test_two_games_interleaved_do_not_disturb_each_other() -> None:
    games = [case.values[0] for case in plain_games()][::5]
    alone = [[table.record() for table in random_game(game, 8, 25)] for game in games]
    walks = [random_game(game, 8, 25) for game in games]
    together = list(zip_longest(*walks))
    for i, records in enumerate(alone):
        assert [moment[i].record() for moment in together if moment[i] is not None] == records


@pytest.mark.parametrize("game", surface_games())
def test_every_seat_and_a_spectator_get_a_view(game: Game) -> None:
    for table in random_game(game, 9, scaled(soaked(4, 12), soaked(2, 4))):
        for seat in (None, *range(game.seats)):
            view = table.view(seat)
            assert view.scores == table.scores
            assert view.to_act == table.to_act
            assert view.legal == (table.legal(seat) if seat is not None else ())
            assert json.loads(json.dumps(view.json()))["scores"] == list(table.scores)
            assert view.tensor().shape == (len(tensor_names(game)),)


@pytest.mark.parametrize("game", surface_games())
def test_everything_that_happens_can_be_said(game: Game) -> None:
    table = list(random_game(game, 10, scaled(soaked(150, 300), soaked(30, 60))))[-1]
    for seat in (None, 0, game.seats - 1):
        for sentence in sentences(game.rulebook, table.view(seat).log, NAMES, seat):
            assert sentence.endswith((".", "!")), sentence
            assert not set("{}|@") & set(sentence), sentence


def plays(name: str, game: Game) -> bool:
    known = getattr(registry.load_player(name), "plays", None)
    return known is None or game.name in known


WHO_PLAYS_WHAT = [
    pytest.param(*case.values, name, id=f"{case.id}-{name}")
    for case in soaked(few_seats() if JIT else plain_ends(), plain_games())
    for name in names()
    if name != "search"  # it takes its time, and has tests of its own
    if plays(name, case.values[0])
]
FEWER_MOVES = {"exact": scaled(soaked(2, 6), soaked(0, 2)), "expert": scaled(soaked(1, 15), soaked(0, 2))}
"""How many moves are played by those who think about each."""


@pytest.mark.parametrize(("game", "name"), WHO_PLAYS_WHAT)
def test_players_choose_legal_moves_from_a_view(game: Game, name: str) -> None:
    rng = np.random.default_rng(11)
    chooser = player(name, game.name)
    for table in random_game(game, 11, FEWER_MOVES.get(name, scaled(soaked(15, 40), 6))):
        for seat in table.to_act:
            view = table.view(seat)
            assert chooser.choose(view, view.legal, rng) in table.legal(seat)


@pytest.mark.parametrize("game", each_number_of_seats())
def test_the_result_has_every_seat_in_one_place_and_adds_up_to_nothing(game: Game) -> None:
    table = list(random_game(game, 12))[-1]
    result = table.result
    assert result is not None
    assert sorted(seat for place in result.places for seat in place) == list(range(game.seats))
    assert result.scores == table.scores
    assert result.reason in game.rulebook.reasons
    assert sum(result.utilities) == pytest.approx(0)
    assert table.legal() == ()
    assert table.view(0).json()["places"] == result.places


@pytest.mark.parametrize("game", each_number_of_seats())
def test_any_split_of_a_simulation_gives_the_same_games(game: Game) -> None:
    games, cut = scaled(60, 2), scaled(25, 1)
    whole = game.simulate(games, seed=5, players="steady")
    first = game.simulate(cut, seed=5, players="steady")
    second = game.simulate(games - cut, seed=5, first=cut, players="steady")
    assert np.array_equal(whole.scores, np.concatenate([first.scores, second.scores]))
    assert np.array_equal(whole.decisions, np.concatenate([first.decisions, second.decisions]))


@pytest.mark.parametrize("game", each_number_of_seats())
def test_nothing_can_be_written_to_a_table_or_a_view(game: Game) -> None:
    table = list(random_game(game, 15, 3))[-1]
    for array in (table.words, table.view(0).state, redeal(table.view(0), np.random.default_rng(1)).words):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
    with pytest.raises(AttributeError):
        table.game = game  # type: ignore[misc]


def test_a_table_in_the_middle_of_a_move_has_no_view() -> None:
    table = cutcard.game("pairs", seats=2).start(cards=[])
    with pytest.raises(NotYours, match="a card is to be drawn first"):
        table.view(0)


def test_a_view_knows_its_zones() -> None:
    view = cutcard.game("pairs", seats=2).start(seed=1).view(0)
    for zone, seat in (("stacks", None), ("stacks", 2), ("deck", 0), ("scores", None), ("pool", None)):
        with pytest.raises(cutcard.ParseError, match="has no"):
            view.cards(zone, seat)
    assert repr(view) == "<View of pairs at 2 seats for seat 0>"


def test_a_long_game_can_be_shown_as_a_line() -> None:
    table = list(random_game(cutcard.game("to-the-moon", seats=6), 16, scaled(3000, 30)))[-1]
    assert repr(table).startswith("<Table of to-the-moon at 6 seats, ")


@pytest.mark.parametrize("seed", [0, -1, 2**63, 2**64, 10**40])
def test_any_whole_number_is_a_seed_of_a_simulation(seed: int) -> None:
    assert cutcard.game("pairs", seats=2).simulate(2, seed=seed).scores.max() >= 31


@pytest.mark.parametrize("game", plain_games())
def test_a_table_is_small(game: Game) -> None:
    assert game.layout.table.itemsize <= 512


@pytest.mark.parametrize("game", each_number_of_seats())
def test_a_stream_of_words_deals_the_same_game_each_time_and_names_its_end(game: Game) -> None:
    words = random.Random(13)
    stream = [words.getrandbits(64) for _ in range(3000)]
    first, second = game.start(words=stream), game.start(words=tuple(stream))
    for _ in range(10):
        if first.is_over:
            break
        seat = first.to_act[0]
        first, second = (table.play(table.legal(seat)[-1], seat) for table in (first, second))
    assert first == second
    assert first.record() == second.record()
    with pytest.raises(cutcard.CutcardError, match="ran out after 3"):
        game.start(words=stream[:3])


class Words:
    """A stream without an end, which remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def __getitem__(self, index: int) -> int:
        self.asked.append(index)
        return random.Random(index).getrandbits(64)


def test_each_move_goes_on_in_the_stream_where_the_one_before_stopped() -> None:
    words = Words()
    table = cutcard.game("pairs", seats=2).start(words=words)
    assert words.asked == list(range(USUAL))
    drawn = len(table.record()["events"])  # no word of this stream has to be thrown away
    words.asked.clear()
    table.play("hit")
    assert words.asked == list(range(drawn, drawn + USUAL))


def test_a_move_that_needs_many_words_gets_them() -> None:
    words = Words()
    table = cutcard.game("pairs", seats=8, burn=54).start(words=words)
    assert len(table.record()["events"]) > 5 * USUAL
    assert words.asked[:USUAL] == list(range(USUAL))
    assert words.asked[-1] < TAPE
    again = words.asked[USUAL : USUAL + USUAL * MORE]
    assert again == list(range(USUAL * MORE)), "what is not enough is asked for anew, more of it"


def test_threads_do_not_disturb_each_other() -> None:
    games = [case.values[0] for case in plain_games()][::7]

    def records(game: Game) -> list[object]:
        return [table.record() for table in random_game(game, 14, scaled(150, 10))]

    alone = [records(game) for game in games]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(records, games)) == alone
