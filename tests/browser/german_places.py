"""Every page and state that somebody who speaks German can come to. Each place is walked through, and says where it has come
to; what is longest there is found by the program, from what the server tells."""

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.browser.person import STARTING, Person
from tests.browser.short_games import SHORT, finished_table, most_seats, short_table
from tests.patience import PATIENCE
from tests.server.client import Visitor, join, make_table
from tests.soak import soaked

NAME = "Annemarie Wolkenstein-Xy"
"""As long as a name may be. It is what may be shown cut short, with dots."""

SECRET = "JSON.parse(localStorage['cutcard.person'])"
WORDY = soaked(["Port", "Starboard"], list(SHORT))
"""Games with much to read on a plate and in a lobby; in `make soak` all of them."""
Place = Callable[[Person], Iterator[str]]
GERMAN = {"language": "de"}


def ask(person: Person, path: str, **query: Any) -> Any:
    answer = httpx.get(f"{person.url}/api{path}", params={**GERMAN, **query}, timeout=PATIENCE, trust_env=False)
    return answer.raise_for_status().json()


def button(person: Person, name: str) -> Locator:
    return person.page.get_by_role("button", name=re.compile(f"^{name}")).first


def go_to(person: Person, seat: Visitor) -> None:
    """To a table, with the key of a seat; or without one, to watch."""
    person.page.goto(f"{seat.url}/t/{seat.code}" + (f"#key={seat.key}" if seat.key else ""))


def go_to_board(person: Person, seat: Visitor) -> None:
    go_to(person, seat)
    expect(person.page.get_by_role("region", name="Tisch", exact=True)).to_be_visible(timeout=STARTING)


def words(parts: Any) -> str:
    """A sentence in parts, as a text: its length is what counts."""
    return " ".join(str(part.get("text", part.get("card", part.get("number", "…")))) for part in parts)


# Around the tables


def home(person: Person) -> Iterator[str]:
    page = person.page
    page.goto(person.url)
    expect(page.get_by_role("heading", name="Wähl ein Spiel")).to_be_visible()
    expect(page.get_by_role("heading", name="Pickle")).to_be_visible()
    yield "home"
    button(person, "Einstellungen").click()
    yield "the settings"
    page.keyboard.press("Escape")
    page.get_by_label("Code oder Link").fill("kein Code")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Das ist kein Code und kein Link eines Tischs.", exact=False)).to_be_visible()
    yield "a code that is none"
    button(person, "Finde mir einen Tisch").click()
    yield "finding a table"
    page.route_web_socket(re.compile(r"/live$"), as_if_bots_came_soon)
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox").uncheck()
    dialog.get_by_role("button", name="Finde mir einen Tisch").click()
    expect(page.get_by_text("Wir suchen Mitspieler.")).to_be_visible()
    yield "waiting for people"
    button(person, "Den Tisch verlassen").click()


def as_if_bots_came_soon(route: WebSocketRoute) -> None:
    """Where they really do, the game begins in the midst of what is looked at."""

    def told(message: str | bytes) -> None:
        update = json.loads(message)
        if "table" in update:
            update["table"]["fills_at"] = time.time() + 30
        route.send(json.dumps(update))

    route.connect_to_server().on_message(told)


def home_again(person: Person) -> Iterator[str]:
    """Of who has games that go on and that are over, with tables that others have opened."""
    page = person.page
    waiting = make_table(person.url, "to-the-moon", NAME, seats=4, listed=True)
    join(waiting, "Ben")
    for seat in (short_table(person.url, "Port", 4), finished_table(person.url, "Pairs", 3)):
        go_to_board(person, seat)
    page.goto(person.url)
    expect(page.get_by_role("region", name="Deine Partien").get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_text("Ben", exact=False).first).to_be_visible()
    yield "home of who comes back"
    waiting.at_table("leave")


def with_friends(person: Person) -> Iterator[str]:
    for title in soaked(["Starboard"], list(SHORT)):
        person.page.goto(person.url)
        button(person, f"Mit Freunden: {re.escape(title)}").click()
        open_all(person)
        yield f"a table with friends, {title}"


def open_all(person: Person) -> None:
    person.page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")


