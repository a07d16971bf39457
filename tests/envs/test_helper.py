"""The thread beside the caller's."""

import gc
import threading
from typing import NoReturn

import pytest

from cutcard.envs.helper import Helper
from tests.patience import PATIENCE


def test_it_does_one_thing_after_another_and_is_waited_for() -> None:
    helper, done = Helper(), []
    gate = threading.Event()
    helper.begin(gate.wait)
    for number in range(5):
        helper.begin(done.append, number)
    assert done == []
    gate.set()
    helper.finish()
    assert done == [0, 1, 2, 3, 4]


def test_what_it_raises_is_raised_where_it_is_waited_for_and_it_goes_on() -> None:
    def fail(text: str) -> NoReturn:
        raise ValueError(text)

    helper, done = Helper(), []
    helper.begin(fail, "the first")
    helper.begin(fail, "the second")
    helper.begin(done.append, 1)
    with pytest.raises(ValueError, match="the first"):
        helper.finish()
    assert done == [1]
    helper.begin(done.append, 2)
    helper.finish()
    assert done == [1, 2]


def test_it_is_free_once_it_has_begun_all_it_was_given() -> None:
    helper, gate, begun = Helper(), threading.Event(), threading.Event()
    helper.begin(begun.set)
    helper.begin(gate.wait)
    helper.begin(gate.wait)
    assert begun.wait(PATIENCE)
    assert not helper.is_free
    gate.set()
    helper.finish()
    assert helper.is_free


def test_its_thread_ends_when_nobody_has_it_any_more() -> None:
    def thread_of(helper: Helper) -> threading.Thread:
        found: list[threading.Thread] = []
        helper.begin(lambda: found.append(threading.current_thread()))
        helper.finish()
        return found[0]

    helper = Helper()
    thread = thread_of(helper)
    del helper
    gc.collect()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    closed = Helper()
    thread = thread_of(closed)
    closed.close()
    thread.join(PATIENCE)
    assert not thread.is_alive()
