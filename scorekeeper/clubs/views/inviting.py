"""Invitations: made, shown with their picture, renewed, ended; by owners and scorekeepers."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs import guards, inviting
from scorekeeper.clubs.forms import InvitationForm
from scorekeeper.clubs.guards import Inside
from scorekeeper.clubs.models import Invitation, Role
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables.qr import qr

USUAL = {"role": Role.MEMBER, "uses": 1, "days": inviting.MOST_DAYS}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest, club: str) -> HttpResponse:
    """The invitations that are open, and the form of a new one."""
    inside = _inside(request, club)
    if request.method != "POST":
        asked = {**USUAL, "player": request.GET.get("player", "")}
        return _page(request, inside, InvitationForm(initial=asked, club=inside.club, by=inside.role))
    form = InvitationForm(request.POST, club=inside.club, by=inside.role)
    if not form.is_valid():
        return _page(request, inside, form, status=422)
    made = inviting.make(inside.club, inside.user, inside.name, **form.cleaned_data)
    if made is None:
        return _page(request, inside, form, status=409)
    return _to(inside, "invitation", made.pk)


def _page(request: HttpRequest, inside: Inside, form: InvitationForm, status: int = 200) -> HttpResponse:
    players = form.fields["player"].queryset.order_by("name")[:200]  # type: ignore[attr-defined]
    context = {
        "inside": inside,
        "part": "club",
        "form": form,
        "open": list(inviting.open_ones(inside.club)[: inviting.MOST_OPEN]),
        "players": list(players),
        "too_many": status == 409,
    }
    return render(request, "clubs/invitations.html", context, status=status)


@never_cache
@require_safe
def one(request: HttpRequest, club: str, invitation: int) -> HttpResponse:
    """An invitation with its link, to be sent or scanned."""
    inside = _inside(request, club)
    found = _found(inside, invitation)
    link, known = "", inviting.is_shown(found)
    if known:
        # In the fragment, which no log, proxy or referring page ever sees.
        link = f"{request.build_absolute_uri(reverse('join_club'))}#{inviting.secret_of(found)}"
    context = {"inside": inside, "part": "club", "invitation": found, "link": link}
    return render(request, "clubs/invitation.html", context | ({"picture": qr(link)} if known else {}))


@never_cache
@require_POST
def renew(request: HttpRequest, club: str, invitation: int) -> HttpResponse:
    """A new link in one tap; the old one lets nobody in any more."""
    inside = _inside(request, club)
    _found(inside, invitation)
    if not inviting.renew(inside.club, inside.user, inside.name, invitation):
        raise guards.MayLess
    return _to(inside, "invitation", invitation)


@never_cache
@require_POST
def end(request: HttpRequest, club: str, invitation: int) -> HttpResponse:
    """The invitation lets nobody in any more."""
    inside = _inside(request, club)
    _found(inside, invitation)
    if not inviting.end(inside.club, inside.user, inside.name, invitation):
        raise guards.MayLess
    return _to(inside, "invitations")


def _inside(request: HttpRequest, club: str) -> Inside:
    inside = guards.inside(request, club, Role.SCOREKEEPER)
    if inside.is_owner:
        guards.second_step(request)
    return inside


def _found(inside: Inside, invitation: int) -> Invitation:
    """404 for one that is over; 403 for one that lets in more than the reader may."""
    found = inviting.open_ones(inside.club).filter(pk=invitation).first()
    if found is None:
        raise Http404
    if found.role not in inviting.MAY_INVITE[Role(inside.role)]:
        raise guards.MayLess
    return found


def _to(inside: Inside, name: str, *which: int) -> HttpResponse:
    return redirect_see_other(name, inside.club.code, *which)
