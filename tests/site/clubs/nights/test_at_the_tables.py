"""The organizer's view of a night's tables, check-in with one's own phone, and attendance."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Player
from scorekeeper.matches import models
from tests.site.cast import markup, text
from tests.site.clubs.nights.evenings import drawn_night, finished_night, present, sheet_url
from tests.site.night_cast import NAMES, NightCast, season


@pytest.fixture
def night(club):
    return drawn_night(club, NAMES[:8])


def call_url(night, number):
    return reverse("call_referee", args=[night.night.code, number])


def test_table_calls_the_referee(night):
    phone = Client()
    assert call_url(night, 2) in markup(phone.get(sheet_url(night, 2)))
    version = night.fresh().version
    assert phone.post(call_url(night, 2))["Location"] == sheet_url(night, 2)
    assert night.fresh().version > version
    assert "Table 2 calls the referee" in text(night.get("Sven"))
    assert "calls the referee" not in text(night.get("Mia"))
    # A second call is idempotent and keeps its place in the queue.
    at = night.tables()[1].called
    phone.post(call_url(night, 1))
    phone.post(call_url(night, 2))
    assert calling_tables(night) == [2, 1]
    assert night.tables()[1].called == at
    night.post("Sven", "answer_call", table="2")
    assert calling_tables(night) == [1]


def calling_tables(night):
    return [call.number for call in night.presenter.calls]


def test_finished_or_unknown_table_cannot_call_the_referee(night):
    night.play((5, 1), (7, 2))
    for number in (1, 99):
        for request in Client().get, Client().post:
            assert request(call_url(night, number)).status_code == 404


def test_scorekeepers_see_disputes_and_penalties(night):
    first, second = night.tables()
    night.write(first, -10, 0)
    models.Objection.objects.create(match=night.match(second), number=1, why="two spades led")
    page = text(night.get("Sven"))
    assert "−10, 0: points agreed" in page
    assert "Hand 1 is disputed. two spades led" in page
    assert "two spades led" not in text(night.get("Mia"))
    models.Objection.objects.update(settled=models.Settled.STANDS)
    assert "two spades led" not in text(night.get("Sven"))


def test_members_check_in_and_out_with_their_own_phone(club):
    night = NightCast(club, NAMES[:4])
    assert "I am here" in text(night.get("Mia"))
    night.post("Mia", "check_in")
    assert present(night, "Mia").from_round == 1
    assert "I am here" not in text(night.get("Mia"))
    night.post("Mia", "check_in")
    night.post("Mia", "check_in", leave="1")
    assert not night.night.present.filter(player__name="Mia").exists()
    night.draw()
    night.post("Mia", "check_in")
    assert present(night, "Mia").from_round == 2


def test_check_in_needs_a_player_and_an_open_night(club):
    night = NightCast(club, NAMES[:4])
    Player.objects.filter(name="Mia").update(user=None)
    assert "I am here" not in text(night.get("Mia"))
    assert night.post("Mia", "check_in").status_code == 403
    night.draw()
    night.play((5, 1))
    night.end()
    assert night.post("Sven", "check_in").status_code == 403


def test_attendance_counts_ended_nights_by_season(club):
    autumn = season(club)
    for names, season_of_night in ((NAMES[:4], autumn), (NAMES[:5], None)):
        finished_night(club, names, season=season_of_night)
    NightCast(club, NAMES[:4])
    # Two player records of one person count as one.
    Player.objects.filter(name="Eve").update(same_as=club.player("Ann"))
    rows = club.get("Mia", "attendance").context["rows"]
    assert [(name, visits) for name, visits, _last in rows] == [("Ann", 2), ("Bo", 2), ("Cy", 2), ("Di", 2)]
    page = club.get("Mia", "attendance", data={"season": autumn.pk})
    assert {visits for _name, visits, _last in page.context["rows"]} == {1}
    assert "1 night" in text(page)
