"""Accessibility checks of a page by axe, in both themes."""

from functools import cache
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.nightly import NIGHTLY

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", *(["best-practice"] if NIGHTLY else [])]
# No rule with these tags needs axe to load style sheets or media again ("preload").
EVERY_RULE = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"], "preload": False}
# A theme changes only colours (see `test_accessible.py`), so the dark theme is checked for these rules only.
COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}
# Set by script, because the site's Content-Security-Policy forbids inline style sheets.
UNFIX_BARS = """() => {
  for (const bar of document.querySelectorAll("#strip, .bar-below, .act"))
    bar.style.setProperty("position", "static", "important");
}"""


def violations(page: Page, *, dark: bool = NIGHTLY) -> list[str]:
    """Return the violations that axe finds on the page, in the light theme and, if ``dark``, in the dark one.

    The dark theme is checked in nightly runs only; `tests/test_design.py` always checks its contrasts.
    Fixed bars cover content that can be scrolled, so they are made static first.
    """
    page.evaluate(UNFIX_BARS)
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_script())
    results = [f"{violation} (light)" for violation in _run_axe(page, EVERY_RULE)]
    if dark:
        page.emulate_media(color_scheme="dark")
        results += [f"{violation} (dark)" for violation in _run_axe(page, COLOURS)]
        page.emulate_media(color_scheme="light")
    return results


@cache
def _script() -> str:
    return str(Axe().axe_script)


def _run_axe(page: Page, options: dict[str, Any]) -> list[str]:
    response = page.evaluate("options => axe.run(options)", options)
    return [
        f"{violation['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
        for violation in response["violations"]
        for node in violation["nodes"]
    ]
