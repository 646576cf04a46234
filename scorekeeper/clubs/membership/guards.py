"""Access to a club's pages, and the context that its views receive.

For strangers a club does not exist: they get the same 404 as for an unknown code.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.clubs.membership import clubs
from scorekeeper.clubs.membership.clubs import RoleTooLow
from scorekeeper.clubs.models import RANK, Club, Member, Player, Role
from scorekeeper.matches.models import MemberRole, Table
from scorekeeper.web import limits
from scorekeeper.web.decorators import Guard, guard
from scorekeeper.web.middleware import known_zone
from scorekeeper.web.redirects import redirect_see_other

# Session key of the page to return to after an owner has set up a second factor.
WANTED_PAGE = "wanted"


# The tab of each room's pages; all other pages are under "club".
TABS = {
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
    member: Member | None

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

    @property
    def name(self) -> str:
        """Return the viewer's name for the club's records."""
        if self.player is not None:
            return str(self.player.shown)
        return self.user.shown if isinstance(self.user, User) else ""

    def giving(self, role: str) -> MemberRole:
        """Return the basis of a scoring right that this role gives at the club's tables."""
        return MemberRole(self.member, role, keeps_score=role == Role.SCOREKEEPER)

    @cached_property
    def player(self) -> Player | None:
        """Return the member's player."""
        if self.member is None:
            return None
        return Player.objects.filter(club=self.club, user_id=self.member.user_id, same_as=None).first()

    def page(
        self, request: HttpRequest, template: str, context: Mapping[str, Any], status: int = 200
    ) -> HttpResponse:
        """Render a page of the club from a room's template, under its tab."""
        tab = TABS.get(template.partition("/")[0], "club")
        return render(request, f"clubs/{template}", {"inside": self, "part": tab, **context}, status=status)

    def to(self, name: str, *which: int | str, asking: str = "") -> HttpResponse:
        """Redirect to another page of the club."""
        return redirect_see_other(name, self.club.code, *which, asking=asking)


@dataclass(frozen=True)
class MemberContext(ClubContext):
    """A club and the member who is signed in."""

    user: User
    member: Member


def require_member(request: HttpRequest, club: str, role: str = Role.MEMBER) -> MemberContext:
    """Return the context of a member with this role or a higher one; raise 404 or 403.

    Strangers get 404, lower roles 403. On a deployed site an owner's pages need a second factor.
    """
    found = _context_of(request, club)
    if found.member is None or not isinstance(found.user, User):
        _raise_not_found(request, club)
    if RANK[Role(found.member.role)] < RANK[Role(role)]:
        raise RoleTooLow
    if role == Role.OWNER:
        require_second_factor(request)
    return MemberContext(found.club, found.user, found.member)


def require_inviter(request: HttpRequest, club: str) -> MemberContext:
    """Return the context of a member who may invite; owners need a second factor."""
    ctx = require_member(request, club, Role.SCOREKEEPER)
    if ctx.is_owner:
        require_second_factor(request)
    return ctx


def for_members(methods: str, role: str = Role.MEMBER) -> Guard:
    """Return a decorator for views of members with at least this role; it passes a context."""
    return guard(methods, lambda request, club: require_member(request, club, role), "club")


def for_inviters(methods: str) -> Guard:
    """Return a decorator for the views of members who may invite."""
    return guard(methods, require_inviter, "club")


def require_second_factor(request: HttpRequest) -> None:
    """Raise 403 unless the user has a second factor, or the site is not deployed.

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


def _raise_not_found(request: HttpRequest, code: str) -> NoReturn:
    """Raise 404, and count it: a foreign club and an unknown code must look alike."""
    limits.missed(request, code)
    raise Http404


def club_of_table(request: HttpRequest, table: Table) -> ClubContext | None:
    """Return the context of a table's club for its members; None for others."""
    if table.club_id is None or not request.user.is_authenticated:
        return None
    members = Member.objects.filter(club=table.club_id, user_id=request.user.pk, ended=None)
    member = members.select_related("club").first()
    return ClubContext(member.club, request.user, member) if member else None


def clubs_of(request: HttpRequest) -> list[Club]:
    """Return the clubs of the signed-in user; no query without a session cookie."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
        return []
    members = Member.objects.filter(user_id=request.user.pk, ended=None).select_related("club")
    return [member.club for member in members.order_by("club__name", "pk")]


def kept_by(request: HttpRequest, clubs: list[Club]) -> list[Club]:
    """Return those of these clubs for which the user is a scorekeeper or owner."""
    if not clubs or not request.user.is_authenticated:
        return []
    keeping = Member.objects.filter(user_id=request.user.pk, ended=None).exclude(role=Role.MEMBER)
    ids = set(keeping.values_list("club_id", flat=True))
    return [club for club in clubs if club.pk in ids]


def _set_time_zone(club: Club, request: HttpRequest) -> None:
    """Set the time zone of a club without one to that of its scorekeeper's browser."""
    name = request.COOKIES.get("tz", "")
    if known_zone(name) is not None and Club.objects.filter(pk=club.pk, time_zone="").update(time_zone=name):
        club.time_zone = name


def _context_of(request: HttpRequest, code: str) -> ClubContext:
    """Return the context of a request. The role is read anew, so that a withdrawn one is gone."""
    user, member = request.user, None
    if user.is_authenticated:
        # One query with the club, since nearly every viewer is a member.
        asking = Member.objects.filter(club__code=code, user_id=user.pk, ended=None)
        member = asking.select_related("club").first()
    club = member.club if member else Club.objects.filter(code=code).first()
    if club is None or clubs.is_deleted(club):
        _raise_not_found(request, code)
    if member is not None and member.keeps_score and not club.time_zone and request.method == "POST":
        _set_time_zone(club, request)
    # The club's dates are the same for every viewer.
    timezone.activate(club.zone)
    return ClubContext(club, user, member)
