"""Somebody with a browser: sees what the page shows, and does things with mouse and keys as a person would."""

import random
import re
import zlib
from collections.abc import Callable
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, Error, Locator, Page, Request, Response, expect

from tests.browser.cut_off import CUT_OFF
from tests.patience import wait_until
from tests.server.client import Visitor, join, make_table
from tests.soak import soaked

UNPAINTED = soaked("html { opacity: 0 }", "")
"""The page does all that it does, and can be pressed, but nothing is painted: no test looks at pixels, and painting them is
up to half of what a test takes. axe gets to see the page, and so does who is not hurried."""

HURRY = """
const wait = window.setTimeout
window.setTimeout = (what, time, ...rest) => wait(what, time > 40 ? time / 15 : time, ...rest)
const animate = Element.prototype.animate
Element.prototype.animate = function (frames, {duration = 0, delay = 0, ...rest}) {
    return animate.call(this, frames, {...rest, duration: duration / 15, delay: delay / 15})
}
const sheet = new CSSStyleSheet()
sheet.replaceSync(`*, ::before, ::after {
    animation-duration: 1ms !important; animation-delay: 0s !important; animation-iteration-count: 1 !important;
    transition-duration: 0s !important }
    UNPAINTED`)
document.adoptedStyleSheets = [sheet]
""".replace("UNPAINTED", UNPAINTED)
"""The moments that the board gives the eye to follow are short, so that a whole game takes seconds."""

GO = "[data-go]:not([aria-disabled])"
"""What may be done now."""

OPTIONS = """() => [...document.querySelectorAll('section[aria-label="Table"] [data-go]:not([aria-disabled])')].map(
    (one, at) => ({at, words: one.getAttribute('aria-label') ?? one.innerText, picks: one.hasAttribute('aria-pressed'),
                   picked: one.getAttribute('aria-pressed') === 'true', main: one.classList.contains('main')}))"""

NEXT_LOOK = 60
"""Milliseconds until somebody looks again whether the others have moved."""

WATCHED = 3
"""So many moves of a whole game are looked at step by step."""

STARTING = 300_000
"""Milliseconds that a game may take to begin, and bots to move first: what is not compiled yet is compiled then."""

FINISH = """document.getAnimations().filter(one => one.effect.getComputedTiming().endTime < Infinity)
    .forEach(one => one.finish())"""

TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

POINT = """one => {
    const box = one.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const left = x - one.offsetWidth / 2
    const reached = (across, down) => one.contains(document.elementFromPoint(across, down))
    for (const across of [x, left + 0.25 * one.offsetWidth, left + 9, left + 6]) {
        if (reached(across, y)) return {x: across - box.left, y: y - box.top}
    }
    return null
}"""
"""Where something can be pressed: in its middle, or, for a card that another lies on, at the left. Null where nowhere."""

SMALLEST = 24
"""Pixels across of what is to be pressed, or at least from its middle to that of the next (WCAG 2.2, 2.5.8)."""

HIDDEN = f"""() => {{
    const point = {POINT}
    const words = one => (one.getAttribute('aria-label') ?? one.innerText).slice(0, 40) || one.outerHTML.slice(0, 80)
    const all = [...document.querySelectorAll('button, a[href], [data-go], input, select')].filter(one =>
        one.checkVisibility({{visibilityProperty: true}}) && !one.closest('.skip') && one.getBoundingClientRect().width)
    const middle = one => {{
        const box = one.getBoundingClientRect()
        return [box.left + box.width / 2, box.top + box.height / 2]
    }}
    const isNear = (one, other) => {{
        const [[x, y], [across, down]] = [middle(one), middle(other)]
        const areBothOffers = one !== other && [one, other].every(it => it.matches('[data-go]'))
        return areBothOffers && Math.hypot(x - across, y - down) < {SMALLEST}
    }}
    const found = []
    for (const one of all) {{
        const box = one.getBoundingClientRect()
        const isIn = box.left > -1 && box.top > -1 && box.right < innerWidth + 1 && box.bottom < innerHeight + 1
        const sides = [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')
        if (!isIn) found.push(`${{words(one)}} is outside: ${{sides}}`)
        else if (one.matches('[data-go], .tip button') && !point(one)) found.push(`${{words(one)}} is covered: ${{sides}}`)
        else if (Math.min(box.width, box.height) < {SMALLEST} && all.some(other => isNear(one, other)))
            found.push(`${{words(one)}} is small, and beside another: ${{sides}}`)
    }}
    const {{scrollWidth, scrollHeight}} = document.documentElement
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push(`it scrolls: ${{scrollWidth}} ${{scrollHeight}}`)
    return found
}}"""
"""What could be pressed and is outside the window, below something else or too small; and whether the page scrolls."""

