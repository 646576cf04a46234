"""After a night: a page to share, a calendar, a feed of results; old sheets one after another."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from urllib.parse import parse_qs, urlparse
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.membership import members
from scorekeeper.clubs.models import Club, Night
from scorekeeper.clubs.nights import prizes, subscriptions
from scorekeeper.clubs.nights.calendar import Event, calendar, escaped, folded
from scorekeeper.clubs.privacy import erasure
from scorekeeper.matches.models import Match
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.night_cast import NAMES, NightCast, partners_game

ATOM = "{http://www.w3.org/2005/Atom}"


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


@pytest.mark.parametrize("n", [74, 75, 76, 149, 150])
def test_a_long_line_is_folded_and_no_character_is_cut(n: int) -> None:
    for c in "xé€🂡":
        pieces = folded(c * n).split("\r\n ")
        assert "".join(pieces) == c * n
        assert all(len(piece.encode()) <= (74 if at else 75) for at, piece in enumerate(pieces))


# Calendar and feed --------------------------------------------------------------------------------


def test_a_members_calendar_has_every_night_without_signing_in(club: ClubCast) -> None:
    night = NightCast(club, (), more={"name": "Friday, late", "place": "The Swan"}).night
    told = Client().get(of_member(club, "nights_calendar"))
    assert told.headers["Content-Type"] == "text/calendar; charset=utf-8"
    lines = unfolded(told.content.decode())
    assert "DTSTART;VALUE=DATE:20261120" in lines
    assert "DTEND;VALUE=DATE:20261121" in lines
    assert "LOCATION:The Swan" in lines
    assert any(line.startswith("SUMMARY:The Misère Club: Friday\\, late") for line in lines)
    # The night is known again when it was put off.
    uid = next(line for line in lines if line.startswith("UID:"))
    Night.objects.filter(pk=night.pk).update(date=date(2026, 11, 27))
    assert uid in unfolded(Client().get(of_member(club, "nights_calendar")).content.decode())


def test_a_night_that_says_when_it_begins_is_a_moment_of_the_clubs_clock(club: ClubCast) -> None:
    Club.objects.filter(pk=club.club.pk).update(time_zone="Australia/Sydney")
    NightCast(club, (), more={"begins": time(19, 30)})
    lines = unfolded(Client().get(of_member(club, "nights_calendar")).content.decode())
    assert "DTSTART:20261120T083000Z" in lines
    assert not [line for line in lines if line.startswith("DTEND")]


def test_the_feed_tells_the_results_as_they_were_read_out(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:4])
    made.draw()
    made.play((5, 1))
    assert made.post("Sven", "end_night").status_code == 303
    NightCast(club, NAMES[:4])
    told = Client().get(of_member(club, "results_feed"))
    (entry,) = ElementTree.fromstring(told.content).findall(f"{ATOM}entry")
    said = entry.findtext(f"{ATOM}summary") or ""
    assert "First prize" in said
    assert made.seated(made.tables()[0])[0] in said
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert Client().get(urlparse(link.attrib["href"]).path).status_code == 200


@pytest.mark.parametrize("name", ["nights_calendar", "results_feed"])
def test_the_addresses_are_a_members_own_and_end_with_the_membership(club: ClubCast, name: str) -> None:
    address = of_member(club, name)
    assert address in club.get("Mia", "nights").content.decode()
    assert Client().get(address).status_code == 200
    assert Client().post(address).status_code == 405
    assert Client().get(address.replace("/member/", "/member/1")).status_code == 404
    assert Client().get(reverse(name, args=["7:nonsense"])).status_code == 404
    mia = club.member("Mia")
    members.leave(mia.club, mia.user, "Mia")
    assert Client().get(address).status_code == 404


def test_the_page_of_prizes_has_the_link_to_share(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:4])
    made.draw()
    made.play((5, 1))
    made.end()
    link = made.get("Mia", "night_prizes").context["link"]
    assert "First prize" in text(Client().get(urlparse(link).path))


# Old sheets ---------------------------------------------------------------------------------------


def test_old_sheets_are_entered_one_after_another_without_typing_anew(club: ClubCast) -> None:
    game = partners_game()
    address = club.url("paper_sheet", game.slug)
    key = club.clients["Sven"].get(address).context["key"]
    names = {f"name.{n}": name for n, name in enumerate(NAMES[:4])}
    sent = {"key": key, "day": "2019-03-01", "place": "The Swan", "note": "torn", "shape": "4x2", **names}
    told = club.clients["Sven"].post(address, sent | {"total.0": "12", "total.1": "7", "next": "1"})
    assert told.status_code == 303, text(told)
    assert Match.objects.filter(table__club=club.club, on_paper=True).count() == 1
    again = club.clients["Sven"].get(told.url)
    assert "Saved." in text(again)
    assert again.context["key"] != key
    shown = again.content.decode()
    for value in ("2019-03-01", "The Swan", *NAMES[:4]):
        assert f'value="{value}"' in shown
    assert "torn" not in shown
    assert "total.0" not in parse_qs(urlparse(told.url).query)


# What was read out --------------------------------------------------------------------------------


def test_a_name_that_is_forgotten_is_gone_from_what_was_read_out(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:4])
    made.draw()
    made.play((5, 1))
    made.post("Sven", "end_night")
    read_out = prizes.last_read_out(made.fresh())
    assert read_out is not None
    assert sorted(name for _place, name, _points in read_out.standing) == sorted(NAMES[:4])
    erasure.request_erasure(club.player("Ann"), "Sven")
    assert "Ann" not in str(prizes.last_read_out(made.fresh()))
