"""The library on a phone: rules that are not played are grey, examples step, a house sheet is one page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games import every_game
from games.engine import in_force

from .sitting import Sitting

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def test_a_house_sheet_is_printed_on_one_page(phone) -> None:
    for game in every_game().values():
        page = phone.open(f"/games/{game.slug}/house-sheet")
        pages = re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4"))
        assert len(pages) == 1, game.slug


def test_the_rules_of_a_table_have_its_numbers_and_grey_what_it_does_not_play(phone) -> None:
    game = every_game()["two_hundred"]
    sitting = Sitting(game.slug, house={"target": 250})
    page = sitting.open(phone, "Ann", f"/t/{sitting.table.code}/m/1/rulebook")
    house = game.presets[0].house
    idle = [rule.number for rule in game.rulebook if not in_force(rule, house)]
    assert idle
    for number in idle:
        rule = page.locator(f"[id='rule-{number}']")
        expect(rule).to_have_class("left-out")
        expect(rule).to_contain_text("Not played here")
    expect(page.locator(".left-out")).to_have_count(len(idle))
    expect(page.locator(".book").filter(has_text="250").first).to_be_visible()


def test_a_worked_example_is_stepped_through_hand_by_hand(phone) -> None:
    game = every_game()["two_hundred"]
    example = max(game.examples, key=lambda one: len(one.hands))
    page = phone.open(f"/games/{game.slug}/")
    shown = page.locator("details.example").filter(has=page.get_by_text(example.title, exact=True))
    shown.locator("summary").tap()
    steps = shown.locator(".step:visible")
    expect(steps).to_have_count(1)
    for n in range(2, len(example.hands) + 1):
        shown.get_by_role("button", name="Next hand").tap()
        expect(steps).to_have_count(n)
    expect(shown.get_by_role("button", name="Next hand")).to_be_hidden()


def test_two_ways_of_playing_are_compared_by_what_differs_alone(phone) -> None:
    page = phone.open("/games/five_hundred/?preset=wikipedia&other=exact_500#compare")
    game = every_game()["five_hundred"]
    one, other = game.preset("wikipedia"), game.preset("exact_500")
    differing = [name for name in vars(one.house) if getattr(one.house, name) != getattr(other.house, name)]
    expect(page.locator(".differing tbody")).to_have_count(len(differing))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_search_finds_while_it_is_typed_whatever_the_accents(phone) -> None:
    page = phone.open("/referee/")
    box = page.get_by_role("searchbox")
    box.press_sequentially("8♠ over misere")
    expect(page.locator("#found a.hit").first).to_contain_text("Is this bid higher?")
    box.fill("")
    box.press_sequentially("revok")
    expect(page.locator("#found a.hit").filter(has_text="Somebody revoked")).to_be_visible()
