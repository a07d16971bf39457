"""What somebody reads who is sent the link of a table: the page as a messenger's program fetches it, and the picture."""

import asyncio
import io
from dataclasses import replace
from html.parser import HTMLParser

import httpx
import pytest
from PIL import Image

from cutcard.server.errors import TooMuch
from cutcard.server.http import app as served
from cutcard.server.http import invitation_picture
from cutcard.server.http.invitation import PICTURE_SIZE, Invitation, Place, invitation_to
from cutcard.server.http.invitation_picture import Gallery, painted
from cutcard.server.tables.state import OPEN, OVER, PERSON, PLAYING, WAITING, SeatHolder, TableState
from tests.patience import PATIENCE
from tests.server.client import join, make_table

is_built = pytest.mark.skipif(not (served.STATIC / "index.html").is_file(), reason="the page is not built: make web")

INVITATION = Invitation(
    "Zoe", "Pairs", "A pair costs.", "5 minutes", ("9", None, "QS", "JR"), (Place(PERSON, "Zoe"), Place(OPEN, "")), WAITING
)


class Tags(HTMLParser):
    """The meta tags of a page, as a browser reads them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = dict(attributes)
        if tag == "meta" and (name := told.get("property") or told.get("name")):
            self.found[name] = told.get("content") or ""


def tags_of(url: str, path: str, language: str = "en") -> dict[str, str]:
    answer = httpx.get(f"{url}{path}", headers={"Accept-Language": language}, trust_env=False, timeout=PATIENCE)
    assert answer.status_code == 200
    assert "<script>" not in answer.text
    return Tags(answer.text).found


@is_built
def test_the_preview_of_a_link_says_who_invites_to_what(url: str) -> None:
    name = '"><script>Zoe&'
    host = make_table(url, "pairs", name, seats=3)
    told = tags_of(url, f"/t/{host.code.lower()}")
    assert told["og:title"] == told["twitter:title"] == f"{name} invites you to Pairs: 5 minutes, push your luck"
    assert told["og:description"].endswith("2 of 3 seats are free.")
    assert told["og:url"] == f"{url}/t/{host.code}"
    assert told["twitter:card"] == "summary_large_image"
    picture = httpx.get(told["og:image"], trust_env=False, timeout=PATIENCE)
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers.get_list("cross-origin-resource-policy") == ["cross-origin"]
    assert picture.headers.get_list("cache-control") == ["public, max-age=300"]
    image = Image.open(io.BytesIO(picture.content))
    assert (image.format, image.size) == ("PNG", PICTURE_SIZE)
    assert len(picture.content) < 100_000

    german = tags_of(url, f"/t/{host.code}", "de-AT")
    assert german["og:title"] == f"{name} lädt dich ein zu Pairs: 5 Minuten, Reiz dein Glück"
    assert german["og:description"].endswith("2 von 3 Plätzen sind frei.")
    assert httpx.get(german["og:image"], trust_env=False, timeout=PATIENCE).content != picture.content

    join(host)
    later = tags_of(url, f"/t/{host.code}")
    assert later["og:description"].endswith("1 of 3 seats is free.")
    assert later["og:image"] != told["og:image"], "messengers keep a picture by its address"


@is_built
def test_a_code_without_a_table_gets_the_page_of_everybody(url: str) -> None:
    with httpx.Client(base_url=url, trust_env=False, timeout=PATIENCE) as http:
        for code in ("AAAAAAAA", "no-code", "%3Cscript%3E"):
            assert http.get(f"/t/{code}").content == http.get("/").content
        assert http.get("/api/tables/AAAAAAAA/invitation.png").status_code == 404


def test_what_is_told_goes_by_how_far_the_table_is() -> None:
    assert INVITATION.headline == "Zoe invites you to Pairs: 5 minutes"
    full = replace(INVITATION, places=INVITATION.places[:1] * 2)
    assert (full.lead, full.seats) == ("Zoe plays", "All seats are taken: you can watch.")
    assert "has begun" in replace(INVITATION, phase=PLAYING).seats
    assert replace(INVITATION, phase=OVER).lead == "Zoe played"
    assert replace(INVITATION, host="", about="").headline == "You are invited to Pairs"


def test_a_variant_is_called_by_its_name_and_shows_its_own_cards() -> None:
    holders = [SeatHolder(PERSON, "Zoe"), SeatHolder()]
    plain, variant = (
        invitation_to(TableState("", "", holders, game="pairs", options=options)) for options in ({}, {"eights": True})
    )
    assert (plain.title, variant.title) == ("Pairs", "Pieces of Eight")
    assert variant.emblem == ("8", "3", "6")
    assert invitation_to(TableState("", "", holders[::-1], game="pairs")).host == "", "the host has left"


def test_a_name_that_cannot_be_written_is_left_out_of_the_picture() -> None:
    strange = replace(INVITATION, places=INVITATION.places[1:])
    assert painted(replace(strange, host="ゾーイ")) == painted(replace(strange, host=""))
    assert painted(replace(strange, host="Zoë " * 40)) != painted(replace(strange, host="")), "a long one is cut"


def test_pictures_are_painted_once_kept_for_a_while_and_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitation_picture, "MOST_KEPT", 2)
    monkeypatch.setattr(invitation_picture, "MOST_WAITING", 1)
    asked: list[Invitation] = []
    monkeypatch.setattr(invitation_picture, "painted", lambda one: asked.append(one) or one.title.encode())
    titles = [replace(INVITATION, title=title) for title in "ABC"]

    async def ask() -> None:
        gallery = Gallery()
        twice = await asyncio.gather(gallery.picture(titles[0]), gallery.picture(titles[0]))
        assert (twice, len(asked)) == ([b"A", b"A"], 1)
        both = await asyncio.gather(gallery.picture(titles[1]), gallery.picture(titles[2]), return_exceptions=True)
        assert both[0] == b"B"
        assert isinstance(both[1], TooMuch)
        await gallery.picture(titles[2])
        await gallery.picture(titles[1])
        assert len(asked) == 3
        await gallery.picture(titles[0])
        assert len(asked) == 4, "the oldest has gone"

    asyncio.run(ask())
