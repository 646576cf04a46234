"""Styles and scripts do the same as `collectstatic` makes them: joined and lean."""

import time
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.bundles import LATER, SITE, STATIC, joined_later, joined_site, lean, page_scripts
from tests.conftest import Phone, until

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


def collected(phone: Phone, late: float = 0) -> list[str]:
    """Answer the phone with joined scripts, so many seconds late; the list is of those that it asks for."""
    scripts = {SITE: joined_site(), LATER: joined_later(SITE), **page_scripts(SITE, LATER)}
    asked: list[str] = []

    def answer(route: Route) -> None:
        name = PurePosixPath(urlsplit(route.request.url).path).relative_to("/static").as_posix()
        asked.append(name)
        time.sleep(late)
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
    later = {"offline/engine.js"}  # once a hand was saved
    assert set(asked) - later == {SITE, LATER, *(["desk.js"] if "desk.js" in asked else [])}


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
    seen: list[str] = []
    second.context.on("response", lambda answer: seen.append(answer.url))
    cy = sitting.open(second, "Cy")
    until(lambda: bool(cy.wait_for_timeout(50)) or any("/m/1/log" in url for url in seen))
    assert set(asked) == {"offline/offering.js", SITE, LATER}


@pytest.mark.parametrize("path", ["/", "/play/two_hundred/", "/games/five_hundred/referee/bid_higher/", ""])
def test_nothing_moves_while_a_page_opens_whose_scripts_come_late(phone: Phone, path: str) -> None:
    collected(phone, late=0.4)
    sitting = Sitting("five_hundred")
    page = sitting.open(phone, "Ann", path or sitting.path)
    expect(page.locator("html.scripted")).to_be_visible()
    assert page.evaluate(MOVED) == 0
