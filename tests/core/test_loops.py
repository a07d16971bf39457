"""The general loops: the names that they leave free, and what their machine code is made from."""

import pytest

import cutcard
from cutcard import Rulebook
from cutcard.core.declaration import game as declaration
from cutcard.core.loops import free_names

GIVEN_TO_ONE_LOOP = {"chooser", "rest"}


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_every_free_name_has_a_meaning_in_every_game(book: Rulebook) -> None:
    assert set(free_names.__annotations__) - GIVEN_TO_ONE_LOOP == set(book.rules.namespace)


def test_machine_code_hangs_on_every_loop_that_is_compiled_into_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """`simulate` looks at tables: where `see` is edited, it has to be compiled again too."""
    made_from: dict[str, set[str]] = {}

    def bind(template, name, namespace, *modules):  # type: ignore[no-untyped-def]
        made_from[template.__name__] = {*modules, template.__module__}
        return template

    monkeypatch.setattr(declaration, "bind", bind)
    rules = cutcard.game("pairs").rulebook.rules
    rules._bind(rules.kernel.simulate, rules.namespace, rules.functions)
    loops = {f"cutcard.core.loops.{name}" for name in ("simulate", "see", "defaults")}
    assert loops <= made_from["simulate"]
