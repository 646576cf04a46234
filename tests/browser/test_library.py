"""The library on a phone: steps through an example, and a one-page summary of house rules."""

import re

import pytest
from playwright.sync_api import expect

from games import every_game
from games.engine import record_fields
from tests.nightly import NIGHTLY

from .sitting import tap_button

pytestmark = pytest.mark.sqlite_only


def test_a_house_sheet_is_printed_on_one_page(phone):
    by_length = sorted(every_game().values(), key=lambda game: len(record_fields(game.house)))
    for game in by_length if NIGHTLY else by_length[-3:]:
        page = phone.open(f"/games/{game.slug}/house-sheet")
        pages = re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4"))
        assert len(pages) == 1, game.slug


def test_a_worked_example_is_stepped_through_hand_by_hand(phone):
    game = every_game()["two_hundred"]
    example = max(game.examples, key=lambda example: len(example.hands))
    page = phone.open(f"/games/{game.slug}/")
    details = page.locator("details.example").filter(has=page.get_by_text(example.title, exact=True))
    details.locator("summary").tap()
    steps = details.locator(".step:visible")
    expect(steps).to_have_count(1)
    for n in range(2, len(example.hands) + 1):
        tap_button(details, "Next hand")
        expect(steps).to_have_count(n)
    expect(details.get_by_role("button", name="Next hand")).to_be_hidden()
