"""Your turn reaches you while you look at something else. Playwright keeps every page in front and the headless Chromium
refuses every notice, so that looking away and the browser's notices are stood in for; the refusal is a real one."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.test_at_the_table import SOUNDS
from tests.server.client import Visitor

AWAY = """
let isAway = false
Object.defineProperties(Document.prototype, {
    hidden: {get: () => isAway}, visibilityState: {get: () => (isAway ? 'hidden' : 'visible')} })
window.look = (away) => { isAway = away; document.dispatchEvent(new Event('visibilitychange')) }
"""
NOTICES = """
window.asked = 0
window.notices = []
window.Notification = class {
    static permission = 'default'
    static async requestPermission() { window.asked += 1; return (this.permission = 'granted') }
    constructor(title, options) { Object.assign(this, options, {title, isOpen: true}); window.notices.push(this) }
    close() { this.isOpen = false }
}
"""
SWITCH = "Tell me when it is my turn"


def expect_marked(page: Page, is_marked: bool) -> None:
    expect(page.locator("link[rel=icon]")).to_have_attribute(
        "href", re.compile("icon-turn-" if is_marked else "icon-(?!turn)")
    )


def expect_notice(page: Page, is_there: bool) -> None:
    """The last one; those before it are gone."""
    page.wait_for_function(
        "there => notices.map(one => one.isOpen).lastIndexOf(true) === (there ? notices.length - 1 : -1)", arg=is_there
    )


def play(mover: Visitor, until_asked: Visitor | None = None) -> None:
    """What there is to do for one of two, on another device; or until the other is asked something."""
    while not (until_asked and until_asked.wish(until_asked.look())):
        update = mover.look()
        wish = mover.wish(update)
        if wish is None:
            return
        mover.move(wish, update["you"]["asked"])


def test_title_icon_sound_and_notice_tell_of_your_turn(new_person: NewPerson) -> None:
    person = new_person("Zoe")
    person.context.add_init_script(AWAY + NOTICES + SOUNDS)
    zoe, ann = person.sit_with("Ann", "pickup")
    page = person.page
    expect(page).to_have_title(re.compile("^Your turn – Pickup"))
    assert page.evaluate("asked") == 0, "nobody is asked for leave before they want it"
    menu = person.open_panel("Menu")
    menu.get_by_role("switch", name="Sound").check()
    menu.get_by_label(SWITCH).check()
    page.wait_for_function("() => asked === 1")
    expect_marked(page, False)

    page.evaluate("look(true)")
    expect_marked(page, True)
    assert not page.evaluate("notices.length"), "it was seen before"
    play(zoe)
    expect(page).not_to_have_title(re.compile("Your turn"))
    expect_marked(page, False)

    heard = page.evaluate("sounds")
    play(ann, until_asked=zoe)
    page.wait_for_function("() => notices.length > 0")
    page.wait_for_function("heard => sounds > heard", arg=heard)
    expect_notice(page, True)
    notice = page.evaluate("({title: notices[0].title, tag: notices[0].tag})")
    assert notice == {"title": "Your turn – Pickup", "tag": f"turn-{zoe.code}"}
    expect(page).to_have_title(re.compile("^Your turn – Pickup"))
    expect_marked(page, True)
    page.evaluate("look(false)")
    expect_notice(page, False)
    expect_marked(page, False)

    page.evaluate("look(true)")
    assert page.evaluate("notices.length") == 1, "it was seen"
    play(zoe)
    play(ann, until_asked=zoe)
    page.wait_for_function("() => notices.length > 1")
    expect_notice(page, True)
    play(zoe)
    expect(page).not_to_have_title(re.compile("Your turn"))
    expect_notice(page, False)  # the turn is over, wherever it was played


def test_a_browser_that_refuses_is_believed(person: Person) -> None:
    person.page.goto(person.url)
    person.open_settings()
    person.page.get_by_label(SWITCH).click()
    expect(person.page.get_by_text("Your browser does not allow it.")).to_be_visible()
    expect(person.page.get_by_label(SWITCH)).not_to_be_checked()
    person.page.reload()
    person.open_settings()
    expect(person.page.get_by_label(SWITCH)).not_to_be_checked()
