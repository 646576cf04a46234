"""The pages after a night: sharing, the calendar, and the announced prizes."""

from datetime import UTC, date, datetime, time
from urllib.parse import urlparse

from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.membership import members
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.privacy import erasure
from scorekeeper.nights import prizes, subscriptions
from scorekeeper.nights.calendar import Event, calendar, escape
from scorekeeper.nights.models import Night
from tests.site.cast import markup, text
from tests.site.club_cast import user
from tests.site.clubs.nights.evenings import drawn_night, finished_night
from tests.site.night_cast import NAMES, NightCast


def calendar_url(club, who="Mia"):
    return reverse("nights_calendar", args=[subscriptions.key_of(club.member(who))])


def calendar_lines(club):
    answer = Client().get(calendar_url(club))
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return unfolded_lines(answer.content.decode())


def unfolded_lines(text):
    assert text.endswith("\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")[:-1]


@given(st.text(max_size=300))
def test_any_text_is_one_calendar_line(typed):
    at = datetime(2026, 1, 1, tzinfo=UTC)
    event = Event("1", date(2026, 12, 31), typed, "", "https://example.org/", at)
    (line,) = [line for line in unfolded_lines(calendar("Club", [event])) if line.startswith("SUMMARY:")]
    assert line == f"SUMMARY:{escape(typed)}"
    assert not [character for character in line if not character.isprintable()]


def test_separators_are_escaped():
    assert escape("Swan, back room; 2\\3\r\nbell") == "Swan\\, back room\\; 2\\\\3\\nbell"


def test_calendar_shows_nights_without_signing_in(club):
    night = NightCast(club, (), fields={"name": "Friday, late", "place": "The Swan"}).night
    lines = calendar_lines(club)
    assert {"DTSTART;VALUE=DATE:20261120", "DTEND;VALUE=DATE:20261121", "LOCATION:The Swan"} <= set(lines)
    assert any(line.startswith("SUMMARY:The Misère Club: Friday\\, late") for line in lines)
    # The calendar entry keeps its id when the night is postponed.
    uid = next(line for line in lines if line.startswith("UID:"))
    Night.objects.filter(pk=night.pk).update(date=date(2026, 11, 27))
    assert uid in calendar_lines(club)


def test_nights_begin_in_the_clubs_time_zone(club):
    Club.objects.filter(pk=club.club.pk).update(time_zone="Australia/Sydney")
    NightCast(club, (), fields={"begins": time(19, 30)})
    lines = calendar_lines(club)
    # 19:30 in Sydney, in UTC.
    assert "DTSTART:20261120T083000Z" in lines
    assert not [line for line in lines if line.startswith("DTEND")]


def test_calendar_url_ends_with_the_membership(club):
    url = calendar_url(club)
    assert url in markup(club.get("Mia", "nights"))
    assert Client().get(url.replace("/member/", "/member/1")).status_code == 404
    members.leave(club.club, user("Mia"), "Mia")
    assert Client().get(url).status_code == 404


def test_renewing_a_calendar_url_ends_only_the_members_own_old_urls(club):
    svens_url, urls = calendar_url(club, "Sven"), [calendar_url(club)]
    for renewals in (1, 2, 3):
        club.post("Mia", "renew_addresses", data={})
        urls.append(calendar_url(club))
        assert urls[-1] in markup(club.get("Mia", "nights"))
        statuses = [Client().get(url).status_code for url in urls]
        assert statuses == [*[404] * renewals, 200]
    assert Client().get(svens_url).status_code == 200


def test_prize_page_has_the_link_to_share(club):
    link = finished_night(club).get("Mia", "night_prizes").context["link"]
    assert "First prize" in text(Client().get(urlparse(link).path))


def test_erased_name_is_gone_from_announced_prizes(club):
    night = drawn_night(club)
    night.play((5, 1))
    night.post("Sven", "end_night")
    announced = prizes.last_announcement(night.fresh())
    assert {name for _place, name, _points in announced.standing} == set(NAMES[:4])
    erasure.erase(club.player("Ann"), "Sven")
    announced = prizes.last_announcement(night.fresh())
    assert "Ann" not in f"{announced.prizes} {announced.standing}"
