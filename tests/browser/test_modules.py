"""Scripts do the same joined as one by one: a page is tried with what `collectstatic` makes of them."""

from pathlib import PurePosixPath
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.bundles import SITE, joined_site, page_scripts
from tests.conftest import Phone

from .sitting import Sitting, Thumb

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def collected(phone: Phone) -> list[str]:
    """Answer the phone with joined scripts; the list is of those that it asks for."""
    scripts = {SITE: joined_site(), **page_scripts(SITE)}
    asked: list[str] = []

    def answer(route: Route) -> None:
        name = PurePosixPath(urlsplit(route.request.url).path).relative_to("/static").as_posix()
        asked.append(name)
        route.fulfill(body=scripts[name], content_type="text/javascript")

    phone.context.route(lambda url: url.endswith(".js") and "/vendor/" not in url, answer)
    return asked


@pytest.mark.parametrize("path", ["/", "/games/", "/games/five_hundred/", "/play/five_hundred/", "/privacy"])
def test_a_page_opens_without_a_complaint_of_the_browser(new_phone, path: str) -> None:
    phone = new_phone()
    asked = collected(phone)
    page = phone.open(path)
    expect(page.locator("html.scripted")).to_be_visible()
    assert asked.count(SITE) == 1


def test_a_hand_is_entered_and_another_phone_shows_it(new_phone) -> None:
    sitting, first, second = Sitting("five_hundred"), new_phone(), new_phone()
    asked, _more = collected(first), collected(second)
    ann, cy = sitting.open(first, "Ann"), sitting.open(second, "Cy")
    thumb = Thumb(ann)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    thumb.number("tricks.0", 9)
    thumb.save(1)
    expect(cy.locator("#status")).to_contain_text("Hand 1: Ann & Cy +300")
    ann.locator("#sheet a.door").first.tap()
    expect(ann.locator("#door[open] #door-body > *").first).to_be_visible()
    assert set(asked) == {SITE, *(["desk.js"] if "desk.js" in asked else [])}


def test_a_module_that_is_loaded_later_shares_what_the_page_has(new_phone) -> None:
    """A phone that opens a table with a hand on it asks for what it has missed, and keeps that."""
    sitting, first, second = Sitting("five_hundred"), new_phone(), new_phone()
    ann = sitting.open(first, "Ann")
    thumb = Thumb(ann)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    thumb.number("tricks.0", 9)
    thumb.save(1)
    asked = collected(second)
    cy = sitting.open(second, "Cy")
    cy.wait_for_function("() => Object.values(localStorage).some((log) => log.split('\\n').length === 3)")
    assert sorted(asked) == ["offline/heal.js", SITE]
