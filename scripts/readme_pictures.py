"""Take the README's pictures in docs/pictures: an evening of 500 on a phone, light and dark.

They show a hand being entered, the sheet on a watcher's phone and on a television, a ruling, and a finished
game.
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.site import run_site  # noqa: E402
from scripts.screenshots import SIZES, TELEVISION  # noqa: E402
from tests.chromium import FLAGS, find  # noqa: E402

NAMES = ("Ann", "Bo", "Cy", "Di")
# The answers for each hand: the bidder, the bid, and the tricks of a side.
HANDS = (
    "bidder=1 level+trumps=6+clubs tricks.1=7",
    "bidder=0 level+trumps=6+spades tricks.0=7",
    "bidder=3 level+trumps=7+hearts tricks.1=5",
    "bidder=2 level+trumps=8+diamonds tricks.0=8",
)
UNFINISHED_HAND = "bidder=2 level+trumps=8+hearts"
LAST_ANSWER = "tricks.0=9"


def tap_answer(page: Page, name: str, value: str) -> None:
    page.locator(f".step.asked label.key:has(input[name='{name}'][value='{value}'])").tap()


def enter_answers(page: Page, answers: str) -> None:
    for answer in answers.split():
        tap_answer(page, *answer.split("="))
        page.wait_for_timeout(300)


def save_hand(page: Page) -> None:
    number = page.locator("#hand-form input[name=number]").input_value()
    page.locator("#preview:not(.stale) .effects").wait_for()
    page.locator("#save").tap()
    page.locator(f"#hand-form input[name=number]:not([value='{number}'])").wait_for(state="attached")
    page.wait_for_timeout(400)


def start_match(page: Page, url: str) -> str:
    """Start a match. Return the URL of its table."""
    page.goto(f"{url}/play/five_hundred/")
    for seat, name in enumerate(NAMES):
        page.locator(f"#name-{seat}").fill(name)
    page.locator(".chip[data-asks=dealer]").tap()
    tap_answer(page, "first_dealer", "0")
    page.locator("form.start .act button").tap()
    page.locator("#hand-form").wait_for()
    return page.url.partition("?")[0]


def save_pictures(page: Page, name: str) -> None:
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.wait_for_timeout(200)
        page.screenshot(path=ROOT / "docs" / "pictures" / f"{name}-{theme}.png")


def open_phone(browser: Browser) -> Page:
    """Open a page with the cookies of a new phone."""
    page = browser.new_context(**SIZES["phone"], reduced_motion="reduce", locale="en-GB").new_page()  # type: ignore[arg-type]
    page.set_default_timeout(20_000)
    return page


def take_pictures(browser: Browser, url: str) -> None:
    ann = open_phone(browser)
    table = start_match(ann, url)
    for hand in HANDS:
        enter_answers(ann, hand)
        save_hand(ann)
    enter_answers(ann, UNFINISHED_HAND)
    ann.locator(".step.asked label.key.reaches").first.wait_for()
    save_pictures(ann, "hand")
    watcher = open_phone(browser)
    watcher.goto(table)
    watcher.locator("#rows").wait_for()
    save_pictures(watcher, "sheet")
    television = browser.new_page(**TELEVISION, locale="en-GB", color_scheme="light")
    television.goto(f"{table}tv")
    television.locator("#tv").wait_for()
    television.screenshot(path=ROOT / "docs" / "pictures" / "television.png")
    watcher.goto(f"{table}m/1/referee/?q=8+spades+over+misere")
    watcher.locator("#search-results a.hit").first.tap()
    watcher.locator("#ruling:not(.stale) .verdict").wait_for()
    save_pictures(watcher, "verdict")
    enter_answers(ann, LAST_ANSWER)
    ann.locator("#preview:not(.stale) .effects").wait_for()
    ann.locator("#save").tap()
    ann.locator(".winner").wait_for()
    save_pictures(ann, "won")


def main() -> int:
    chromium = find()
    if not chromium:
        print("No Chromium: install it, or set CHROMIUM=/path/to/chromium.", file=sys.stderr)
        return 1
    with run_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, chromium_sandbox=False, args=FLAGS)
        take_pictures(browser, site.url)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
