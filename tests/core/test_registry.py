"""Games are found by name; another package adds one by an entry point."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import cutcard
from cutcard import NotFound, ParseError
from cutcard.core import registry
from cutcard.games.pairs.rulebook import PAIRS

PLUGIN = """
from dataclasses import replace
from cutcard.games.port.rulebook import PORT
target, *others = PORT.options
SHORT = replace(PORT, name="short-port", title="Short Port", options=(replace(target, default=5), *others))
"""


def test_every_game_is_listed_once() -> None:
    names = [book.name for book in cutcard.games()]
    assert names[:6] == ["pairs", "continuous", "port", "starboard", "pickup", "to-the-moon"]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_a_rulebook_says_how_a_game_feels_and_how_long_it_takes(book: cutcard.Rulebook) -> None:
    assert 0 < len(book.mood.split()) <= 6
    assert re.fullmatch(r"\d+ minutes?", book.length)


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_a_cover_says_what_its_rulebook_says(book: cutcard.Rulebook) -> None:
    cover = registry.cover(book.name)
    assert cover.printed() == {**book.printed(), "most": book.rules.most_seats}
    assert (cover.seat_range, cover.opened()) == (book.seat_range, book)


def test_a_variant_is_options_with_a_name() -> None:
    variants = {variant.name: (book, variant) for book in cutcard.games() for variant in book.variants}
    book, variant = variants["pieces-of-eight"]
    assert (book.name, variant.title) == ("pairs", "Pieces of Eight")
    for book, variant in variants.values():
        assert cutcard.game(book.name, **variant.options).given_options == variant.options


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(NotFound, match="there is no game 'poker'; the games are: pairs, continuous"):
        cutcard.game("poker")


def test_a_variant_is_a_name_of_a_game() -> None:
    game = cutcard.game("pieces-of-eight", seats=3, target=20)
    assert game == cutcard.game("pairs", seats=3, target=20, eights=True)
    assert game.start(seed=1).record()["options"] == {"eights": True, "target": 20}
    assert (game.called.name, game.called.title) == ("pieces-of-eight", "Pieces of Eight")
    assert cutcard.game("pairs").called.name == "pairs"
    assert cutcard.player("champ", "pieces-of-eight")


def test_an_option_may_say_what_a_variant_says_and_not_otherwise() -> None:
    assert cutcard.game("pieces-of-eight", eights=True).name == "pairs"
    with pytest.raises(ParseError, match="Pieces of Eight is Pairs with the option eights, so that cannot be False"):
        cutcard.game("pieces-of-eight", eights=False)
    with pytest.raises(ParseError, match="there is no option 'coins'"):
        cutcard.game("pieces-of-eight", coins=3)


def test_a_record_may_name_a_variant() -> None:
    record = cutcard.game("pieces-of-eight", seats=2).start(seed=1).record()
    same = {**record, "game": "pieces-of-eight", "options": {}}
    assert cutcard.replay(same).record() == record


def test_variants_are_among_the_names_that_are_listed() -> None:
    with pytest.raises(NotFound, match=r"the games are: pairs, .*pieces-of-eight$"):
        cutcard.game("poker")


def test_a_variant_that_two_games_have_is_asked_for_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(PAIRS, name="other", title="Other Pairs")
    monkeypatch.setitem(registry.GAMES._announced, "other", other)
    with pytest.raises(NotFound, match=r"a variant of Pairs and of Other Pairs: say which; the games are: pairs, .*other$"):
        cutcard.game("pieces-of-eight")
    assert [entry.name for entry in registry.callings([PAIRS, other])] == ["pairs", "other"]


def test_a_game_that_cannot_be_loaded_hides_no_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES._announced, "broken", "no.such.module:GAME")
    assert cutcard.game("pieces-of-eight").options["eights"]


def test_a_game_of_another_package(tmp_path: Path) -> None:
    (tmp_path / "shortport.py").write_text(PLUGIN)
    info = tmp_path / "shortport-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shortport\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[cutcard.games]\nshort-port = shortport:SHORT\n")
    play = (
        "import cutcard, pickle\n"
        "table = cutcard.game('short-port', seats=2).start(seed=1)\n"
        "while not table.is_over: table = table.play('lock')\n"
        "assert cutcard.replay(pickle.loads(pickle.dumps(table)).record()) == table\n"
        "print(table.game.options['target'], [book.name for book in cutcard.games()][-1])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", play], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["5", "short-port"]
