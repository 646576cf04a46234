"""Styles and scripts as written, compared with those that `collectstatic` joins and minifies.

All other browser tests run on the collected files.
"""

import re
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.web.bundles import LATER, SITE, STATIC, lean
from tests.conftest import Phone, Server, idle

from .sitting import Sitting, eight_hearts

pytestmark = [pytest.mark.browser, pytest.mark.looks]

# Each rule of a style sheet: its media query, its selector, and the computed style of a match.
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
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(moved))));
})"""
# Whether the page is painted before its script has loaded.
PAINTED = """() => document.readyState !== "loading" &&
  (document.querySelector("script[blocking]") ||
    performance.getEntriesByName("first-contentful-paint").length)"""


def test_a_lean_style_sheet_says_the_same(phone: Phone) -> None:
    page = phone.open("/privacy")
    for sheet in STATIC.glob("*.css"):
        text = sheet.read_text()
        assert page.evaluate(RULES, lean(sheet.name, text)) == page.evaluate(RULES, text), sheet.name


@pytest.fixture
def as_written(server: Server, settings: Any) -> None:
    """Serve the site as `make run` does, with each module as its own file."""
    settings.COLLECTED = False
    ours = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    settings.STORAGES = settings.STORAGES | ours


def scripts_asked(phone: Phone) -> list[str]:
    """Collect the paths, without hashes, of the site's scripts that the phone requests from now on."""
    asked: list[str] = []

    def note(url: str) -> None:
        path = urlsplit(url).path
        if path.endswith(".js") and "/vendor/" not in path:
            name = PurePosixPath(path).relative_to("/static").as_posix()
            asked.append(re.sub(r"\.[0-9a-f]{12}\.js$", ".js", name))

    phone.context.on("request", lambda request: note(request.url))
    return asked


@pytest.mark.usefixtures("as_written")
def test_as_written_pages_open_and_a_hand_is_entered_and_shown(new_phone: Any) -> None:
    sitting, first, second = Sitting("five_hundred"), new_phone(), new_phone()
    for path in "/", "/games/", "/games/five_hundred/", "/play/five_hundred/", "/privacy":
        asked = scripts_asked(first)
        page = first.open(path)
        expect(page.locator("html.scripted")).to_be_visible()
        assert asked.count(SITE) == 1
        assert {"dom.js", "app.js"} <= set(asked)
    ann, cy = sitting.open(first, "Ann"), sitting.open(second, "Cy")
    eight_hearts(ann).save(1)
    expect(cy.locator("#status")).to_contain_text("Hand 1: Ann & Cy +300")


def test_what_was_joined_is_loaded_once(new_phone: Any) -> None:
    """Check with a phone that enters a hand, and one that opens its table later and syncs its log."""
    sitting, first, second = Sitting("five_hundred"), new_phone(), new_phone()
    asked = scripts_asked(first)
    ann = sitting.open(first, "Ann")
    eight_hearts(ann).save(1)
    ann.locator("#sheet a.door").first.tap()
    expect(ann.locator("#door[open] #door-body > *").first).to_be_visible()
    later = {"offline/engine.js"}  # once a hand was saved
    assert {*asked} - later == {LATER, SITE}
    asked = scripts_asked(second)
    seen: list[str] = []
    second.context.on("response", lambda answer: seen.append(answer.url))
    idle(sitting.open(second, "Cy"))
    assert any("/m/1/log" in url for url in seen)
    assert {*asked} == {LATER, "offline/offering.js", SITE}


def test_nothing_moves_while_a_page_opens_whose_scripts_come_late(phone: Phone) -> None:
    def late(route: Route) -> None:
        phone.page.wait_for_function(PAINTED, polling=50)
        route.continue_()

    phone.context.route(lambda url: url.endswith(".js") and "/vendor/" not in url, late)
    sitting = Sitting("five_hundred")
    for path in "/", "/play/two_hundred/", "/games/five_hundred/referee/bid_higher/", sitting.path:
        page = sitting.open(phone, "Ann", path)
        idle(page)
        assert page.evaluate(MOVED) == 0, path
