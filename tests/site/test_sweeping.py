"""Cleanup: unused tables go after a day, and names when the host has said; scores stay."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.matches import (
    cleanup,
    commands,
    hash_chain,
    models,
)

from .cast import Cast, agreed, fields, text

pytestmark = pytest.mark.django_db


def age(cast: Cast, **ago: int) -> None:
    then = timezone.now() - timedelta(**ago)
    models.Table.objects.filter(pk=cast.table.pk).update(created=then, touched=then)


def there(cast: Cast) -> bool:
    return models.Table.objects.filter(pk=cast.table.pk).exists()


def test_a_table_where_nothing_was_written_goes_after_a_day(cast: Cast) -> None:
    age(cast, hours=23)
    assert cleanup.sweep() == (0, 0)
    age(cast, hours=25)
    assert cleanup.sweep() == (1, 0)
    assert not there(cast)


@pytest.mark.parametrize("used", ["a hand", "a hand begun", "a second match", "a club"])
def test_a_table_that_was_used_stays(used: str, cast: Cast) -> None:
    if used == "a hand":
        cast.write(agreed(5, cast.example.seating.sides))
    elif used == "a hand begun":
        commands.begin(cast.match, cast.phone("Ann"), {"number": 1, "kind": "adjustment", "boxes": {}})
    elif used == "a second match":
        heading = cast.state.heading
        commands.start_match(cast.table, cast.phone("Ann"), cast.game, heading, ("A", "B", "C", "D"), 1)
    else:
        models.Table.objects.update(club=Club.objects.create(name="Ours"))
    age(cast, hours=25)
    cleanup.sweep()
    assert there(cast)


def test_names_fade_after_ninety_days_and_scores_and_log_stay(cast: Cast) -> None:
    cast.play(2)
    before = cast.state.sheet.final
    age(cast, days=89)
    assert cleanup.sweep() == (0, 0)
    age(cast, days=91)
    assert cleanup.sweep() == (0, 1)
    page = text(Client().get(f"/t/{cast.table.code}/"))
    assert "Player 1" in page
    for name in ("Ann", "Bo", "Cy", "Di"):
        assert name not in page.split()
    assert not models.Phone.objects.exclude(name="").exists()
    assert not models.Entry.objects.exclude(by_name="").exists()
    assert [written.by for written in cast.state.log] == ["", ""], "nor is one remembered"
    assert cast.state.sheet.final == before
    assert hash_chain.broken_link(cast.match) is None
    assert cleanup.sweep() == (0, 0), "once"


def test_the_host_says_when_and_a_new_hand_begins_the_time_anew(cast: Cast) -> None:
    cast.play(1)
    page = cast.clients["Ann"].get(f"/t/{cast.table.code}/share")
    assert "30 days" in text(page)
    assert "30 days" not in text(cast.clients["Bo"].get(f"/t/{cast.table.code}/share"))
    assert cast.clients["Ann"].post(f"/t/{cast.table.code}/fading", {"days": "31"}).status_code == 400
    cast.clients["Ann"].post(f"/t/{cast.table.code}/fading", {"days": "30"})
    age(cast, days=31)
    cast.write(agreed(5, cast.example.seating.sides))
    assert cleanup.sweep() == (0, 0)
    age(cast, days=31)
    assert cleanup.sweep() == (0, 1)


def test_the_names_of_a_clubs_table_do_not_fade(cast: Cast) -> None:
    cast.play(1)
    age(cast, days=4000)
    models.Table.objects.update(club=Club.objects.create(name="Ours"))
    assert cleanup.sweep() == (0, 0)


def test_whoever_starts_a_table_sweeps_a_little_but_not_each_time(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cleanup, "_swept", 0.0)
    client = Client()
    for stays in (False, True):
        age(cast, hours=25)
        client.post(f"/play/{cast.game.slug}/", fields(client, cast.game))
        assert there(cast) is stays
        cast = Cast(cast.game, cast.example)
