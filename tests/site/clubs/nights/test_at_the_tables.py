"""The organizer's view of a night's tables, check-in by phone, and attendance."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Player
from scorekeeper.matches import models
from scorekeeper.nights.models import NightTable
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.night_cast import NAMES, NightCast, season


@pytest.fixture
def club(db: None) -> ClubCast:
    return ClubCast()


@pytest.fixture
def night(club: ClubCast) -> NightCast:
    made = NightCast(club, NAMES[:8])
    made.draw()
    return made


def call(night: NightCast, number: int) -> str:
    return reverse("call_referee", args=[night.night.code, number])


def test_a_table_calls_the_referee_and_the_secretary_answers(night: NightCast) -> None:
    table = night.tables()[1].table
    assert table is not None
    phone = Client()
    assert call(night, 2) in phone.get(reverse("table", args=[table.code])).content.decode()
    assert phone.get(call(night, 2)).status_code == 200
    version = night.fresh().version
    assert phone.post(call(night, 2))["Location"] == reverse("table", args=[table.code])
    assert night.fresh().version > version  # so the organizer's page reloads
    assert "Table 2 calls the referee" in text(night.get("Sven"))
    assert "calls the referee" not in text(night.get("Mia"))
    # A second call is idempotent and keeps its place in the queue.
    at = NightTable.objects.get(pk=night.tables()[1].pk).called
    phone.post(call(night, 1))
    phone.post(call(night, 2))
    assert [one.number for one in night.get("Sven").context["now"].calls] == [2, 1]
    assert NightTable.objects.get(pk=night.tables()[1].pk).called == at
    night.post("Sven", "answer_call", table="2")
    assert [one.number for one in night.get("Sven").context["now"].calls] == [1]


def test_nobody_is_called_to_a_table_that_plays_no_more(night: NightCast) -> None:
    night.play((5, 1), (7, 2))
    assert Client().get(call(night, 1)).status_code == 404
    assert Client().post(call(night, 1)).status_code == 404
    assert Client().post(call(night, 99)).status_code == 404


def test_disputes_and_penalties_stand_on_the_page_of_those_who_run_the_night(night: NightCast) -> None:
    first, second = night.tables()
    night.write(first, -10, 0)
    models.Objection.objects.create(match=night.match(second), number=1, why="two spades led")
    page = text(night.get("Sven"))
    assert "−10, 0: as played" in page
    assert "Hand 1 is disputed. two spades led" in page
    assert "two spades led" not in text(night.get("Mia"))
    models.Objection.objects.update(settled=models.Settled.STANDS)
    assert "two spades led" not in text(night.get("Sven"))


def test_members_check_in_and_out_by_their_own_phone(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:4])
    assert "I am here" in text(made.get("Mia"))
    made.post("Mia", "check_in")
    assert made.night.present.filter(player=club.player("Mia"), from_round=1).count() == 1
    assert "I am here" not in text(made.get("Mia"))
    made.post("Mia", "check_in")
    made.post("Mia", "check_in", go="1")
    assert not made.night.present.filter(player=club.player("Mia")).exists()
    made.draw()
    made.post("Mia", "check_in")
    assert made.night.present.get(player=club.player("Mia")).from_round == 2


def test_who_is_no_player_or_too_late_does_not_check_in(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:4])
    Player.objects.filter(name="Mia").update(user=None)
    assert "I am here" not in text(made.get("Mia"))
    assert made.post("Mia", "check_in").status_code == 403
    made.draw()
    made.play((5, 1))
    made.end()
    assert made.post("Sven", "check_in").status_code == 403


def test_who_came_how_often_counts_nights_that_are_over_by_season(club: ClubCast) -> None:
    autumn = season(club)
    for names, counts_for in ((NAMES[:4], autumn), (NAMES[:5], None)):
        made = NightCast(club, names, more={"season": counts_for})
        made.draw()
        made.play((5, 1))
        made.end()
    NightCast(club, NAMES[:4])
    # Two player records of one person count as one.
    Player.objects.filter(name="Eve").update(same_as=club.player("Ann"))
    rows = club.get("Mia", "attendance").context["rows"]
    assert [(one.name, one.nights) for one in rows] == [("Ann", 2), ("Bo", 2), ("Cy", 2), ("Di", 2)]
    told = club.clients["Mia"].get(club.url("attendance"), {"season": autumn.pk})
    assert {one.nights for one in told.context["rows"]} == {1}
    assert "1 night" in text(told)
