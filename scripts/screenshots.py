"""Take screenshots of the table in all states, on phone, tablet and wide screen, light and dark.

They are saved in var/screenshots. Arguments are scenes (names in scripts/scenes.py) or paths; the default is
all scenes. SIZES=phone,tablet,wide chooses sizes. A temporary site is started for this.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.site import Site, running  # noqa: E402
from tests.chromium import find  # noqa: E402
from tests.conftest import FLAGS  # noqa: E402

SIZES = {
    "phone": {
        "viewport": {"width": 360, "height": 740},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
    "tablet": {"viewport": {"width": 768, "height": 1024}, "is_mobile": True, "has_touch": True},
    "wide": {"viewport": {"width": 1280, "height": 800}},
}
KEY = ".step.asked label.key:visible"


def bid(page: Page) -> None:
    """Give the first two answers of a hand."""
    for number in range(2):
        page.locator(KEY).nth(3 * number + 2).click()
        page.wait_for_timeout(300)


def error(page: Page) -> None:
    """Send an incomplete form, as a phone without script may."""
    page.evaluate("document.querySelector('#hand-form').requestSubmit()")
    page.locator(".error, .trouble").first.wait_for()


def conflict(page: Page) -> None:
    """Send a hand just after another phone has sent one."""
    page.locator(KEY).first.wait_for()
    page.evaluate("document.querySelector('#live').remove()")
    other = page.context.new_page()
    other.goto(page.url)
    asks_nothing = other.evaluate(
        "[...document.querySelectorAll('.kind')].find((kind) => !kind.querySelector('.step')).dataset.kind"
    )
    other.locator(f".kinds label.key:has(input[value='{asks_nothing}'])").click()
    other.locator("#go:not(.waits)").click()
    other.locator("tbody").nth(1).wait_for()
    other.close()
    bid(page)
    while page.locator("#go.waits").count():
        page.locator(KEY).first.click()
        page.wait_for_timeout(300)
    page.locator("#go").click()
    page.locator(".clash").wait_for()


def reasons(page: Page) -> None:
    page.locator(".sheet .gain").first.click()
    page.locator("#reasons").wait_for()


ACTIONS = {"bid": bid, "error": error, "conflict": conflict, "reasons": reasons}


def seeded(site: Site) -> dict[str, dict[str, Any]]:
    """Create the scenes in the site's database."""
    output = subprocess.run(
        [sys.executable, "scripts/scenes.py"],
        cwd=ROOT,
        env={**os.environ, "VAR_DIR": str(site.var)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return dict(json.loads(output.stdout))


def picture(browser: Browser, url: str, name: str, scene: dict[str, Any], size: str, theme: str) -> Path:
    context = browser.new_context(
        **SIZES[size],
        color_scheme=theme,
        reduced_motion="reduce",
        locale="en-GB",  # type: ignore[arg-type]
    )
    context.add_cookies([{"name": "phone", "value": scene.get("key", ""), "url": url}])
    page = context.new_page()
    page.set_default_timeout(8_000)
    page.goto(url + (scene["tables"].pop() if scene.get("tables") else scene["path"]))
    if action := ACTIONS.get(scene.get("do", "")):
        action(page)
    page.wait_for_timeout(150)
    at = ROOT / "var" / "screenshots" / f"{name}-{size}-{theme}.png"
    page.screenshot(path=at)
    context.close()
    return at


def main(wanted: list[str]) -> int:
    chromium = find()
    if not chromium:
        print("No Chromium: install it, or set CHROMIUM=/path/to/chromium.", file=sys.stderr)
        return 1
    (ROOT / "var" / "screenshots").mkdir(parents=True, exist_ok=True)
    sizes = [size for size in SIZES if size in os.environ.get("SIZES", ",".join(SIZES)).split(",")]
    failed = 0
    with running() as site, sync_playwright() as playwright:
        known = seeded(site)
        paths = {
            re.sub(r"\W+", "-", word).strip("-") or "first": {"path": word} for word in wanted if "/" in word
        }
        chosen = paths | {name: known[name] for name in wanted if name in known} if wanted else known
        browser = playwright.chromium.launch(executable_path=chromium, chromium_sandbox=False, args=FLAGS)
        for name, scene in chosen.items():
            for size in sizes:
                for theme in ("light", "dark"):
                    try:
                        print(picture(browser, site.url, name, scene, size, theme).relative_to(ROOT))
                    except Exception as problem:
                        failed += 1
                        print(f"{name} {size} {theme}: {problem}", file=sys.stderr)
        browser.close()
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
