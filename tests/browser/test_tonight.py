"""A secretary's ordinary evening, with its taps counted; and the wall display on two sizes of screen."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from scorekeeper.nights.models import Night
from tests.nightly import by_night
from tests.site.night_cast import NAMES, NightCast

from .club_phones import ClubPhones
from .sitting import DESKTOP, Thumb, expect_heading

pytestmark = pytest.mark.slow


def test_four_taps_from_the_clubs_page_to_drawn_tables(phone):
    cast = ClubPhones()
    last_night = NightCast(cast, NAMES[:8])
    last_night.draw()
    last_night.play((5, 1), (7, 2))
    last_night.end()
    mia = cast.player("Mia")
    page = cast.open(phone, "Sven", "club")
    thumb = Thumb(page)
    thumb.tap(page.get_by_role("link", name="Start tonight’s night"))
    # Hal is ill, and Mia replaces him.
    thumb.tap(page.locator("label.key", has_text=re.compile("^Hal$")))
    thumb.tap(page.locator("label.key", has_text=re.compile("^Mia$")))
    thumb.tap(page.get_by_role("button", name="Draw the tables"))
    expect_heading(page, "Table 2")
    assert thumb.taps == 4
    night = Night.objects.latest("pk")
    assert night.date == timezone.localdate()
    seated = {attendee.player.name for attendee in night.present.select_related("player")}
    assert seated == {*NAMES[:7], mia.name}

    # A late arrival, a departure, and a table of guests take two taps each.
    for key, text in ("^Hal$", "9 are here"), ("^Leaves.*Ann$", "Left: Ann"), ("^Table of g", "Table 3"):
        thumb.taps = 0
        phone.open(cast.url("night", night.pk))
        thumb.tap(page.get_by_role("link", name=re.compile("^Who is here")))
        thumb.tap(page.get_by_role("button", name=re.compile(key)))
        expect(page.get_by_text(text).first).to_be_visible()
        assert thumb.taps == 2


@by_night
@pytest.mark.sqlite_only
def test_the_wall_shows_everything_at_both_sizes(new_phone):
    cast = ClubPhones()
    night = NightCast(cast, NAMES[:4], fields={"minutes": 20})
    night.draw()
    night.play((5, 1))
    night.draw()
    wall = new_phone(**DESKTOP)
    page = cast.open(wall, "Mia", "wall", night.night.pk)
    expect(page.locator(".wall-table")).to_have_count(1)
    for size in {"width": 1280, "height": 800}, {"width": 1920, "height": 1080}:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for tables in (1, 6, 30):
            shown = page.evaluate(FILL_WALL, tables)
            assert shown["cut"] == [], (size, tables)
            smallest = {1: 24, 6: 14, 30: 6}[tables]  # px
            assert shown["size"] >= smallest, (size, tables, shown)


# Fill the wall with tables, lines and long names; return what is cut off, and the smallest font size.
FILL_WALL = """(tables) => {
    const repeat = (list, n, names) => {
        const first = list.firstElementChild.cloneNode(true);
        first.querySelectorAll(".wall-names").forEach((e) => { e.textContent = names; });
        list.replaceChildren(...Array.from({length: n}, () => first.cloneNode(true)));
    };
    repeat(document.querySelector(".wall-tables"), tables, "Maximilian Müller-Lüdenscheidt & Rosa Smith");
    repeat(document.querySelector(".wall-lines"), tables * 4, "Bartholomew Müller-Lüdenscheidt");
    dispatchEvent(new Event("resize"));
    const seen = document.querySelectorAll(".wall, .wall-head, .wall-qr svg, [data-fit], [data-fit] *");
    const cut = [...seen].filter((each) => {
        const box = each.getBoundingClientRect();
        const list = (each.closest("[data-fit]") ?? document.body).getBoundingClientRect();
        return box.right > list.right + 1.5 || box.bottom > list.bottom + 1.5 || box.bottom > innerHeight + 1;
    });
    const lists = [...document.querySelectorAll("[data-fit]")];
    const sizes = lists.map((list) => parseFloat(getComputedStyle(list).fontSize));
    return {cut: cut.map((each) => each.className), size: Math.min(...sizes)};
}"""
