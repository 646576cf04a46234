"""Take screenshots of the site's pages, light and dark.

Without arguments: all scenes of scripts/scenes.py on a phone, a tablet and a wide screen, saved in
var/screenshots. Arguments are scenes or paths, and the environment variable SIZES=phone,wide
chooses sizes. ``--design FOLDER`` takes the pictures of docs/design.md instead: its scenes on a small phone,
compressed. A temporary site is started for this.
"""

import argparse
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.site import Site, run_site  # noqa: E402
from tests.chromium import FLAGS, find  # noqa: E402

TOUCH = {"is_mobile": True, "has_touch": True}
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, **TOUCH},
    "tablet": {"viewport": {"width": 768, "height": 1024}, **TOUCH},
    "wide": {"viewport": {"width": 1280, "height": 800}},
}
# The sizes in docs/design.md: the smallest phone in use, and a television.
SMALL_PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 600}, "device_scale_factor": 2, **TOUCH}
TELEVISION: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
SMALL_SCENES = (
    "home start empty table bid bidding review watching reasons four-sides conflict amend won menu share "
    "rules referee ruling club night standings"
)
DESIGN = {**dict.fromkeys(SMALL_SCENES.split(), SMALL_PHONE), "television": TELEVISION}
ANSWER_BUTTON = ".step.asked label.key:visible"


def wait_until_idle(page: Page) -> None:
    """Wait until a page has no pending work (static/idle.js)."""
    page.locator("html[data-idle]").wait_for(state="attached")


def answer(page: Page, limit: int) -> None:
    """Answer the next questions of a hand, at most ``limit``."""
    for number in range(limit):
        page.locator(f"{ANSWER_BUTTON}, #save:not(.waits)").first.wait_for()
        if page.locator(ANSWER_BUTTON).count() == 0:
            break
        # Choose the third answer, then the sixth, the ninth and so on; the last one if there are fewer.
        page.locator(ANSWER_BUTTON).nth(min(3 * number + 2, page.locator(ANSWER_BUTTON).count() - 1)).click()
        wait_until_idle(page)


def bid(page: Page) -> None:
    answer(page, 2)


def error(page: Page) -> None:
    """Send an incomplete form, as a phone without script may."""
    page.evaluate("document.querySelector('#hand-form').requestSubmit()")
    page.locator(".error, .trouble").first.wait_for()


def conflict(page: Page) -> None:
    """Send a hand just after another phone has sent one."""
    page.locator(ANSWER_BUTTON).first.wait_for()
    page.evaluate("document.querySelector('#live').remove()")
    other = page.context.new_page()
    other.goto(page.url)
    kind_without_questions = other.evaluate(
        "[...document.querySelectorAll('.kind')].find((kind) => !kind.querySelector('.step')).dataset.kind"
    )
    other.locator(f".kinds label.key:has(input[value='{kind_without_questions}'])").click()
    other.locator("#save:not(.waits)").click()
    other.locator("tbody").nth(1).wait_for()
    other.close()
    answer(page, 9)
    page.locator("#save").click()
    page.locator(".clash").wait_for()


def reasons(page: Page) -> None:
    page.locator(".sheet .gain").first.click()
    page.locator("#reasons").wait_for()


def menu(page: Page) -> None:
    page.locator(".menu :is(summary, button):visible").first.click()


def ruling(page: Page) -> None:
    """Open the first question of the search results, and answer it."""
    page.locator("#search-results a.hit").first.click()
    page.locator("form.facts").wait_for()
    for _question in range(9):
        if page.locator(ANSWER_BUTTON).count() == 0:
            break
        page.locator(ANSWER_BUTTON).first.click()
        wait_until_idle(page)
    page.locator("#ruling:not(.stale) .verdict").wait_for()


ACTIONS = {
    "first answer": lambda page: answer(page, 1),
    "bid": bid,
    "answer everything": lambda page: answer(page, 9),
    "error": error,
    "conflict": conflict,
    "reasons": reasons,
    "menu": menu,
    "ruling": ruling,
}


def create_scenes(site: Site) -> dict[str, dict[str, Any]]:
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


def picture(browser: Browser, url: str, scene: dict[str, Any], size: dict[str, Any], theme: str) -> bytes:
    context = browser.new_context(**size, color_scheme=theme, reduced_motion="reduce", locale="en-GB")  # type: ignore[arg-type]
    cookies = {"phone": scene.get("key", ""), **scene.get("cookies", {})}
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
    page = context.new_page()
    page.set_default_timeout(8_000)
    page.goto(url + (scene["tables"].pop() if scene.get("tables") else scene["path"]))
    if action := ACTIONS.get(scene.get("do", "")):
        action(page)
    wait_until_idle(page)
    png = page.screenshot()
    context.close()
    return png


def compress(png: bytes) -> bytes:
    """Return a screenshot as a WebP file for the docs, at most 450 px wide."""
    image, out = Image.open(io.BytesIO(png)), io.BytesIO()
    image.thumbnail((450, 750), Image.Resampling.LANCZOS)
    image.convert("RGB").save(out, "WEBP", quality=50, method=6)
    return out.getvalue()


def pictures(
    scenes: dict[str, dict[str, Any]], names: list[str], design: str
) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield the name of each picture, its scene and its size."""
    if design:
        yield from ((name, scenes[name], size) for name, size in DESIGN.items() if not names or name in names)
        return
    sizes = [size for size in SIZES if size in os.environ.get("SIZES", ",".join(SIZES)).split(",")]
    paths = {re.sub(r"\W+", "-", word).strip("-") or "first": {"path": word} for word in names if "/" in word}
    selected = (paths | {name: scenes[name] for name in names if name in scenes}) if names else scenes
    for name, scene in selected.items():
        yield from ((f"{name}-{size}", scene, SIZES[size]) for size in sizes)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*")
    parser.add_argument("--design", metavar="FOLDER", default="")
    options = parser.parse_args()
    chromium = find()
    if not chromium:
        print("No Chromium: install it, or set CHROMIUM=/path/to/chromium.", file=sys.stderr)
        return 1
    folder = Path(options.design or ROOT / "var" / "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    with run_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, chromium_sandbox=False, args=FLAGS)
        for name, scene, size in pictures(create_scenes(site), options.scenes, options.design):
            for theme in ("light", "dark"):
                try:
                    png = picture(browser, site.url, scene, size, theme)
                except Exception as error:
                    failed += 1
                    print(f"{name} {theme}: {error}", file=sys.stderr)
                    continue
                path = folder / f"{name}-{theme}{'.webp' if options.design else '.png'}"
                path.write_bytes(compress(png) if options.design else png)
                print(path)
        browser.close()
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
