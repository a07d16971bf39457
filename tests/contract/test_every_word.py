"""Whatever a game says is in the catalogues: played in a language that marks every phrase, nothing stands outside the marks;
and German has every phrase that came up, with the same places."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutcard
from cutcard.core.declaration.options import Row
from cutcard.core.declaration.phrases import Sentence, Text, plain
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import CutcardError
from cutcard.core.languages import Catalogue, catalogue_files, catalogue_of, language, languages, speaking, split, translated
from cutcard.core.registry import GAMES
from cutcard.core.table.sentences import told
from cutcard.core.table.table import Table
from cutcard.players.search.search import Advice, Budget
from cutcard.present import advice
from cutcard.present.scene import offers_of, scene_of, task_of
from cutcard.present.seats import seated
from cutcard.server.errors import JUST_NOW
from cutcard.server.http.catalogue import LEVELS, catalogue
from cutcard.server.http.unreadable import OTHERWISE, PHRASES

SOURCES = Path(cutcard.__file__).parent
MOVES = 60
"""So many of a game are played, or until it is over."""
OTHERS = [name for name in languages() if name != "en"]
every_language = pytest.mark.parametrize("name", OTHERS)
SPOKEN_OTHERWISE = {"other": "offer"}
"""Values in whose place a language may have another: a move after `if`, as it is offered."""


class Marks(dict[str, str]):
    """Every phrase between marks, and which have come up."""

    def get(self, phrase: str, otherwise: Any = None) -> Any:
        if not phrase.strip():
            return phrase
        self[phrase] = f"⟦{phrase}⟧"
        return self[phrase]


def marked() -> Catalogue:
    return Catalogue("marked", Marks(), Marks(), decimal="٫", thousands="٬")


def outside_marks(text: str) -> str:
    """What is left of a text without all that is marked: no letter should be."""
    before = ""
    while before != text:
        before, text = text, re.sub(r"⟦[^⟦⟧]*⟧", "", text)
    return text


def check_all_there(name: str, spoken: Catalogue) -> None:
    """That a language has every phrase that came up."""
    missing = "\n".join(sorted(spoken.phrases.keys() - catalogue_of(name).phrases.keys()))
    assert not missing, f"not in {name}: {missing}"


def check(said: Sentence | str, where: object) -> None:
    text = said if isinstance(said, str) else "".join(part.text for part in said if isinstance(part, Text))
    assert not re.search(r"[^\W\d_]", outside_marks(text)), f"{text!r} is written outside the catalogues: {where}"


def check_scene(table: Table, seat: int) -> None:
    scene, where = scene_of(table.view(seat)), table.game.name
    outcome = scene.outcome
    for sentence in (
        *scene.lines,
        *(one.status for one in scene.seats),
        *scene.captions.values(),
        *(one.sentence for one in scene.values),
        *((outcome.sentence, outcome.why) if outcome else ()),
    ):
        check(sentence, where)
    for word in (
        *(mark.word for mark in scene.marks),
        *(word for pot in scene.pots for word in (pot.title, pot.word)),
        *((scene.chart.title, scene.chart.note) if scene.chart else ()),
        *(one.name for one in scene.values),
        *((outcome.reason,) if outcome else ()),
    ):
        check(word, where)


def check_figures(table: Table, seat: int) -> None:
    found = table.game.rulebook.words.figures(table.view(seat))
    for label, value in found.facts:
        check(plain(label), table.game.name)
        check(value, table.game.name)
    if found.left:
        check(found.left.title, table.game.name)
        known = {*table.game.deck.faces, "J", "Q", "K", "A", "Joker"}
        for label, _ in found.left.counts:
            check("" if label in known else label, table.game.name)


def check_refusals(table: Table, seat: int) -> None:
    """Every verb alone, with a card and with a number: most of that is not allowed."""
    for verb in table.game.rulebook.verbs.all:
        for rest in ("", f" {table.game.deck.faces[0]}", f" {table.game.deck.faces[-1]}@0", " 3", " 99", " ?"):
            if f"{verb}{rest}" not in table.legal(seat):
                with pytest.raises(CutcardError) as refused:
                    table.play(f"{verb}{rest}", seat)
                check(getattr(refused.value, "reason", str(refused.value)), refused.value)


def check_moves(table: Table, seat: int) -> None:
    view = table.view(seat)
    check(task_of(view), table.game.name)
    for offer in offers_of(view, view.legal[:20]):
        check(offer.words, offer.move)
        check(offer.odds, offer.move)


def played(book: Rulebook, seats: int, **options: Any) -> Iterator[Table]:
    rng = np.random.default_rng(7)
    table = cutcard.game(book.name, seats=seats, **options).start(seed=7)
    for _ in range(MOVES):
        yield table
        if table.is_over:
            return
        seat = table.to_act[0]
        legal = table.legal(seat)
        table = table.play(legal[int(rng.integers(len(legal)))], seat)


def whole_game_said(book: Rulebook) -> Catalogue:
    """All that a game says, in a language that marks it; gives that language, with every phrase that came up."""
    spoken = marked()
    with speaking(spoken):
        for seats, switched in ((max(3, book.least_seats), False), (2, True)):
            switches = {option.name: True for option in book.options if option.is_switch} if switched else {}
            for table in played(book, seats, **switches):
                assert table.last is not None
                for viewer in (None, 0):
                    for one in told(book, table.last.unfolded(viewer, table.game), viewer):
                        check(one.sentence, one)
                        check(one.brief, one)
                seat = table.to_act[0] if table.to_act else 0
                check_scene(table, seat)
                check_figures(table, seat)
                if not table.is_over:
                    check_moves(table, seat)
                    check_refusals(table, seat)
        for note in book.notes.all:
            for sentence in note.told(book.rules.deck, 0, 2):
                check(sentence, note)
        for verb in book.verbs.all.values():
            for phrase in filter(None, (verb.told, verb.own, verb.alone)):
                spoken.offers.get(phrase)
            for phrase in filter(None, (verb.told, verb.own, verb.alone, verb.unseen)):
                translated(phrase)
        for zone in book.words.zones.values():
            translated(zone.dealt)
        for reason in book.reasons.values():
            translated(reason)
    return spoken


def speaks(book: Rulebook, name: str) -> bool:
    """Our games speak every language; those of other packages the ones that they bring a catalogue for."""
    brings = any(file.name == f"{book.name}.{name}.toml" for file in catalogue_files(name))
    return brings or GAMES.module_of(book.name).startswith("cutcard.")


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_a_game_says_nothing_outside_the_catalogues_and_all_of_it_in_every_language(book: Rulebook) -> None:
    spoken = whole_game_said(book)
    for name in filter(lambda name: speaks(book, name), OTHERS):
        check_all_there(name, spoken)
        offers = sorted(spoken.offers.keys() - catalogue_of(name).offers.keys())
        assert not offers, f"not offered in {name}: {offers}"


def test_the_catalogue_of_games_says_nothing_outside_the_catalogues() -> None:
    spoken = marked()
    with speaking(spoken):
        found = catalogue({})
    for game in found["games"]:
        words = [game[name] for name in ("summary", "mood", "length", "anew")] + [*game["score_words"], *game["penalties"]]
        words += [zone[name] for zone in game["zones"].values() for name in ("title", "yours")]
        words += [verb[name] for verb in game["verbs"].values() for name in ("word", "help")]
        words += [option[name] for option in game["options"] for name in ("title", "help")]
        words += [tip["text"] for tip in game["tips"]]
        for text in words:
            check(text, game["id"])
    for level in found["levels"]:
        check(level["title"], level)
        check(level["summary"], level)
    check(found["credits"], "credits")
    for name in OTHERS:
        check_all_there(name, spoken)


def test_advice_is_in_the_catalogues(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = marked()
    for game, utilities in (
        ("pairs", (0.4, -0.2)),
        ("pairs", (0.3, 0.3)),
        ("starboard", (0.1, -0.2)),
        ("port", (1.0, -0.34)),
    ):
        view = cutcard.game(game, seats=3).start(seed=1)
        seat = view.to_act[0]
        found = tuple(Advice(move, u, 0.001, 1000) for move, u in zip(view.legal(seat), utilities, strict=True))
        monkeypatch.setattr(advice, "advise", lambda view, budget, found=found: found)
        with speaking(spoken):
            counsel = advice.advice_for(view.view(seat), seated(3, seat, "steady", None), Budget(simulations=1))
            for one in (counsel.sentence, counsel.heading, counsel.remark, *(rated.words for rated in counsel.rated)):
                check(one, game)
            assert all(outside_marks(rated.give_or_take) == "" or "٫" in rated.give_or_take for rated in counsel.rated)
    for name in OTHERS:
        check_all_there(name, spoken)


# The catalogues themselves


def places(phrase: str) -> list[str]:
    return [place for _, place in split(phrase) if place is not None]


def values(phrase: str, forms: frozenset[str]) -> set[str]:
    """The values that a phrase puts in, and the cards that it names."""
    return {place.split("|")[0] if place.count("|") == 2 else place for place in places(phrase)} - {
        place for place in places(phrase) if place in forms or place.count("|") == 1
    }


def entries(name: str) -> Iterator[tuple[str, str, str]]:
    found = catalogue_of(name)
    yield from (("phrases", english, other) for english, other in found.phrases.items())
    yield from (("offers", english, other) for english, other in found.offers.items())


@every_language
def test_a_translation_has_the_places_of_its_phrase(name: str) -> None:
    forms = catalogue_of(name).forms
    for kind, english, other in entries(name):
        own, theirs = values(other, forms), values(english, forms)
        extra = {SPOKEN_OTHERWISE[value] for value in theirs if value in SPOKEN_OTHERWISE}
        assert own - extra <= theirs, (kind, english, other)
        assert {value for value in theirs - own if SPOKEN_OTHERWISE.get(value) not in own} == set(), (kind, english, other)
        if kind == "phrases" and "{you}" not in english:
            are_about = [any(place in forms for place in places(phrase)) for phrase in (english, other)]
            assert are_about[0] == are_about[1], f"{other!r} does not say whom it is about as {english!r} does"
        assert other.strip(), english
        assert english.endswith(".") <= (other.endswith(".") or kind == "offers"), (english, other)


def literals() -> Counter[str]:
    """Every text that is written in the sources, put together where it is written in several pieces."""
    found: Counter[str] = Counter()
    for file in SOURCES.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found.update(node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return found


def put_together() -> set[str]:
    """Phrases that are made of declared words: names of verbs and options, titles before you, units, an option's help."""
    found: set[str] = {*LEVELS}
    for book in cutcard.games():
        found |= set(book.verbs.all)
        found |= {f"Your {zone.title[:1].lower()}{zone.title[1:]}" for zone in book.words.zones.values()}
        found |= {option.name.replace("_", " ").capitalize() for option in book.options}
        found |= {option.help for option in book.options}
        found |= {option.page_help for option in book.options if isinstance(option, Row)}
    for unit in ("points", "coins", "cards", "seats", "discards"):
        found |= {f"{{n|{unit[:-1]}|{unit}}}", f"{{n}} {{n|{unit[:-1]}|{unit}}}"}
    return found


