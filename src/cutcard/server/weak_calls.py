"""Calls that do not keep alive whom they are about. What a table holds may call it so without making a ring: a table that is
put away is gone at once then. Rings are looked for among all that is in memory, which makes people wait, so seldom.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

Given = ParamSpec("Given")
About = TypeVar("About")


def weakly(call: Callable[Concatenate[About, Given], None], about: About) -> Callable[Given, None]:
    """`call` with `about` before whatever else is given, for as long as that is there; then nothing is done."""
    found = weakref.ref(about)

    def called(*given: Given.args, **named: Given.kwargs) -> None:
        if (one := found()) is not None:
            call(one, *given, **named)

    return called
