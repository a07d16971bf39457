"""The general loops: the names that they leave free, and what their machine code is made from."""

import pytest

import cutcard
from cutcard import Rulebook
from cutcard.core.declaration import rules as declaration
from cutcard.core.loops import free_names

GIVEN_TO_ONE_LOOP = {"chooser", "rest"}


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
