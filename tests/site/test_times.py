"""Times in the reader's time zone, and a club's dates in the club's."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.matches import models
from scorekeeper.web.middleware import known_zone

from . import guest_rows
from .cast import Cast, longest_example, text
from .club_cast import ClubCast
from .club_rows_history import a_game
from .clubs import test_who_may as of_clubs
from .routes import address, own_routes, rich_example, table_of


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "Nowhere/Land",
        "../etc/passwd",
        "/etc/localtime",
        "Europe",
        "Europe/Berlin\0",
        "é",
        "A" * 5_000,
        ".",
    ],
)
@pytest.mark.looks
def test_what_is_no_time_zone_is_the_sites_own(typed: str) -> None:
    assert known_zone(typed) is None


def test_the_reasons_of_a_hand_tell_each_phone_its_own_time(db: None) -> None:
    cast = Cast(*longest_example())
    cast.play(1)
    written = models.Entry.objects.get(number=1).at
    address = cast.url("reasons", 1)
    for zone in ("Asia/Tokyo", "Asia/Kolkata", "nonsense"):
        phone = Client()
        phone.cookies["tz"] = zone
        assert f"{written.astimezone(known_zone(zone) or UTC):%H:%M}" in text(phone.get(address)), zone
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_phone_that_says_its_zone_is_not_told_that_nothing_changed(db: None) -> None:
    cast = Cast(*longest_example())
    cast.play(1)
    phone = Client()
    address = cast.url("sheet")
    etag = phone.get(address, headers={"HX-Request": "true"}).headers["ETag"]
    phone.cookies["tz"] = "Asia/Tokyo"
    again = phone.get(address, headers={"HX-Request": "true", "If-None-Match": etag})
    assert again.status_code == 200


def test_a_clubs_evening_is_of_the_same_day_for_everybody(db: None) -> None:
    cast = ClubCast()
    Club.objects.filter(pk=cast.club.pk).update(time_zone="Australia/Sydney")
    one = cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1), at=datetime(2026, 1, 31, 15, tzinfo=UTC))
    for zone in ("America/Los_Angeles", "Asia/Tokyo", ""):
        cast.clients["Mia"].cookies["tz"] = zone
        assert "1 Feb 2026" in text(cast.get("Mia", "club_match", one.pk)).replace("February", "Feb")


def test_a_club_has_the_zone_of_who_founds_it_until_an_owner_changes_it(db: None) -> None:
    ned = Client()
    ned.cookies["tz"] = "Pacific/Auckland"
    cast = ClubCast()
    cast.clients["Ned"].cookies["tz"] = "Pacific/Auckland"
    cast.clients["Ned"].post(reverse("found_club"), {"name": "Antipodes", "colour": "teal"})
    club = Club.objects.get(name="Antipodes")
    assert club.time_zone == "Pacific/Auckland"
    sent = {"name": "Antipodes", "colour": "teal"}
    settings = reverse("club_settings", args=[club.code])
    assert "Pacific/Auckland" in cast.clients["Ned"].get(settings).content.decode()
    wrong = cast.clients["Ned"].post(settings, sent | {"time_zone": "Mars/Olympus"})
    assert wrong.status_code == 422
    assert "Enter the time zone like this" in text(wrong)
    assert cast.clients["Ned"].post(settings, sent | {"time_zone": "Europe/Paris"}).status_code == 303
    club.refresh_from_db()
    assert club.time_zone == "Europe/Paris"


def test_a_club_that_never_said_where_it_plays_is_where_those_are_who_run_it(db: None) -> None:
    cast = ClubCast()

    def zone_after(who: str, said: str) -> str:
        cast.clients[who].cookies["tz"] = said
        cast.get(who, "nights")
        cast.post(who, "new_season", data={})
        return Club.objects.get(pk=cast.club.pk).time_zone

    assert zone_after("Mia", "Asia/Tokyo") == ""
    assert zone_after("Sven", "Mars/Olympus") == ""
    assert zone_after("Sven", "Australia/Sydney") == "Australia/Sydney"
    assert zone_after("Olga", "America/Los_Angeles") == "Australia/Sydney"


# Possible time zones of the server, where the date may differ from the reader's.
SERVERS = ("UTC", "Pacific/Kiritimati")
TIME = re.compile(r"<time[^>]*>[^<]*</time>|\b\d\d:\d\d\b|\b\d{1,2} (?:November|Nov)\b")


def times_by_server(client: Client, path: str, settings: Any) -> list[list[str]]:
    """Return the times and dates of a page for a reader in Newfoundland, by the server's time zone."""
    client.cookies["tz"] = "America/St_Johns"
    found = []
    for zone in SERVERS:
        settings.TIME_ZONE = zone
        told: HttpResponse = client.get(path)
        # A downloaded file states its time zone.
        is_page = told.headers.get("Content-Type", "").startswith("text/html")
        found.append(TIME.findall(told.content.decode()) if is_page else [])
    return found


@pytest.mark.looks
def test_no_page_of_a_club_tells_the_servers_time(db: None, settings: Any) -> None:
    cast = ClubCast()
    Club.objects.filter(pk=cast.club.pk).update(time_zone="Australia/Sydney")
    cast.club.refresh_from_db()
    cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1), at=datetime(2026, 11, 20, 12, 30, tzinfo=UTC))
    cast.clients[of_clubs.STRANGER] = Client()
    seen = 0
    for route in (*of_clubs.ROUTES, *of_clubs.GUESTS):
        point = transaction.savepoint()
        if route in of_clubs.GUESTS:
            path = reverse(route.name, kwargs=guest_rows.ROWS[route.name].values(cast))
        else:
            path = of_clubs.address(cast, route)
        one, other = times_by_server(cast.clients["Olga"], path, settings)
        assert one == other, route.name
        seen += bool(one)
        transaction.savepoint_rollback(point)
    assert seen > 20


@pytest.mark.looks
def test_no_page_of_a_table_tells_the_servers_time(db: None, settings: Any) -> None:
    cast = table_of(*rich_example(), hands=2)
    models.Entry.objects.update(at=datetime(2026, 11, 20, 12, 30, tzinfo=UTC))
    found = [times_by_server(cast.clients["Ann"], address(cast, route), settings) for route in own_routes()]
    assert all(one == other for one, other in found)
    assert any(one for one, _other in found)
