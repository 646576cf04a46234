"""A club's own page, its settings, and the log of what was done in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import every_game
from games.engine import plainly
from scorekeeper.clubs import closing, events, founding, guards
from scorekeeper.clubs.forms import ClubForm
from scorekeeper.clubs.guards import Inside
from scorekeeper.clubs.models import Appearance, ClubEvent, Member, Night, Role
from scorekeeper.matches.models import Match
from scorekeeper.onward import redirect_see_other

GOING_ON = timedelta(days=2)  # a match that nobody has finished since is not running any more
RESULTS, MOST_SEATS, TABLES = 5, 12, 8
A_PAGE = 50


@dataclass
class SideOf:
    """One side of a result: its people, its total, whether it won."""

    names: list[str]
    total: str
    place: int
    won: bool


@dataclass
class Ended:
    """A finished match as the club's page shows it."""

    match: Match
    at: datetime
    sides: dict[int, SideOf] = field(default_factory=dict)

    @property
    def in_order(self) -> list[SideOf]:
        return sorted(self.sides.values(), key=lambda side: side.place)


@never_cache
@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    """Who belongs to the club, what goes on, how it went last."""
    inside = guards.reading(request, club)
    is_member = inside.member is not None
    members = list(_members(inside)) if is_member else []
    context = {
        "inside": inside,
        "part": "club",
        "games": founding.games_of(inside.club),
        "members": members,
        "running": list(_running(inside)) if is_member else [],
        "results": _results(inside),
        "night": _next_night(inside),
        "changes": closing.changes(inside.club) if inside.keeps_score else [],
    }
    return render(request, "clubs/club.html", context)


def _members(inside: Inside) -> list[Member]:
    found = Member.objects.filter(club=inside.club, ended=None).select_related("user")
    return sorted(found, key=lambda one: (-guards.RANK[Role(one.role)], one.user.shown.casefold()))


def _running(inside: Inside) -> list[Match]:
    since = timezone.now() - GOING_ON
    going = Match.objects.filter(ended=None, started__gte=since, table__club=inside.club)
    return list(going.select_related("table").prefetch_related("sitting").order_by("-started")[:TABLES])


def _results(inside: Inside) -> list[Ended]:
    """The last matches, from the one projection; the most recent players of the club are all it reads."""
    rows = (
        Appearance.objects.filter(club=inside.club)
        .select_related("match__table", "player")
        .order_by("-at", "match_id", "place", "seat")[: RESULTS * MOST_SEATS]
    )
    found: dict[int, Ended] = {}
    for row in rows:
        if row.match_id not in found and len(found) == RESULTS:
            break
        ended = found.setdefault(row.match_id, Ended(row.match, row.at))
        total = plainly(int(row.total)) if row.total == int(row.total) else f"{row.total:.2f}"
        side = ended.sides.setdefault(row.side, SideOf([], total, row.place, row.won))
        # What a published club shows of a player by name is theirs to say.
        known = inside.member is not None or row.player.shows_name
        side.names.append(str(row.player.shown) if known else gettext("A player"))
    return list(found.values())


def _next_night(inside: Inside) -> Night | None:
    today = timezone.localdate()
    coming = Night.objects.filter(club=inside.club, ended=None, date__gte=today)
    return coming.order_by("date", "pk").first()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, club: str) -> HttpResponse:
    """What the club is called, its colour, its games, who may read its pages: for owners."""
    inside = guards.inside(request, club, Role.OWNER)
    now = inside.club
    before = {"name": now.name, "colour": now.colour, "games": now.games, "published": now.published}
    before["time_zone"] = now.time_zone or timezone.get_default_timezone_name()
    if request.method != "POST":
        return _settings(request, inside, ClubForm(initial=before))
    form = ClubForm(request.POST, initial=before)
    if not form.is_valid():
        return _settings(request, inside, form, status=422)
    if not founding.change(now, inside.user, inside.name, **form.cleaned_data):
        raise guards.MayLess
    return redirect_see_other("club", now.code)


def _settings(request: HttpRequest, inside: Inside, form: ClubForm, status: int = 200) -> HttpResponse:
    context = {"inside": inside, "part": "club", "form": form, "every_game": list(every_game().values())}
    return render(request, "clubs/settings.html", context, status=status)


@never_cache
@require_safe
def log(request: HttpRequest, club: str) -> HttpResponse:
    """What was done in the club, by whom: every member may read it."""
    inside = guards.inside(request, club)
    pages = Paginator(ClubEvent.objects.filter(club=inside.club), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    happened = [events.happened(event) for event in page.object_list]
    context = {"inside": inside, "part": "club", "page": page, "happened": happened}
    return render(request, "clubs/log.html", context)
