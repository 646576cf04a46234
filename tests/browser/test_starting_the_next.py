"""The next game: a question about the unfinished one, and undo of the start by one tap."""

from playwright.sync_api import expect

from scorekeeper.matches import models
from tests.conftest import until

from .sitting import EIGHT_HEARTS, SMALL, Sitting, expect_form, expect_totals, tap_button


def expect_in_reach(page, name):
    """Assert that the button is on the screen, large enough and not covered."""
    button = page.get_by_role("button", name=name)
    expect(button).to_be_in_viewport(ratio=1)
    box = button.bounding_box()
    assert box["height"] >= 44
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    hit = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.innerText", middle)
    assert name in hit


def test_next_game_asks_first_and_can_be_undone(new_phone):
    """Check also that reopening the start page with Back does not start an empty duplicate."""
    sitting = Sitting("five_hundred", hands=(EIGHT_HEARTS,))
    phone = new_phone(viewport=SMALL)
    ann, cy = sitting.open(phone, "Ann"), sitting.open(new_phone(), "Cy")

    def expect_everyone_at(match):
        for page in ann, cy:
            expect(page.locator(f"#sheet[data-match='{match}']")).to_be_visible()

    starts = ("rematch", "End it and start"), ("another/five_hundred", "Leave it and start")
    for number, (path, choice) in enumerate(starts, start=2):
        ann.goto(f"{phone.url}{sitting.path}m/1/{path}")
        expect(ann.locator("#leaving")).to_contain_text("300")
        expect_in_reach(ann, "End it and start")
        expect_in_reach(ann, "Leave it and start")
        tap_button(ann, choice)
        expect_everyone_at(number)
        expect_in_reach(ann, "Undo: back to")
        tap_button(ann, "Undo: back to")
        expect_everyone_at(1)
        expect_totals(ann, 300, 10)
        expect_form(ann)
        matches = models.Match.objects.filter(table=sitting.table)
        assert list(matches.values_list("number", "ended")) == [(1, None)]

    ann.goto(f"{phone.url}{sitting.path}m/1/rematch")
    tap_button(ann, "Leave it and start")
    expect_everyone_at(4)  # the numbers of the removed matches 2 and 3 are not used again
    ann.go_back()
    tap_button(ann, "Leave it and start")
    expect_everyone_at(4)
    ann.goto(f"{phone.url}{sitting.path}records")
    tap_button(ann, "Go on with this game")
    expect_everyone_at(1)
    expect_form(ann)
    until(lambda: models.Table.objects.get(pk=sitting.table.pk).current == 1)
    assert models.Match.objects.filter(table=sitting.table).count() == 2
