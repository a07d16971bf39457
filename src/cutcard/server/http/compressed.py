"""What is handed out compressed: the built files of the page, which lie there in gzip and in Brotli as well, and answers
that stay the same for as long as the server runs."""

from __future__ import annotations

import gzip
import mimetypes
import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from cutcard.core.languages import language
from cutcard.server.http.wishes import wishes

ENDINGS = {"br": ".br", "gzip": ".gz"}
"""How a built file ends in each coding; of those that a browser likes as well as each other the first is taken."""
IDENTITY = "identity"
"""A file as it is, by HTTP's own word."""
VARY = {"vary": "Accept-Encoding"}
IN_LANGUAGES = {"vary": "Accept-Encoding, Accept-Language"}
"""Of answers that have words in them."""

TYPES = {
    ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml", ".json": "application/json",
    ".woff2": "font/woff2", ".woff": "font/woff", ".wasm": "application/wasm", ".png": "image/png", ".webp": "image/webp",
    ".webmanifest": "application/manifest+json",
}  # fmt: skip
"""What the files of the page are. The machine's own list may lack some of them, or have them otherwise."""


def chosen(accepted: str | None, codings: list[str]) -> str:
    """Which of the codings that there are a client likes best, by its header `Accept-Encoding`; else none."""
    wished = wishes(accepted)
    others = wished.get("*", 0.0)
    likings = {coding: wished.get(coding, others) for coding in codings}
    best = max(likings, key=lambda coding: likings[coding], default=IDENTITY)
    return best if likings.get(best, 0.0) > 0.0 and likings[best] >= wished.get(IDENTITY, 0.0) else IDENTITY


class BuiltFiles(StaticFiles):
    """A folder of the built page. A name holds the digest of what is in the file, so that it may be kept for ever."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        if path.endswith(tuple(ENDINGS.values())):  # another form of a file, and no file of its own
            raise HTTPException(404)
        return super().lookup_path(path)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        answer = built_file(Path(full_path), Headers(scope=scope), "public, max-age=31536000, immutable", status_code)
        return NotModifiedResponse(answer.headers) if self.is_not_modified(answer.headers, Headers(scope=scope)) else answer


def built_file(file: Path, asked: Headers, keep: str, status: int = 200) -> FileResponse:
    """A file in the form that suits a client; `keep` says how long it may keep it."""
    there = [coding for coding, ending in ENDINGS.items() if Path(f"{file}{ending}").is_file()]
    coding = chosen(asked.get("accept-encoding"), there)
    headers = {"cache-control": keep, **VARY}
    if coding != IDENTITY:
        headers["content-encoding"] = coding
    form = Path(f"{file}{ENDINGS.get(coding, '')}")
    kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return FileResponse(form, status, headers, media_type=kind, stat_result=form.stat())


def worded_file(file: Path) -> Path:
    """A built file in the language that is spoken, where it was made in it: `index.de.html` beside `index.html`."""
    form = file.with_suffix(f".{language()}{file.suffix}")
    return form if form.is_file() else file


class CompressedAnswer:
    """An answer in JSON that stays the same: compressed once, as far as that goes without a further package."""

    def __init__(self, data: bytes) -> None:
        self._forms = {IDENTITY: data, "gzip": gzip.compress(data, 9, mtime=0)}

    def to(self, asked: Headers) -> Response:
        coding = chosen(asked.get("accept-encoding"), ["gzip"])
        headers = IN_LANGUAGES if coding == IDENTITY else {**IN_LANGUAGES, "content-encoding": coding}
        return Response(self._forms[coding], media_type="application/json", headers=headers)
