"""Pieces of reviews in the database: written once, by whichever node, and gone with their table."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from cutcard.server.store.database import engine_for, prepare
from cutcard.server.store.erasing import Delete
from cutcard.server.store.kept_reviews import KeepPieces, ReviewOf, pieces_of
from cutcard.server.store.retention import Forget
from tests.server.test_people_stored import ZOE, play

FIRST, DEEPER, OTHERS = ReviewOf("AAAA2222", 1, "these"), ReviewOf("AAAA2222", 4, "these"), ReviewOf("AAAA2222", 1, "those")


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    engine = engine_for(database)
    prepare(engine)
    yield engine
    engine.dispose()


def kept(engine: Engine, review: ReviewOf) -> dict[int, str]:
    with engine.connect() as connection:
        return pieces_of(connection, review)


def test_each_piece_is_written_once_and_belongs_to_one_review(engine: Engine) -> None:
    play(engine, "AAAA2222", {"a": ZOE})
    KeepPieces(FIRST, {0: "graph", 2: "second"}).done(engine)
    KeepPieces(FIRST, {0: "by another node", 1: "first"}).done(engine)
    KeepPieces(DEEPER, {1: "deeper"}).done(engine)
    assert kept(engine, FIRST) == {0: "graph", 1: "first", 2: "second"}
    assert kept(engine, DEEPER) == {1: "deeper"}
    assert kept(engine, OTHERS) == {}, "what other sources made is no use"


def test_what_other_sources_made_of_the_same_table_goes(engine: Engine) -> None:
    """Nobody would read it again: it is as much as the game itself, many times over."""
    for code in ("AAAA2222", "BBBB2222"):
        play(engine, code, {"a": ZOE})
        KeepPieces(FIRST._replace(code=code), {0: "graph", 1: "first"}).done(engine)
    KeepPieces(DEEPER, {1: "deeper"}).done(engine)
    KeepPieces(OTHERS, {0: "another graph"}).done(engine)
    assert kept(engine, OTHERS) == {0: "another graph"}
    assert kept(engine, FIRST) == kept(engine, DEEPER) == {}
    assert kept(engine, FIRST._replace(code="BBBB2222")) == {0: "graph", 1: "first"}, "of another table it stays"


def test_a_review_goes_with_its_table_and_none_comes_after(engine: Engine) -> None:
    for gone in (lambda: Delete("AAAA2222").done(engine), lambda: Forget(["AAAA2222"], 200.0).done(engine)):
        play(engine, "AAAA2222", {"a": ZOE})
        KeepPieces(FIRST, {0: "graph"}).done(engine)
        assert gone()
        assert kept(engine, FIRST) == {}
        with pytest.raises(IntegrityError):
            KeepPieces(FIRST, {1: "late"}).done(engine)
