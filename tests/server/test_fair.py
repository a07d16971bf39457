"""Fair dealing: a true record holds, and nothing in it can be changed without being found out."""

import copy
import hashlib
import json
import random
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import cutcard
from cutcard.cli.main import run
from cutcard.core.declaration.game import find
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.table.record import game_of
from cutcard.core.table.table import Table
from cutcard.server.fair import DEALER, Deal, check, commitment, draws, first_dealer, new_secret, proof, stream

Record = dict[str, Any]

SECRET = "0123456789abcdef" * 4
CODE = "ABCD2345"
ADDED = {0: "ab" * 16, 2: "cd" * 32, 10: "ef" * 20}


def words_by_hand(secret: str, code: str, randomness: dict[int, str], number: int, purpose: str = "deal") -> list[int]:
    """The four words of a block from the definition: HMAC (RFC 2104) written out with SHA-256."""
    key = bytes.fromhex(secret).ljust(64, b"\0")
    text = (
        f"cutcard {purpose} 1\n{code}\n"
        + "".join(f"{seat}:{randomness[seat]}\n" for seat in sorted(randomness))
        + str(number)
    )
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + text.encode()).digest()
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()
    return [int.from_bytes(outer[at : at + 8], "big") for at in (0, 8, 16, 24)]


def played(game: str, seats: int, **options: Any) -> Record:
    """A whole game online, any legal moves, its first dealer drawn."""
    chance = random.Random(game)
    dealer = first_dealer(SECRET, CODE, {0: ADDED[0]}, seats)
    table = Table.dealt(find(game, seats, dealer, options), stream(SECRET, CODE, {0: ADDED[0]}))
    while not table.is_over:
        seat = chance.choice(table.to_act)
        table = table.play(chance.choice(table.legal(seat)), seat)
    return {**table.record(), "fair": proof(SECRET, CODE, {0: ADDED[0]}, is_dealer_drawn=True)}


@pytest.fixture(scope="module")
def true_record() -> Record:
    return played("pairs", 3)


@pytest.fixture
def record(true_record: Record) -> Record:
    return copy.deepcopy(true_record)


def fails(record: Record) -> str:
    with pytest.raises(CutcardError) as refusal:
        check(record)
    return str(refusal.value)


