"""A hand questioned at the table, and the question put away again."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorekeeper.matches import disputes
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables import (
    access,
    request_parsing,
)


@never_cache
@require_POST
def question(request: HttpRequest, code: str, n: int, number: int) -> HttpResponse:
    """Mark a hand as questioned: whoever sees the sheet may; every phone shows the mark."""
    place = access.get_match(request, code, n)
    access.get_hand_or_404(place, number)
    disputes.question(place.match, place.phone, number, request_parsing.reason(request.POST))
    # The desk opens on that hand; a game without a referee has its reasons.
    if place.game.questions:
        return redirect_see_other("questions_at_table", code, n, asking=f"in-hand={number}")
    return redirect_see_other("reasons", code, n, number)


@never_cache
@require_POST
def stands(request: HttpRequest, code: str, n: int, number: int) -> HttpResponse:
    """Those who keep score let a questioned hand stand."""
    place = access.require_scorer(request, code, n)
    access.get_hand_or_404(place, number)
    assert place.phone is not None
    if not disputes.stands(place.match, place.phone, number) and number in place.objections:
        raise PermissionDenied
    return redirect_see_other("reasons", code, n, number)
