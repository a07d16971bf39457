"""The dual-value deck of Clever Pickin', clause by clause (clever-pickin.md), and files with an owner's real deck."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cutcard import ParseError, RecordError, Table, game, replay
from cutcard.core.table.record import load, trace
from cutcard.games.clever_pickin.deck import DECK_OPTION, read_deck
from cutcard.games.clever_pickin.rulebook import deck_table
from tests.helpers import played, summary
from tests.shown import odds

SOLID = (
    "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC "
    "2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD "
    "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH "
    "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
)
HOLLOW = (
    "9C 3S 10D 4C JH 5D QS 6H KC 7S AD 8C 2S "
    "9D 3C 10H 4D JS 5H QC 6S KD 7C AH 8D 2C "
    "9H 3D 10S 4H JC 5S QD 6C KH 7D AS 8H 2D "
    "9S 3H 10C 4S JD 5C QH 6D KS 7H AC 8S 2H"
)
"""The hollow values of these cards, as CLEVER-2 says."""

CARDS, STAND_IN = SOLID.split(), HOLLOW.split()

OWN = CARDS[::-1]
"""A deck of somebody else: the hollow value of 2C is AS, that of 3C is KS, and that of AS is 2C."""


def named(cards: list[Any], **deck: Any) -> Table:
    """Two seats are dealt these cards."""
    return game("clever-pickin", seats=2, **deck).start(cards=cards)


def second_trick(hands: str, trump: str, **deck: Any) -> Table:
    """Two seats play a hollow trick, which seat 0 leads."""
    line = f"clever-pickin/2; to_act 0; phase 2; trick 2; hands {hands}; trump {trump}; spent *"
    return game("clever-pickin", seats=2, **deck).position(line)


# CLEVER-1


def test_clever_1_a_deck_of_52_cards_without_jokers() -> None:
    assert list(game("clever-pickin", seats=2).deck.cards) == CARDS


def test_clever_1_a_card_is_there_once() -> None:
    table = named([])
    assert {card: float(chance * 52) for card, chance in table.chance_outcomes()} == dict.fromkeys(CARDS, 1.0)
    assert "10H" not in dict(table.draw("10H").chance_outcomes())


@pytest.mark.parametrize("card", ["JR", "JB", "1C", "11C", "10", "2c", "C2", "2", "", "2C/9C", "TC", "2♣"])
def test_clever_1_no_other_cards(card: str) -> None:
    with pytest.raises(ParseError, match="not a card"):
        named([card])


# CLEVER-2


def test_clever_2_the_stand_in() -> None:
    assert game("clever-pickin", seats=2).options["deck"] == tuple(STAND_IN)
    assert [CARDS[(137 * i + 7) % 52] for i in range(52)] == STAND_IN


def test_clever_2_every_hollow_value_occurs_once() -> None:
    deck: Any = game("clever-pickin", seats=2).options["deck"]
    assert sorted(deck) == sorted(CARDS)


def test_clever_2_no_card_has_the_same_value_twice_and_16_keep_their_suit() -> None:
    deck: Any = game("clever-pickin", seats=2).options["deck"]
    pairs = list(zip(CARDS, deck, strict=True))
    assert all(solid != hollow for solid, hollow in pairs)
    kept = [solid for solid, hollow in pairs if solid[-1] == hollow[-1]]
    assert " ".join(kept) == "2C 5C 10C KC 2D 5D 10D KD 2H 5H 10H KH 2S 5S 10S KS"


@pytest.mark.parametrize("hollow", [STAND_IN, OWN], ids=["stand-in", "own"])
def test_clever_2_tricks_are_played_with_the_hollow_value_of_every_card(hollow: list[str]) -> None:
    """In a hollow trick each card loses to the one whose hollow value is next above it in the suit, whichever is led."""
    solid_of = dict(zip(hollow, CARDS, strict=True))
    for lower, higher in pairwise(CARDS):
        if lower[-1] != higher[-1]:
            continue
        trump = solid_of["2C" if lower[-1] != "C" else "2D"]
        pair = (solid_of[lower], solid_of[higher])
        for leading, following, winner in ((*pair, 1), (*pair[::-1], 0)):
            table = second_trick(f"{leading}, {following}", trump, deck=hollow)
            table = played(table, f"0 play {leading}", f"1 play {following}")
            assert table.to_act == (winner,), (leading, following)


def test_clever_2_a_table_shows_that_its_deck_is_a_stand_in() -> None:
    table = named(CARDS[:10])
    assert [line for line in summary(table) if "stand-in" in line]
    table = named(CARDS[:10], deck=OWN)
    assert not [line for line in summary(table) if "stand-in" in line]


def test_clever_2_the_help_of_the_option_says_that_the_default_is_a_stand_in() -> None:
    assert "stand-in" in DECK_OPTION.help


def test_clever_2_a_card_is_shown_with_both_values() -> None:
    shown = {}
    for kind, deck in (("stand-in", {}), ("own", {"deck": OWN})):
        table = named(CARDS[:10], **deck)
        shown[kind] = [table.game.rulebook.words.shown_card(table.view(0).reading, card) for card in ("2C", "10H", "AS")]
    assert shown == {"stand-in": ["2C/9C", "10H/KH", "AS/2H"], "own": ["2C/AS", "10H/6D", "AS/2C"]}


def test_clever_2_the_moves_tell_the_other_value() -> None:
    table = named(CARDS[:10])
    assert odds(table, 1, "pick 10C") == "hollow KC"
    table = second_trick("QC 3H, 4C KH", "2C")
    assert odds(table, 0, "play QC") == "counts as AD"


@pytest.mark.parametrize(("deck", "first", "last"), [(STAND_IN, "2C / 9C", "AS / 2H"), (OWN, "2C / AS", "AS / 2C")])
def test_clever_2_the_deck_as_a_table_of_both_values(deck: list[str], first: str, last: str) -> None:
    rows = deck_table(tuple(deck))
    assert (rows[0][0], rows[-1][-1]) == (first, last)
    cells = [cell for row in rows for cell in row]
    assert sorted(cells) == sorted(f"{solid} / {hollow}" for solid, hollow in zip(CARDS, deck, strict=True))


# The option `deck`


def test_clever_2_the_option_replaces_the_hollow_values() -> None:
    """4C is 10D and 7C is 5D; in the other deck it is the other way round."""
    table = second_trick("4C 2D, 7C 3D", "2H")
    assert played(table, "0 play 4C", "1 play 7C").to_act == (0,)
    deck = list(STAND_IN)
    deck[2], deck[5] = "5D", "10D"
    table = second_trick("4C 2D, 7C 3D", "2H", deck=deck)
    assert played(table, "0 play 4C", "1 play 7C").to_act == (1,)


def test_clever_2_the_option_decides_what_follows_suit() -> None:
    """With the stand-in 4C is 10D, and of 3H (3D) and 3D (3C) only 3H follows. In the other deck 4C is QS, 3H is KD and 3D
    is KH: nothing follows."""
    table = second_trick("4C 2C, 3H 3D", "2S")
    assert played(table, "0 play 4C").legal(1) == ("play 3H",)
    table = second_trick("4C 2C, 3H 3D", "2S", deck=OWN)
    assert played(table, "0 play 4C").legal(1) == ("play 3D", "play 3H")


def test_clever_2_the_option_decides_which_suit_is_trump() -> None:
    """The trump card 2S is 9S in the stand-in, and AC in the other deck, in which AS is the 2C."""
    assert second_trick("AS 3H, 4C 3D", "2S").legal(0) == ("play 3H", "play AS")
    assert second_trick("AS 3H, 4C 3D", "2S", deck=OWN).legal(0) == ("play 3H",)


def test_clever_2_solid_tricks_do_not_depend_on_the_option() -> None:
    line = "clever-pickin/2; to_act 0; phase 2; trick 1; hands 4C 3H, 7C 3D; trump 2H; spent *"
    table = game("clever-pickin", seats=2, deck=OWN).position(line)
    assert played(table, "0 play 4C", "1 play 7C").to_act == (1,)


def test_clever_2_a_deck_may_have_equal_values_on_a_card() -> None:
    """Every name once is all that is asked."""
    assert game("clever-pickin", seats=2, deck=CARDS).options["deck"] == tuple(CARDS)


@pytest.mark.parametrize("deck", [OWN, tuple(OWN)], ids=["list", "tuple"])
def test_clever_2_a_list_or_a_tuple_of_names(deck: Any) -> None:
    assert game("clever-pickin", seats=2, deck=deck).options["deck"] == tuple(OWN)


BAD_DECKS = {
    "51 names": (OWN[:-1], "deck is a list of 52, not 51"),
    "53 names": ([*OWN, "2C"], "deck is a list of 52, not 53"),
    "no name": ([], "deck is a list of 52, not 0"),
    "a name twice": (["2C", *OWN[1:]], "deck: the hollow value 2C is there twice"),
    "unknown": (["1C", *OWN[1:]], "deck: '1C' is not a hollow value"),
    "a joker": (["JR", *OWN[1:]], "deck: 'JR' is not a hollow value"),
    "lower case": (["as", *OWN[1:]], "deck: 'as' is not a hollow value"),
    "a space": (["AS ", *OWN[1:]], "deck: 'AS ' is not a hollow value"),
    "an empty name": (["", *OWN[1:]], "deck: '' is not a hollow value"),
    "a number": ([5, *OWN[1:]], "deck: 5 is not a hollow value"),
    "a bool": ([True, *OWN[1:]], "deck: True is not a hollow value"),
    "null": ([None, *OWN[1:]], "deck: None is not a hollow value"),
    "a list in it": ([["AS"], *OWN[1:]], r"deck: \['AS'\] is not a hollow value"),
    "an object in it": ([{"AS": 1}, *OWN[1:]], r"deck: \{'AS': 1\} is not a hollow value"),
    "a text": (" ".join(OWN), "deck is a list of 52, not 'AS"),
    "a text of 52 letters": ("C" * 52, "deck is a list of 52, not 'CCC"),
    "an object": (dict(zip(CARDS, OWN, strict=True)), "deck is a list of 52, not {"),
    "a set": (set(OWN), "deck is a list of 52, not {"),
    "nothing": (None, "deck is a list of 52, not None"),
    "52": (52, "deck is a list of 52, not 52"),
    "a switch": (True, "deck is a list of 52, not True"),
}


@pytest.mark.parametrize("bad", BAD_DECKS)
def test_clever_2_what_is_no_deck_is_an_error_before_anything_is_dealt(bad: str) -> None:
    deck, wrong = BAD_DECKS[bad]
    with pytest.raises(ParseError, match=wrong):
        game("clever-pickin", seats=2, deck=deck)
    if bad != "a set":
        record = {"cutcard": 1, "game": "clever-pickin", "seats": 2, "options": {"deck": deck}, "events": ["d 2C"]}
        with pytest.raises(RecordError, match=wrong) as refused:
            replay(record)
        assert refused.value.event == 0


# Records with the option


def a_hand(**options: Any) -> Table:
    """Two seats in the second trick: seat 0 leads, seat 1 holds 4C 6C 8C and, for all to see, 10C QC 2D."""
    table = game("clever-pickin", seats=2, **options).start(cards=CARDS[:15])
    table = played(table, "1 pick 10C", "0 pick JC", "0 pick KC", "1 pick QC", "1 pick 2D", "0 pick AC")
    return played(table, "1 bid 3", "0 bid 3", "1 play 2C", "0 play AC")


def test_clever_2_a_record_holds_the_deck_as_a_list_of_names(tmp_path: Path) -> None:
    record = a_hand(deck=OWN, hands=3).record()
    assert record["options"] == {"hands": 3, "deck": OWN}
    assert json.loads(json.dumps(record)) == record
    file = tmp_path / "a.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    table = replay(load(file))
    assert table == a_hand(deck=OWN, hands=3)
    assert table.game == game("clever-pickin", seats=2, deck=OWN, hands=3)
    assert table.record() == record


def test_clever_2_a_replayed_table_goes_on_with_its_deck() -> None:
    """Seat 0 leads the second trick with JC, which is a spade in either deck: 7S and 5S. Of the cards of seat 1 one is a
    spade in the stand-in, 8C (QS), and all but 2D are in the other deck."""
    followers = []
    for options in ({}, {"deck": OWN}):
        table = replay(a_hand(**options).record())
        followers.append(played(table, "0 play JC").legal(1))
    assert followers == [("play 8C",), ("play 10C", "play 4C", "play 6C", "play 8C", "play QC")]


def test_clever_2_a_record_leaves_the_stand_in_out_and_may_name_it() -> None:
    record = a_hand().record()
    assert record["options"] == {}
    assert replay({**record, "options": {"deck": STAND_IN}}) == replay(record)
    assert a_hand(deck=STAND_IN).record() == record


def test_clever_2_the_trace_goes_by_the_deck_of_the_record() -> None:
    lines = []
    for options in ({}, {"deck": OWN}):
        table = played(a_hand(**options), "0 play JC")
        lines.append(list(trace(table.record(), "a.json"))[-1]["legal"]["1"])
    assert lines == [["play 8C"], ["play 10C", "play 4C", "play 6C", "play 8C", "play QC"]]


def test_clever_2_a_table_with_its_own_deck_is_a_line_of_text() -> None:
    table = a_hand(deck=OWN)
    again = table.game.position(str(table))
    assert str(again) == str(table)
    assert again.legal(0) == table.legal(0)
    with pytest.raises(ParseError, match="the line says deck="):
        game("clever-pickin", seats=2).position(str(table))


def test_clever_2_a_view_gives_the_deck_as_json() -> None:
    shown = json.loads(json.dumps(a_hand(deck=OWN).view(1).json()))
    assert shown["options"]["deck"] == OWN


# Files


def written(path: Path, content: str | bytes) -> Path:
    file = path / "deck.txt"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


PAIRS = list(zip(CARDS, OWN, strict=True))
MIXED = [PAIRS[(17 * i + 5) % 52] for i in range(52)]
"""The pairs of a deck as they may lie about."""

FILES: dict[str, str | bytes] = {
    "a list": json.dumps(OWN),
    "a list over many lines": f"\n\n  {json.dumps(OWN, indent=2)}\n",
    "an object": json.dumps(dict(PAIRS)),
    "an object in any order": json.dumps(dict(MIXED)),
    "pairs": json.dumps(PAIRS),
    "pairs in any order": json.dumps(MIXED),
    "objects": json.dumps([{"solid": solid, "hollow": hollow} for solid, hollow in PAIRS]),
    "objects, hollow first": json.dumps([{"hollow": hollow, "solid": solid} for solid, hollow in MIXED]),
    "rows": "\n".join(f"{solid},{hollow}" for solid, hollow in PAIRS),
    "rows in any order": "\n".join(f"{solid},{hollow}" for solid, hollow in MIXED) + "\n",
    "rows with a header": "solid,hollow\n" + "\n".join(f"{solid},{hollow}" for solid, hollow in MIXED),
    "rows with a capital header": "Solid, Hollow\n" + "\n".join(f"{solid},{hollow}" for solid, hollow in MIXED),
    "rows with spaces": "\n".join(f" {solid} , {hollow} " for solid, hollow in MIXED),
    "rows in quotes": "\n".join(f'"{solid}","{hollow}"' for solid, hollow in MIXED),
    "rows of Windows": "solid,hollow\r\n" + "\r\n".join(f"{solid},{hollow}" for solid, hollow in MIXED) + "\r\n",
    "blank lines": "\n\n" + "\n\n  \n".join(f"{solid},{hollow}" for solid, hollow in MIXED) + "\n\n\n",
    "blank lines about a header": "\n\nsolid,hollow\n\n" + "\n".join(f"{solid},{hollow}" for solid, hollow in MIXED),
    "a list with a byte order mark": b"\xef\xbb\xbf" + json.dumps(OWN).encode(),
    "rows with a byte order mark": b"\xef\xbb\xbf" + "\n".join(f"{s},{h}" for s, h in MIXED).encode(),
    "a header with a byte order mark": b"\xef\xbb\xbfsolid,hollow\r\n" + "\r\n".join(f"{s},{h}" for s, h in MIXED).encode(),
}


@pytest.mark.parametrize("kind", FILES)
def test_clever_2_a_file_with_the_owners_deck(kind: str, tmp_path: Path) -> None:
    file = written(tmp_path, FILES[kind])
    assert read_deck(file) == tuple(OWN)
    assert game("clever-pickin", seats=2, deck=DECK_OPTION.read(str(file))).options["deck"] == tuple(OWN)


def test_clever_2_the_solid_value_comes_first_in_a_pair(tmp_path: Path) -> None:
    """The stand-in is no deck whose pairs can be turned round without a difference."""
    deck = [[solid, hollow] for solid, hollow in zip(CARDS, STAND_IN, strict=True)]
    turned = [[hollow, solid] for solid, hollow in deck]
    assert read_deck(written(tmp_path, json.dumps(deck))) == tuple(STAND_IN)
    solid_of = dict(zip(STAND_IN, CARDS, strict=True))
    assert read_deck(written(tmp_path, json.dumps(turned))) == tuple(solid_of[card] for card in CARDS)


def changed(place: int, solid: Any, hollow: Any) -> list[list[Any]]:
    """The pairs, one of them another one."""
    pairs: list[list[Any]] = [list(pair) for pair in PAIRS]
    pairs[place] = [solid, hollow]
    return pairs


def as_pairs(pairs: list[list[Any]]) -> str:
    return json.dumps(pairs)


def as_object(pairs: list[list[Any]]) -> str:
    """By hand: a dictionary cannot have a key twice."""
    return "{" + ", ".join(f"{json.dumps(solid)}: {json.dumps(hollow)}" for solid, hollow in pairs) + "}"


def as_objects(pairs: list[list[Any]]) -> str:
    return json.dumps([{"solid": solid, "hollow": hollow} for solid, hollow in pairs])


def as_rows(pairs: list[list[Any]]) -> str:
    return "\n".join(f"{solid},{hollow}" for solid, hollow in pairs)


@pytest.mark.parametrize("form", [as_pairs, as_object, as_objects, as_rows])
@pytest.mark.parametrize(
    ("pairs", "wrong"),
    [
        (changed(0, "2C", "AS")[:51], "has 51 cards, not 52"),
        ([*changed(0, "2C", "AS"), ["2C", "AS"]], "has 53 cards, not 52"),
        (changed(1, "2C", "KS"), "solid value 2C is there twice"),
        (changed(1, "3C", "AS"), "hollow value AS is there twice"),
        (changed(1, "1C", "KS"), "'1C' is not a solid value"),
        (changed(1, "3C", "JR"), "'JR' is not a hollow value"),
        (changed(1, "3c", "KS"), "'3c' is not a solid value"),
        (changed(1, "3C", ""), "'' is not a hollow value"),
    ],
    ids=["51", "53", "solid twice", "hollow twice", "no solid", "no hollow", "lower case", "empty"],
)
def test_clever_2_a_file_that_is_no_deck_says_what_is_wrong(
    form: Callable[[list[list[Any]]], str], pairs: list[list[Any]], wrong: str, tmp_path: Path
) -> None:
    with pytest.raises(ParseError, match=f"deck.txt.*{wrong}"):
        read_deck(written(tmp_path, form(pairs)))


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        (OWN[:51], "has 51 hollow values, not 52"),
        ([*OWN, "2C"], "has 53 hollow values, not 52"),
        (["2C", *OWN[1:]], "hollow value 2C is there twice"),
        (["JB", *OWN[1:]], "'JB' is not a hollow value"),
        (["10 H", *OWN[1:]], "'10 H' is not a hollow value"),
    ],
    ids=["51", "53", "twice", "a joker", "a space"],
)
def test_clever_2_a_list_that_is_no_deck_says_what_is_wrong(names: list[str], wrong: str, tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=f"deck.txt.*{wrong}"):
        read_deck(written(tmp_path, json.dumps(names)))


@pytest.mark.parametrize("row", ["3C", "3C,KS,5D", "3C;KS", "3C KS", "null"])
def test_clever_2_a_row_that_is_no_pair_is_named(row: str, tmp_path: Path) -> None:
    rows = [f"{solid},{hollow}" for solid, hollow in PAIRS]
    rows[1] = row
    with pytest.raises(ParseError, match=f"deck.txt: card 2 is '{row}', not a solid and a hollow value"):
        read_deck(written(tmp_path, "\n".join(rows)))


def test_clever_2_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=r"cannot read .*nowhere\.json: No such file"):
        read_deck(tmp_path / "nowhere.json")
    with pytest.raises(ParseError, match=r"cannot read .*nowhere\.json"):
        DECK_OPTION.read(str(tmp_path / "nowhere.json"))


def test_clever_2_a_folder_is_no_deck(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="cannot read"):
        read_deck(tmp_path)


@pytest.mark.parametrize(
    "name",
    ["a\0deck.json", "\ud800deck.json", "x" * 5000 + "deck.json", "~nobody-of-that-name/deck.json"],
    ids=["zero byte", "half a letter", "too long", "no such person"],
)
def test_clever_2_a_name_that_no_file_has_is_refused(name: str) -> None:
    with pytest.raises(ParseError, match=r"deck\.json"):
        DECK_OPTION.read(name)


@pytest.mark.parametrize("content", ['["2C", ', '{"2C": "9C"', "[2C, 3C]", "{2C: 9C}", "[}", '["2C"] more'])
def test_clever_2_what_is_no_json_is_called_so(content: str, tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=r"deck\.txt is not JSON"):
        read_deck(written(tmp_path, content))


@pytest.mark.parametrize("content", [bytes(range(256)), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "2C,9C\n3C,3S".encode("utf-16")])
def test_clever_2_a_binary_file_is_called_so(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=r"deck\.txt is not a text"):
        read_deck(written(tmp_path, content))


DEEP = "[" * 400 + "]" * 400
DEEP_OBJECT = '{"a":' * 700 + "1" + "}" * 700

HOSTILE: dict[str, str | bytes] = {
    "nothing": "",
    "white space": " \n\t\n ",
    "a byte order mark alone": b"\xef\xbb\xbf",
    "a header alone": "solid,hollow\n",
    "null": "null",
    "a number": "5",
    "a text": '"2C"',
    "an empty list": "[]",
    "an empty object": "{}",
    "numbers": json.dumps(list(range(52))),
    "nulls": json.dumps([None] * 52),
    "a null among names": json.dumps([None, *OWN[1:]]),
    "a list among names": json.dumps([["AS"], *OWN[1:]]),
    "an object of nulls": json.dumps(dict.fromkeys(CARDS)),
    "an object of lists": json.dumps({card: [card] for card in CARDS}),
    "two lists": json.dumps({"solid": CARDS, "hollow": OWN}),
    "a list in a list": json.dumps([OWN]),
    "empty lists": json.dumps([[] for _ in range(52)]),
    "pairs of one": json.dumps([[card] for card in CARDS]),
    "pairs of three": json.dumps([[*pair, "2C"] for pair in PAIRS]),
    "pairs of numbers": json.dumps([[i, i] for i in range(52)]),
    "pairs of nulls": json.dumps([[None, None]] * 52),
    "pairs of lists": json.dumps([[["2C", "AS"], ["3C", "KS"]]] * 52),
    "pairs that begin with lists": json.dumps([[[["2C"], "AS"], [["3C"], "KS"]]] * 52),
    "pairs that begin with objects": json.dumps([[[{"solid": 1}, "AS"], [{}, "KS"]]] * 52),
    "objects with lists": json.dumps([{"solid": ["2C"], "hollow": ["AS"]}] * 52),
    "objects with another name": json.dumps([{"solid": solid, "value": hollow} for solid, hollow in PAIRS]),
    "objects with more": json.dumps([{"solid": solid, "hollow": hollow, "n": 1} for solid, hollow in PAIRS]),
    "objects with one value": json.dumps([{"solid": solid} for solid in CARDS]),
    "objects that say solid twice": "[" + ", ".join('{"solid": "2C", "solid": "3C"}' for _ in range(52)) + "]",
    "half a letter": json.dumps(["\ud800", *OWN[1:]]),
    "lists without end": "[" * 100_000,
    "objects without end": '{"a":' * 100_000,
    "a very long number": "[" + "9" * 5000 + "]",
    "a very long text": "x" * 200_000,
    "a very long value": f'["{"x" * 200_000}"]',
    "a quote that is not closed": '"2C,AS\n' + as_rows(changed(0, "2C", "AS")),
    "zero bytes": b"\0" * 100,
    "zero bytes among rows": "\n".join(f"{solid},\0{hollow}" for solid, hollow in PAIRS),
    "deep lists": f"[{', '.join([DEEP] * 52)}]",
    "a deep list in a pair": json.dumps(PAIRS)[:-1] + f', ["2C", {DEEP}]]',
    "a deep list for a value": json.dumps(PAIRS[1:])[:-1] + f', ["2C", {DEEP}]]',
    "a deep object for a value": json.dumps(PAIRS[1:])[:-1] + f', ["2C", {DEEP_OBJECT}]]',
    "rows of commas": ",\n" * 52,
    "a row of 104": ",".join(f"{solid},{hollow}" for solid, hollow in PAIRS),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_clever_2_whatever_is_in_a_file_the_error_is_one_of_reading_and_names_the_file(kind: str, tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=r"deck\.txt"):
        read_deck(written(tmp_path, HOSTILE[kind]))


def test_clever_2_an_error_does_not_repeat_a_whole_file(tmp_path: Path) -> None:
    """A text that a person reads."""
    for content in ("x" * 100_000, json.dumps(["x" * 100_000, *OWN[1:]]), as_pairs(changed(0, "2C", ["x"] * 10_000))):
        with pytest.raises(ParseError) as refused:
            read_deck(written(tmp_path, content))
        assert len(str(refused.value).replace(str(tmp_path), "")) < 1000
