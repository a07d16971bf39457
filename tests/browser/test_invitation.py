"""Asking friends to a table: by its QR code, by the phone's own dialog, and what there is to do until all are there."""

import io
import re

import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import LARGE_PHONE

SHARING = "navigator.share = async (what) => { window.shared = what }"
"""Stands in for the dialog of a phone, which no desktop has."""


def test_by_the_qr_code_and_a_talk_before_the_game(new_person: NewPerson) -> None:
    zoe, ann = new_person("Zoe", hurried=False), new_person("Ann", viewport=LARGE_PHONE)  # a camera sees what is painted
    zoe.go_home()
    link = zoe.make_table("Pairs", players=2)
    code = zoe.page.get_by_role("img", name="The link as a QR code")
    for scheme in ("light", "dark"):
        zoe.page.emulate_media(color_scheme=scheme)
        read = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
        assert [one.text for one in read] == [link]
    ann.sit_down(read[0].text)

    ann.page.get_by_label("Say something").fill("Is it <b>hard</b>?")
    ann.page.keyboard.press("Enter")
    expect(zoe.page.get_by_role("log", name="Chat")).to_contain_text("Ann: Is it <b>hard</b>?")
    zoe.page.get_by_label("Say something").fill("No: read the rules")
    zoe.page.get_by_role("button", name="Say it").click()
    expect(ann.page.get_by_role("log", name="Chat")).to_contain_text("Zoe: No: read the rules")
    ann.page.get_by_role("button", name="Rules", exact=True).click()
    rules = ann.page.get_by_role("dialog", name="Rules of Pairs")
    expect(rules.get_by_role("heading", name=re.compile("turn", re.IGNORECASE)).first).to_be_visible()
    ann.audit("the rules before the game")
    ann.close_panel()
    zoe.look_over("the lobby with what was said")


def test_a_phone_shares_the_words_of_the_preview(new_person: NewPerson) -> None:
    zoe = new_person("Zoe", viewport=LARGE_PHONE, has_touch=True, is_mobile=True)
    zoe.context.add_init_script(SHARING)
    zoe.go_home()
    link = zoe.make_table("Pairs", players=2)
    zoe.page.get_by_role("button", name="Share the link").click()
    zoe.page.wait_for_function("() => window.shared")
    shared = zoe.page.evaluate("window.shared")
    assert (shared["url"], shared["text"]) == (link, "Zoe invites you to Pairs: 5 minutes, push your luck")
    preview = zoe.page.context.new_page()
    preview.goto(link)
    expect(preview.locator("meta[property='og:title']")).to_have_attribute("content", shared["text"])
