"""The members of a club and its invitations: who belongs to it, what they may, how they come and go."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from django.core.paginator import Paginator
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts import resetting
from scorekeeper.clubs import models
from scorekeeper.clubs.jobs import runner
from scorekeeper.clubs.membership import clubs, events, guards, invitations, members
from scorekeeper.clubs.membership.forms import InvitationForm
from scorekeeper.clubs.membership.guards import ClubContext
from scorekeeper.clubs.models import Invitation, Job, Member, Player, Role
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


ON_A_SHEET = 24  # codes, which a page draws while it is waited for
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
        link = request.build_absolute_uri(invitations.path_of(found))
    context = {"inside": inside, "part": "club", "invitation": found, "link": link}
    return render(
        request, "clubs/membership/invitation.html", context | ({"picture": qr(link)} if known else {})
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation_sheet(request: HttpRequest, club: str) -> HttpResponse:
    """Every invitation for one player, as a sheet to cut up; posted, each guest without one gets theirs."""
    inside = _inside(request, club)
    guests = Player.objects.filter(club=inside.club, user=None, same_as=None, forgotten=None).exclude(name="")
    if request.method == "POST":
        newest = guests.order_by(F("last_played").desc(nulls_last=True), "-pk")
        wanted = dict.fromkeys(newest.values_list("pk", flat=True)[: invitations.MOST_PERSONAL], "")
        invitations.invite_players(inside.club, inside.user, inside.name, wanted)
        return _to(inside, "invitation_sheet")
    theirs = invitations.open_invitations(inside.club).exclude(player=None).filter(role=Role.MEMBER)
    theirs = theirs.order_by("player__name", "pk")
    page = Paginator(theirs, ON_A_SHEET).get_page(request.GET.get("page"))
    cards = []
    for one in page.object_list:
        if invitations.knows_secret(one):
            link = request.build_absolute_uri(invitations.path_of(one))
            cards.append({"one": one, "picture": qr(link), "mail": _mailto(one, link) if one.email else ""})
    shown = {
        "inside": inside,
        "part": "players",
        "page": page,
        "cards": cards,
        "uninvited": guests.exclude(pk__in=theirs.order_by().values("player")).count(),
        "unsent": invitations.unsent(inside.club).count() if invitations.may_mail() else 0,
        "sends": invitations.may_mail(),
    }
    return render(request, "clubs/membership/invitation_sheet.html", shown)


def _mailto(one: Invitation, link: str) -> str:
    """The invitation as a letter in the secretary's own mail program, where the site sends none."""
    subject = _("Invitation to %(club)s") % {"club": one.club.name}
    told = urlencode({"subject": subject, "body": invitations.mail_text(one, link)}, quote_via=quote)
    return f"mailto:{quote(one.email, safe='@')}?{told}"


@never_cache
@require_POST
def mail_invitations(request: HttpRequest, club: str) -> HttpResponse:
    """Send every invitation that has an address and was not sent: a job."""
    inside = _inside(request, club)
    if not invitations.may_mail() or not invitations.unsent(inside.club).exists():
        return _to(inside, "invitation_sheet")
    job = runner.start_job(inside.club, Job.What.MAIL, inside.member, inside.name)
    return redirect_see_other("job", inside.club.code, job.pk)


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
