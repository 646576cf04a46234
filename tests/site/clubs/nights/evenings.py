"""Helpers for the tests of nights."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Season
from scorekeeper.nights import attendance
from scorekeeper.nights.models import Present
from tests.site.night_cast import NAMES, NightCast


def drawn_night(club, names: Sequence[str] = NAMES[:4], **more) -> NightCast:
    night = NightCast(club, names, fields=more)
    night.draw()
    return night


def finished_night(
    club, names: Sequence[str] = NAMES[:4], totals: Sequence[Any] = ((5, 1),), **more
) -> NightCast:
    """Return an ended night of one round."""
    night = drawn_night(club, names, **more)
    night.play(*totals)
    night.end()
    return night


def night_of_fixed_pairs(club, names: Sequence[str] = NAMES[:5], **more) -> NightCast:
    """Return a night at which Ann plays with Bo and Cy with Di; the others have no partner."""
    night = NightCast(club, names, fields={"drawing": "fixed", "rounds": 6, **more})
    for first, second in (("Ann", "Bo"), ("Cy", "Di")):
        attendance.pair(night.night, present(night, first), present(night, second))
    return night


def running_season(club, **more) -> Season:
    begins = timezone.localdate() - timedelta(days=30)
    return Season.objects.create(club=club.club, name="Autumn", begins=begins, **more)


def present(night, name: str) -> Present:
    return Present.objects.get(night=night.night, player__name=name)


def sheet_url(night, number: int = 1, round_number: int = 0) -> str:
    """Return the URL of a table's sheet; round 0 is the newest."""
    return reverse("table", args=[night.tables(round_number)[number - 1].table.code])
