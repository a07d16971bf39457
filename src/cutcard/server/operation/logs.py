"""The server's log, on its standard error: lines for people, or JSON for programs. Each says when, and for which request."""

from __future__ import annotations

import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

import orjson

LINES, JSON = "lines", "json"
FORMATS = (LINES, JSON)

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The request, or the socket, that this is done for."""


class Lines(logging.Formatter):
    """`2026-11-17T16:44:09.123Z WARNING cutcard.server [4f1c…] table ABCD2345 is read anew …`"""

    def format(self, record: logging.LogRecord) -> str:
        which = f" [{request_id.get()}]" if request_id.get() else ""
        text = f"{_when(record)} {record.levelname} {record.name}{which} {record.getMessage()}"
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


class Json(logging.Formatter):
    """An object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        said = {"time": _when(record), "level": record.levelname, "logger": record.name, "message": record.getMessage()}
        if request_id.get():
            said["request"] = request_id.get()
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return orjson.dumps(said).decode()


def _when(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def log_as(form: str) -> None:
    """From now on everything that is logged goes to the standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == JSON else Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], True
