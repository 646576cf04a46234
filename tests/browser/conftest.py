"""Pages for forms of ``FakeMatch``: the tests of a process share one phone and one desktop."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import FAILED, PHONE, failure_folder

from .fake_match import serving

DESKTOP = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as a browser test."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker("browser")


class FormPage:
    """A page for the forms of every ``FakeMatch``, and the errors that the browser logged."""

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.page = browser.new_context(**options).new_page()
        self.page.set_default_timeout(20_000)
        self.complaints: list[str] = []
        self.page.on(
            "console",
            lambda message: self.complaints.append(message.text) if message.type == "error" else None,
        )
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def lend_to(self, request: pytest.FixtureRequest, viewport: Any) -> Iterator[Page]:
        """Lend the page to a test, and assert at its end that the browser logged no error."""
        self.complaints.clear()
        self.page.set_viewport_size(viewport)
        yield self.page
        # The browser logs an error for each refused form (422) and draft (503).
        errors = [text for text in self.complaints if not re.search("status of (422|503)", text)]
        if errors or request.node.stash.get(FAILED, False):
            self.page.screenshot(path=failure_folder(request.node) / "match.png")
        assert errors == []


@pytest.fixture(scope="session")
def form_pages(browser: Browser) -> Iterator[dict[str, FormPage]]:
    pages = {"phone": FormPage(browser, PHONE), "desktop": FormPage(browser, DESKTOP)}
    with serving():
        yield pages
    for form_page in pages.values():
        form_page.page.context.close()


@pytest.fixture
def form_page(request: pytest.FixtureRequest, form_pages: dict[str, FormPage]) -> Iterator[Page]:
    """Provide a page on a phone of 360 × 740."""
    yield from form_pages["phone"].lend_to(request, PHONE["viewport"])


@pytest.fixture
def desktop_page(request: pytest.FixtureRequest, form_pages: dict[str, FormPage]) -> Iterator[Page]:
    """Provide a page on a desktop, without touch."""
    yield from form_pages["desktop"].lend_to(request, DESKTOP["viewport"])
