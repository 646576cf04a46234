"""A club's own pages: founded, joined, read, changed, deleted; and the log of what was done in it."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import every_game
from games.engine import format_points
from scorekeeper import limits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.history import closing
from scorekeeper.clubs.membership import clubs, events, guards, invitations, members, todo
from scorekeeper.clubs.membership.forms import COLOURS, ClubForm
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members, for_readers
from scorekeeper.clubs.models import Appearance, Club, ClubEvent, Invitation, Member, Night, Role, Season
from scorekeeper.clubs.nights import season_table, tonight
from scorekeeper.matches.models import Match
from scorekeeper.onward import redirect_see_other

GOING_ON = timedelta(days=2)  # a match that nobody has finished since is not running any more
RESULTS, MOST_SEATS, TABLES, BEST = 5, 12, 8, 5
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


@for_readers("GET")
def club(request: HttpRequest, inside: ClubContext) -> HttpResponse:
    """Who belongs to the club, what goes on, how it went last."""
    is_member = inside.member is not None
    context = {
        "games": clubs.games_of(inside.club),
        "members": members.members_of(inside.club) if is_member else [],
        "running": _running(inside) if is_member else [],
        "results": _results(inside),
        "night": _next_night(inside),
        "tonight": tonight.offered(inside.club) if inside.keeps_score else None,
        "tasks": todo.tasks(inside.club) if inside.keeps_score else [],
        **(_league(inside.club) if is_member else {}),
        "changes": closing.recent_changes(inside.club) if inside.keeps_score else [],
    }
    return inside.page(request, "membership/club.html", context)


def _running(inside: ClubContext) -> list[Match]:
    since = timezone.now() - GOING_ON
    going = Match.objects.filter(ended=None, started__gte=since, table__club=inside.club)
    return list(going.select_related("table").prefetch_related("sitting").order_by("-started")[:TABLES])


def _results(inside: ClubContext) -> list[Ended]:
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
        total = format_points(int(row.total)) if row.total == int(row.total) else f"{row.total:.2f}"
        side = ended.sides.setdefault(row.side, SideOf([], total, row.place, row.won))
        # What a published club shows of a player by name is theirs to say.
        known = inside.member is not None or row.player.shows_name
        side.names.append(str(row.player.shown) if known else gettext("A player"))
    return list(found.values())


def _league(club: Club) -> dict[str, Any]:
    """The season that is on, the one that began last, with the best of its table."""
    today = timezone.localdate()
    on = Season.objects.filter(Q(ends=None) | Q(ends__gte=today), club=club, begins__lte=today)
    season = on.order_by("-begins", "-pk").first()
    if season is None:
        return {}
    return {"season": season, "best": season_table.season_table(season)[:BEST]}


def _next_night(inside: ClubContext) -> Night | None:
    today = timezone.localdate()
    coming = Night.objects.filter(club=inside.club, ended=None, date__gte=today)
    return coming.order_by("date", "pk").first()


@for_members("GET POST", Role.OWNER)
def settings(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """What the club is called, its colour, its games, who may read its pages: for owners."""
    now = inside.club
    before = {"name": now.name, "colour": now.colour, "games": now.games, "published": now.published}
    before |= {"keeps_cash": now.keeps_cash, "currency": now.currency}
    before["time_zone"] = now.time_zone or timezone.get_default_timezone_name()
    form = ClubForm(request.POST if request.method == "POST" else None, initial=before)
    if not form.is_valid():
        shown = {"form": form, "every_game": list(every_game().values())}
        return inside.page(request, "membership/settings.html", shown, 422 if form.is_bound else 200)
    clubs.change_club(now, inside.user, inside.name, **form.cleaned_data)
    return redirect_see_other("club", now.code)


@for_members("GET")
def log(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """What was done in the club, by whom: every member may read it."""
    pages = Paginator(ClubEvent.objects.filter(club=inside.club), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    happened = [events.event_message(event) for event in page.object_list]
    context = {"page": page, "happened": happened}
    return inside.page(request, "membership/log.html", context)


# Where the session keeps the invitation that somebody signs up for: its hash, never its secret.
KEPT = "invitation"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def found(request: HttpRequest) -> HttpResponse:
    """A new club: its name, its colour, what it plays."""
    guards.require_second_factor(request)
    assert isinstance(request.user, User)
    begun = {"colour": next(iter(COLOURS))}
    form = ClubForm(request.POST if request.method == "POST" else None, initial=begun)
    owned = Member.objects.filter(user=request.user, role=Role.OWNER, ended=None)
    if form.is_valid() and owned.count() >= clubs.MOST_CLUBS:
        form.add_error(None, _("You already own the maximum number of clubs."))
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "clubs/membership/found.html", {"form": form}, status=status)
    said = form.cleaned_data
    club = clubs.create_club(request.user, said["name"], said["colour"], said["games"])
    return redirect_see_other("club", club.code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """The page an invitation opens. Its script sends the secret, which takes nothing; to join is a tap."""
    if request.method != "POST":
        return _invitation(request, invitations.by_hash(request.session.get(KEPT, "")))
    if "join" in request.POST:
        return _take_up(request)
    secret = request.POST.get("secret", "").strip().rpartition("#")[2]
    invitation = invitations.by_hash(invitations.hashed(secret))
    if invitation is None:
        limits.missed(request, secret[:64])
        return _over(request)
    request.session[KEPT] = invitation.secret_hash
    return redirect_see_other("join_club")


def _take_up(request: HttpRequest) -> HttpResponse:
    """One tap, and who is signed in belongs to the club."""
    kept = request.session.get(KEPT, "")
    if not isinstance(request.user, User):
        return redirect_see_other("account_login", asking=f"next={reverse('join_club')}")
    member = invitations.accept_invitation(kept, request.user)
    if member is None:
        return _over(request)
    request.session.pop(KEPT, None)
    return redirect_see_other("club", member.club.code)


def _invitation(request: HttpRequest, invitation: Invitation | None) -> HttpResponse:
    already = None
    if invitation is not None and request.user.is_authenticated:
        already = Member.objects.filter(club=invitation.club, user_id=request.user.pk, ended=None).first()
    return render(request, "clubs/membership/join.html", {"invitation": invitation, "already": already})


def _over(request: HttpRequest) -> HttpResponse:
    problem = _("This invitation no longer works. Ask the club for a new one.")
    return render(request, "clubs/membership/join.html", {"problem": problem}, status=403)


@for_members("GET POST", Role.OWNER)
def delete(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """What a deletion means; posted, it waits for a week, and every member is told."""
    if request.method != "POST":
        return inside.page(request, "membership/delete.html", {})
    clubs.schedule_deletion(inside.club, inside.user, inside.name)
    return inside.to("club")


@for_members("POST", Role.OWNER)
def keep(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """An owner stops the deletion."""
    clubs.cancel_deletion(inside.club, inside.user, inside.name)
    return inside.to("club")
