"""The page that edits a hand, at 360 × 600: its answer buttons never cover the sentence or the preview."""

import pytest
from playwright.sync_api import expect

from games import every_game
from games.engine import Heading, kind_of

from .fake_match import LONG_NAMES, FakeMatch
from .sitting import SMALL, Sitting, Thumb, expect_totals

pytestmark = pytest.mark.sqlite_only

# Return the parts of the page that the keyboard covers.
COVERED = """(parts) => {
  const top = document.querySelector(".keyboard").getBoundingClientRect().top;
  return [...document.querySelectorAll(`#entry-title, .sentence .chip, ${parts}`)]
    .filter((each) => each.getBoundingClientRect().bottom > top + 1).map((each) => each.textContent);
}"""


def longest_example(slug):
    """Return a match with the hands of the game's longest example."""
    game = every_game()[slug]
    example = max(
        (item for item in game.examples if item.hands and kind_of(game, item.hands[0]) in game.hands),
        key=lambda example: len(example.hands),
    )
    heading = Heading(example.seating, example.house, game.presets[0].id)
    match = FakeMatch(slug, names=LONG_NAMES[: example.seating.seats], heading=heading)
    for hand in example.hands:
        match.write(hand)
    return match


@pytest.mark.parametrize("slug", list(every_game()))
def test_an_edit_is_in_sight_and_the_keys_never_cover_its_sentence(slug, form_page):
    form_page.set_viewport_size(SMALL)
    page = longest_example(slug).open(form_page, "m/1/hand/1/amend")
    expect(page.locator(".unchanged")).to_be_visible()
    expect(page.locator("#save")).to_be_disabled()
    assert page.evaluate(COVERED, "#preview > *, .why") == []
    sentence = page.locator("#sentence").inner_text()
    page.locator(".why").tap()
    page.locator("[data-reason]").first.tap()
    expect(page.locator(".step.reason")).to_be_hidden()
    assert page.locator("#sentence").inner_text() == sentence
    # The element shows the reason; its attribute data-no-reason has the text for an edit without one.
    expect(page.locator("[data-no-reason]")).to_have_text("Miscounted")
    expect(page.locator("#save")).to_be_disabled()
    for path in page.evaluate("[...document.querySelectorAll('.chip')].map((chip) => chip.dataset.open)"):
        page.locator(f".chip[data-open='{path}']").first.tap()
        assert page.evaluate(COVERED, ".trouble") == [], path
    assert page.evaluate("scrollY") == 0


def test_a_written_hand_is_edited_with_four_taps_from_the_table(phone):
    hand = {"kind": "contract", "bidder": 0, "level": 8, "trumps": "hearts", "tricks": [9, 1]}
    phone.page.set_viewport_size(SMALL)
    page = Sitting("five_hundred", hands=(hand, hand)).open(phone, "Ann")
    thumb = Thumb(page)
    thumb.tap(page.get_by_role("link", name="Hand 2"))
    answers = page.locator("#reasons-panel .chip")
    expect(answers.nth(1)).to_contain_text("8 ♥")
    thumb.tap(answers.first)
    thumb.choose("bidder", 1)
    assert page.evaluate("scrollY") == 0
    thumb.tap(page.get_by_role("button", name="Save change"))
    assert thumb.taps == 4
    # Bo's side fails to make 8♥: it loses 300, and the other side gets 90 for its nine tricks.
    expect_totals(page, 390, -290)


def test_a_hand_without_questions_is_named_and_can_become_another_kind(form_page):
    match = FakeMatch("two_hundred", hands=({"kind": "passed_in"},))
    page = match.open(form_page, "m/1/hand/1/amend")
    chip = page.locator("#sentence .chip")
    expect(chip).to_have_text("Everyone passed")
    chip.tap()
    expect(page.locator(".step.asked[data-step=bidder]")).to_be_visible()
    page.locator(".kinds .key", has_text="Everyone passed").tap()
    expect(chip).to_have_text("Everyone passed")
    expect(page.locator("#save")).to_be_disabled()
