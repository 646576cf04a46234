"""Pages of a club's members and invitations."""

from collections.abc import Callable
from urllib.parse import quote, urlencode

from django.core.paginator import Paginator
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from scorekeeper.accounts import reset_links
from scorekeeper.accounts.models import User
from scorekeeper.clubs.membership import clubs, events, invitations, members
from scorekeeper.clubs.membership.forms import InvitationForm, RoleForm
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_inviters, for_members
from scorekeeper.clubs.models import Club, Invitation, Member, Role
from scorekeeper.jobs.models import Job
from scorekeeper.tables.qr import qr
from scorekeeper.web.redirects import redirect_see_other


@for_members("GET")
def member_list(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    return ctx.page(request, "membership/members.html", {"members": members.members_of(ctx.club)})


@for_members("GET")
def member_detail(request: HttpRequest, ctx: MemberContext, member: int) -> HttpResponse:
    return _member_page(request, ctx, _member_or_404(ctx, member))


def _member_page(
    request: HttpRequest, ctx: ClubContext, target: Member, problem: str = "", status: int = 200
) -> HttpResponse:
    owners = Member.objects.filter(club=ctx.club, role=Role.OWNER, ended=None).count()
    context = {
        "member": target,
        "is_me": target.user_id == ctx.user.pk,
        "last_owner": target.role == Role.OWNER and owners == 1,
        "form": RoleForm(initial={"role": target.role}),
        "may_reset": ctx.is_owner and members.may_reset(ctx.club, target),
        "problem": problem,
    }
    return ctx.page(request, "membership/member.html", context, status)


def _member_or_404(ctx: ClubContext, member: int) -> Member:
    return get_object_or_404(Member.objects.select_related("user"), club=ctx.club, pk=member, ended=None)


@for_members("POST", Role.OWNER)
def role(request: HttpRequest, ctx: MemberContext, member: int) -> HttpResponse:
    target = _member_or_404(ctx, member)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _member_page(request, ctx, target, _("There is no such role."), status=422)
    try:
        members.set_role(ctx.club, ctx.user, ctx.name, member, form.cleaned_data["role"])
    except members.LastOwner:
        problem = _("A club needs an owner. Hand it over to someone first.")
        return _member_page(request, ctx, target, problem, status=409)
    # Owners who lowered their own role can still read the list.
    return ctx.redirect_to("members")


@for_members("POST", Role.OWNER)
def hand_over(request: HttpRequest, ctx: MemberContext, member: int) -> HttpResponse:
    return _change_other_member(request, ctx, member, members.hand_over)


@for_members("POST", Role.OWNER)
def remove(request: HttpRequest, ctx: MemberContext, member: int) -> HttpResponse:
    return _change_other_member(request, ctx, member, members.remove)


def _change_other_member(
    request: HttpRequest, ctx: MemberContext, member: int, change: Callable[[Club, User, str, int], None]
) -> HttpResponse:
    """Change another member's membership, never the user's own."""
    target = _member_or_404(ctx, member)
    if target.user_id == ctx.user.pk:
        return _member_page(request, ctx, target, _("This is you. To go, leave the club."), status=409)
    change(ctx.club, ctx.user, ctx.name, member)
    return ctx.redirect_to("members")


@for_members("POST", Role.OWNER)
def reset(request: HttpRequest, ctx: MemberContext, member: int) -> HttpResponse:
    """Create a one-time password link for a member, shown once and logged."""
    target = _member_or_404(ctx, member)
    if not members.may_reset(ctx.club, target):
        problem = _(
            "A link cannot be made for an owner, nor for someone who is in another club too. "
            "Whoever runs this site can create one with a command."
        )
        return _member_page(request, ctx, target, problem, status=409)
    events.record_event(ctx.club.pk, "reset_link", ctx.name, who=target.user.display_name)
    link = request.build_absolute_uri(reset_links.link_for(target.user))
    context = {"member": target, "link": link, "qr_code": qr(link)}
    return ctx.page(request, "membership/reset.html", context)


@for_members("GET POST")
def leave(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    is_last_owner = ctx.is_owner and ctx.club in clubs.clubs_owned_alone(ctx.user)
    if request.method == "POST":
        try:
            members.leave(ctx.club, ctx.user, ctx.name)
            return redirect_see_other("home")
        except members.LastOwner:
            is_last_owner = True
    status = 409 if request.method == "POST" else 200
    context = {"is_last_owner": is_last_owner}
    return ctx.page(request, "membership/leave.html", context, status)


ON_A_SHEET = 24  # invitations per page; few, because each QR code is drawn during the request
DEFAULTS = {"role": Role.MEMBER, "uses": 1, "days": invitations.MOST_DAYS}


@for_inviters("GET POST")
def invitation_list(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    if request.method != "POST":
        initial = {**DEFAULTS, "player": request.GET.get("player", "")}
        return _invitations_page(
            request, ctx, InvitationForm(initial=initial, club=ctx.club, inviter_role=ctx.role)
        )
    form = InvitationForm(request.POST, club=ctx.club, inviter_role=ctx.role)
    if not form.is_valid():
        return _invitations_page(request, ctx, form, status=422)
    invitation = invitations.create_invitation(ctx.club, ctx.user, ctx.name, **form.cleaned_data)
    if invitation is None:
        return _invitations_page(request, ctx, form, status=409)
    return ctx.redirect_to("invitation", invitation.pk)


def _invitations_page(
    request: HttpRequest, ctx: ClubContext, form: InvitationForm, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "open_invitations": list(invitations.open_invitations(ctx.club)[: invitations.MOST_OPEN]),
        "too_many": status == 409,
    }
    return ctx.page(request, "membership/invitations.html", context, status)


@for_inviters("GET")
def invitation_detail(request: HttpRequest, ctx: MemberContext, invitation: int) -> HttpResponse:
    found = _invitation_or_404(ctx, invitation)
    link_works = invitations.link_works(found)
    link = request.build_absolute_uri(invitations.path_of(found)) if link_works else ""
    context = {"invitation": found, "link": link, "qr_code": qr(link) if link_works else ""}
    return ctx.page(request, "membership/invitation.html", context)


@for_inviters("GET POST")
def invitation_sheet(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    """Show all personal invitations as a printable sheet; a POST creates the missing ones."""
    guests = ctx.club.players.current().filter(user=None).exclude(name="")
    if request.method == "POST":
        recent_guests = guests.order_by(F("last_played").desc(nulls_last=True), "-pk")
        ids = recent_guests.values_list("pk", flat=True)[: invitations.MOST_PERSONAL]
        email_by_player = dict.fromkeys(ids, "")
        invitations.invite_players(ctx.club, ctx.user, ctx.name, email_by_player)
        return ctx.redirect_to("invitation_sheet")
    personal = invitations.open_invitations(ctx.club).exclude(player=None).filter(role=Role.MEMBER)
    personal = personal.order_by("player__name", "pk")
    page = Paginator(personal, ON_A_SHEET).get_page(request.GET.get("page"))
    cards = []
    for invitation in page.object_list:
        if invitations.link_works(invitation):
            link = request.build_absolute_uri(invitations.path_of(invitation))
            cards.append(
                {
                    "invitation": invitation,
                    "qr_code": qr(link),
                    "mail": _mailto(invitation, link) if invitation.email else "",
                }
            )
    context = {
        "tab": "players",
        "page": page,
        "cards": cards,
        "uninvited": guests.exclude(pk__in=personal.order_by().values("player")).count(),
        "unsent": invitations.unsent_invitations(ctx.club).count() if invitations.can_send_mail() else 0,
        "can_send_mail": invitations.can_send_mail(),
    }
    return ctx.page(request, "membership/invitation_sheet.html", context)


def _mailto(invitation: Invitation, link: str) -> str:
    """Return a mailto: link with the invitation, for sites that send no mail."""
    subject = _("Invitation to %(club)s") % {"club": invitation.club.name}
    query = urlencode({"subject": subject, "body": invitations.mail_text(invitation, link)}, quote_via=quote)
    return f"mailto:{quote(invitation.email, safe='@')}?{query}"


@for_inviters("POST")
def mail_invitations(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    if not invitations.can_send_mail() or not invitations.unsent_invitations(ctx.club).exists():
        return ctx.redirect_to("invitation_sheet")
    return ctx.start_job(Job.Kind.MAIL)


@for_inviters("POST")
def renew(request: HttpRequest, ctx: MemberContext, invitation: int) -> HttpResponse:
    _invitation_or_404(ctx, invitation)
    invitations.renew(ctx.club, ctx.user, ctx.name, invitation)
    return ctx.redirect_to("invitation", invitation)


@for_inviters("POST")
def end(request: HttpRequest, ctx: MemberContext, invitation: int) -> HttpResponse:
    _invitation_or_404(ctx, invitation)
    invitations.end(ctx.club, ctx.user, ctx.name, invitation)
    return ctx.redirect_to("invitations")


def _invitation_or_404(ctx: ClubContext, invitation: int) -> Invitation:
    """Return an open invitation; raise 404, or 403 if its role is above the user's rights."""
    found = get_object_or_404(invitations.open_invitations(ctx.club), pk=invitation)
    if found.role not in invitations.MAY_INVITE[Role(ctx.role)]:
        raise clubs.RoleTooLow
    return found