def test_words_are_those_of_a_second_implementation() -> None:
    deal = Deal(SECRET, CODE, ADDED)
    indices = [*range(300), 1000, 5, 0, 10_000, 3, 299]  # forwards, then back to what is not remembered any more
    assert [deal[at] for at in indices] == [words_by_hand(SECRET, CODE, ADDED, at // 4)[at % 4] for at in indices]
    assert deal.span(3, 290).tolist() == [deal[at] for at in range(3, 290)]
    assert deal.span(8, 8).tolist() == []


def test_words_depend_on_all_that_goes_into_them() -> None:
    usual = Deal(SECRET, CODE, ADDED)[0]
    others = [
        Deal(new_secret(), CODE, ADDED)[0],
        Deal(SECRET, "ABCD2346", ADDED)[0],
        Deal(SECRET, CODE, {})[0],
        Deal(SECRET, CODE, {**ADDED, 1: "00" * 16})[0],
        Deal(SECRET, CODE, {1: ADDED[0], 2: ADDED[2], 10: ADDED[10]})[0],
    ]
    assert len({usual, *others}) == 1 + len(others)


def test_common_2_the_first_dealer_is_that_of_a_second_implementation() -> None:
    """The first of the words, taken modulo the seats: they are thrown away so rarely that no secret is known for it."""
    assert [Deal(SECRET, CODE, ADDED, DEALER)[at] for at in range(4)] == words_by_hand(SECRET, CODE, ADDED, 0, "dealer")
    counts = [0] * 7
    for number in range(700):
        code = f"{number:08}"
        word = words_by_hand(SECRET, code, ADDED, 0, "dealer")[0]
        assert first_dealer(SECRET, code, ADDED, 7) == word % 7
        counts[word % 7] += 1
    assert min(counts) > 60


def test_common_2_a_word_that_would_make_a_seat_likelier_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**64 is 1 more than a multiple of 3, so that the last word would be one for seat 0 more."""
    words = (2**64 - 1, 2**64 - 2, 0, 0)
    monkeypatch.setattr(Deal, "_block", lambda *_: b"".join(word.to_bytes(8, "big") for word in words))
    assert first_dealer(SECRET, CODE, ADDED, 3) == (2**64 - 2) % 3 == 2
    assert first_dealer(SECRET, CODE, ADDED, 2) == 1


def test_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    made = {new_secret() for _ in range(50)}
    assert len(made) == 50
    assert all(len(secret) == 64 for secret in made)


@pytest.mark.parametrize("game", ["pairs", "pickup", "pickle", "clever-pickin"])
def test_true_record_holds(game: str) -> None:
    record = played(game, 3)
    lines = check(json.loads(json.dumps(record)))
    cards = sum(event.startswith("d ") for event in record["events"])
    assert f"all {cards} cards" in lines[0]
    assert commitment(SECRET) in lines[1]


def test_every_other_card_is_caught(record: Record) -> None:
    faces = ["1", "5", "10"]
    events = record["events"]
    for at in [at for at, event in enumerate(events) if event.startswith("d ")]:
        was = events[at]
        events[at] = next(f"d {face}" for face in faces if f"d {face}" != was)
        fails(record)
        events[at] = was
    check(record)


def test_every_other_move_is_caught(record: Record) -> None:
    """Also where both are legal: the cards that follow are then not those of the deal."""
    events = record["events"]
    for at in [at for at, event in enumerate(events) if not event.startswith("d ")]:
        seat, _, move = (was := events[at]).partition(" ")
        for other in (
            f"{seat} fold" if move == "hit" else f"{seat} hit",
            f"{(int(seat) + 1) % 3} {move}",
            f"9 {move}",
            seat,
        ):
            events[at] = other
            fails(record)
        events[at] = was
    check(record)


def test_missing_and_added_events_are_caught(record: Record) -> None:
    events = record["events"]
    for at in range(len(events)):
        record["events"] = events[:at] + events[at + 1 :]
        fails(record)
        record["events"] = [*events[:at], events[at], *events[at:]]
        fails(record)
    for wrong in ([*events, "0 hit"], [*events, "d 3"], [7, *events], [None], []):
        record["events"] = wrong
        fails(record)


def test_record_that_ends_too_early_is_caught(record: Record) -> None:
    """Without its end a game has no result: the secret is shown only when it is over, so that there is one."""
    last_move = max(at for at, event in enumerate(record["events"]) if not event.startswith("d "))
    record["events"] = record["events"][:last_move]
    assert "before the game is over" in fails(record)


def test_other_secret_is_caught(record: Record) -> None:
    record["fair"]["secret"] = "f" * 64
    assert "not the one that the server had bound itself to" in fails(record)
    record["fair"]["commitment"] = commitment("f" * 64)  # a server that changes both deals other cards
    fails(record)


@pytest.mark.parametrize("randomness", [{}, {"0": "ab" * 17}, {"1": "ab" * 16}, {"0": "ab" * 16, "1": "00" * 16}])
def test_other_randomness_is_caught(record: Record, randomness: dict[str, str]) -> None:
    record["fair"]["randomness"] = randomness
    fails(record)


def test_common_2_another_dealer_is_caught(record: Record) -> None:
    drawn = record["dealer"]
    assert f"The first dealer, seat {drawn}, was drawn" in check(record)[-1]
    for dealer in {0, 1, 2} - {drawn}:
        assert fails({**record, "dealer": dealer}) == (
            f"the first dealer is seat {dealer}, but the one that was drawn is seat {drawn}"
        )


def test_common_2_a_dealer_that_was_not_drawn_is_told(record: Record) -> None:
    """Before the start everybody sees whether the host has chosen: a server that says so afterwards only is found out."""
    said = f"The first dealer, seat {record['dealer']}, was not drawn"
    record["fair"]["dealer"] = "chosen"
    assert said in check(record)[-1]
    del record["fair"]["dealer"]  # a record of an earlier version
    assert said in check(record)[-1]
    for strange in ("", "by chance", 0, True, []):
        record["fair"]["dealer"] = strange
        assert "'drawn' or 'chosen'" in fails(record)


@pytest.mark.parametrize(("key", "value"), [("dealer", 7), ("seats", 4), ("options", {"target": 3}), ("game", "port")])
def test_other_game_is_caught(record: Record, key: str, value: Any) -> None:
    record[key] = value
    fails(record)


def test_other_table_is_caught(record: Record) -> None:
    record["fair"]["table"] = "ABCD2346"
    fails(record)


@pytest.mark.parametrize("key", ["table", "secret", "randomness", "commitment"])
@pytest.mark.parametrize("value", [None, 7, [], "", "x" * 64, {"0": 1}, {"x": "ab" * 16}, {"-1": "ab" * 16}])
def test_part_that_is_missing_or_strange_is_refused(record: Record, key: str, value: Any) -> None:
    if value is None:
        del record["fair"][key]
    else:
        record["fair"][key] = value
    fails(record)


@pytest.mark.parametrize("key", ["events", "game", "seats", "cutcard"])
def test_record_without_its_header_is_refused(record: Record, key: str) -> None:
    del record[key]
    fails(record)


def test_record_of_a_game_at_home_has_nothing_to_check(record: Record) -> None:
    del record["fair"]
    with pytest.raises(ParseError, match="only the record of a game played online"):
        check(record)


def test_cutcard_verify_says_whether_it_holds(record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "true.json").write_text(json.dumps(record))
    record["events"][0] = "d 10" if record["events"][0] != "d 10" else "d 9"
    (tmp_path / "false.json").write_text(json.dumps(record))
    assert run(["verify", str(tmp_path / "true.json")]) == 0
    assert "this record holds" in capsys.readouterr().out
    assert run(["verify", str(tmp_path / "true.json"), str(tmp_path / "false.json")]) == 1
    assert "false.json: this record does not hold: event 0 is" in capsys.readouterr().err


@pytest.mark.parametrize("game", sorted(book.name for book in cutcard.games()))
def test_draws_can_be_dealt_again_without_the_rules(game: str) -> None:
    """As the page does it: the words by hand, and of each deck only how many of each face it held."""
    record = played(game, 4)
    table = Table.dealt(game_of(record), stream(SECRET, CODE, {0: ADDED[0]}))
    for event in record["events"]:
        if not event.startswith("d "):
            table = table.play(event.partition(" ")[2], int(event.partition(" ")[0]))
    found = draws(table)
    assert [draw["card"] for draw in found] == [event[2:] for event in record["events"] if event.startswith("d ")]
    faces = table.game.deck.faces
    words = (word for number in count() for word in words_by_hand(SECRET, CODE, {0: ADDED[0]}, number))
    assert found[0]["deck"] == table.game.deck.counts(table.game.deck.full)
    deck: list[int] = []
    for draw in found:
        deck = list(draw.get("deck", deck))
        product = (next(words) >> 32) * sum(deck)
        while product % 2**32 < (2**32 - sum(deck)) % sum(deck):
            product = (next(words) >> 32) * sum(deck)
        face = [face for face, number in zip(faces, deck, strict=True) for _ in range(number)][product >> 32]
        assert face == draw["card"]
        deck[faces.index(face)] -= 1
