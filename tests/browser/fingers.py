"""Touches that last, unlike a tap of Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page

ANSWERED = """() => {
  const once = { once: true };
  window.answered = new Promise((done) => document.addEventListener("htmx:finally:request", done, once));
}"""


class Finger:
    """A finger that is put on a key and lifted later."""

    def __init__(self, page: Page) -> None:
        self.page, self.touch = page, page.context.new_cdp_session(page)

    def put_on(self, key: Locator) -> None:
        box = key.bounding_box()
        assert box is not None
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self.touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})

    @contextmanager
    def answer_held_up(self) -> Iterator[None]:
        """Wait for the response to a request that the block triggers."""
        self.page.evaluate(ANSWERED)
        yield
        self.page.evaluate("() => answered.then(() => undefined)")

    def lift(self) -> None:
        self.touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
