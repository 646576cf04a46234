"""How people come into a club: they found it, or take up an invitation."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper import limits
from scorekeeper.accounts.models import User
from scorekeeper.clubs import founding, guards, inviting
from scorekeeper.clubs.forms import COLOURS, ClubForm
from scorekeeper.clubs.models import Invitation, Member, Role
from scorekeeper.onward import redirect_see_other

# Where the session keeps the invitation that somebody signs up for: its hash, never its secret.
KEPT = "invitation"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def found(request: HttpRequest) -> HttpResponse:
    """A new club: its name, its colour, what it plays."""
    guards.second_step(request)
    assert isinstance(request.user, User)
    if request.method != "POST":
        return _founding(request, ClubForm(initial={"colour": next(iter(COLOURS))}))
    form = ClubForm(request.POST)
    owned = Member.objects.filter(user=request.user, role=Role.OWNER, ended=None).count()
    if form.is_valid() and owned >= founding.MOST_CLUBS:
        form.add_error(None, _("You own very many clubs already."))
    if not form.is_valid():
        return _founding(request, form, status=422)
    said = form.cleaned_data
    club = founding.found(request.user, said["name"], said["colour"], said["games"])
    return redirect_see_other("club", club.code)


def _founding(request: HttpRequest, form: ClubForm, status: int = 200) -> HttpResponse:
    return render(request, "clubs/found.html", {"form": form}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """The page an invitation opens. Its script sends the secret, which takes nothing; to join is a tap."""
    if request.method != "POST":
        return _invitation(request, inviting.by_hash(request.session.get(KEPT, "")))
    if "join" in request.POST:
        return _take_up(request)
    secret = request.POST.get("secret", "").strip().rpartition("#")[2]
    invitation = inviting.by_secret(secret)
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
    member = inviting.take_up(kept, request.user)
    if member is None:
        return _over(request)
    request.session.pop(KEPT, None)
    return redirect_see_other("club", member.club.code)


def _invitation(request: HttpRequest, invitation: Invitation | None) -> HttpResponse:
    already = None
    if invitation is not None and request.user.is_authenticated:
        already = Member.objects.filter(club=invitation.club, user_id=request.user.pk, ended=None).first()
    return render(request, "clubs/join.html", {"invitation": invitation, "already": already})


def _over(request: HttpRequest) -> HttpResponse:
    problem = _("This invitation lets nobody in any more. Ask in the club for a new one.")
    return render(request, "clubs/join.html", {"problem": problem}, status=403)
