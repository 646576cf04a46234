"""The members of a club and its invitations: who belongs to it, what they may, how they come and go."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts import resetting
from scorekeeper.clubs import models
from scorekeeper.clubs.membership import clubs, events, guards, invitations, members
from scorekeeper.clubs.membership.forms import InvitationForm
from scorekeeper.clubs.membership.guards import ClubContext
from scorekeeper.clubs.models import Invitation, Member, Role
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables.qr import qr


@never_cache
@require_safe
def member_list(request: HttpRequest, club: str) -> HttpResponse:
    """All members with their roles."""
    inside = guards.require_member(request, club)
    found = Member.objects.filter(club=inside.club, ended=None).select_related("user")
    rows = sorted(found, key=lambda one: (-models.RANK[Role(one.role)], one.user.shown.casefold()))
    return render(
        request, "clubs/membership/members.html", {"inside": inside, "part": "club", "members": rows}
    )


@never_cache
@require_safe
def member_detail(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """A member, and what an owner may do about them."""
    inside = guards.require_member(request, club)
    return _member(request, inside, _member_or_404(inside, member))


def _member(
    request: HttpRequest, inside: ClubContext, whom: Member, problem: str = "", status: int = 200
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
    return render(request, "clubs/membership/member.html", context, status=status)


def _member_or_404(inside: ClubContext, member: int) -> Member:
    found = Member.objects.filter(club=inside.club, pk=member, ended=None).select_related("user").first()
    if found is None:
        raise Http404
    return found


@never_cache
@require_POST
def role(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """An owner gives a member another role; it holds from their next request on."""
    inside = guards.require_member(request, club, Role.OWNER)
    whom = _member_or_404(inside, member)
    wanted = request.POST.get("role", "")
    if wanted not in Role.values:
        return _member(request, inside, whom, "role", status=422)
    try:
        members.set_role(inside.club, inside.user, inside.name, member, wanted)
    except members.LastOwner:
        return _member(request, inside, whom, "owner", status=409)
    # An owner who has just made themselves less comes back to what they may still read.
    return _back_to(inside, "members")


@never_cache
@require_POST
def hand_over(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """An owner makes somebody else the owner in their place."""
    inside = guards.require_member(request, club, Role.OWNER)
    whom = _member_or_404(inside, member)
    if whom.user_id == inside.user.pk:
        return _member(request, inside, whom, "self", status=409)
    members.hand_over(inside.club, inside.user, inside.name, member)
    return _back_to(inside, "members")


@never_cache
@require_POST
def remove(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """An owner ends somebody's membership; their games stay the club's."""
    inside = guards.require_member(request, club, Role.OWNER)
    whom = _member_or_404(inside, member)
    if whom.user_id == inside.user.pk:
        return _member(request, inside, whom, "self", status=409)
    members.remove(inside.club, inside.user, inside.name, member)
    return _back_to(inside, "members")


@never_cache
@require_POST
def reset(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """A one-time link to a new password for a member of this club alone, shown once and told to all."""
    inside = guards.require_member(request, club, Role.OWNER)
    whom = _member_or_404(inside, member)
    if not members.may_reset(inside.club, whom):
        return _member(request, inside, whom, "reset", status=409)
    events.record_event(inside.club.pk, "reset_link", inside.name, who=whom.user.shown)
    link = request.build_absolute_uri(resetting.link_for(whom.user))
    context = {"inside": inside, "part": "club", "whom": whom, "link": link, "picture": qr(link)}
    return render(request, "clubs/membership/reset.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, club: str) -> HttpResponse:
    """Leave the club; the last owner hands it over first."""
    inside = guards.require_member(request, club)
    alone = inside.club in clubs.clubs_owned_alone(inside.user) if inside.is_owner else False
    if request.method == "POST":
        try:
            members.leave(inside.club, inside.user, inside.name)
            return redirect_see_other("home")
        except members.LastOwner:
            alone = True
    status = 409 if request.method == "POST" else 200
    context = {"inside": inside, "part": "club", "alone": alone}
    return render(request, "clubs/membership/leave.html", context, status=status)


def _back_to(inside: ClubContext, name: str) -> HttpResponse:
    return redirect_see_other(name, inside.club.code)


USUAL = {"role": Role.MEMBER, "uses": 1, "days": invitations.MOST_DAYS}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation_list(request: HttpRequest, club: str) -> HttpResponse:
    """The invitations that are open, and the form of a new one."""
    inside = _inside(request, club)
    if request.method != "POST":
        asked = {**USUAL, "player": request.GET.get("player", "")}
        return _page(request, inside, InvitationForm(initial=asked, club=inside.club, by=inside.role))
    form = InvitationForm(request.POST, club=inside.club, by=inside.role)
    if not form.is_valid():
        return _page(request, inside, form, status=422)
    made = invitations.create_invitation(inside.club, inside.user, inside.name, **form.cleaned_data)
    if made is None:
        return _page(request, inside, form, status=409)
    return _to(inside, "invitation", made.pk)


def _page(request: HttpRequest, inside: ClubContext, form: InvitationForm, status: int = 200) -> HttpResponse:
    context = {
        "inside": inside,
        "part": "club",
        "form": form,
        "open": list(invitations.open_invitations(inside.club)[: invitations.MOST_OPEN]),
        "players": list(form.players.order_by("name")[:200]),
        "too_many": status == 409,
    }
    return render(request, "clubs/membership/invitations.html", context, status=status)


@never_cache
@require_safe
def invitation_detail(request: HttpRequest, club: str, invitation: int) -> HttpResponse:
    """An invitation with its link, to be sent or scanned."""
    inside = _inside(request, club)
    found = _invitation_or_404(inside, invitation)
    link, known = "", invitations.knows_secret(found)
    if known:
        # In the fragment, which no log, proxy or referring page ever sees.
        link = f"{request.build_absolute_uri(reverse('join_club'))}#{invitations.secret_of(found)}"
    context = {"inside": inside, "part": "club", "invitation": found, "link": link}
    return render(
        request, "clubs/membership/invitation.html", context | ({"picture": qr(link)} if known else {})
    )


@never_cache
@require_POST
def renew(request: HttpRequest, club: str, invitation: int) -> HttpResponse:
    """A new link in one tap; the old one lets nobody in any more."""
    inside = _inside(request, club)
    _invitation_or_404(inside, invitation)
    invitations.renew(inside.club, inside.user, inside.name, invitation)
    return _to(inside, "invitation", invitation)


@never_cache
@require_POST
def end(request: HttpRequest, club: str, invitation: int) -> HttpResponse:
    """The invitation lets nobody in any more."""
    inside = _inside(request, club)
    _invitation_or_404(inside, invitation)
    invitations.end(inside.club, inside.user, inside.name, invitation)
    return _to(inside, "invitations")


def _inside(request: HttpRequest, club: str) -> ClubContext:
    inside = guards.require_member(request, club, Role.SCOREKEEPER)
    if inside.is_owner:
        guards.require_second_factor(request)
    return inside


def _invitation_or_404(inside: ClubContext, invitation: int) -> Invitation:
    """404 for one that is over; 403 for one that lets in more than the reader may."""
    found = invitations.open_invitations(inside.club).filter(pk=invitation).first()
    if found is None:
        raise Http404
    if found.role not in invitations.MAY_INVITE[Role(inside.role)]:
        raise clubs.RoleTooLow
    return found


def _to(inside: ClubContext, name: str, *which: int) -> HttpResponse:
    return redirect_see_other(name, inside.club.code, *which)
