"""Styles and scripts do the same as they are written and as `collectstatic` makes them: joined and lean.

All other tests in a browser run on what was collected.
"""

import re
import time
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.bundles import LATER, SITE, STATIC, lean
from tests.conftest import Phone, Server, until

from .sitting import Sitting, Thumb

pytestmark = [pytest.mark.browser, pytest.mark.looks]

# Each rule of a style sheet: where it holds, what it holds for, and what an element of it looks like.
RULES = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const told = [];
  function go(rules, within) {
    for (const rule of rules) {
      const whom = rule.selectorText ?? rule.keyText ?? rule.conditionText ?? rule.name;
      const about = [...within, rule.constructor.name, whom];
      if (rule.style) {
        const element = document.body.appendChild(document.createElement("i"));
        element.style.cssText = rule.style.cssText;
        const looks = getComputedStyle(element);
        // By their long names, whatever was said for short; no part of nothing is nothing.
        const value = name => looks.getPropertyValue(name).replace(/\\b0(px|%)/g, "0");
        const names = [...new Set(rule.style)].sort();
        const weight = name => rule.style.getPropertyPriority(name);
        told.push([...about, ...names.map(name => [name, value(name), weight(name)])]);
        element.remove();
      } else if (rule.cssRules) go(rule.cssRules, about);
      else told.push(rule.cssText);
    }
  }
  go(sheet.cssRules, []);
  return told;
}"""


MOVED = """() => new Promise((done) => {
  let moved = 0;
  const add = (list) => list.getEntries().forEach((entry) => (moved += entry.value));
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(moved), 300);
})"""


def test_a_lean_style_sheet_says_the_same(phone: Phone) -> None:
    page = phone.open("/privacy")
    for sheet in STATIC.glob("*.css"):
        text = sheet.read_text()
        assert page.evaluate(RULES, lean(sheet.name, text)) == page.evaluate(RULES, text), sheet.name


@pytest.fixture
def as_written(server: Server, settings: Any) -> None:
    """The site as `make run` serves it: each module by itself."""
    settings.COLLECTED = False
    ours = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    settings.STORAGES = settings.STORAGES | ours


def scripts_asked(phone: Phone) -> list[str]:
    """The paths of the site's own scripts that the phone asks for from now on, without their hashes."""
    asked: list[str] = []

    def note(url: str) -> None:
        path = urlsplit(url).path
        if path.endswith(".js") and "/vendor/" not in path:
            name = PurePosixPath(path).relative_to("/static").as_posix()
            asked.append(re.sub(r"\.[0-9a-f]{12}\.js$", ".js", name))

    phone.context.on("request", lambda request: note(request.url))
    return asked


def enter_a_hand(ann: Page) -> None:
    thumb = Thumb(ann)
    thumb.key("Who won the bidding?", "Cy")
    thumb.number("level+trumps", "8+hearts")
    thumb.number("tricks.0", 9)
    thumb.save(1)


@pytest.mark.usefixtures("as_written")
@pytest.mark.parametrize("path", ["/", "/games/", "/games/five_hundred/", "/play/five_hundred/", "/privacy"])
def test_a_page_opens_without_a_complaint_of_the_browser(phone: Phone, path: str) -> None:
    asked = scripts_asked(phone)
    page = phone.open(path)
    expect(page.locator("html.scripted")).to_be_visible()
    assert {SITE, "dom.js", "app.js"} <= set(asked)
    assert asked.count(SITE) == 1


@pytest.mark.usefixtures("as_written")
def test_a_hand_is_entered_and_another_phone_shows_it(new_phone: Any) -> None:
    sitting, first, second = Sitting("five_hundred"), new_phone(), new_phone()
    ann, cy = sitting.open(first, "Ann"), sitting.open(second, "Cy")
    enter_a_hand(ann)
    expect(cy.locator("#status")).to_contain_text("Hand 1: Ann & Cy +300")


def test_what_was_joined_is_loaded_once(new_phone: Any) -> None:
    """By a phone that enters a hand, and by one that opens its table later and keeps what it has missed."""
    sitting, first, second = Sitting("five_hundred"), new_phone(), new_phone()
    asked = scripts_asked(first)
    ann = sitting.open(first, "Ann")
    enter_a_hand(ann)
    ann.locator("#sheet a.door").first.tap()
    expect(ann.locator("#door[open] #door-body > *").first).to_be_visible()
    later = {"offline/engine.js"}  # once a hand was saved
    assert {*asked} - later == {LATER, SITE}
    asked = scripts_asked(second)
    seen: list[str] = []
    second.context.on("response", lambda answer: seen.append(answer.url))
    cy = sitting.open(second, "Cy")
    until(lambda: bool(cy.wait_for_timeout(50)) or any("/m/1/log" in url for url in seen))
    assert {*asked} == {LATER, "offline/offering.js", SITE}


@pytest.mark.parametrize("path", ["/", "/play/two_hundred/", "/games/five_hundred/referee/bid_higher/", ""])
def test_nothing_moves_while_a_page_opens_whose_scripts_come_late(phone: Phone, path: str) -> None:
    def late(route: Route) -> None:
        time.sleep(0.4)
        route.continue_()

    phone.context.route(lambda url: url.endswith(".js") and "/vendor/" not in url, late)
    sitting = Sitting("five_hundred")
    page = sitting.open(phone, "Ann", path or sitting.path)
    expect(page.locator("html.scripted")).to_be_visible()
    assert page.evaluate(MOVED) == 0
