"""The home page of a club: members, running matches, latest results."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.engine import format_points
from scorekeeper.clubs.membership import clubs, members
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Club, Season
from scorekeeper.history.models import Appearance
from scorekeeper.matches.models import Match
from scorekeeper.nights import closing, season_table, todo, tonight
from scorekeeper.nights.models import Night

MOST_RESULTS, MOST_SEATS, MOST_TABLES, SHOWN_BEST = 5, 12, 8, 5


GOING_ON = timedelta(days=2)  # an unfinished match older than this is not running


@dataclass
class FinishedSide:
    """One side of a result."""

    names: list[str]
    total: str
    place: int
    won: bool


@dataclass
class FinishedMatch:
    """A finished match as the club's page shows it."""

    match: Match
    at: datetime
    sides: dict[int, FinishedSide] = field(default_factory=dict)

    @property
    def in_order(self) -> list[FinishedSide]:
        return sorted(self.sides.values(), key=lambda side: side.place)


@for_members("GET")
def club(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    """Show the club's home page."""
    context = {
        "games": clubs.games_of(ctx.club),
        "members": members.members_of(ctx.club),
        "running": _running(ctx),
        "results": _results(ctx),
        "night": _next_night(ctx),
        "tonight": tonight.offered(ctx.club) if ctx.keeps_score else None,
        "tasks": todo.tasks(ctx.club) if ctx.keeps_score else [],
        **_league(ctx.club),
        "part": "club",
        "changes": closing.recent_changes(ctx.club) if ctx.keeps_score else [],
    }
    return ctx.page(request, "nights/club.html", context)


def _running(ctx: ClubContext) -> list[Match]:
    since = timezone.now() - GOING_ON
    newer = Match.objects.filter(table=OuterRef("table"), number__gt=OuterRef("number"))
    going = Match.objects.filter(ended=None, started__gte=since, table__club=ctx.club)
    # A match that the table has left is not running.
    going = going.filter(Q(table__current=F("number")) | Q(~Exists(newer), table__current=None))
    return list(going.select_related("table").prefetch_related("sitting").order_by("-started")[:MOST_TABLES])


def _results(ctx: ClubContext) -> list[FinishedMatch]:
    """Return the latest matches, read from appearances alone."""
    rows = (
        Appearance.objects.filter(club=ctx.club)
        .select_related("match__table", "player")
        .order_by("-at", "match_id", "place", "seat")[: MOST_RESULTS * MOST_SEATS]
    )
    found: dict[int, FinishedMatch] = {}
    for row in rows:
        if row.match_id not in found and len(found) == MOST_RESULTS:
            break
        ended = found.setdefault(row.match_id, FinishedMatch(row.match, row.at))
        total = format_points(int(row.total)) if row.total == int(row.total) else f"{row.total:.2f}"
        side = ended.sides.setdefault(row.side, FinishedSide([], total, row.place, row.won))
        side.names.append(str(row.player.shown))
    return list(found.values())


def _league(club: Club) -> dict[str, Any]:
    """Return the current season that began last, with the top of its table."""
    today = timezone.localdate()
    on = Season.objects.filter(Q(ends=None) | Q(ends__gte=today), club=club, begins__lte=today)
    season = on.order_by("-begins", "-pk").first()
    if season is None:
        return {}
    return {"season": season, "best": season_table.season_table(season)[:SHOWN_BEST]}


def _next_night(ctx: ClubContext) -> Night | None:
    today = timezone.localdate()
    coming = Night.objects.filter(club=ctx.club, ended=None, date__gte=today)
    return coming.order_by("date", "pk").first()
