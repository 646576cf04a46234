"""Styles and scripts as written, compared with those that `collectstatic` joins and minifies.

All other browser tests run on the collected files.
"""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.web.bundles import STATIC, minified
from tests.conftest import idle

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


def test_a_lean_style_sheet_says_the_same(phone):
    page = phone.open("/privacy")
    for sheet in STATIC.glob("*.css"):
        text = sheet.read_text()
        rules = [page.evaluate(RULES, each) for each in (minified(sheet.name, text), text)]
        # The names of fonts are the same in either case.
        same, as_written = (
            re.sub("font-family.*?]", lambda found: found[0].lower(), str(one)) for one in rules
        )
        assert same == as_written, sheet.name


@pytest.fixture
def as_written(server, settings):
    """Serve the site as `make run` does, with each module as its own file."""
    settings.COLLECTED = False
    ours = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    settings.STORAGES = settings.STORAGES | ours


@pytest.mark.usefixtures("as_written")
def test_as_written_pages_open_and_a_hand_is_entered_and_shown(new_phone):
    sitting, first, second = Sitting("five_hundred"), new_phone(), new_phone()
    for path in "/", "/games/", "/games/five_hundred/", "/play/five_hundred/", "/privacy":
        expect(first.open(path).locator("html.scripted")).to_be_visible()
    ann, cy = sitting.open(first, "Ann"), sitting.open(second, "Cy")
    eight_hearts(ann).save(1)
    expect(cy.locator("#status")).to_contain_text("Hand 1: Ann & Cy +300")


def test_nothing_moves_while_a_page_opens_whose_scripts_come_late(phone):
    def late(route):
        phone.page.wait_for_function(PAINTED, polling=50)
        route.continue_()

    phone.context.route(lambda url: url.endswith(".js") and "/vendor/" not in url, late)
    sitting = Sitting("five_hundred")
    for path in "/", "/play/two_hundred/", "/games/five_hundred/referee/bid_higher/", sitting.path:
        page = sitting.open(phone, "Ann", path)
        idle(page)
        assert page.evaluate(MOVED) == 0, path