def lobbies(person: Person) -> Iterator[str]:
    """All fields of every game, and what a guest and a visitor see."""
    page = person.page
    for title in soaked(["Starboard"], list(SHORT)):
        host = make_table(person.url, SHORT[title][0], NAME, seats=most_seats(title), options=SHORT[title][1], aids=False)
        go_to(person, host)
        page.get_by_role("heading", name="Wer spielt").wait_for()
        open_all(person)
        yield f"the lobby of the host, {title}"
    host = make_table(person.url, "pairs", NAME, seats=8, penalty="Erzähl einen Witz, über den alle lachen müssen")
    go_to(person, Visitor(person.url, host.code))
    button(person, "Hinsetzen").wait_for()
    yield "the lobby of a visitor"
    guest = join(host, "Ben")
    go_to(person, guest)
    expect(page.get_by_role("region", name="Wer spielt")).to_contain_text("Ben")
    page.get_by_label("Sag etwas").fill("Ist es schwer?")
    page.keyboard.press("Enter")
    yield "the lobby of a guest"
    button(person, "Regeln").click()
    yield "the rules before the game"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.get_by_text("Du kannst anfangen.", exact=False)).to_be_visible()
    open_all(person)
    yield "the lobby of a guest whose host is away"


def own_deck(person: Person) -> Iterator[str]:
    page = person.page
    page.goto(person.url)
    button(person, "Mit Freunden: Clever Pickin'").click()
    open_all(person)
    file = {"name": "deck.csv", "mimeType": "text/plain", "buffer": b"2C,3C\n3C,2C"}
    page.get_by_label("Oder aus einer Datei").set_input_files(file)
    expect(page.get_by_text("Diese Datei hat keinen Wert", exact=False)).to_be_visible()
    yield "a deck that is none"


def not_there(person: Person) -> Iterator[str]:
    person.forgiven = ["404", "WebSocket connection"]
    page = person.page
    page.goto(f"{person.url}/t/AAAAAAAA")
    expect(page.get_by_role("alert")).to_contain_text("Es gibt keinen Tisch")
    yield "a table that is not there"
    for path, what in (("/no/such/page", "page"), ("/learn/poker", "lesson"), ("/r/AAAAAAAA", "replay")):
        page.goto(f"{person.url}{path}")
        expect(page.get_by_role("link", name=re.compile("[Aa]lle Spiele")).last).to_be_visible()
        yield f"a {what} that is not there"


def your_games(person: Person) -> Iterator[str]:
    page = person.page
    page.goto(f"{person.url}/you")
    expect(page.get_by_text("Spiel eine Partie, dann steht sie hier.")).to_be_visible()
    yield "your games, before the first"
    for title in WORDY:
        with short_table(person.url, title, 2, person=page.evaluate(SECRET)).live() as live:
            live.play_to_the_end()
    page.reload()
    expect(page.get_by_role("heading", name="Spiel für Spiel")).to_be_visible()
    open_all(person)
    yield "your games"
    button(person, "Meine letzten Partien analysieren").click()
    expect(page.get_by_text("Deine letzten Partien sind alle analysiert.")).to_be_visible(timeout=STARTING)
    yield "where you lose"
    button(person, "Auf einem anderen Gerät nutzen").click()
    expect(page.get_by_role("img", name="Dein privater Link als QR-Code")).to_be_visible()
    yield "the private link"
    link = page.get_by_label("Dein privater Link", exact=True).input_value()
    page.keyboard.press("Escape")
    button(person, "Alles löschen").click()
    yield "before all is deleted"
    page.keyboard.press("Escape")
    page.evaluate("localStorage.removeItem('cutcard.person')")
    page.goto(person.url)
    page.goto(link)
    expect(page.get_by_role("dialog")).to_contain_text("steht für")
    yield "a private link that was opened"


# At the table

TOOLS = ("Tipp", "Regeln", "Verlauf", "Chat", "Menü")


def tables(person: Person) -> Iterator[str]:
    """On the first turns, with all that is one press away."""
    for title in WORDY:
        seat = short_table(person.url, title, most_seats(title), name=NAME)
        go_to_board(person, seat)
        for turn in range(soaked(1, 12)):
            person.page.locator("#result, [data-go]:not([aria-disabled])").first.wait_for(timeout=STARTING)
            if person.is_over:
                break
            yield f"{title}, turn {turn + 1}"
            update = seat.look(since=10**9)
            seat.move(seat.wish(update) or "", update["you"]["asked"])
        for tool in soaked(TOOLS[1:2], TOOLS):
            if not person.is_over and button(person, tool).count():
                button(person, tool).click()
                person.page.get_by_role("dialog").wait_for()
                open_all(person)
                yield f"{title}: {tool}"
                person.page.keyboard.press("Escape")


