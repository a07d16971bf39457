"""What a first visit takes over the wire: files that were compressed at build time, and kept for ever where their name says
what is in them."""

import asyncio
import gzip
import json
import re
from pathlib import Path

import httpx
import pytest
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from cutcard.core.languages import languages
from cutcard.server.http import app as served
from cutcard.server.http.catalogue_messages import Catalogue
from cutcard.server.http.compressed import BuiltFiles, chosen
from tests.patience import PATIENCE

MOST = 120_000
"""Bytes of a first visit, without fonts."""
BROWSER = "gzip, deflate, br, zstd"
FOR_EVER = "public, max-age=31536000, immutable"

is_built = pytest.mark.skipif(not (served.STATIC / "index.html").is_file(), reason="the page is not built: make web")


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        (None, "identity"),
        ("", "identity"),
        (BROWSER, "br"),
        ("gzip", "gzip"),
        ("GZIP ; q=0.5", "gzip"),
        ("gzip;q=0.8, br;q=0.5", "gzip"),
        ("br;q=0, gzip;q=0", "identity"),
        ("br;q=0, *", "gzip"),
        ("*;q=0.1", "br"),
        ("deflate", "identity"),
        ("identity, br;q=0.5", "identity"),
        ("identity;q=0.5, br;q=0.5", "br"),
        ("br;q=nonsense, gzip;q=0.1", "gzip"),
    ],
)
def test_a_client_gets_the_coding_that_it_likes_best(accepted: str | None, coding: str) -> None:
    assert chosen(accepted, ["br", "gzip"]) == coding


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a-1234.js").write_bytes(b"whole " * 200)
    (tmp_path / "a-1234.js.br").write_bytes(b"brotli")
    (tmp_path / "a-1234.js.gz").write_bytes(gzip.compress(b"whole " * 200))
    (tmp_path / "b-1234.woff2").write_bytes(b"wOF2")
    return tmp_path


