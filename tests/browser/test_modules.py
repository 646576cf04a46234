"""Pages with separate script modules; all other tests use the bundles."""

import pytest
from playwright.sync_api import expect

from tests.conftest import wait_until_idle

from .sitting import Sitting, enter_eight_hearts

pytestmark = pytest.mark.sqlite_only

LAYOUT_SHIFT = """() => new Promise((done) => {
  let moved = 0;
  const add = (list) => list.getEntries().forEach((entry) => (moved += entry.value));
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(moved))));
})"""
# Return whether the page is painted, or waits for a blocking script before it can be painted.
PAINTED = """() => document.readyState !== "loading" &&
  (document.querySelector("script[blocking]") ||
    performance.getEntriesByName("first-contentful-paint").length)"""


@pytest.fixture
def separate_modules(server, settings):
    """Serve the site as `make run` does, with each module as its own file."""
    settings.COLLECTED = False
    storage = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    settings.STORAGES = settings.STORAGES | storage


@pytest.mark.usefixtures("separate_modules")
def test_separate_modules_run_every_page_and_a_hand(new_phone):
    sitting, first, second = Sitting("five_hundred"), new_phone(), new_phone()
    for path in "/", "/games/", "/games/five_hundred/", "/play/five_hundred/", "/privacy":
        expect(first.open(path).locator("html.scripted")).to_be_visible()
    ann, cy = sitting.open(first, "Ann"), sitting.open(second, "Cy")
    enter_eight_hearts(ann).save(1)
    expect(cy.locator("#status")).to_contain_text("Hand 1: Ann & Cy +300")


def test_nothing_moves_while_scripts_load_late(phone):
    def delay(route):
        phone.page.wait_for_function(PAINTED, polling=50)
        route.continue_()

    phone.context.route(lambda url: url.endswith(".js") and "/vendor/" not in url, delay)
    sitting = Sitting("five_hundred")
    for path in "/", "/play/two_hundred/", "/games/five_hundred/referee/bid_higher/", sitting.path:
        page = sitting.open(phone, "Ann", path)
        wait_until_idle(page)
        assert page.evaluate(LAYOUT_SHIFT) == 0, path
