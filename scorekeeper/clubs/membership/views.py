"""Pages of the club itself: create, join, settings, deletion, log."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.models import User
from scorekeeper.clubs.membership import clubs, events, guards, invitations
from scorekeeper.clubs.membership.forms import COLOURS, ClubForm
from scorekeeper.clubs.membership.guards import MemberContext, for_members
from scorekeeper.clubs.models import ClubEvent, Invitation, Member, Role
from scorekeeper.web import limits
from scorekeeper.web.redirects import redirect_see_other

ON_A_PAGE = 50


@for_members("GET POST", Role.OWNER)
def settings(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    club = ctx.club
    initial = {"name": club.name, "colour": club.colour, "games": club.games}
    initial["time_zone"] = club.time_zone or timezone.get_default_timezone_name()
    form = ClubForm(request.POST if request.method == "POST" else None, initial=initial)
    if not form.is_valid():
        return ctx.page(request, "membership/settings.html", {"form": form}, 422 if form.is_bound else 200)
    clubs.change_club(club, ctx.user, ctx.name, **form.cleaned_data)
    return redirect_see_other("club", club.code)


@for_members("GET")
def log(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    pages = Paginator(ClubEvent.objects.filter(club=ctx.club), ON_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {"page": page, "lines": [(event, events.event_text(event)) for event in page]}
    return ctx.page(request, "membership/log.html", context)


# During sign-up the session keeps the hash of an invitation's secret, never the secret.
SESSION_KEY = "invitation"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest) -> HttpResponse:
    guards.require_second_factor(request)
    assert isinstance(request.user, User)
    initial = {"colour": next(iter(COLOURS))}
    form = ClubForm(request.POST if request.method == "POST" else None, initial=initial)
    owned = Member.objects.filter(user=request.user, role=Role.OWNER, ended=None)
    if form.is_valid() and owned.count() >= clubs.MOST_CLUBS:
        form.add_error(None, _("You already own the maximum number of clubs."))
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "clubs/membership/create.html", {"form": form}, status=status)
    values = form.cleaned_data
    club = clubs.create_club(request.user, values["name"], values["colour"], values["games"])
    return redirect_see_other("club", club.code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Show an invitation. Its page first posts the link's secret; a POST with ``join`` joins the club."""
    if request.method != "POST":
        return _invitation(request, invitations.invitation_by_hash(request.session.get(SESSION_KEY, "")))
    if "join" in request.POST:
        return _accept(request)
    secret = request.POST.get("secret", "").strip().rpartition("#")[2]
    invitation = invitations.invitation_by_hash(invitations.hash_secret(secret))
    if invitation is None:
        limits.count_wrong_guess(request, secret[:64])
        return _expired(request)
    request.session[SESSION_KEY] = invitation.secret_hash
    return redirect_see_other("join_club")


def _accept(request: HttpRequest) -> HttpResponse:
    secret_hash = request.session.get(SESSION_KEY, "")
    if not isinstance(request.user, User):
        return redirect_see_other("account_login", query=f"next={reverse('join_club')}")
    member = invitations.accept_invitation(secret_hash, request.user)
    if member is None:
        return _expired(request)
    request.session.pop(SESSION_KEY, None)
    return redirect_see_other("club", member.club.code)


def _invitation(request: HttpRequest, invitation: Invitation | None) -> HttpResponse:
    membership = None
    if invitation is not None and request.user.is_authenticated:
        membership = Member.objects.filter(club=invitation.club, user_id=request.user.pk, ended=None).first()
    return render(request, "clubs/membership/join.html", {"invitation": invitation, "membership": membership})


def _expired(request: HttpRequest) -> HttpResponse:
    problem = _("This invitation no longer works. Ask the club for a new one.")
    return render(request, "clubs/membership/join.html", {"problem": problem}, status=403)


@for_members("GET POST", Role.OWNER)
def delete(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    if request.method != "POST":
        return ctx.page(request, "membership/delete.html", {})
    clubs.schedule_deletion(ctx.club, ctx.user, ctx.name)
    return ctx.redirect_to("club")


@for_members("POST", Role.OWNER)
def cancel_deletion(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    clubs.cancel_deletion(ctx.club, ctx.user, ctx.name)
    return ctx.redirect_to("club")
