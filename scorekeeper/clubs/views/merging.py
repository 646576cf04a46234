"""Two records of one person made one and taken apart, and a guest's past asked for and given."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import numbers
from scorekeeper.accounts.models import User
from scorekeeper.clubs import claiming, guards, naming, people, sitting
from scorekeeper.clubs.guards import Inside
from scorekeeper.clubs.models import Claim, Player, Role
from scorekeeper.clubs.people import Unfit
from scorekeeper.onward import redirect_see_other

from .players import is_mine, one_or_404, page, to_player


def why_not(unfit: Unfit) -> str:
    """Why these cannot be one person."""
    return {
        "accounts": _("Both have an account: two people sign in with them."),
        "forgotten": _("Whoever asked to be forgotten cannot be joined with anybody."),
    }.get(str(unfit), _("Somebody was quicker: look how it stands now."))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Somebody else is the same person: chosen from those alike and from everybody."""
    inside = guards.inside(request, club, Role.SCOREKEEPER)
    one = one_or_404(inside, player)
    if request.method != "POST":
        return _page(request, inside, one)
    number = numbers.whole(request.POST.get("other"))
    if not number:
        known = [each for each in naming.known(inside.club.pk) if each.root != one.pk]
        number = naming.stands_for(request.POST.get("who", "").strip(), known) or 0
    other = Player.objects.filter(pk=number, club=inside.club).select_related("same_as").first()
    if other is None:
        return _page(request, inside, one, 422, wrong=_("Nobody in the club is called so."))
    try:
        stays = people.merge(other.same_as or other, one, inside.name)
    except Unfit as unfit:
        return _page(request, inside, one, 422, wrong=why_not(unfit))
    return to_player(inside, stays)


def _page(request: HttpRequest, inside: Inside, one: Player, status: int = 200, **more: Any) -> HttpResponse:
    others = [each for each in naming.known(inside.club.pk) if each.root != one.pk]
    likely = naming.alike(one.name, others, 6)
    by_pk = Player.objects.in_bulk(likely)
    context = {
        "inside": inside,
        "part": "players",
        "player": one,
        "alike": [by_pk[pk] for pk in likely if pk in by_pk],
        "players": [each for each in sitting.most_recent(inside.club.pk, 500) if each.pk != one.pk],
        "who": request.POST.get("who", ""),
        **more,
    }
    return render(request, "clubs/merge.html", context, status=status)


@never_cache
@require_POST
def unmerge(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """A merged record is a person of its own again."""
    inside = guards.inside(request, club, Role.SCOREKEEPER)
    other = get_object_or_404(Player, pk=player, club=inside.club)
    try:
        people.unmerge(other, inside.name)
    except Unfit as unfit:
        return page(request, inside, one_or_404(inside, player), 422, wrong=why_not(unfit))
    return to_player(inside, other)


@never_cache
@require_POST
def claim(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """A member asks for a guest's past, or (``withdraw``) asks no longer."""
    inside = guards.inside(request, club)
    one = one_or_404(inside, player)
    user = request.user
    assert isinstance(user, User)
    if "withdraw" in request.POST:
        Claim.objects.filter(player=one, user=user, granted=None).delete()
        return to_player(inside, one)
    if is_mine(inside, one):
        raise PermissionDenied
    try:
        claiming.ask(one, user)
    except Unfit as unfit:
        return page(request, inside, one, 422, wrong=why_not(unfit))
    return to_player(inside, one)


@never_cache
@require_POST
def answer(request: HttpRequest, club: str, claim: int) -> HttpResponse:
    """Somebody who keeps score says whether the member was that guest."""
    inside = guards.inside(request, club, Role.SCOREKEEPER)
    asked = get_object_or_404(Claim.objects.select_related("player"), pk=claim, player__club=inside.club)
    try:
        claiming.answer(asked, request.POST.get("granted") == "yes", inside.name)
    except Unfit as unfit:
        return page(request, inside, one_or_404(inside, asked.player_id), 422, wrong=why_not(unfit))
    return redirect_see_other("players", club)
