"""A hand questioned at the table, and the question put away again."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorekeeper.tables import guards, objecting, sending


@never_cache
@require_POST
def question(request: HttpRequest, code: str, n: int, number: int) -> HttpResponse:
    """Mark a hand as questioned: whoever sees the sheet may; every phone shows the mark."""
    place = guards.at(request, code, n)
    guards.row_or_404(place, number)
    objecting.question(place.match, place.phone, number, sending.reason(request.POST))
    # The desk opens on that hand; a game without a referee has its reasons.
    if place.game.questions:
        to = HttpResponseRedirect(reverse("questions_at_table", args=[code, n]) + f"?in-hand={number}")
    else:
        to = redirect("reasons", code, n, number)
    to.status_code = 303
    return to


@never_cache
@require_POST
def stands(request: HttpRequest, code: str, n: int, number: int) -> HttpResponse:
    """Those who keep score let a questioned hand stand."""
    place = guards.scoring(request, code, n)
    guards.row_or_404(place, number)
    assert place.phone is not None
    if not objecting.stands(place.match, place.phone, number) and number in place.objections:
        raise PermissionDenied
    to = redirect("reasons", code, n, number)
    to.status_code = 303
    return to
