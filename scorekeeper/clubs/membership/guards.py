"""Who asks for a page of a club: read before anything else, so that nobody learns what is not theirs.

A club that is not published does not exist for a stranger: the same 404 as for a code that nobody has.
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

from scorekeeper import limits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.membership import clubs
from scorekeeper.clubs.membership.clubs import RoleTooLow
from scorekeeper.clubs.models import RANK, Club, Member, Player, Role
from scorekeeper.guarded import Guard, guard
from scorekeeper.matches.models import MemberRole, Table
from scorekeeper.middleware import known_zone
from scorekeeper.onward import redirect_see_other

# Where the session keeps the page that an owner wanted who first needs a second step.
WANTED_PAGE = "wanted"


# The tab under which a room's pages are; those of the others are the club's own.
TABS = {
    **dict.fromkeys(("people", "privacy"), "players"),
    **dict.fromkeys(("history", "exporting", "importing", "jobs"), "history"),
    "nights": "nights",
    "figures": "figures",
}


class SecondFactorMissing(PermissionDenied):
    """An owner who signs in with a password alone, on a site that others can reach."""

    template = "clubs/membership/second_step.html"


@dataclass(frozen=True)
class ClubContext:
    """A club, and who asks: a member, or (where the club is published) anybody."""

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
        """Whether they may write what belongs to the whole club."""
        return self.role in (Role.OWNER, Role.SCOREKEEPER)

    @property
    def name(self) -> str:
        """What the club's records call who asks."""
        if self.player is not None:
            return str(self.player.shown)
        return self.user.shown if isinstance(self.user, User) else ""

    def giving(self, role: str) -> MemberRole:
        """What a right to write at one of the club's tables rests on that this role gives."""
        return MemberRole(self.member, role, keeps_score=role == Role.SCOREKEEPER)

    @cached_property
    def player(self) -> Player | None:
        """Whom of the players the member is."""
        if self.member is None:
            return None
        return Player.objects.filter(club=self.club, user_id=self.member.user_id, same_as=None).first()

    def page(
        self, request: HttpRequest, template: str, shown: Mapping[str, Any], status: int = 200
    ) -> HttpResponse:
        """A page of the club, drawn by a room's template under the tab it belongs to."""
        tab = TABS.get(template.partition("/")[0], "club")
        return render(request, f"clubs/{template}", {"inside": self, "part": tab, **shown}, status=status)

    def to(self, name: str, *which: int | str, asking: str = "") -> HttpResponse:
        """On to another page of the club."""
        return redirect_see_other(name, self.club.code, *which, asking=asking)


@dataclass(frozen=True)
class MemberContext(ClubContext):
    """A club, and the member who asks."""

    user: User
    member: Member


def require_reader(request: HttpRequest, club: str) -> ClubContext:
    """A page that a published club shows to anybody, and any club to its members. 404 for everybody else."""
    inside = _asked(request, club)
    if inside.member is None and not inside.club.published:
        _nothing_here(request, club)
    return inside


def require_member(request: HttpRequest, club: str, role: str = Role.MEMBER) -> MemberContext:
    """A page for members of this role and above: 404 for who is no member, 403 for who may less.

    An owner's own pages ask for a passkey or an authenticator where the site is deployed.
    """
    found = _asked(request, club)
    if found.member is None or not isinstance(found.user, User):
        _nothing_here(request, club)
    if RANK[Role(found.member.role)] < RANK[Role(role)]:
        raise RoleTooLow
    if role == Role.OWNER:
        require_second_factor(request)
    return MemberContext(found.club, found.user, found.member)


def require_inviter(request: HttpRequest, club: str) -> MemberContext:
    """A page on which people are let into the club: an owner needs a second step there as well."""
    inside = require_member(request, club, Role.SCOREKEEPER)
    if inside.is_owner:
        require_second_factor(request)
    return inside


def for_readers(methods: str) -> Guard:
    """A view for whoever may read the club, which is given who asks in place of the club's code."""
    return guard(methods, require_reader, "club")


def for_members(methods: str, role: str = Role.MEMBER) -> Guard:
    """A view for members of this role and above."""
    return guard(methods, lambda request, club: require_member(request, club, role), "club")


def for_inviters(methods: str) -> Guard:
    """A view that lets people in."""
    return guard(methods, require_inviter, "club")


def require_second_factor(request: HttpRequest) -> None:
    """Owners of clubs need more than a password where strangers can reach the site. 403.

    The session keeps the page that they wanted: once they have a second step they are led back to it.
    """
    if not settings.DEPLOYED:
        return
    if request.user.is_authenticated and is_mfa_enabled(request.user):
        request.session.pop(WANTED_PAGE, None)
        return
    if request.method == "GET":
        request.session[WANTED_PAGE] = request.get_full_path()
    raise SecondFactorMissing


def _nothing_here(request: HttpRequest, code: str) -> NoReturn:
    """404: a club that is not theirs and a code that nobody has look alike, down to what is counted."""
    limits.missed(request, code)
    raise Http404


def club_of_table(request: HttpRequest, table: Table) -> ClubContext | None:
    """The club of a table for a member who is there; None for others, and at a table without a club."""
    if table.club_id is None or not request.user.is_authenticated:
        return None
    members = Member.objects.filter(club=table.club_id, user_id=request.user.pk, ended=None)
    member = members.select_related("club").first()
    return ClubContext(member.club, request.user, member) if member else None


def clubs_of(request: HttpRequest) -> list[Club]:
    """The clubs whose members' pages whoever asks may read; none for a stranger, at no cost."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
        return []
    members = Member.objects.filter(user_id=request.user.pk, ended=None).select_related("club")
    return [member.club for member in members.order_by("club__name", "pk")]


def kept_by(request: HttpRequest, clubs: list[Club]) -> list[Club]:
    """Those of these clubs for which whoever asks keeps score."""
    if not clubs or not request.user.is_authenticated:
        return []
    keeping = Member.objects.filter(user_id=request.user.pk, ended=None).exclude(role=Role.MEMBER)
    ids = set(keeping.values_list("club_id", flat=True))
    return [club for club in clubs if club.pk in ids]


def _locate(club: Club, request: HttpRequest) -> None:
    """A club that was founded before it was asked where it plays is where those are who run it."""
    name = request.COOKIES.get("tz", "")
    if known_zone(name) is not None and Club.objects.filter(pk=club.pk, time_zone="").update(time_zone=name):
        club.time_zone = name


def _asked(request: HttpRequest, code: str) -> ClubContext:
    """The club and who asks. The role is read anew at every request: one taken away is gone at the next."""
    user, member = request.user, None
    if user.is_authenticated:
        # In one question with the club, for nearly everybody who asks is its member.
        asking = Member.objects.filter(club__code=code, user_id=user.pk, ended=None)
        member = asking.select_related("club").first()
    club = member.club if member else Club.objects.filter(code=code).first()
    if club is None or clubs.is_deleted(club):
        _nothing_here(request, code)
    if member is not None and member.keeps_score and not club.time_zone and request.method == "POST":
        _locate(club, request)
    # Its evenings have the same days for everybody, wherever they read of them.
    timezone.activate(club.zone)
    return ClubContext(club, user, member)
