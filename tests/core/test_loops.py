"""The general loops: the names that they leave free, and what their machine code is made from."""

from dataclasses import astuple, replace

import numpy as np
import pytest

import cutcard
from cutcard import Rulebook
from cutcard.core.compiling import JIT
from cutcard.core.declaration import rules as declaration
from cutcard.core.loops import free_names

GIVEN_TO_ONE_LOOP = {"chooser", "rest", "go_on"}


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_every_free_name_has_a_meaning_in_every_game(book: Rulebook) -> None:
    assert set(free_names.__annotations__) - GIVEN_TO_ONE_LOOP == set(book.rules.namespace)


def test_machine_code_hangs_on_every_loop_that_is_compiled_into_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """`simulate` looks at tables: where `see` is edited, it has to be compiled again too."""
    rules = cutcard.game("pairs").rulebook.rules
    simulate, namespace = rules.kernel.simulate, rules.namespace
    made_from: set[str] = set()
    monkeypatch.setattr(declaration, "bind", lambda template, name, namespace, *modules: made_from.update(modules))
    rules._bind(simulate, namespace, rules.functions)
    assert {f"cutcard.core.loops.{name}" for name in ("see", "defaults")} <= made_from


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_a_coin_draws_the_same_actions(book: Rulebook) -> None:
    """Where most choices are between two actions a coin is quicker: in every game it gives what the general way gives."""
    if JIT and not book.rules.often_two:
        pytest.skip("as plain Python: the loop would be compiled twice")
    game = cutcard.game(book.name, seats=2)
    other = replace(book, rules=replace(book.rules, often_two=not book.rules.often_two))
    found = [replace(game, rulebook=one).simulate(5, seed=1) for one in (book, other)]
    for one, another in zip(*(astuple(each) for each in found), strict=True):
        assert np.array_equal(one, another)
