"""What somebody who is sent the link of a table reads before they open it: tags in the page, which messengers look for. All
of it is public: whoever has the code may look at the table."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from cutcard.core.languages import ENGLISH, language, speaking, translated, worded
from cutcard.server.tables.keys import is_code
from cutcard.server.tables.state import OPEN, OVER, PERSON, WAITING, TableState

if TYPE_CHECKING:
    from cutcard.server.tables.all_tables import AllTables

SITE = "Cutcard"
PICTURE_SIZE = (1200, 630)
"""Pixels across and down, as messengers like it."""
SOON = 1.0
"""Seconds that a page waits for its table. One that has to be read first, or compiled for, is told of at the next visit."""


@dataclass(frozen=True)
class Place:
    """A seat at the table."""

    kind: str
    name: str


@dataclass(frozen=True)
class Invitation:
    """All that is told. Two tables that are told alike have the same picture."""

    host: str
    """Empty where nobody is the host any more."""
    title: str
    summary: str
    about: str
    """How long it takes and how it feels, in the game's own words: `5 minutes, push your luck`."""
    emblem: tuple[str | None, ...]
    """Cards that stand for the game; None has its back up."""
    places: tuple[Place, ...]
    phase: str
    language: str = ENGLISH

    @property
    def free(self) -> int:
        return sum(place.kind == OPEN for place in self.places)

    @property
    def lead(self) -> str:
        """What comes before the title of the game: `Zoe invites you to`."""
        with speaking(self.language):
            if self.phase == WAITING and self.free:
                return worded("{host} invites you to", host=self.host) if self.host else translated("You are invited to")
            if not self.host:
                return translated("A table of")
            return worded("{host} played" if self.phase == OVER else "{host} plays", host=self.host)

    @property
    def headline(self) -> str:
        return f"{self.lead} {self.title}" + (f": {self.about}" if self.about else "")

    @property
    def seats(self) -> str:
        """How many seats are free, or what else there is to do here."""
        with speaking(self.language):
            if self.phase == OVER:
                return translated("The game is over: you can look through it.")
            if self.phase != WAITING:
                return translated("The game has begun: you can watch.")
            if not self.free:
                return translated("All seats are taken: you can watch.")
            return worded("{n} of {places} seats {n|is|are} free.", n=self.free, places=len(self.places))

    @property
    def digest(self) -> str:
        """Another one for whatever else is told: messengers keep a picture for as long as it has the same address."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]


def invitation_to(state: TableState) -> Invitation:
    called = state.built().called
    cover, host = called.cover, state.holders[state.host]
    emblem = next((one.emblem for one in cover.variants if one.name == called.name), cover.emblem)
    faces = called.rulebook.rules.deck.faces
    return Invitation(
        host=host.name if host.kind == PERSON else "",
        title=called.title,
        summary=translated(called.summary),
        about=", ".join(translated(part) for part in (cover.length, cover.mood) if part),
        emblem=emblem or (faces[-1], faces[0]),
        places=tuple(Place(holder.kind, holder.name) for holder in state.holders),
        phase=state.phase,
        language=language(),
    )


async def invitation_for(tables: AllTables, code: str, who: str) -> Invitation | None:
    """What is told to this address of the table of that code. None where there is no such table, or none that can be told of
    soon; and for an address that has asked for so much that it may be guessing codes. Then the page is as any other, and
    says itself what is the matter."""
    if not is_code(code.upper()):
        return None
    with suppress(Exception):  # whatever it is: the page is handed out, and the API says it
        tables.limits.requests.take(who)
        async with asyncio.timeout(SOON):
            return invitation_to((await tables.find(code)).state)
    return None


def with_tags(page: str, invitation: Invitation, site: str, code: str) -> str:
    """A page with the tags of Open Graph and of Twitter's cards in its head; `site` is the address of this server."""
    picture = f"{site}/api/tables/{code}/invitation.png?v={invitation.digest}"
    told = {
        "og:type": "website",
        "og:site_name": SITE,
        "og:title": invitation.headline,
        "og:description": f"{invitation.summary} {invitation.seats}",
        "og:url": f"{site}/t/{code}",
        "og:image": picture + (f"&language={invitation.language}" if invitation.language != ENGLISH else ""),
        "og:image:type": "image/png",
        "og:image:width": str(PICTURE_SIZE[0]),
        "og:image:height": str(PICTURE_SIZE[1]),
        "og:image:alt": f"{invitation.lead} {invitation.title}. {invitation.seats}",
    }
    named = {"twitter:card": "summary_large_image", "robots": "noindex"}
    named |= {f"twitter:{part}": told[f"og:{part}"] for part in ("title", "description", "image", "image:alt")}
    tags = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in told.items()]
    tags += [f'<meta name="{name}" content="{escape(text)}" />' for name, text in named.items()]
    return page.replace("</head>", "".join(f"  {tag}\n  " for tag in tags) + "</head>", 1)
