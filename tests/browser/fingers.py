"""Taps during which a test does something before the finger is lifted."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page

# A page treats a touch as ended after three seconds (swap-guard.js); a busy machine needs longer.
LENGTHEN = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (work, time, ...more) => wait(work, time === 3000 ? 300_000 : time, ...more);
}"""
ANSWERED = """() => {
  const once = { once: true };
  window.answered = new Promise((done) => document.addEventListener("htmx:finally:request", done, once));
}"""


class Finger:
    """A finger that presses a key and lifts later.

    It is simulated by mouse, because a long touch is not a tap.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(LENGTHEN)

    def press(self, key: Locator) -> None:
        box = key.bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()

    @contextmanager
    def awaiting_response(self) -> Iterator[None]:
        """Wait for the response to a request that the block triggers."""
        self.page.evaluate(ANSWERED)
        yield
        self.page.evaluate("() => answered.then(() => undefined)")

    def lift(self) -> None:
        self.page.mouse.up()
