"""Times in the phone's time zone, and a club's dates in the club's time zone."""

import re
from datetime import UTC, datetime

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.matches import models
from scorekeeper.web.middleware import known_zone

from . import guest_rows
from .cast import text
from .club_cast import ClubCast
from .club_rows_history import game_for_three
from .clubs import test_who_may as club_matrix


@pytest.mark.sqlite_only
def test_invalid_time_zone_is_ignored():
    paths = "../etc/passwd", "/etc/localtime", "Europe", "."
    for name in ("", "Nowhere/Land", *paths, "Europe/Berlin\0", "é", "A" * 5_000):
        assert known_zone(name) is None, name[:40]


def test_times_are_in_the_phones_zone(cast):
    cast.play(1)
    written_at, phone = models.Entry.objects.get(number=1).at, Client()
    etag = phone.get(cast.url("sheet")).headers["ETag"]
    for zone in ("Asia/Tokyo", "Asia/Kolkata", "nonsense"):
        phone.cookies["tz"] = zone
        time = f"{written_at.astimezone(known_zone(zone) or UTC):%H:%M}"
        assert time in text(phone.get(cast.url("reasons", 1))), zone
    assert timezone.get_current_timezone_name() == "UTC"
    # The sheet differs in another zone, even if nothing was written.
    phone.cookies["tz"] = "Asia/Tokyo"
    assert phone.get(cast.url("sheet"), headers={"If-None-Match": etag}).status_code == 200


def sydney_club(at: datetime) -> tuple[ClubCast, models.Match]:
    """Return a club in Sydney and a match that it played."""
    cast = ClubCast()
    cast.club.time_zone = "Australia/Sydney"
    cast.club.save()
    return cast, cast.play_match(game_for_three(), ("Ann", "Bo", "Cy"), (3, 2, 1), at=at)


def test_club_dates_are_the_same_for_everybody(db):
    cast, match = sydney_club(datetime(2026, 1, 31, 15, tzinfo=UTC))
    for zone in ("America/Los_Angeles", "Asia/Tokyo", ""):
        cast.clients["Mia"].cookies["tz"] = zone
        assert "1 Feb 2026" in text(cast.get("Mia", "club_match", match.pk)).replace("February", "Feb")


def test_club_has_its_founders_zone(db):
    ned, sent = ClubCast().clients["Ned"], {"name": "Antipodes", "colour": "teal"}
    ned.cookies["tz"] = "Pacific/Auckland"
    ned.post(reverse("found_club"), sent)
    club = Club.objects.get(name="Antipodes")
    assert club.time_zone == "Pacific/Auckland"
    settings = reverse("club_settings", args=[club.code])
    assert b"Pacific/Auckland" in ned.get(settings).content
    for zone, status in ("Mars/Olympus", 422), ("Europe/Paris", 303):
        assert ned.post(settings, sent | {"time_zone": zone}).status_code == status
    club.refresh_from_db()
    assert club.time_zone == "Europe/Paris"


def test_club_without_a_zone_takes_its_scorekeepers_zone(db):
    cast = ClubCast()

    def zone_after(who: str, zone: str) -> str:
        """Return the club's time zone after a person's requests from a browser in this zone."""
        cast.clients[who].cookies["tz"] = zone
        cast.get(who, "nights")
        cast.post(who, "new_season", data={})
        return Club.objects.get(pk=cast.club.pk).time_zone

    # Mia is no scorekeeper, and the zone of Sven's browser is invalid.
    assert zone_after("Mia", "Asia/Tokyo") == zone_after("Sven", "Mars/Olympus") == ""
    assert zone_after("Sven", "Australia/Sydney") == "Australia/Sydney"
    assert zone_after("Olga", "America/Los_Angeles") == "Australia/Sydney"


TIME = re.compile(r"<time[^>]*>[^<]*</time>|\b\d\d:\d\d\b|\b\d{1,2} (?:November|Nov)\b")


@pytest.mark.sqlite_only
def test_club_pages_ignore_the_servers_zone(db, settings):
    cast, _match = sydney_club(datetime(2026, 11, 20, 12, 30, tzinfo=UTC))
    cast.clients[club_matrix.STRANGER] = Client()
    olga, pages_with_times = cast.clients["Olga"], 0
    olga.cookies["tz"] = "America/St_Johns"
    for route in (*club_matrix.ROUTES, *club_matrix.GUESTS):
        savepoint = transaction.savepoint()
        if route in club_matrix.GUESTS:
            path = reverse(route.name, kwargs=guest_rows.ROWS[route.name].values(cast))
        else:
            path = club_matrix.route_path(cast, route)
        times = []
        for zone in "UTC", "Pacific/Kiritimati":
            settings.TIME_ZONE = zone
            answer = olga.get(path)
            # A downloaded file is left out, because it states its time zone.
            is_page = answer.headers.get("Content-Type", "").startswith("text/html")
            times.append(TIME.findall(answer.content.decode()) if is_page else [])
        assert times[0] == times[1], route.name
        pages_with_times += bool(times[0])
        transaction.savepoint_rollback(savepoint)
    assert pages_with_times > 20
