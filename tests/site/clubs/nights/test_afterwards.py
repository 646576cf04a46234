"""The pages after a night: sharing, the calendar, and the prizes as read out."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from urllib.parse import urlparse

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.membership import members
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.privacy import erasure
from scorekeeper.nights import prizes, subscriptions
from scorekeeper.nights.calendar import Event, calendar, escaped
from scorekeeper.nights.models import Night
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.night_cast import NAMES, NightCast


@pytest.fixture
def club(db: None) -> ClubCast:
    return ClubCast()


def of_member(club: ClubCast, name: str, who: str = "Mia") -> str:
    return reverse(name, args=[subscriptions.key_of(club.member(who))])


def unfolded(text: str) -> list[str]:
    assert text.endswith("\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")[:-1]


# The file itself ----------------------------------------------------------------------------------


@given(st.text(max_size=300))
def test_any_text_is_one_line_of_a_calendar_and_reads_back(typed: str) -> None:
    event = Event(
        "1", date(2026, 12, 31), typed, "", "https://example.org/", datetime(2026, 1, 1, tzinfo=UTC)
    )
    (line,) = [one for one in unfolded(calendar("Club", [event])) if one.startswith("SUMMARY:")]
    assert line == f"SUMMARY:{escaped(typed)}"
    assert not [c for c in line if not c.isprintable()]


def test_what_parts_values_is_escaped() -> None:
    assert escaped("Swan, back room; 2\\3\r\nbell") == "Swan\\, back room\\; 2\\\\3\\nbell"


# Calendar -----------------------------------------------------------------------------------------


def test_a_members_calendar_has_every_night_without_signing_in(club: ClubCast) -> None:
    night = NightCast(club, (), more={"name": "Friday, late", "place": "The Swan"}).night
    told = Client().get(of_member(club, "nights_calendar"))
    assert told.headers["Content-Type"] == "text/calendar; charset=utf-8"
    lines = unfolded(told.content.decode())
    assert "DTSTART;VALUE=DATE:20261120" in lines
    assert "DTEND;VALUE=DATE:20261121" in lines
    assert "LOCATION:The Swan" in lines
    assert any(line.startswith("SUMMARY:The Misère Club: Friday\\, late") for line in lines)
    # The calendar entry keeps its id when the night is postponed.
    uid = next(line for line in lines if line.startswith("UID:"))
    Night.objects.filter(pk=night.pk).update(date=date(2026, 11, 27))
    assert uid in unfolded(Client().get(of_member(club, "nights_calendar")).content.decode())


def test_a_night_that_says_when_it_begins_is_a_moment_of_the_clubs_clock(club: ClubCast) -> None:
    Club.objects.filter(pk=club.club.pk).update(time_zone="Australia/Sydney")
    NightCast(club, (), more={"begins": time(19, 30)})
    lines = unfolded(Client().get(of_member(club, "nights_calendar")).content.decode())
    assert "DTSTART:20261120T083000Z" in lines
    assert not [line for line in lines if line.startswith("DTEND")]


def test_the_address_is_a_members_own_and_ends_with_the_membership(club: ClubCast) -> None:
    address = of_member(club, "nights_calendar")
    assert address in club.get("Mia", "nights").content.decode()
    assert Client().get(address).status_code == 200
    assert Client().post(address).status_code == 405
    assert Client().get(address.replace("/member/", "/member/1")).status_code == 404
    assert Client().get(reverse("nights_calendar", args=["7:nonsense"])).status_code == 404
    mia = club.member("Mia")
    members.leave(mia.club, mia.user, "Mia")
    assert Client().get(address).status_code == 404


def test_a_new_address_ends_the_old_one_of_that_member_alone(club: ClubCast) -> None:
    first, others = of_member(club, "nights_calendar"), of_member(club, "nights_calendar", "Sven")
    seen = {first}
    for _time in range(3):
        old = of_member(club, "nights_calendar")
        assert Client().get(old).status_code == 200
        answer = club.post("Mia", "renew_addresses", data={})
        assert answer.status_code == 303
        new = of_member(club, "nights_calendar")
        assert new not in seen
        seen.add(new)
        assert new in club.get("Mia", "nights").content.decode()
        assert Client().get(new).status_code == 200
        for dead in seen - {new}:
            assert Client().get(dead).status_code == 404
    assert Client().get(others).status_code == 200


def test_the_page_of_prizes_has_the_link_to_share(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:4])
    made.draw()
    made.play((5, 1))
    made.end()
    link = made.get("Mia", "night_prizes").context["link"]
    assert "First prize" in text(Client().get(urlparse(link).path))


# Prizes as announced ----------------------------------------------------------------------------


def test_a_name_that_is_forgotten_is_gone_from_what_was_read_out(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:4])
    made.draw()
    made.play((5, 1))
    made.post("Sven", "end_night")
    read_out = prizes.last_read_out(made.fresh())
    assert read_out is not None
    assert sorted(name for _place, name, _points in read_out.standing) == sorted(NAMES[:4])
    erasure.erase(club.player("Ann"), "Sven")
    assert "Ann" not in str(prizes.last_read_out(made.fresh()))
