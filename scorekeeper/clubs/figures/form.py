"""What one would tell of a player at a glance: how it went lately, the best evening, whom they beat."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Q
from django.db.models.functions import TruncDate

from scorekeeper.clubs.models import Appearance, PairStats

LATELY = 10  # matches
ENOUGH = 4  # matches of two that say anything about them
AN_EVENING = 2  # wins that make an evening worth telling


@dataclass(frozen=True)
class Evening:
    """A day on which a player won most."""

    day: date
    won: int
    matches: int


@dataclass(frozen=True)
class Rivals:
    """Of the opponents who were met often enough, whom a player beats most often and who beats them."""

    beats: PairStats | None
    loses_to: PairStats | None


def form(played: Any) -> list[Appearance]:
    """The last matches, the oldest of them first."""
    lately = played.select_related("match__table").order_by("-at", "-match")[:LATELY]
    return list(lately)[::-1]


def best_evening(played: Any) -> Evening | None:
    """The day with the most wins; of equal ones that with fewer matches, then the latest."""
    days = played.annotate(day=TruncDate("at")).values("day").order_by()
    days = days.annotate(
        won=Count("match", filter=Q(won=True), distinct=True), n=Count("match", distinct=True)
    )
    best = days.filter(won__gte=AN_EVENING).order_by("-won", "n", "-day").first()
    return Evening(best["day"], best["won"], best["n"]) if best else None


def rivals(opponents: Sequence[PairStats]) -> Rivals:
    """Those against whom it goes best and worst."""
    often = [one for one in opponents if one.matches >= ENOUGH]
    by_share = sorted(often, key=lambda one: (one.won / one.matches, one.matches))
    ahead = [one for one in by_share if one.won * 2 > one.matches]
    behind = [one for one in by_share if (one.won + one.level) * 2 < one.matches]
    return Rivals(ahead[-1] if ahead else None, behind[0] if behind else None)
