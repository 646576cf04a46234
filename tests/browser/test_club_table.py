"""A table started in a club by taps."""

from playwright.sync_api import expect

from games import every_game
from scorekeeper.clubs.people import names
from scorekeeper.matches.models import Seat, Table

from .club_phones import ClubPhones
from .playing import open_start_question
from .sitting import Thumb, expect_form, tap_button, tap_link


def test_a_member_seats_four_players_by_taps(phone):
    club = ClubPhones()
    names.mark_as_playing([club.player(name).pk for name in ("Ann", "Bo", "Cy")])
    page = club.open(phone, "Mia", "players")
    tap_link(page, "Start a game")
    slug = next(slug for slug, game in every_game().items() if game.any_game)
    page.locator(f"a[href$='/tables/{slug}/']").first.tap()
    expect(page.get_by_role("group", name="Who plays?")).to_be_visible()
    open_start_question(page, "shape")
    backgrounds = [
        page.locator(chip).first.evaluate("chip => getComputedStyle(chip).backgroundColor")
        for chip in (".sentence [aria-expanded=true]", ".sentence [aria-expanded=false]")
    ]
    assert backgrounds[0] != backgrounds[1], "the open question is marked"
    page.locator("label.key:has(input[name=shape][value='4x4'])").tap()
    expect(page.locator(".person input")).to_have_count(4)
    open_start_question(page, "players")
    thumb = Thumb(page)
    for name in ("Ann", "Bo", "Cy", "Di"):
        key = page.get_by_role("button", name=name, exact=True)
        thumb.tap(key)
        expect(key).to_have_attribute("aria-pressed", "true")
    assert thumb.taps == 4  # one tap a player
    expect(page.locator("#name-3")).to_have_value("Di")
    expect(page.locator("#status")).to_contain_text("Di sits in seat 4.")
    thumb.tap(page.get_by_role("button", name="Bo", exact=True))
    expect(page.locator("#name-1")).to_have_value("")
    open_start_question(page, "seats")
    page.locator("#name-1").fill("Bettina")
    tap_button(page, "Start game")
    expect_form(page)
    table = Table.objects.get(club=club.club)
    assert Seat.objects.get(match__table=table, name="Bettina").player is not None
