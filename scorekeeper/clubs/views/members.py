"""The members of a club: who they are, what they may, how they go."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts import resetting
from scorekeeper.clubs import events, founding, guards, members
from scorekeeper.clubs.guards import Inside
from scorekeeper.clubs.models import Member, Role
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables.qr import qr


@never_cache
@require_safe
def listed(request: HttpRequest, club: str) -> HttpResponse:
    """All members with their roles."""
    inside = guards.inside(request, club)
    found = Member.objects.filter(club=inside.club, ended=None).select_related("user")
    rows = sorted(found, key=lambda one: (-guards.RANK[Role(one.role)], one.user.shown.casefold()))
    return render(request, "clubs/members.html", {"inside": inside, "part": "club", "members": rows})


@never_cache
@require_safe
def one(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """A member, and what an owner may do about them."""
    inside = guards.inside(request, club)
    return _member(request, inside, _found(inside, member))


def _member(
    request: HttpRequest, inside: Inside, whom: Member, problem: str = "", status: int = 200
) -> HttpResponse:
    owners = Member.objects.filter(club=inside.club, role=Role.OWNER, ended=None).count()
    context = {
        "inside": inside,
        "part": "club",
        "whom": whom,
        "is_me": whom.user_id == inside.user.pk,
        "last_owner": whom.role == Role.OWNER and owners == 1,
        "roles": Role.choices,
        "may_reset": inside.is_owner and members.may_reset(inside.club, whom),
        "problem": problem,
    }
    return render(request, "clubs/member.html", context, status=status)


def _found(inside: Inside, member: int) -> Member:
    found = Member.objects.filter(club=inside.club, pk=member, ended=None).select_related("user").first()
    if found is None:
        raise Http404
    return found


@never_cache
@require_POST
def role(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """An owner gives a member another role; it holds from their next request on."""
    inside = guards.inside(request, club, Role.OWNER)
    whom = _found(inside, member)
    wanted = request.POST.get("role", "")
    if wanted not in Role.values:
        return _member(request, inside, whom, "role", status=422)
    try:
        done = members.set_role(inside.club, inside.user, inside.name, member, wanted)
    except members.OnlyOwner:
        return _member(request, inside, whom, "owner", status=409)
    if not done:
        raise guards.MayLess
    # An owner who has just made themselves less comes back to what they may still read.
    return _to(inside, "members")


@never_cache
@require_POST
def hand_over(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """An owner makes somebody else the owner in their place."""
    inside = guards.inside(request, club, Role.OWNER)
    whom = _found(inside, member)
    if whom.user_id == inside.user.pk:
        return _member(request, inside, whom, "self", status=409)
    if not members.hand_over(inside.club, inside.user, inside.name, member):
        raise guards.MayLess
    return _to(inside, "members")


@never_cache
@require_POST
def remove(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """An owner ends somebody's membership; their games stay the club's."""
    inside = guards.inside(request, club, Role.OWNER)
    whom = _found(inside, member)
    if whom.user_id == inside.user.pk:
        return _member(request, inside, whom, "self", status=409)
    if not members.remove(inside.club, inside.user, inside.name, member):
        raise guards.MayLess
    return _to(inside, "members")


@never_cache
@require_POST
def reset(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """A one-time link to a new password for a member of this club alone, shown once and told to all."""
    inside = guards.inside(request, club, Role.OWNER)
    whom = _found(inside, member)
    if not members.may_reset(inside.club, whom):
        return _member(request, inside, whom, "reset", status=409)
    events.record(inside.club.pk, "reset_link", inside.name, who=whom.user.shown)
    link = request.build_absolute_uri(resetting.link_for(whom.user))
    context = {"inside": inside, "part": "club", "whom": whom, "link": link, "picture": qr(link)}
    return render(request, "clubs/reset.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, club: str) -> HttpResponse:
    """Leave the club; the last owner hands it over first."""
    inside = guards.inside(request, club)
    alone = inside.club in founding.owned_alone(inside.user) if inside.is_owner else False  # type: ignore[arg-type]
    if request.method == "POST":
        try:
            if members.leave(inside.club, inside.user, inside.name):
                return redirect_see_other("home")
        except members.OnlyOwner:
            alone = True
    status = 409 if request.method == "POST" else 200
    context = {"inside": inside, "part": "club", "alone": alone}
    return render(request, "clubs/leave.html", context, status=status)


def _to(inside: Inside, name: str) -> HttpResponse:
    return redirect_see_other(name, inside.club.code)