@every_language
def test_no_catalogue_has_what_nobody_says(name: str) -> None:
    known = literals().keys() | put_together()
    assert [english for _, english, _ in entries(name) if english not in known] == []


@every_language
def test_no_phrase_is_translated_twice_and_differently(name: str) -> None:
    """Games that say the same say it in the same words: a phrase is looked up without its game."""
    said: dict[tuple[str, str], str] = {}
    for file in catalogue_files(name):
        read = tomllib.loads(file.read_text(encoding="utf-8"))
        for kind in ("phrases", "offers"):
            for english, other in read.get(kind, {}).items():
                assert said.setdefault((kind, english), other) == other, (file.name, english)


REFUSED = ("NotAllowed", "NotNow", "NotPermitted", "NotYours", "NotReady", "NotWorkedOut", "Overtaken", "TooMuch")
FOR_PROGRAMS = re.compile(r"--|\bid\b|^(no card is due|a message is|it may have been|say what to change|this is for pages)")
"""What only who writes programs is told, or who runs a server: it stays English."""


def refusals() -> Iterator[tuple[str, ast.expr]]:
    """What is refused with words for people, by games and by the server."""
    for folder in ("games", "server/tables", "server/http", "server/live", "server/store", "server/bots", "server/reviews"):
        for file in (SOURCES / folder).rglob("*.py"):
            if file.name == "tiny.py":  # games of a few cards are in no list for people
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSED and node.args:
                    yield f"{file.name}:{node.lineno}", node.args[0]


