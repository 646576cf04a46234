"""Cleanup: unused tables are deleted after a day, names after the time that the host chose; scores stay.

``cleanup.sweep()`` returns the number of tables deleted, and of tables whose names were erased.
"""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.matches import cleanup, commands, models
from tests.log_chain import broken_link

from .cast import Cast, start_form_data, text

pytestmark = pytest.mark.django_db


def backdate(cast: Cast, **ago: int):
    moment = timezone.now() - timedelta(**ago)
    models.Table.objects.filter(pk=cast.table.pk).update(created=moment, touched=moment)


def test_unused_table_is_deleted_after_a_day(cast):
    backdate(cast, hours=23)
    assert cleanup.sweep() == (0, 0)
    backdate(cast, hours=25)
    assert cleanup.sweep() == (1, 0)
    assert not models.Table.objects.exists()


def join_a_club(cast: Cast):
    models.Table.objects.update(club=Club.objects.create(name="Ours"))


USES = {
    "a hand": lambda cast: cast.write(cast.adjustment(5)),
    "a draft of a hand": lambda cast: commands.save_draft(
        cast.match, cast.phone("Ann"), {"number": 1, "kind": "adjustment", "boxes": {}}
    ),
    "a second match": lambda cast: cast.post("Ann", "rematch", data={}),
    "a club": join_a_club,
}


@pytest.mark.parametrize("use", USES)
def test_used_table_stays(use, cast):
    USES[use](cast)
    backdate(cast, hours=25)
    assert cleanup.sweep() == (0, 0)


def test_names_at_a_club_table_stay(cast):
    cast.play(1)
    join_a_club(cast)
    backdate(cast, days=4000)
    assert cleanup.sweep() == (0, 0)


def test_names_are_erased_after_ninety_days(cast):
    cast.play(2)
    before = cast.state.sheet.final
    backdate(cast, days=89)
    assert cleanup.sweep() == (0, 0)
    backdate(cast, days=91)
    assert cleanup.sweep() == (0, 1)
    page = text(Client().get(cast.url("table")))
    assert "Player 1" in page
    assert not {"Ann", "Bo", "Cy", "Di"}.intersection(page.split())
    assert not models.Phone.objects.exclude(name="").exists()
    assert not models.Entry.objects.exclude(by_name="").exists()
    assert [entry.by for entry in cast.state.log] == ["", ""], "a cached state has no names either"
    assert cast.state.sheet.final == before
    assert broken_link(cast.match) is None
    assert cleanup.sweep() == (0, 0), "names are erased only once"


def test_host_sets_when_names_are_erased(cast):
    cast.play(1)
    # The form "fading" sets after how many days names are erased. It offers 30 days, not 31.
    assert cast.post("Ann", "fading", data={"days": "31"}).status_code == 400
    cast.post("Ann", "fading", data={"days": "30"})
    backdate(cast, days=31)
    cast.write(cast.adjustment(5))  # starts the 30 days again
    assert cleanup.sweep() == (0, 0)
    backdate(cast, days=31)
    assert cleanup.sweep() == (0, 1)


def test_starting_a_table_sweeps_now_and_then(cast, monkeypatch):
    monkeypatch.setattr(cleanup, "_last_sweep", 0.0)
    client = Client()
    for is_kept in (False, True):  # the second start comes too soon for another sweep
        backdate(cast, hours=25)
        client.post(f"/play/{cast.game.slug}/", start_form_data(client, cast.game))
        assert models.Table.objects.filter(pk=cast.table.pk).exists() is is_kept
        cast = Cast(cast.game, cast.example)
