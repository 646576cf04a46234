"""A club's first weeks on its members' phones: founded, a past brought along, a night, a hand put right."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from games.engine import Adjustment, PerSide
from scorekeeper.clubs.models import Club, Night
from scorekeeper.matches import (
    commands,
    models,
    replay,
)
from tests.conftest import Phone
from tests.site.clubs.exporting.test_export import whole
from tests.site.night_cast import partners_game

from .playing import answer, say_why
from .test_club_people import account, sign_in, sign_up

pytestmark = pytest.mark.browser

MEMBERS = ("Una", "Vic", "Wim")
GUESTS = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")


def founded(phone: Phone) -> Page:
    page = phone.open("/")
    page.get_by_role("link", name="Start a club").tap()
    page.get_by_role("link", name="Create account").tap()
    sign_up(page, "Olga")
    page.get_by_label("Club name").fill("The Misère Club")
    page.locator(f"label.key:has(input[name=games][value={partners_game().slug}])").tap()
    page.get_by_role("button", name="Start club").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("The Misère Club")
    return page


def invited(olga: Page, phone: Phone, name: str) -> Page:
    """Somebody with an account joins by a link that Olga has made."""
    account(name)
    olga.get_by_role("navigation", name="Club pages").get_by_role("link", name="Club", exact=True).tap()
    olga.get_by_role("link", name="Invite people").tap()
    olga.locator("label.key", has_text="Scorekeeper").tap()
    olga.get_by_role("button", name="Create invitation").tap()
    expect(olga.locator("svg.qr")).to_be_visible()
    link = olga.get_by_label("Link", exact=True).input_value()
    page = phone.open(link.removeprefix(phone.url))
    page.get_by_role("link", name="I have an account: sign in").tap()
    sign_in(page, name)
    page.get_by_role("button", name="Join club").tap()
    expect(page.get_by_role("link", name="Invite people")).to_be_visible()
    return page


def write(table: models.Table, *points: int) -> None:
    """Points agreed on, as the phone of whoever keeps this table's score would write them."""
    match, phone = table.matches.get(), table.phones.order_by("pk")[0]
    number = replay.load_match_state(match).next_number
    intent = commands.WriteCommand(uuid.uuid4(), number, 0, Adjustment(PerSide(points), "as played"))
    assert isinstance(commands.append_entry(match, phone, intent), commands.Saved)


def past_season() -> str:
    """A season of results as a spreadsheet has them."""
    ann, bo, cy, di = GUESTS[:4]
    lines = ["Date;Game;Pair 1;Pair 2;Points 1;Points 2"]
    for n in range(12):
        ours, theirs = 100 + n, 20 * (n % 4)
        lines.append(f"{n + 1}.3.2025;{partners_game().slug};{ann} & {cy};{bo} & {di};{ours};{theirs}")
    return "\n".join(lines)


@pytest.mark.timeout(300)
def test_the_first_weeks_of_a_club(new_phone: Callable[..., Phone], tmp_path: Path) -> None:
    replay._kept.clear()
    olgas = new_phone()
    olga = founded(olgas)
    phones = {name: new_phone() for name in MEMBERS}
    pages = {name: invited(olga, phones[name], name) for name in MEMBERS}
    club = Club.objects.get()

    # The season before, from a spreadsheet.
    una = pages["Una"]
    phones["Una"].open(f"/c/{club.code}/history/")
    una.get_by_role("link", name="Import results").tap()
    una.get_by_label("Or paste its text").fill(past_season())
    una.get_by_role("button", name="Check the file").tap()
    una.get_by_role("button", name="Import all 12 matches").tap()
    expect(una.get_by_role("heading", name="12 matches imported")).to_be_visible()

    # A night of three tables, run by Vic: the members, those of the season, and four guests more.
    vic = pages["Vic"]
    phones["Vic"].open(f"/c/{club.code}/nights/")
    vic.get_by_role("link", name="New night").tap()
    vic.locator(f"a.game[href$='game={partners_game().slug}']").tap()
    vic.get_by_label("Name", exact=True).fill("Friday")
    vic.get_by_label("Rounds", exact=True).fill("2")
    vic.get_by_role("button", name="Next: who is here?").tap()
    here = ("Olga", *MEMBERS, *GUESTS[:4])
    for name in here:
        vic.locator("label.key", has_text=re.compile(f"^{name}$")).tap()
    vic.get_by_label("Guests, one per line").fill("\n".join(GUESTS[4:]))
    vic.get_by_role("button", name="Add", exact=True).tap()
    expect(vic.get_by_role("heading", name="12 are here")).to_be_visible()
    vic.get_by_role("link", name="Continue").tap()
    night = Night.objects.get()
    for name in ("Una", "Wim"):
        phones[name].open(f"/c/{club.code}/nights/{night.pk}/")
    for number in (1, 2):
        vic.get_by_role("button", name=f"Draw round {number}").tap()
        expect(vic.get_by_role("link", name="End the round")).to_be_visible()
        for name in ("Una", "Wim"):
            expect(pages[name].get_by_text(re.compile("^You sit at table [123], "))).to_be_visible()
        for table in night.played_rounds.get(number=number).tables.all():
            assert table.table is not None
            write(table.table, 30 * number + table.number, 10)
        vic.get_by_role("link", name="End the round").tap()
        vic.get_by_role("button", name=f"End round {number}").tap()
    vic.get_by_role("button", name="End the night: prizes").tap()
    expect(vic.get_by_role("heading", name="Prizes")).to_be_visible()
    assert models.Match.objects.filter(table__club=club).count() == 12 + 6

    # A hand of that night was written wrong: Wim puts it right, and standing and rating follow.
    first = night.played_rounds.get(number=1).tables.get(number=1)
    seated = [night.present.get(pk=one).player for one in first.seated]
    loser = seated[1]
    olgas.open(f"/c/{club.code}/figures/players/{loser.pk}/?game={partners_game().slug}")
    expect(olga.locator("ol.steps")).to_contain_text("Lost against")
    rated = olga.locator(".rating .number").inner_text()
    olgas.open(f"/c/{club.code}/nights/{night.pk}/")
    stood = olga.locator("main").inner_text()
    wim = pages["Wim"]
    assert first.table is not None
    phones["Wim"].open(f"/c/{club.code}/history/m/{first.table.matches.get().pk}/")
    wim.get_by_role("button", name="Edit", exact=True).tap()
    expect(wim.locator("table.sheet")).to_be_visible()
    wim.locator("table.sheet th .door").last.tap()
    wim.locator("#reasons").get_by_role("link", name="Edit", exact=True).tap()
    answer(wim, "points.0", "5")
    answer(wim, "points.1", "95")
    say_why(wim, "The sides were swapped")
    wim.locator("#go", has_text="Save").tap()
    expect(wim.locator("#rows")).to_contain_text("95")
    olgas.open(f"/c/{club.code}/nights/{night.pk}/")
    expect(olga.locator("main")).to_be_visible()
    assert olga.locator("main").inner_text() != stood
    olgas.open(f"/c/{club.code}/figures/players/{loser.pk}/?game={partners_game().slug}")
    expect(olga.locator(".rating .number")).not_to_have_text(rated)

    # Everything is taken out, and read back it is the same.
    olgas.open(f"/c/{club.code}/history/take-out/")
    with olga.expect_download() as waiting:
        olga.get_by_role("link", name="Download everything").click()
    taken = tmp_path / "club.jsonl"
    waiting.value.save_as(taken)
    empty = Club.objects.create(name="Another")
    call_command("import_club", empty.code, str(taken), stdout=StringIO(), stderr=StringIO())
    assert whole(empty) == taken.read_text()
