"""An evening in the browser: the tally, coins that go over to the rematch, and the loser's penalty."""

import re

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import Person


def options(person: Person) -> dict[str, object]:
    """The settings of the table that the person is at."""
    code = person.page.url.rpartition("/")[2]
    table = httpx.get(f"{person.url}/api/tables/{code}", verify=False, trust_env=False).json()["table"]
    found: dict[str, object] = table["options"]
    return found


def test_a_rematch_of_starboard_goes_on_until_there_are_new_coins(person: Person) -> None:
    page = person.page
    person.go_home()
    person.make_table("Starboard", players=3, how_many_games=1)
    person.fill_with_bots()
    person.play_to_the_end()
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
    expect(page.get_by_role("heading", name="This evening")).to_be_visible()


def test_in_the_lobby_of_a_rematch_the_host_asks_for_new_coins(new_person: NewPerson) -> None:
    zoe, ann = new_person("Zoe"), new_person("Ann")
    zoe.go_home()
    link = zoe.make_table("Starboard", players=2, how_many_games=1, how_many_coins=3)
    ann.sit_down(link)
    zoe.page.get_by_role("button", name="Start", exact=True).click()
    waiting = [zoe, ann]  # both lock, and have back what they put in; who begins is drawn
    for _ in range(600):
        for person in [one for one in waiting if one.options()]:
            person.click(next(option for option in person.options() if option["words"].startswith("Lock")))
            waiting.remove(person)
        if not waiting:
            break
        zoe.page.wait_for_timeout(100)
    zoe.result.wait_for()
    zoe.page.get_by_role("button", name="Rematch").click()
    zoe.page.get_by_role("heading", name="Who plays").wait_for()
    expect(zoe.page.get_by_text("This game goes on from the last one.")).to_be_visible()
    expect(zoe.page.get_by_text("Purses: Zoe 3 and Ann 3")).to_be_visible()
    expect(zoe.page.get_by_role("region", name="This evening")).to_be_visible()
    zoe.audit("the lobby of a rematch")
    zoe.page.get_by_role("button", name="Start with new coins").click()
    expect(zoe.page.get_by_text("This game goes on from the last one.")).to_have_count(0)


def test_the_penalty_is_shown_to_the_loser(person: Person) -> None:
    page = person.page
    person.go_home()
    dialog = person.open_dialog("Pairs")
    field = dialog.get_by_label("The loser’s penalty")
    expect(field).to_have_value("")
    field.fill("tell a joke")
    dialog.get_by_label("Players").select_option("2")
    dialog.get_by_role("button", name="Make the table").click()
    expect(page.get_by_text("The loser’s penalty: tell a joke.")).to_be_visible()
    person.fill_with_bots()
    person.play_to_the_end()
    expect(page.get_by_text(re.compile(r"^(Zoe|Ada), your penalty: tell a joke\.$"))).to_be_visible()
    person.audit("the result with a penalty")
    assert page.get_by_label("The loser’s penalty").count() == 0


def test_a_game_without_a_loser_asks_for_no_penalty(person: Person) -> None:
    person.go_home()
    expect(person.open_dialog("Port").get_by_label("The loser’s penalty")).to_have_count(0)
