"""The first page in a real browser, as large as a small phone."""

import pytest
from playwright.sync_api import expect

from tests.conftest import Phone

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def test_the_first_page_opens_without_a_complaint_of_the_browser(phone: Phone) -> None:
    page = phone.open("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page).to_have_title("Scorekeeper")


def test_htmx_and_its_stream_extension_are_there(phone: Phone) -> None:
    page = phone.open("/games/")
    assert page.evaluate("() => [htmx.version, htmx.config.includeIndicatorCSS, htmx.config.extensions]") == [
        "4.0.1",
        False,
        "sse",
    ]


def test_the_first_page_fits_the_phone_without_scrolling_sideways(phone: Phone) -> None:
    page = phone.open("/")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