def test_refusals_are_phrases_and_not_put_together() -> None:
    for where, reason in refusals():
        if isinstance(reason, ast.JoinedStr):
            assert FOR_PROGRAMS.search(ast.unparse(reason)), f"{where}: give the values of a phrase by name"


@every_language
def test_refusals_are_in_every_language(name: str) -> None:
    known = catalogue_of(name).phrases
    said = [(where, node.value) for where, node in refusals() if isinstance(node, ast.Constant)]
    missing = [f"{where}: {text}" for where, text in said if text not in known and not FOR_PROGRAMS.search(str(text))]
    assert not missing, "\n".join(missing)


def troubles() -> set[str]:
    """What the database could not do, as it is told to who asked: of reading, and of what the journal is asked for."""
    found = set()
    for file in (SOURCES / "server" / "store").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("_reading", "connected"):
                found |= {word.value for word in node.args if isinstance(word, ast.Constant)}
            if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "trouble":
                found |= {node.value.value} if isinstance(node.value, ast.Constant) else set()
    return {str(one) for one in found}


@every_language
def test_what_a_database_or_a_check_of_messages_says_is_in_every_language(name: str) -> None:
    assert len(troubles()) > 8
    assert {JUST_NOW, OTHERWISE, "say something", *PHRASES.values(), *troubles()} <= catalogue_of(name).phrases.keys()


def test_outside_of_this_english_is_spoken() -> None:
    assert language() == "en"
