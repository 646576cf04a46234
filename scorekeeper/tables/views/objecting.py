"""A hand questioned at the table, and the question put away again."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorekeeper.onward import see
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
        return see("questions_at_table", code, n, asking=f"in-hand={number}")
    return see("reasons", code, n, number)


@never_cache
@require_POST
def stands(request: HttpRequest, code: str, n: int, number: int) -> HttpResponse:
    """Those who keep score let a questioned hand stand."""
    place = guards.scoring(request, code, n)
    guards.row_or_404(place, number)
    assert place.phone is not None
    if not objecting.stands(place.match, place.phone, number) and number in place.objections:
        raise PermissionDenied
    return see("reasons", code, n, number)
