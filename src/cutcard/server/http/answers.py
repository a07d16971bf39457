"""How errors are answered, in one place: a reason for a person, and nothing about the inside."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from cutcard.core.declaration.phrases import as_json
from cutcard.core.errors import CutcardError, NotAllowed
from cutcard.core.languages import translated
from cutcard.server.errors import HeldBack, status_of
from cutcard.server.http.guard import HEADERS, LARGEST_BODY
from cutcard.server.http.unreadable import unreadable
from cutcard.server.operation.metrics import refused

log = logging.getLogger("cutcard.server")

PLAIN = {
    404: "there is nothing here",
    405: "that cannot be done here",
    413: f"that is too long: at most {LARGEST_BODY // 1024} KB can be sent",
}


def refusal(status: int, reason: str, clause: str = "") -> Response:
    return JSONResponse({"reason": reason, "clause": clause, "update": None}, status)


def in_words(error: CutcardError) -> tuple[str, str]:
    """The reason and the clause of a refusal."""
    return (error.reason, error.clause) if isinstance(error, NotAllowed) else (str(error), "")


def of_coach(error: CutcardError) -> dict[str, Any]:
    """What a refusal has besides, where a coach holds a move back."""
    if not isinstance(error, HeldBack):
        return {}
    said = error.caution
    compared = [
        {"move": one.move, "words": as_json(one.words), "shown": one.shown, "odds": as_json(one.odds)}
        for one in said.compared
    ]
    words = {"sentence": as_json(said.sentence), "why": as_json(said.why)}
    return {"coach": {**words, "heading": said.heading, "compared": compared}}


def answer_errors(app: FastAPI, nowhere: Callable[[Request], Response]) -> None:
    """`nowhere` is the page for people who came to an address that is none."""

    @app.exception_handler(CutcardError)
    async def refuse(request: Request, error: CutcardError) -> Response:
        refused(error)
        return refusal(status_of(error), *in_words(error))

    @app.exception_handler(RequestValidationError)
    async def misread(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        return refusal(422, unreadable(first, first["loc"][1:]))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and not request.url.path.startswith(("/api/", "/assets/")):
            return nowhere(request)
        answer = refusal(error.status_code, translated(PLAIN.get(error.status_code, "that did not work")))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        answer = refusal(500, translated("something went wrong on our side: try again in a moment"))
        answer.raw_headers.extend(HEADERS)  # this answer goes round the guard
        return answer
