"""Why these numbers: every line of a hand with its rule, and the hand's own history."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scorekeeper.tables import (
    access,
    history,
    paging,
    points,
    presenters,
)

from . import answers
from .sheet import private


@require_safe
def account(request: HttpRequest, code: str, n: int, side: int) -> HttpResponse:
    """How one side's total came about, hand by hand."""
    place = access.get_match(request, code, n)
    if side >= place.sheet.seating.sides:
        raise Http404
    context = {"place": place, "account": history.account(place, side, paging.asked(request))}
    answer = answers.part_or_page(request, "tables/_account.html", "tables/account.html", context)
    return private(answer, place)


@require_safe
def reasons(request: HttpRequest, code: str, n: int, number: int) -> HttpResponse:
    """One hand: its lines, and every version of it there has been."""
    place = access.get_match(request, code, n)
    access.get_hand_or_404(place, number)
    row, versions = presenters.row_of(place, number), history.history(place, number, paging.asked(request))
    row = replace(
        row,
        reasons=tuple(points.in_full(place, reason) for reason in row.reasons),
        notes=tuple(points.with_rule(place, note) for note in row.notes),
    )
    context = {"place": place, "row": row, "history": versions}
    answer = answers.part_or_page(request, "tables/_reasons.html", "tables/reasons.html", context)
    return private(answer, place)
