"""What axe objects to on a page, in both themes."""

from __future__ import annotations

from functools import cache
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERY_RULE = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
# A theme is colours and nothing else (`test_accessible.py` sees to that), so the dark one is asked for these.
COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}
# By script and not by a style sheet, which the site's own policy would refuse.
STAND_STILL = """() => {
  for (const bar of document.querySelectorAll("#strip, .bar-below, .act"))
    bar.style.setProperty("position", "static", "important");
}"""


def found(page: Page) -> list[str]:
    """What axe finds on the page as it is, in the light theme and in the dark one.

    Some bars lie over the page, and what lies under them can be scrolled clear: here they stand still.
    """
    page.evaluate(STAND_STILL)
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_script())
    wrong = [f"{one} (light)" for one in _violations(page, EVERY_RULE)]
    page.emulate_media(color_scheme="dark")
    wrong += [f"{one} (dark)" for one in _violations(page, COLOURS)]
    page.emulate_media(color_scheme="light")
    return wrong


@cache
def _script() -> str:
    return str(Axe().axe_script)


def _violations(page: Page, options: dict[str, Any]) -> list[str]:
    response = page.evaluate("options => axe.run(options)", options)
    return [
        f"{violation['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
        for violation in response["violations"]
        for node in violation["nodes"]
    ]
