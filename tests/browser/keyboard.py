"""Playing without a mouse."""

from tests.browser.person import WATCHED, Person

FOCUS = """() => {
    const here = document.activeElement
    const [look, around] = [getComputedStyle(here), getComputedStyle(here.parentElement)]
    const words = here.getAttribute('aria-label') ?? here.textContent
    return {lost: here === document.body, words: words.replace(/\\s+/g, ' ').trim(),
            go: here.hasAttribute('data-go') && !here.hasAttribute('aria-disabled'),
            tag: here.tagName, id: here.id, type: here.type,
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


def tab_to_something_to_do(person: Person) -> None:
    for _ in range(60):
        person.page.keyboard.press("Tab")
        if focus(person)["go"]:
            assert focus(person)["marked"]
            return
    raise AssertionError("Tab never came to anything to do")


def play_by_keys(person: Person, least: int = 1) -> str:
    """To the end, with at least so many moves; gives the words of the result."""
    moves = 0
    while person.wait_for_turn():
        if moves == WATCHED:
            person.look_away()
        here = focus(person)
        if moves:
            assert not here["lost"], "after a move the focus is still in the page"
            assert here["inside"], f"after a move the focus is still at the table: {here}"
        main = [option for option in person.options() if option["main"]]
        if main:
            focus_on(person, str(main[0]["words"]).split()[0])
        else:
            if not here["go"]:
                tab_to_something_to_do(person)
            for _ in range(person.choices.randrange(3)):  # arrows go from card to card
                person.page.keyboard.press("ArrowRight")
                assert focus(person)["inside"]
            if not focus(person)["go"]:
                tab_to_something_to_do(person)
        person.page.keyboard.press("Enter")
        moves += 1
    assert moves >= least
    words = person.read_result()
    assert focus(person)["id"] == "result", "the end is where one goes on from"
    return words


def focus_on(person: Person, words: str) -> None:
    if not str(focus(person)["words"]).startswith(words):
        tab_to(person, words)
