"""A night of three tables with partners that rotate, on separate phones, to its standing and its prizes."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from games.engine import Adjustment, PerSide
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Member, Night, Player, Role
from scorekeeper.matches import (
    commands,
    models,
    phones,
    replay,
)
from tests.conftest import Phone
from tests.site.club_cast import ClubCast, user
from tests.site.night_cast import NAMES, partners_game

from .axe import found
from .sitting import key

pytestmark = pytest.mark.browser


def judged(page: Page) -> None:
    """Nothing that axe objects to; which database there is it cannot see, and so it is asked on one."""
    if connection.vendor == "sqlite":
        assert found(page) == []


def signed_in(cast: ClubCast, phone: Phone, name: str) -> Page:
    """A member of the club on a phone of their own."""
    from django.test import Client

    client = Client()
    client.force_login(user(name), backend="allauth.account.auth_backends.AuthenticationBackend")
    for cookie in client.cookies.values():
        phone.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": phone.url}])
    phone.context.add_cookies([{"name": phones.COOKIE, "value": key(name), "url": phone.url}])
    return phone.page


def write(table: models.Table, who: str, points: tuple[int, int]) -> None:
    """Points agreed on, as the phone of whoever keeps this table's score would write them."""
    match = table.matches.get()
    phone = table.phones.get(key_hash=phones.hashed(key(who)))
    number = replay.load_match_state(match).next_number
    intent = commands.WriteCommand(uuid.uuid4(), number, 0, Adjustment(PerSide(points), "as played"))
    assert isinstance(commands.append_entry(match, phone, intent), commands.Saved)


@pytest.mark.timeout(240)
def test_a_night_of_three_tables_on_twelve_phones(new_phone: Callable[..., Phone]) -> None:
    replay._kept.clear()
    cast = ClubCast()
    for name in NAMES:
        member: User = user(name)
        Member.objects.get_or_create(club=cast.club, user=member, defaults={"role": Role.MEMBER})
        player = cast.player(name)
        Player.objects.filter(pk=player.pk).update(user=member)
    nights = cast.url("nights")

    # Sven sets the night up and ticks off who is here.
    sven = new_phone()
    page = signed_in(cast, sven, "Sven")
    sven.open(nights)
    judged(page)
    page.get_by_role("link", name="New night").tap()
    page.locator(f"a.game[href$='game={partners_game().slug}']").tap()
    page.get_by_label("Name", exact=True).fill("Friday")
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_label(re.compile("^Minutes per round")).fill("20")
    judged(page)
    page.get_by_role("button", name="Next: who is here?").tap()
    expect(page.get_by_role("heading", name="Who is here?")).to_be_visible()
    for name in NAMES[:11]:
        page.locator("label.key", has_text=re.compile(f"^{name}$")).tap()
    page.get_by_label("Guests, one per line").fill("Lou")
    judged(page)
    page.get_by_role("button", name="Add", exact=True).tap()
    expect(page.get_by_role("heading", name="12 are here")).to_be_visible()
    judged(page)
    page.get_by_role("link", name="Continue").tap()

    # The wall waits; the tables appear on it as soon as they are drawn.
    wall = new_phone(
        viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False, device_scale_factor=1
    )
    screen = signed_in(cast, wall, "Mia")
    night = Night.objects.get()
    wall.open(cast.url("wall", night.pk))
    expect(screen.get_by_text("12 players are here. The tables will be drawn soon.")).to_be_visible()
    judged(screen)
    page.get_by_role("button", name="Draw round 1").tap()
    expect(screen.get_by_role("heading", name="Table 3")).to_be_visible()
    page.get_by_role("button", name="Start the clock").tap()
    expect(screen.get_by_role("timer")).to_have_text(re.compile("^(20:00|19:5)"))
    expect(page.get_by_role("button", name="Stop the clock")).to_be_visible()
    judged(page)

    # Everybody has a phone, and it says where they sit.
    people = {}
    for name in NAMES:
        phone = new_phone()
        people[name] = signed_in(cast, phone, name)
        phone.open(cast.url("night", night.pk))
    for number in (1, 2):
        tables = list(night.played_rounds.get(number=number).tables.all())
        for table in tables:
            names = [night.present.get(pk=one).player.name for one in table.seated]
            for chair, name in zip(("North", "East", "South", "West"), names, strict=True):
                said = f"You sit at table {table.number}, {chair}"
                expect(people[name].get_by_text(said, exact=True)).to_be_visible()
            keeper = people[names[0]]
            keeper.get_by_role("button", name=f"Open the sheet of table {table.number}").tap()
            expect(keeper.locator("#sheet")).to_have_attribute("data-role", "scores")
            assert table.table is not None
            write(table.table, names[0], (table.number * 10 + number, number))
            expect(screen.locator(".wall-table", has_text=f"Table {table.number}")).to_contain_text(
                str(table.number * 10 + number)
            )
            keeper.goto(sven.url + cast.url("night", night.pk))
            expect(keeper.get_by_role("heading", name="Standings")).to_be_visible()
        judged(people[NAMES[0]])
        page.get_by_role("link", name="End the round").tap()
        expect(page.get_by_role("heading", name=f"End round {number}?")).to_be_visible()
        judged(page)
        page.get_by_role("button", name=f"End round {number}").tap()
        expect(screen.get_by_text(f"Round {number} of 2 · over")).to_be_visible()
        if number == 1:
            page.get_by_role("button", name="Draw round 2").tap()
            expect(screen.get_by_text("Round 2 of 2")).to_be_visible()

    # Nobody had the same partner twice.
    partners = [
        frozenset(table.seated[side::2])
        for one in night.played_rounds.all()
        for table in one.tables.all()
        for side in (0, 1)
    ]
    assert len(set(partners)) == len(partners) == 12

    page.get_by_role("button", name="End the night: prizes").tap()
    expect(page.get_by_role("heading", name="Prizes")).to_be_visible()
    expect(page.get_by_text("First prize")).to_be_visible()
    judged(page)
    expect(screen.get_by_text("First prize")).to_be_visible()
    judged(screen)
    expect(people["Ann"].get_by_text("The night is over.")).to_be_visible()


def test_the_clock_on_the_wall_counts_down_and_survives_a_reload(new_phone: Callable[..., Phone]) -> None:
    from tests.site.night_cast import NightCast

    cast = ClubCast()
    made = NightCast(cast, NAMES[:4], more={"minutes": 20})
    made.draw()
    wall = new_phone(viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False)
    screen = signed_in(cast, wall, "Mia")
    wall.open(cast.url("wall", made.night.pk))
    expect(screen.get_by_role("timer")).to_have_text("20:00")
    cast.post("Sven", "clock", made.night.pk, data={"round": "1", "do": "begin"})
    expect(screen.get_by_role("timer")).to_have_text(re.compile("^19:5[0-7]$"))
    screen.reload()
    expect(screen.get_by_role("timer")).to_have_text(re.compile("^19:[0-5]"))
    cast.post("Sven", "clock", made.night.pk, data={"round": "1", "do": "hold"})
    expect(screen.get_by_role("timer")).to_have_attribute("data-runs", "")