KEY = "code => JSON.parse(localStorage['cutcard.keys'])[code].key"
"""The key of the seat at a table."""

NETWORK_CHANGED = "net::ERR_NETWORK_CHANGED"
"""Chromium gives up what it is asking for when a network of the machine comes or goes, though it asks on the loopback."""
BLOCKED = "Service Worker registration blocked by Playwright"
"""Most tests do without what the worker keeps for later visits."""

Option = dict[str, Any]

COLOUR_RULES = ["color-contrast", "link-in-text-block"]
"""What of axe's rules depends on colours: in the dark the rest is as in the light."""

LIGHT_AND_DARK = ("light", "dark")


def turn_of(what: str) -> int:
    """0 or 1 by these words, always the same: of two ways to look at something `make test` takes one, `make soak` both."""
    return zlib.crc32(what.encode()) % 2


def scheme_of(what: str) -> tuple[str, ...]:
    """In which schemes something is audited: in light or in dark, and in `make soak` in both."""
    return soaked((LIGHT_AND_DARK[turn_of(what)],), LIGHT_AND_DARK)


RESULT = re.compile(
    r"^(Everybody ties\.|You win!|You lose\.|.+ wins!|.+ loses\.|.+ lose\."
    r"|(You win|.+ wins) with the most coins\.|.+ share the win(, with as many coins)?\.)$"
)
"""How a game may end, in words."""

DESKTOP = {"width": 1200, "height": 800}
LAPTOP = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
LARGE_PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 640}
SIDEWAYS = {"width": 740, "height": 360}
"""A phone held sideways."""


