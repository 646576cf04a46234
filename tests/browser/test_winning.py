"""The end of a match on phones of 360 × 600: sharing the result and starting the next game."""

import pytest
from playwright.sync_api import expect

from games.engine import Adjustment, PerSide, Stopped
from tests.conftest import wait_until_idle

from .sitting import NAMES, Sitting

pytestmark = pytest.mark.browser

SMALL = {"viewport": {"width": 360, "height": 600}}
# A phone with a share sheet, and one that can only copy; both faked.
SHARES = "navigator.share = async (data) => { window.shared = data; };"
COPIES = """
delete Navigator.prototype.share;
const clipboard = { writeText: async (text) => { window.copied = text; } };
Object.defineProperty(navigator, "clipboard", { value: clipboard });
"""


def test_next_steps_after_a_match_are_visible(new_phone):
    sitting = Sitting("five_hundred")
    sitting.write(1, Adjustment(PerSide((140, 20)), "agreed"))
    sitting.write(2, Stopped())
    phone = new_phone(**SMALL)
    phone.context.add_init_script(SHARES)
    ann, bo, cy = sitting.open(phone, "Ann"), sitting.open(new_phone(), "Bo"), sitting.open(new_phone(), "Cy")
    tv = sitting.open(new_phone(), "Di", sitting.path + "tv")
    winner = ann.locator(".winner")
    for name in "Play again", "Another game", "Share":
        expect(winner.get_by_text(name)).to_be_in_viewport(ratio=1)
    expect(winner).to_contain_text("Won by 120")
    expect(ann.get_by_role("button", name="Undo", exact=True)).to_be_in_viewport(ratio=1)
    wait_until_idle(ann)
    winner.get_by_text("Share").tap()
    ann.wait_for_function("() => window.shared")
    shared = ann.evaluate("window.shared")
    assert shared["url"] == f"{phone.url}{sitting.path}m/1/result"
    assert shared["title"] == "Ann & Cy won"
    assert "140" in shared["text"]
    ann.evaluate(f"() => {{ delete navigator.share; {COPIES} }}")
    winner.get_by_text("Share").tap()
    expect(winner.get_by_text("Link copied.")).to_be_visible()
    assert ann.evaluate("window.copied") == shared["url"]

    winner.get_by_text("Another game").tap()
    ann.get_by_role("link", name="Two Hundred").tap()
    for seat, name in enumerate(NAMES):
        box = ann.locator(f"input[name='name.{seat}']")
        assert name in (box.input_value(), box.get_attribute("placeholder"))
    ann.locator("form.start .act button").tap()
    for page in ann, bo, cy:
        expect(page.locator(".bar h1")).to_contain_text("Two Hundred")
        expect(page.locator("#sheet")).to_have_attribute("data-match", "2")
    expect(tv.locator("h1")).to_contain_text("Two Hundred")
    for page in ann, bo:
        expect(page.locator("#hand-form")).to_be_visible()
    assert (sitting.match.number, sitting.match.game_slug) == (2, "two_hundred")
    assert tuple(sitting.match.sitting.values_list("name", flat=True)) == NAMES
    cy.goto(cy.url.split("?")[0] + "records")
    expect(cy.locator("main")).to_contain_text("won by Ann & Cy")
