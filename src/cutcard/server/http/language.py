"""In which language somebody wants to be answered."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query, Request
from starlette.requests import HTTPConnection

from cutcard.core.languages import ENGLISH, languages
from cutcard.server.http.wishes import wishes


def wanted_language(asked: HTTPConnection) -> str:
    """One of `languages()`: what the address says (`?language=de`), or else what the browser likes best."""
    named = asked.query_params.get("language", "")
    return named if named in languages() else liked_language(asked.headers.get("accept-language"))


def liked_language(accepted: str | None) -> str:
    """The language that a header `Accept-Language` likes best of those there are; English if it likes none. Of several that
    it likes alike the first counts, and `de-AT` is German."""
    likings: dict[str, float] = {}
    for tag, liking in wishes(accepted).items():
        language = tag.partition("-")[0]
        likings[language] = max(liking, likings.get(language, 0.0))
    known = [language for language, liking in likings.items() if language in languages() and liking > 0.0]
    return max(known, key=lambda language: likings[language], default=ENGLISH)


Asked = Annotated[str | None, Query(max_length=20, description="`en` or `de`; else what the browser likes best.")]


async def _language(request: Request, language: Asked = None) -> str:
    """The parameter is named here so that the description of the API has it."""
    return wanted_language(request)


Language = Annotated[str, Depends(_language)]
