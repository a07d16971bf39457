"""A whole game without a mouse."""

from playwright.sync_api import expect

from tests.browser.person import Person

FOCUS = """() => {
    const here = document.activeElement
    const [look, around] = [getComputedStyle(here), getComputedStyle(here.parentElement)]
    const words = here.getAttribute('aria-label') ?? here.textContent
    return {lost: here === document.body, words: words.replace(/\\s+/g, ' ').trim(),
            go: here.hasAttribute('data-go'), tag: here.tagName, id: here.id, type: here.type,
            marked: here.matches(':focus-visible') && [look, around].some(one => one.outlineStyle !== 'none'),
            inside: !!here.closest('section[aria-label=Table]')}
}"""


def focus(person: Person) -> dict[str, object]:
    found: dict[str, object] = person.page.evaluate(FOCUS)
    return found


def tab_to(person: Person, words: str, key: str = "Tab") -> None:
    """Go on with Tab until something with these words has the focus; wherever it is on the way, it can be seen."""
    for _ in range(60):
        person.page.keyboard.press(key)
        here = focus(person)
        if here["lost"]:  # at the end of the page the focus passes through the browser itself
            continue
        assert here["marked"], f"the focus cannot be seen: {here}"
        if str(here["words"]).startswith(words):
            return
    raise AssertionError(f"Tab never came to {words!r}")


def test_a_game_by_keyboard_alone(person: Person) -> None:
    page = person.page
    page.goto(person.url)
    page.get_by_role("button", name="Play Pickup now, against bots").wait_for()
    tab_to(person, "Skip to the page")
    while focus(person)["type"] != "text":  # the name
        page.keyboard.press("Tab")
    page.keyboard.type("Kay")
    page.keyboard.press("Tab")  # the level of the bots: arrows choose among them
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="easy")).to_be_checked()
    tab_to(person, "Play Pickup now")
    page.keyboard.press("Enter")
    person.board.wait_for()
    assert focus(person)["tag"] == "H1", "a new page begins at its heading"

    moves = 0
    while person.wait_for_turn():
        here = focus(person)
        if moves:
            assert not here["lost"], "after a move the focus is still in the page"
            assert here["inside"], f"after a move the focus is still at the table: {here}"
        if not here["go"]:
            tab_to_something_to_do(person)
        for _ in range(person.choices.randrange(3)):  # arrows go from card to card
            page.keyboard.press("ArrowRight")
            assert focus(person)["inside"]
        if not focus(person)["go"]:
            tab_to_something_to_do(person)
        page.keyboard.press("Enter")
        moves += 1
    assert moves >= 6
    person.read_result()
    assert focus(person)["id"] == "result", "the end is where one goes on from"
    tab_to(person, "Rematch")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your turn")).to_be_visible()


def tab_to_something_to_do(person: Person) -> None:
    for _ in range(60):
        person.page.keyboard.press("Tab")
        if focus(person)["go"]:
            assert focus(person)["marked"]
            return
    raise AssertionError("Tab never came to anything to do")
