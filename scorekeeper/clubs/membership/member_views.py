"""The members of a club and its invitations: who belongs to it, what they may, how they come and go."""

from urllib.parse import quote, urlencode

from django.core.paginator import Paginator
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from scorekeeper.accounts import resetting
from scorekeeper.clubs.jobs import runner
from scorekeeper.clubs.membership import clubs, events, invitations, members
from scorekeeper.clubs.membership.forms import InvitationForm
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_inviters, for_members
from scorekeeper.clubs.models import Invitation, Job, Member, Player, Role
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables.qr import qr


@for_members("GET")
def member_list(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """All members with their roles."""
    return inside.page(request, "membership/members.html", {"members": members.members_of(inside.club)})


@for_members("GET")
def member_detail(request: HttpRequest, inside: MemberContext, member: int) -> HttpResponse:
    """A member, and what an owner may do about them."""
    return _member(request, inside, _member_or_404(inside, member))


def _member(
    request: HttpRequest, inside: ClubContext, whom: Member, problem: str = "", status: int = 200
) -> HttpResponse:
    owners = Member.objects.filter(club=inside.club, role=Role.OWNER, ended=None).count()
    context = {
        "whom": whom,
        "is_me": whom.user_id == inside.user.pk,
        "last_owner": whom.role == Role.OWNER and owners == 1,
        "roles": Role.choices,
        "may_reset": inside.is_owner and members.may_reset(inside.club, whom),
        "problem": problem,
    }
    return inside.page(request, "membership/member.html", context, status)


def _member_or_404(inside: ClubContext, member: int) -> Member:
    return get_object_or_404(Member.objects.select_related("user"), club=inside.club, pk=member, ended=None)


@for_members("POST", Role.OWNER)
def role(request: HttpRequest, inside: MemberContext, member: int) -> HttpResponse:
    """An owner gives a member another role; it holds from their next request on."""
    whom = _member_or_404(inside, member)
    wanted = request.POST.get("role", "")
    if wanted not in Role.values:
        return _member(request, inside, whom, "role", status=422)
    try:
        members.set_role(inside.club, inside.user, inside.name, member, wanted)
    except members.LastOwner:
        return _member(request, inside, whom, "owner", status=409)
    # An owner who has just made themselves less comes back to what they may still read.
    return inside.to("members")


@for_members("POST", Role.OWNER)
def hand_over(request: HttpRequest, inside: MemberContext, member: int) -> HttpResponse:
    """An owner makes somebody else the owner in their place."""
    whom = _member_or_404(inside, member)
    if whom.user_id == inside.user.pk:
        return _member(request, inside, whom, "self", status=409)
    members.hand_over(inside.club, inside.user, inside.name, member)
    return inside.to("members")


@for_members("POST", Role.OWNER)
def remove(request: HttpRequest, inside: MemberContext, member: int) -> HttpResponse:
    """An owner ends somebody's membership; their games stay the club's."""
    whom = _member_or_404(inside, member)
    if whom.user_id == inside.user.pk:
        return _member(request, inside, whom, "self", status=409)
    members.remove(inside.club, inside.user, inside.name, member)
    return inside.to("members")


@for_members("POST", Role.OWNER)
def reset(request: HttpRequest, inside: MemberContext, member: int) -> HttpResponse:
    """A one-time link to a new password for a member of this club alone, shown once and told to all."""
    whom = _member_or_404(inside, member)
    if not members.may_reset(inside.club, whom):
        return _member(request, inside, whom, "reset", status=409)
    events.record_event(inside.club.pk, "reset_link", inside.name, who=whom.user.shown)
    link = request.build_absolute_uri(resetting.link_for(whom.user))
    context = {"whom": whom, "link": link, "picture": qr(link)}
    return inside.page(request, "membership/reset.html", context)


@for_members("GET POST")
def leave(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """Leave the club; the last owner hands it over first."""
    alone = inside.club in clubs.clubs_owned_alone(inside.user) if inside.is_owner else False
    if request.method == "POST":
        try:
            members.leave(inside.club, inside.user, inside.name)
            return redirect_see_other("home")
        except members.LastOwner:
            alone = True
    status = 409 if request.method == "POST" else 200
    context = {"alone": alone}
    return inside.page(request, "membership/leave.html", context, status)


ON_A_SHEET = 24  # codes, which a page draws while it is waited for
USUAL = {"role": Role.MEMBER, "uses": 1, "days": invitations.MOST_DAYS}


@for_inviters("GET POST")
def invitation_list(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """The invitations that are open, and the form of a new one."""
    if request.method != "POST":
        asked = {**USUAL, "player": request.GET.get("player", "")}
        return _page(request, inside, InvitationForm(initial=asked, club=inside.club, by=inside.role))
    form = InvitationForm(request.POST, club=inside.club, by=inside.role)
    if not form.is_valid():
        return _page(request, inside, form, status=422)
    made = invitations.create_invitation(inside.club, inside.user, inside.name, **form.cleaned_data)
    if made is None:
        return _page(request, inside, form, status=409)
    return inside.to("invitation", made.pk)


def _page(request: HttpRequest, inside: ClubContext, form: InvitationForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "open": list(invitations.open_invitations(inside.club)[: invitations.MOST_OPEN]),
        "players": list(form.players.order_by("name")[:200]),
        "too_many": status == 409,
    }
    return inside.page(request, "membership/invitations.html", context, status)


@for_inviters("GET")
def invitation_detail(request: HttpRequest, inside: MemberContext, invitation: int) -> HttpResponse:
    """An invitation with its link, to be sent or scanned."""
    found = _invitation_or_404(inside, invitation)
    link, known = "", invitations.knows_secret(found)
    if known:
        link = request.build_absolute_uri(invitations.path_of(found))
    context = {"invitation": found, "link": link}
    return inside.page(
        request, "membership/invitation.html", context | ({"picture": qr(link)} if known else {})
    )


@for_inviters("GET POST")
def invitation_sheet(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """Every invitation for one player, as a sheet to cut up; posted, each guest without one gets theirs."""
    guests = Player.objects.filter(club=inside.club, user=None, same_as=None, forgotten=None).exclude(name="")
    if request.method == "POST":
        newest = guests.order_by(F("last_played").desc(nulls_last=True), "-pk")
        wanted = dict.fromkeys(newest.values_list("pk", flat=True)[: invitations.MOST_PERSONAL], "")
        invitations.invite_players(inside.club, inside.user, inside.name, wanted)
        return inside.to("invitation_sheet")
    theirs = invitations.open_invitations(inside.club).exclude(player=None).filter(role=Role.MEMBER)
    theirs = theirs.order_by("player__name", "pk")
    page = Paginator(theirs, ON_A_SHEET).get_page(request.GET.get("page"))
    cards = []
    for one in page.object_list:
        if invitations.knows_secret(one):
            link = request.build_absolute_uri(invitations.path_of(one))
            cards.append({"one": one, "picture": qr(link), "mail": _mailto(one, link) if one.email else ""})
    shown = {
        "part": "players",
        "page": page,
        "cards": cards,
        "uninvited": guests.exclude(pk__in=theirs.order_by().values("player")).count(),
        "unsent": invitations.unsent(inside.club).count() if invitations.may_mail() else 0,
        "sends": invitations.may_mail(),
    }
    return inside.page(request, "membership/invitation_sheet.html", shown)


def _mailto(one: Invitation, link: str) -> str:
    """The invitation as a letter in the secretary's own mail program, where the site sends none."""
    subject = _("Invitation to %(club)s") % {"club": one.club.name}
    told = urlencode({"subject": subject, "body": invitations.mail_text(one, link)}, quote_via=quote)
    return f"mailto:{quote(one.email, safe='@')}?{told}"


@for_inviters("POST")
def mail_invitations(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """Send every invitation that has an address and was not sent: a job."""
    if not invitations.may_mail() or not invitations.unsent(inside.club).exists():
        return inside.to("invitation_sheet")
    job = runner.start_job(inside.club, Job.What.MAIL, inside.member, inside.name)
    return inside.to("job", job.pk)


@for_inviters("POST")
def renew(request: HttpRequest, inside: MemberContext, invitation: int) -> HttpResponse:
    """A new link in one tap; the old one lets nobody in any more."""
    _invitation_or_404(inside, invitation)
    invitations.renew(inside.club, inside.user, inside.name, invitation)
    return inside.to("invitation", invitation)


@for_inviters("POST")
def end(request: HttpRequest, inside: MemberContext, invitation: int) -> HttpResponse:
    """The invitation lets nobody in any more."""
    _invitation_or_404(inside, invitation)
    invitations.end(inside.club, inside.user, inside.name, invitation)
    return inside.to("invitations")


def _invitation_or_404(inside: ClubContext, invitation: int) -> Invitation:
    """404 for one that is over; 403 for one that lets in more than the reader may."""
    found = get_object_or_404(invitations.open_invitations(inside.club), pk=invitation)
    if found.role not in invitations.MAY_INVITE[Role(inside.role)]:
        raise clubs.RoleTooLow
    return found
