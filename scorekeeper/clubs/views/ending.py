"""The end of a club: said by an owner, waited for a week, stopped by any owner until then."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs import founding, guards
from scorekeeper.clubs.models import Role
from scorekeeper.onward import redirect_see_other


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, club: str) -> HttpResponse:
    """What a deletion means; posted, it waits for a week, and every member is told."""
    inside = guards.inside(request, club, Role.OWNER)
    if request.method != "POST":
        return render(request, "clubs/delete.html", {"inside": inside, "part": "club"})
    if not founding.end(inside.club, inside.user, inside.name):
        raise guards.MayLess
    return redirect_see_other("club", inside.club.code)


@never_cache
@require_POST
def keep(request: HttpRequest, club: str) -> HttpResponse:
    """An owner stops the deletion."""
    inside = guards.inside(request, club, Role.OWNER)
    if not founding.keep(inside.club, inside.user, inside.name):
        raise guards.MayLess
    return redirect_see_other("club", inside.club.code)
