"""Access to a club's pages, and the context that its views receive.

Users who are not members get the same 404 as for an unknown code, so that they cannot find out which
clubs exist.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Model, OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts.models import User
from scorekeeper.clubs.membership import clubs
from scorekeeper.clubs.membership.clubs import RoleTooLow
from scorekeeper.clubs.models import RANK, Club, Member, Player, Role
from scorekeeper.jobs import runner
from scorekeeper.jobs.models import Job
from scorekeeper.matches import phones
from scorekeeper.matches.models import MemberRole, Table
from scorekeeper.matches.models import Role as TableRole
from scorekeeper.web import limits, phone_cookie
from scorekeeper.web.decorators import Guard, guard
from scorekeeper.web.middleware import known_zone
from scorekeeper.web.redirects import redirect_see_other

# Session key for the requested page that needs a second factor.
WANTED_PAGE = "wanted"


# The tabs of a club's pages: URL names and labels.
TABS = {
    "club": _("Club"),
    "players": _("Players"),
    "history": _("History"),
    "nights": _("Nights"),
    "figures": _("Statistics"),
}
# The tab of each folder of templates; templates in other folders are under "club".
TAB_OF_FOLDER = {
    **dict.fromkeys(("people", "privacy"), "players"),
    **dict.fromkeys(("history", "exporting", "importing", "jobs"), "history"),
    "nights": "nights",
    "figures": "figures",
}


class SecondFactorMissing(PermissionDenied):
    """An owner signed in with only a password, on a deployed site."""

    template = "clubs/membership/second_step.html"


@dataclass(frozen=True)
class ClubContext:
    """A club and its viewer: a member, or a guest with the link of a night or a season."""

    club: Club
    user: User | AnonymousUser
    member: Member | None = None
    player_id: int | None = None  # id of the member's player
    name: str = ""  # the viewer's name for the club's records
    tabs = TABS

    @property
    def role(self) -> str:
        return self.member.role if self.member else ""

    @property
    def is_owner(self) -> bool:
        return self.role == Role.OWNER

    @property
    def keeps_score(self) -> bool:
        """Return True if the viewer may edit what belongs to the whole club."""
        return self.role in (Role.OWNER, Role.SCOREKEEPER)

    def scoring_basis(self, role: str) -> MemberRole:
        """Return the role that a phone's right to score at the club's tables derives from."""
        return MemberRole(self.member, role, keeps_score=role == Role.SCOREKEEPER)

    def let_in(self, request: HttpRequest, table: Table, response: HttpResponse, role: str) -> HttpResponse:
        """Let the viewer's phone score at a table under this role; add its cookie to the response."""
        key = phone_cookie.key_or_new(request)
        phones.let_in(table, key, TableRole.SCORER, self.name, self.scoring_basis(role))
        return phone_cookie.remember(response, key)

    def page(
        self, request: HttpRequest, template: str, context: Mapping[str, Any], status: int = 200
    ) -> HttpResponse:
        tab = TAB_OF_FOLDER.get(template.partition("/")[0], "club")
        return render(request, f"clubs/{template}", {"ctx": self, "tab": tab, **context}, status=status)

    def start_job(
        self, kind: Job.Kind, import_job: Model | None = None, player: Player | None = None
    ) -> HttpResponse:
        """Start a job for the viewer, or find the same unfinished one; redirect to its page."""
        job = runner.start_job(self.club, kind, self.member, self.name, import_job, player)
        return self.redirect_to("job", job.pk)

    def redirect_to(self, url_name: str, *args: int | str, query: str = "") -> HttpResponse:
        return redirect_see_other(url_name, self.club.code, *args, query=query)


@dataclass(frozen=True)
class MemberContext(ClubContext):
    user: User
    member: Member


def member_context(user: User | AnonymousUser, **club_lookup: Any) -> MemberContext | None:
    """Return the user's context in the club that ``club_lookup`` finds; None if they are not a member.

    This takes one query. The role is never cached.
    """
    if not isinstance(user, User):
        return None
    player = Player.objects.filter(club=OuterRef("club"), user=user, same_as=None)
    found = Member.objects.filter(user=user, ended=None, **club_lookup).select_related("club")
    member = found.annotate(
        player=Subquery(player.values("pk")), player_name=Subquery(player.values("name"))
    ).first()
    if member is None:
        return None
    name = member.player_name or user.display_name[:40]
    return MemberContext(member.club, user, member, member.player, name)


def require_member(request: HttpRequest, club: str, role: str = Role.MEMBER) -> MemberContext:
    """Return the context of a member with at least this role.

    Users who are not members get 404, members with a lower role 403. On a deployed site, pages for owners
    need a second factor.
    """
    ctx = member_context(request.user, club__code=club)
    if ctx is None or clubs.is_deleted(ctx.club):
        # The response must not reveal whether a club with this code exists.
        limits.count_wrong_guess(request, club)
        raise Http404
    if ctx.keeps_score and not ctx.club.time_zone and request.method == "POST":
        _set_time_zone(ctx.club, request)
    # The club's dates are the same for every viewer.
    timezone.activate(ctx.club.zone)
    if RANK[Role(ctx.role)] < RANK[Role(role)]:
        raise RoleTooLow
    if role == Role.OWNER:
        require_second_factor(request)
    return ctx


def require_inviter(request: HttpRequest, club: str) -> MemberContext:
    ctx = require_member(request, club, Role.SCOREKEEPER)
    if ctx.is_owner:
        require_second_factor(request)
    return ctx


def for_members(methods: str, role: str = Role.MEMBER) -> Guard:
    return guard(methods, lambda request, club: require_member(request, club, role), "club")


def for_inviters(methods: str) -> Guard:
    return guard(methods, require_inviter, "club")


def require_second_factor(request: HttpRequest) -> None:
    """Raise 403 on a deployed site if the user has no second factor.

    The session keeps the requested page, to return to it once the factor is set up.
    """
    if not settings.DEPLOYED:
        return
    if request.user.is_authenticated and is_mfa_enabled(request.user):
        request.session.pop(WANTED_PAGE, None)
        return
    if request.method == "GET":
        request.session[WANTED_PAGE] = request.get_full_path()
    raise SecondFactorMissing


def club_of_table(request: HttpRequest, table: Table) -> ClubContext | None:
    return None if table.club_id is None else member_context(request.user, club=table.club_id)


def _set_time_zone(club: Club, request: HttpRequest) -> None:
    name = request.COOKIES.get("tz", "")
    if known_zone(name) is not None and Club.objects.filter(pk=club.pk, time_zone="").update(time_zone=name):
        club.time_zone = name
