"""One person's data taken away in one tap, and the wish to be forgotten."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs import forgetting, guards, personal
from scorekeeper.clubs.guards import Inside
from scorekeeper.clubs.models import Player
from scorekeeper.onward import see

from .players import is_mine, may_forget, one_or_404, to_player


def _own(request: HttpRequest, club: str, player: int) -> tuple[Inside, Player]:
    """A person's own record; a guest's for an owner, whom they can ask."""
    inside = guards.inside(request, club)
    one = one_or_404(inside, player)
    if not may_forget(inside, one):
        raise PermissionDenied
    return inside, one


@never_cache
@require_safe
def as_json(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Everything about one person."""
    _inside, one = _own(request, club, player)
    answer = JsonResponse(personal.about(one), json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer.headers["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return answer


@never_cache
@require_safe
def as_csv(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Their matches for a spreadsheet."""
    _inside, one = _own(request, club, player)
    answer = HttpResponse(personal.as_csv(personal.about(one)), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = 'attachment; filename="my-matches.csv"'
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """What will be gone, and when; posted, the name is covered at once."""
    inside, one = _own(request, club, player)
    if one.forgotten:
        return to_player(inside, one)
    context: dict[str, Any] = {
        "inside": inside,
        "part": "players",
        "player": one,
        "mine": is_mine(inside, one),
        "days": forgetting.A_FORTNIGHT.days,
    }
    if request.method != "POST":
        return render(request, "clubs/forget.html", context)
    try:
        forgetting.ask(one, inside.name, with_account=context["mine"] and "account" in request.POST)
    except forgetting.LastOwner:
        wrong = _("The club would have no owner. Hand it over first, on the page of its members.")
        return render(request, "clubs/forget.html", context | {"wrong": wrong}, status=422)
    forgetting.overdue()
    return see("remember_player", club, one.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def remember(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Not forgotten after all, within the fortnight. Who has asked is no member any more."""
    waiting = Player.objects.filter(club__code=club, pk=player, forgotten__isnull=False, gone=None)
    one = waiting.select_related("club").first()
    if one is not None and request.user.is_authenticated and one.user_id == request.user.pk:
        inside = Inside(one.club, request.user, None)
    else:
        inside, one = _own(request, club, player)
    if request.method != "POST":
        context = {"inside": inside, "player": one, "until": forgetting.until(one)}
        return render(request, "clubs/remember.html", context)
    if not forgetting.undo(one, inside.name):
        raise PermissionDenied
    return to_player(inside, one)
