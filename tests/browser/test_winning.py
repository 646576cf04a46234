"""A match is won, passed on, and the next game begins: on phones of 360 × 600, without a menu."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine import Adjustment, PerSide, Stopped
from tests.conftest import Phone

from .axe import found
from .sitting import Sitting

pytestmark = pytest.mark.browser

SMALL = {"viewport": {"width": 360, "height": 600}}
# A phone with a list of apps to share with, and one that can only copy; neither asks anybody here.
SHARES = "navigator.share = async (what) => { window.shared = what; };"
COPIES = """
delete Navigator.prototype.share;
const clipboard = { writeText: async (text) => { window.copied = text; } };
Object.defineProperty(navigator, "clipboard", { value: clipboard });
"""


@pytest.fixture
def sitting(transactional_db: None) -> Sitting:
    """Five Hundred, stopped when Ann and Cy were ahead."""
    made = Sitting("five_hundred")
    made.write(1, Adjustment(PerSide((140, 20)), "agreed"))
    made.write(2, Stopped())
    return made


def winner(page: Page):
    return page.locator(".winner")


def test_all_that_is_wanted_next_is_in_sight(new_phone: Callable[..., Phone], sitting: Sitting) -> None:
    for scheme in "light", "dark":
        page = sitting.open(new_phone(**SMALL, color_scheme=scheme), "Ann")
        for name in "Play again", "Another game", "Share":
            key = page.locator(".winner").get_by_text(name)
            expect(key).to_be_in_viewport(ratio=1)
        expect(winner(page)).to_contain_text("Won by 120")
        expect(page.get_by_role("button", name="Undo", exact=True)).to_be_in_viewport(ratio=1)
        assert found(page) == []


def test_the_result_is_passed_on_by_the_phones_own_list(phone: Phone, sitting: Sitting) -> None:
    phone.context.add_init_script(SHARES)
    page = sitting.open(phone, "Cy")
    winner(page).get_by_text("Share").tap()
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("window.shared")
    assert shared["url"] == f"{phone.url}{sitting.path}m/1/result"
    assert shared["title"] == "Ann & Cy won"
    assert "140" in shared["text"]


def test_else_its_link_is_copied(phone: Phone, sitting: Sitting) -> None:
    phone.context.add_init_script(COPIES)
    page = sitting.open(phone, "Cy")
    winner(page).get_by_text("Share").tap()
    expect(winner(page).get_by_text("Link copied.")).to_be_visible()
    assert page.evaluate("window.copied") == f"{phone.url}{sitting.path}m/1/result"


def test_another_game_at_the_same_table_and_every_phone_follows(
    new_phone: Callable[..., Phone], sitting: Sitting
) -> None:
    ann, bo, cy = (sitting.open(new_phone(**SMALL), who) for who in ("Ann", "Bo", "Cy"))
    tv = sitting.open(new_phone(), "Di", sitting.path + "tv")
    expect(tv.locator("h1")).to_contain_text("Five Hundred")
    winner(ann).get_by_text("Another game").tap()
    ann.get_by_role("link", name="Two Hundred").tap()
    for seat, name in enumerate(("Ann", "Bo", "Cy", "Di")):
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
    assert list(sitting.match.sitting.values_list("name", flat=True)) == ["Ann", "Bo", "Cy", "Di"]
    cy.goto(cy.url.split("?")[0] + "records")
    expect(cy.locator("main")).to_contain_text("won by Ann & Cy")
