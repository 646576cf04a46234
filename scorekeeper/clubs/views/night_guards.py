"""A night or a season of the club that is asked for; 404 for one of another."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from scorekeeper.clubs import guards
from scorekeeper.clubs.guards import Inside
from scorekeeper.clubs.models import Night, Role, Season


@dataclass(frozen=True)
class AtNight:
    """A night, and who asks for it."""

    inside: Inside
    night: Night


def at_night(request: HttpRequest, club: str, night: int, role: str = "") -> AtNight:
    """A page of a night: without a role, for members only all the same, for it names who is where now."""
    inside = guards.inside(request, club, role or Role.MEMBER)
    return AtNight(
        inside, get_object_or_404(Night.objects.select_related("season"), club=inside.club, pk=night)
    )


def of_season(inside: Inside, season: int) -> Season:
    return get_object_or_404(Season, club=inside.club, pk=season)