def panels(person: Person) -> Iterator[str]:
    page = person.page
    seat = make_table(person.url, "pairs", NAME, seats=4)
    ben = join(seat, "Ben")
    seat.at_table("seats", seat=2, to="bot", level="easy")
    seat.at_table("seats", seat=3, to="bot", level="easy")
    seat.start()
    ben.at_table("chat", id="chat-1", text="Hallo zusammen!")
    ben.at_table("leave")
    go_to_board(person, seat)
    expect(page.get_by_text("jederzeit zurückkommen", exact=False)).to_be_visible()
    yield "somebody is away"
    for tool in TOOLS:
        if button(person, tool).is_enabled():
            button(person, tool).click()
            page.get_by_role("dialog").wait_for()
            open_all(person)
            yield f"what is at hand: {tool}"
            page.keyboard.press("Escape")
    go_to_board(person, Visitor(person.url, short_table(person.url, "Pickup", 3).code))
    expect(page.locator(".own")).to_have_count(0)
    yield "watching"


def ends(person: Person) -> Iterator[str]:
    page = person.page
    for title in soaked(["Starboard"], list(SHORT)):
        go_to_board(person, finished_table(person.url, title, most_seats(title)))
        expect(button(person, "Revanche")).to_be_visible()
        yield f"the end of {title}"
    button(person, "Menü").click()
    open_all(person)
    expect(page.get_by_text("Das Geheimnis", exact=True)).to_be_visible()
    yield "a fair deal"


def evening(person: Person) -> Iterator[str]:
    """Starboard, which goes on with its coins."""
    page = person.page
    zoe = make_table(person.url, "starboard", NAME, seats=2, options={"games": 1, "coins": 3})
    ann = join(zoe)
    zoe.start()
    waiting = [zoe, ann]
    while waiting:  # who begins is drawn
        for seat in [one for one in waiting if one.wish(one.look()) is not None]:
            seat.move("lock", seat.look()["you"]["asked"])
            waiting.remove(seat)
    go_to_board(person, zoe)
    button(person, "Revanche").click()
    page.get_by_role("heading", name="Wer spielt").wait_for()
    expect(page.get_by_role("region", name="Dieser Abend")).to_be_visible()
    yield "the lobby of a rematch"


def moves_of(person: Person, seat: Visitor) -> list[dict[str, Any]]:
    """All moves of a replay, in German words."""
    found: list[dict[str, Any]] = []
    while True:
        told = ask(person, f"/tables/{seat.code}/replay/moves", first=len(found))
        found += told["moves"]
        if len(found) > told["steps"]:
            return found


def replays(person: Person) -> Iterator[str]:
    """At the move of each game that takes most words, and at the list of moves."""
    page = person.page
    for title in soaked(["Starboard"], list(SHORT)):
        seat = finished_table(person.url, title, most_seats(title))
        moves = moves_of(person, seat)
        longest = max(moves, key=lambda move: max((len(words(one)) for one in move["told"]), default=0))
        page.goto(f"{person.url}/r/{seat.code}?step={longest['step']}")
        page.get_by_role("slider").wait_for(timeout=STARTING)
        yield f"the replay of {title}, at its longest words"
        button(person, "Züge").click()
        page.get_by_role("dialog").wait_for()
        yield f"the moves of {title}"


LONGEST_LESSON = "to-the-moon"
"""Whose table has least room on a phone beside what is told."""


def lessons(person: Person) -> Iterator[str]:
    """One to its longest step and its end; in `make soak` every step of all of them."""
    page = person.page
    for game in ask(person, "/games")["games"]:
        names = [game["id"], *(one["id"] for one in game.get("variants", ()))]
        for name in soaked([name for name in names if name == LONGEST_LESSON], names):
            lesson = None
            while lesson is None:  # its rules may still have to be compiled
                lesson = ask(person, f"/games/{name}/lesson")["lesson"]
            steps = lesson["steps"]
            longest = max(range(len(steps)), key=lambda at: len(words(steps[at]["say"])))
            page.goto(f"{person.url}/learn/{name}")
            for at, step in enumerate(steps):
                expect(page.locator("section[aria-label=Lektion] .count")).to_have_text(
                    f"Schritt {at + 1} von {len(steps)}", timeout=STARTING
                )
                expect(page.locator(".say")).to_have_count(1)
                if at in soaked((longest,), range(len(steps))):
                    yield f"the lesson of {name}, step {at + 1}"
                button(person, "Mach es für mich" if step["do"] else "Weiter").click()
            expect(page.locator("section[aria-label=Lektion] .count")).to_have_text("Das Ende")
            yield f"the end of the lesson of {name}"


PLACES: dict[str, Place] = {
    one.__name__: one
    for one in (
        home, home_again, with_friends, lobbies, own_deck, not_there, your_games, tables, panels, ends, evening, replays,
        lessons,
    )
}  # fmt: skip
