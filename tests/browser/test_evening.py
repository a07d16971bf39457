"""An evening in the browser: the tally, coins that go over to the rematch, and the loser's penalty."""

import re

import httpx
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.short_games import finished_table
from tests.patience import PATIENCE
from tests.server.client import Visitor, join, make_table


def options(person: Person) -> dict[str, object]:
    """The settings of the table that the person is at."""
    code = person.page.url.rpartition("/")[2]
    table = httpx.get(f"{person.url}/api/tables/{code}", verify=False, trust_env=False, timeout=PATIENCE).json()["table"]
    found: dict[str, object] = table["options"]
    return found


def test_a_rematch_of_starboard_goes_on_until_there_are_new_coins(person: Person) -> None:
    page = person.page
    person.go_to(finished_table(person.url, "Starboard", 3))
    person.read_result()
    expect(page.get_by_role("heading", name="This evening")).to_have_count(0)
    assert options(person)["purses"] == []

    page.get_by_role("button", name="Rematch").click()
    expect(person.result).to_have_count(0)
    person.play_to_the_end()
    assert options(person)["purses"] != []
    evening = page.get_by_role("region", name="This evening")
    expect(evening.get_by_role("row", name=re.compile("^Zoe")).get_by_role("cell").first).to_have_text("2")
    person.audit("the result of a second game")

    page.get_by_role("button", name="Start with new coins").click()
    expect(person.result).to_have_count(0)
    person.board.wait_for()
    assert options(person)["purses"] == []
    expect(person.open_panel("Menu").get_by_role("heading", name="This evening")).to_be_visible()


def both_locked(url: str) -> tuple[Visitor, Visitor]:
    """The seats of a game of Starboard that is over: both have locked, and have back what they put in."""
    zoe = make_table(url, "starboard", seats=2, options={"games": 1, "coins": 3})
    ann = join(zoe)
    zoe.start()
    waiting = [zoe, ann]
    while waiting:  # who begins is drawn
        for seat in [one for one in waiting if one.wish(one.look()) is not None]:
            seat.move("lock", seat.look()["you"]["asked"])
            waiting.remove(seat)
    return zoe, ann


def test_in_the_lobby_of_a_rematch_the_host_asks_for_new_coins(person: Person) -> None:
    zoe, _ = both_locked(person.url)
    person.go_to(zoe)
    person.result.wait_for()
    person.page.get_by_role("button", name="Rematch").click()
    person.page.get_by_role("heading", name="Who plays").wait_for()
    expect(person.page.get_by_text("This game goes on from the last one.")).to_be_visible()
    expect(person.page.get_by_text("Purses: Zoe 3 and Ann 3")).to_be_visible()
    expect(person.page.get_by_role("region", name="This evening")).to_be_visible()
    person.audit("the lobby of a rematch")
    person.page.get_by_role("button", name="Start with new coins").click()
    expect(person.page.get_by_text("This game goes on from the last one.")).to_have_count(0)


def test_while_the_host_is_away_another_asks_for_new_coins(person: Person) -> None:
    _, ann = both_locked(person.url)
    person.go_to(ann)
    person.page.get_by_role("button", name="Start with new coins").click()
    person.page.get_by_role("heading", name="Who plays").wait_for()
    assert options(person)["purses"] == []


def test_the_penalty_is_shown_to_the_loser(person: Person) -> None:
    page = person.page
    person.go_home()
    dialog = person.open_dialog("Pairs")
    field = dialog.get_by_label("The loser’s penalty")
    expect(field).to_have_value("")
    field.fill("tell a joke")
    dialog.get_by_label("Players").select_option("2")
    dialog.get_by_label(re.compile("the losing score", re.IGNORECASE)).fill("5")
    dialog.get_by_role("button", name="Make the table").click()
    expect(page.get_by_text("The loser’s penalty: tell a joke.")).to_be_visible()
    person.fill_with_bots()
    person.play_to_the_end()
    expect(page.get_by_text(re.compile(r"^(Zoe|Ada), your penalty: tell a joke\.$"))).to_be_visible()
    person.audit("the result with a penalty")
    assert page.get_by_label("The loser’s penalty").count() == 0
    person.go_home()  # a game without a loser asks for none
    expect(person.open_dialog("Port").get_by_label("The loser’s penalty")).to_have_count(0)
