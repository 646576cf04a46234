"""A club night on its phones: confirming a result, and the countdown on the wall screen."""

import re

from playwright.sync_api import expect

from scorekeeper.web import phone_cookie
from tests.site.night_cast import KEEPER, NAMES, NightCast

from .club_phones import ClubPhones
from .sitting import DESKTOP, Thumb, expect_heading


def test_result_is_confirmed_and_the_wall_clock_counts_down(new_phone):
    cast = ClubPhones()
    night = NightCast(cast, NAMES[:8], fields={"minutes": 20, "rounds": 1, "confirm": True})
    screen = new_phone(**DESKTOP)
    wall = cast.open(screen, "Mia", "wall", night.night.pk)
    night.draw()
    expect_heading(wall, "Table 2")
    clock = wall.get_by_role("timer")
    expect(clock).to_have_text("20:00")
    cast.post("Sven", "clock", night.night.pk, data={"round": "1", "do": "begin"})
    for _load in range(2):
        expect(clock).to_have_text(re.compile("^1[89]:"))
        expect(clock).not_to_have_text(clock.inner_text())  # it counts down
        wall.reload()
    cast.post("Sven", "clock", night.night.pk, data={"round": "1", "do": "hold"})
    expect(clock).to_have_attribute("data-runs", "")  # paused

    # At a finished table each side confirms on the scoring phone by one tap.
    table = night.tables()[0]
    night.finish(table, 5, 1)
    phone = cast.sign_in(new_phone(), "Sven")
    phone.context.add_cookies([{"name": phone_cookie.COOKIE, "value": str(KEEPER.key), "url": phone.url}])
    page, thumb = phone.open(f"/t/{table.table.code}/"), Thumb(phone.page)
    thumb.tap(page.get_by_role("link", name="Confirm result"))
    expect_heading(page, "Result of table 1")
    confirm = page.get_by_role("button", name=re.compile("^Confirm for "))
    thumb.tap(confirm.first)
    expect(confirm).to_have_count(1)
    thumb.tap(confirm)
    page.wait_for_url("**/nights/*/")
    expect(page.get_by_text("Confirmed", exact=True)).to_be_visible()
    # The points at tables 1 and 2; both results count, confirmed or not.
    night.play((5, 1), (7, 2), accepted=(1, 2))
    night.end()
    expect(wall.get_by_text("First prize")).to_be_visible()