class Person:
    def __init__(
        self, context: BrowserContext, url: str, name: str, choices: random.Random, *, hurried: bool, touches: bool
    ) -> None:
        self.context = context
        self.url = url
        self.name = name
        self.choices = choices
        self.touches = touches
        self.troubles: list[str] = []
        """What went wrong in the page: errors in the console, breaches of its security policy among them, and requests."""
        self.forgiven: list[str] = []
        """Parts of troubles that this test brings about itself."""
        if hurried:
            context.add_init_script(HURRY)
        context.on("console", lambda said: said.type in ("error", "warning") and self._trouble(f"{said.type}: {said.text}"))
        context.on("weberror", lambda error: self._trouble(f"error: {error.error}"))
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)
        self.page: Page = context.new_page()

    def _trouble(self, what: str) -> None:
        if not any(part in what for part in (BLOCKED, NETWORK_CHANGED, *self.forgiven)):
            self.troubles.append(what)

    def _failed(self, request: Request) -> None:
        # What is still on its way when somebody goes to another page is given up by the browser.
        if request.failure != "net::ERR_ABORTED":
            self._trouble(f"{request.method} {request.url} failed: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._trouble(f"{response.status} for {response.request.method} {response.url}")

    # Going somewhere

    def go_home(self, level: str | None = "easy") -> None:
        self.page.goto(self.url)
        self.open_settings()
        self.page.get_by_label("You are").fill(self.name)
        if level:
            self.page.get_by_role("radio", name=level).check()
        self.page.keyboard.press("Escape")

    def open_settings(self) -> None:
        """The small menu of the home page."""
        self.page.get_by_role("button", name="Settings").click()

    def play_now(self, title: str) -> None:
        """One click on the home page."""
        self.page.get_by_role("button", name=f"Play {title} now, against bots", exact=True).click()
        self.board.wait_for(timeout=STARTING)

    def open_dialog(self, title: str) -> Locator:
        self.page.get_by_role("button", name=f"With friends: {title}", exact=True).click()
        return self.page.get_by_role("dialog", name=f"{title} with friends")

    def make_table(self, title: str, players: int | None = None, clock: str | None = None, **options: int | bool) -> str:
        """A table for friends, made on the home page; gives its link. Options are named by words of their labels."""
        dialog = self.open_dialog(title)
        if players:
            dialog.get_by_label("Players").select_option(str(players))
        if clock:
            dialog.get_by_label("Clock").select_option(label=clock)
        for option, value in options.items():
            field = dialog.get_by_label(re.compile(f"{option.replace('_', ' ')}", re.IGNORECASE))
            field.set_checked(value) if isinstance(value, bool) else field.fill(str(value))
        dialog.get_by_role("button", name="Make the table").click()
        self.page.get_by_role("heading", name="Who plays").wait_for()
        return self.page.get_by_label("The link to send").first.input_value()

    def fill_with_bots(self) -> None:
        self.page.get_by_role("button", name=re.compile("^Fill with .* bots and start$")).click()
        self.board.wait_for(timeout=STARTING)

    def sit_down(self, link: str) -> None:
        """Follow the link of somebody else, and take a seat."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Sit down").click()
        expect(self.page.get_by_text("starts the game when everybody is here")).to_be_visible()

    def go_to(self, seat: Visitor) -> None:
        """To a table where a game goes on or is over, with the key of a seat; or without one, to watch."""
        self.page.goto(f"{seat.url}/t/{seat.code}" + (f"#key={seat.key}" if seat.key else ""))
        self.board.wait_for(timeout=STARTING)

    def sit_among_bots(self, game: str, **wishes: Any) -> Visitor:
        """A table against bots, made and started without the home page; gives the same seat, to be used beside the page."""
        seat = make_table(self.url, game, self.name, **{"level": "easy", **wishes})
        seat.start()
        self.go_to(seat)
        return seat

    def sit_with(self, name: str, game: str, **wishes: Any) -> tuple[Visitor, Visitor]:
        """A table for two, with somebody who has no browser; gives both seats."""
        seat = make_table(self.url, game, self.name, **{"seats": 2, **wishes})
        other = join(seat, name)
        seat.start()
        self.go_to(seat)
        return seat, other

    # Looking

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("region", name="Table", exact=True)

    @property
    def result(self) -> Locator:
        return self.page.locator("#result")

    @property
    def own_hand(self) -> list[str]:
        """The faces of the cards in your hand."""
        return self.page.locator(".own [data-place^=hands-]").evaluate_all("all => all.map(one => one.dataset.card)")

    @property
    def log(self) -> str:
        """What those who listen were told since the page came."""
        return self.page.get_by_role("log", name="What happens").inner_text()

    def open_panel(self, name: str, title: str = "") -> Locator:
        """What is one press away: gives the sheet beside the table."""
        self.page.get_by_role("navigation", name="At hand").get_by_role("button", name=re.compile(f"^{name}")).click()
        return self.page.get_by_role("dialog", name=title or name)

    def close_panel(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def options(self) -> list[Option]:
        """What the page offers to click just now."""
        found: list[Option] = self.page.evaluate(OPTIONS)
        return found

    def wait_until(self, holds: Callable[[], object]) -> None:
        """What the page does is only heard of meanwhile."""
        wait_until(holds, lambda: self.page.wait_for_timeout(20))

    def wait_for_turn(self) -> bool:
        """Until there is something to do; False where the game is over."""
        try:
            self.page.locator(f"#result, section[aria-label=Table] {GO}").first.wait_for(timeout=STARTING)
        except Error as error:
            raise AssertionError(f"{self.name}'s turn never came:\n{self.page.locator('main').inner_text()}") from error
        return not self.is_over

    def wait_for_turn_after(self, *others: Visitor) -> bool:
        """The same where others have no browser: whenever it is their turn they make any move."""
        while not self.is_over and not self.options():
            for other in others:
                update = other.look()
                if (wish := other.wish(update)) is not None and update["table"]["state"] == "playing":
                    other.move(wish, update["you"]["asked"])
            self.page.wait_for_timeout(NEXT_LOOK)
        return not self.is_over

    @property
    def is_over(self) -> bool:
        return self.result.count() > 0

    # Playing

    def click(self, option: Option) -> None:
        self.press(self.page.locator(f"section[aria-label=Table] {GO}").nth(option["at"]))

    def press(self, target: Locator) -> None:
        """By mouse or finger, where it is to be seen."""
        point = target.evaluate(POINT)
        target.tap(position=point) if self.touches else target.click(position=point)

    def play_once(self) -> None:
        """Any move; where it takes several cards, they are picked one by one and confirmed."""
        options = [option for option in self.options() if not option["picked"]]
        if not options:  # the table has gone on meanwhile
            return
        main = [option for option in options if option["main"]]
        option = self.choices.choice(main or options)
        self.click(option)

    def look_away(self) -> None:
        """As if the tab were not to be seen: what the page would show step by step it then shows at once."""
        self.page.evaluate("Object.defineProperty(document, 'hidden', {get: () => true, configurable: true})")

    def play_to_the_end(self, most: int = 400) -> str:
        """Gives the words of the result. After some moves nobody looks on."""
        for move in range(most):
            if not self.wait_for_turn():
                break
            if move == WATCHED:
                self.look_away()
            self.play_once()
        return self.read_result()

    def read_result(self) -> str:
        expect(self.result).to_have_text(RESULT)
        return self.result.inner_text()

    # Judging

    def look_over(self, what: str) -> None:
        """On a desktop and on a phone, the text as it is and twice as large: nothing that sticks out. Nothing for axe: on a
        desktop in light or on a phone in dark, some pages so and some so, and in `make soak` in all four ways."""
        before = self.page.viewport_size
        for size, scheme in ((DESKTOP, "light"), (PHONE, "dark")):
            self.page.set_viewport_size(size)
            if schemes := soaked(tuple({scheme} & {*scheme_of(what)}), LIGHT_AND_DARK):
                self.audit(what, schemes=schemes)
            self.check_width(what)
            self.page.evaluate("document.documentElement.style.fontSize = '200%'")
            self.check_width(f"{what} with large text")
            self.page.evaluate("document.documentElement.style.fontSize = ''")
        self.page.set_viewport_size(before)

    def audit(self, what: str, within: str = "html", schemes: tuple[str, ...] = ()) -> None:
        """axe finds nothing: by all its rules in the first of these schemes, and by those of colours in the others."""
        schemes = schemes or scheme_of(what)
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        self.page.evaluate("document.documentElement.style.opacity = 1")  # axe passes over what is not to be seen
        self.page.evaluate(FINISH)  # words that are about to fade have no contrast to speak of
        for scheme in schemes:
            self.page.emulate_media(color_scheme=scheme)
            self.page.evaluate(TWO_FRAMES)
            wish = {"resultTypes": ["violations"], **({} if scheme == schemes[0] else {"runOnly": COLOUR_RULES})}
            found = self.page.evaluate(
                "([where, wish]) => axe.run(where, wish).then(found => found.violations)", [within, wish]
            )
            told = [
                f"{one['id']}: {node['html'][:200]} {node['failureSummary']}" for one in found for node in one["nodes"][:4]
            ]
            assert not told, f"{what}, {scheme}:\n" + "\n".join(told)
        self.page.emulate_media(color_scheme="light")
        self.page.evaluate("document.documentElement.style.opacity = ''")

    def check_in_sight(self, what: str) -> None:
        """All that could be pressed is to be seen without scrolling, and nothing lies on it."""
        hidden = self.page.evaluate(HIDDEN)
        tries = 10
        while hidden and tries:  # the page may be about to settle: that takes frames, which take long on a busy machine
            self.page.wait_for_timeout(50)
            self.page.evaluate(TWO_FRAMES)
            hidden, tries = self.page.evaluate(HIDDEN), tries - 1
        assert not hidden, f"{what}: {hidden}"

    def check_whole(self, what: str, name: str) -> None:
        """No text is cut off; this name may be."""
        cut = self.page.evaluate(CUT_OFF, name)
        assert not cut, f"{what}: {cut}"

    def check_width(self, what: str) -> None:
        """Nothing makes the page scroll sideways."""
        wide, screen = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        if wide > screen:
            culprits = self.page.evaluate(
                "[...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1)"
                ".slice(0, 5).map(one => one.outerHTML.slice(0, 120))"
            )
            raise AssertionError(f"{what} is {wide} wide on a screen of {screen}: {culprits}")