def get(app: ASGIApp, path: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """An answer, and what of it goes over the wire."""

    async def asked() -> tuple[httpx.Response, bytes]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            async with client.stream("GET", path, headers=named) as answer:
                return answer, b"".join([part async for part in answer.aiter_raw()])

    return asyncio.run(asked())


@pytest.mark.parametrize(("accepted", "coding"), [(BROWSER, "br"), ("gzip", "gzip"), ("identity", None)])
def test_built_files_are_handed_out_in_the_form_that_suits(folder: Path, accepted: str, coding: str | None) -> None:
    app = BuiltFiles(folder)
    answer, raw = get(app, "/a-1234.js", accept_encoding=accepted)
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["content-type"].startswith("text/javascript")
    assert (answer.headers["vary"], answer.headers["cache-control"]) == ("Accept-Encoding", FOR_EVER)
    assert raw == (folder / ("a-1234.js" + {"br": ".br", "gzip": ".gz", None: ""}[coding])).read_bytes()
    known = answer.headers["etag"]
    again, raw = get(app, "/a-1234.js", accept_encoding=accepted, if_none_match=known)
    assert (again.status_code, raw, again.headers["vary"]) == (304, b"", "Accept-Encoding")
    for other in {"br", "gzip", "identity"} - {coding or "identity"}:  # another form is another answer
        assert get(app, "/a-1234.js", accept_encoding=other, if_none_match=known)[0].status_code == 200


def test_fonts_are_sent_as_they_are_and_forms_are_no_files(folder: Path) -> None:
    app = BuiltFiles(folder)
    font, _ = get(app, "/b-1234.woff2", accept_encoding=BROWSER)
    assert (font.headers["content-type"], font.headers.get("content-encoding")) == ("font/woff2", None)
    assert font.headers["cache-control"] == FOR_EVER
    for none in ("/a-1234.js.br", "/a-1234.js.gz", "/none.js"):
        with pytest.raises(HTTPException, match="404"):
            get(app, none)


def test_the_catalogue_is_compressed_once(url: str) -> None:
    with httpx.Client(base_url=url, trust_env=False, timeout=PATIENCE) as http:
        for accepted, coding in ((BROWSER, "gzip"), ("identity", None)):
            for path in ("/api/games", "/api/games/port/rules"):
                answer = http.get(path, headers={"accept-encoding": accepted})
                assert answer.headers.get("content-encoding") == coding
                assert answer.headers["vary"] == "Accept-Encoding, Accept-Language"
                assert answer.headers["content-type"] == "application/json"
            Catalogue.model_validate(http.get("/api/games", headers={"accept-encoding": accepted}).json())


def test_fonts_of_our_own_are_allowed(url: str) -> None:
    policy = httpx.get(url, trust_env=False, timeout=PATIENCE).headers["content-security-policy"]
    assert "font-src 'self'" in policy


@is_built
def test_the_page_is_asked_for_each_time_and_not_sent_again(url: str) -> None:
    with httpx.Client(base_url=url, trust_env=False, timeout=PATIENCE) as http:
        for path in ("/", "/t/ABCDEFGH"):
            answer = http.get(path, headers={"accept-encoding": BROWSER})
            assert (answer.headers["content-encoding"], answer.headers["cache-control"]) == ("br", "no-cache")
            assert answer.headers["content-type"].startswith("text/html")
            known = {"accept-encoding": BROWSER, "if-none-match": answer.headers["etag"]}
            assert http.get(path, headers=known).status_code == 304


@is_built
def test_the_page_and_the_manifest_come_in_the_language_of_who_asks(url: str) -> None:
    """What is read of the page before its script has run, and of the app where it is installed: every form that there is."""
    with httpx.Client(base_url=url, trust_env=False, timeout=PATIENCE) as http:
        for path in ("/", "/you", "/t/ABCDEFGH", "/no/such/page", "/manifest.webmanifest"):
            told = {}
            for accepted in ("gzip", "identity"):  # Brotli is read by browsers, and not by this client
                for language in languages():
                    answer = http.get(path, headers={"accept-encoding": accepted, "accept-language": f"fr, {language}"})
                    assert answer.headers["vary"] == "Accept-Encoding, Accept-Language"
                    told[answer.text] = language
            assert sorted(told.values()) == sorted(languages()), "one text for each language, however it is compressed"
            for text, language in told.items():
                manifest = json.loads(text) if path.endswith("manifest") else None
                assert (manifest["lang"] if manifest else re.findall('<html lang="(.*?)">', text)[0]) == language
                assert not re.search(r"\{[a-z]", text) or manifest, "every place is filled"
        english, german = (http.get("/", headers={"accept-language": language}).text for language in ("en", "de"))
        assert 'content="Nine card games in the browser: alone, with friends, with bots."' in english
        assert "<noscript>Cutcard braucht JavaScript, um die Karten zu geben.</noscript>" in german
        chosen_here = http.get("/manifest.webmanifest?language=de", headers={"accept-language": "en"}).json()
        assert chosen_here["description"] == "Neun Kartenspiele im Browser: allein, mit Freunden, mit Bots."
        known = http.get("/", headers={"accept-language": "en"}).headers["etag"]
        for language, status in (("en", 304), ("de", 200)):
            assert http.get("/", headers={"accept-language": language, "if-none-match": known}).status_code == status


@is_built
def test_a_first_visit_is_small(url: str) -> None:
    """The page, all that it and its script need, and the catalogue, with the headers of the answers."""
    seen: dict[str, int] = {}
    with httpx.Client(base_url=url, trust_env=False, headers={"accept-encoding": BROWSER}, timeout=PATIENCE) as http:
        waiting = ["/", "/api/games"]
        while waiting:
            path = waiting.pop()
            with http.stream("GET", path) as answer:
                raw = b"".join(answer.iter_raw())
            assert answer.status_code == 200, path
            seen[path] = len(raw) + sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)
            if path.startswith("/assets/"):
                assert answer.headers["cache-control"] == FOR_EVER
            waiting += [name for name in needed(path) if name not in (*seen, *waiting)]
    assert any(path.endswith(".js") for path in seen)
    assert any(path.endswith(".css") for path in seen)
    assert sum(seen.values()) < MOST, json.dumps(seen, indent=1)


def needed(path: str) -> list[str]:
    """The files that a browser fetches at once after this one: by the page's links, and by what a script imports. Fonts are
    not counted, nor what is fetched only later, by `import(…)`."""
    if path == "/":
        links = re.findall(r'(?:src|href)="(/assets/[^"]+)"', (served.STATIC / "index.html").read_text())
        return [link for link in links if not link.endswith((".woff2", ".woff"))]
    if not path.endswith(".js"):
        return []
    script = (served.STATIC / path.lstrip("/")).read_text()
    return [f"/assets/{name}" for name in re.findall(r'(?:from|import)\s*"\./([^"]+)"', script)]
