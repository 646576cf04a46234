"""The home page of a club: members, running matches, latest results."""

from datetime import timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from scorekeeper.clubs.membership import clubs, members
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Club
from scorekeeper.history.match_list import listed_matches
from scorekeeper.history.models import Played
from scorekeeper.matches.models import Match
from scorekeeper.nights import closing, season_table, todo, tonight
from scorekeeper.nights.models import Night

MOST_RESULTS, MOST_TABLES, SHOWN_BEST = 5, 8, 5
RUNNING_FOR = timedelta(days=2)  # an unfinished match older than this is not running


@for_members("GET")
def club(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    latest = Played.objects.filter(club=ctx.club).select_related("match", "season").order_by("-at", "-match")
    upcoming = Night.objects.filter(club=ctx.club, ended=None, date__gte=timezone.localdate())
    context = {
        "games": clubs.games_of(ctx.club),
        "members": members.members_of(ctx.club),
        "running": _running(ctx),
        "results": listed_matches(list(latest[:MOST_RESULTS])),
        "night": upcoming.order_by("date", "pk").first(),
        "tonight": tonight.load(ctx.club) if ctx.keeps_score else None,
        "tasks": list(todo.tasks(ctx.club)) if ctx.keeps_score else [],
        **_season_standings(ctx.club),
        "tab": "club",
        "changes": closing.recent_changes(ctx.club) if ctx.keeps_score else [],
    }
    return ctx.page(request, "nights/club.html", context)


def _running(ctx: ClubContext) -> list[Match]:
    since = timezone.now() - RUNNING_FOR
    newer = Match.objects.filter(table=OuterRef("table"), number__gt=OuterRef("number"))
    running = Match.objects.filter(ended=None, started__gte=since, table__club=ctx.club)
    # A match that the table has left is not running.
    running = running.filter(Q(table__current=F("number")) | Q(~Exists(newer), table__current=None))
    return list(
        running.select_related("table").prefetch_related("sitting").order_by("-started")[:MOST_TABLES]
    )


def _season_standings(club: Club) -> dict[str, Any]:
    """Return the current season that began last, with the top of its standings."""
    season = clubs.running_seasons(club).first()
    if season is None:
        return {}
    return {"season": season, "best": season_table.season_table(season)[:SHOWN_BEST]}
