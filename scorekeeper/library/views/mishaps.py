"""Something went wrong: step by step to a ruling, and from it to the sheet."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper import numbers
from scorekeeper.library import mishaps
from scorekeeper.tables import guards
from scorekeeper.tables.guards import Place
from scorekeeper.tables.views.sheet import private

NOW = "now"  # the hand that is on, among the numbers of those that are written


@require_safe
def what(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """What went wrong? And the penalties there have been."""
    place = guards.at(request, code, n)
    context = {"place": place, "kinds": mishaps.kinds(place), "penalties": mishaps.penalties(place)}
    return private(render(request, "library/mishaps.html", context), place)


@require_safe
def which(request: HttpRequest, code: str, n: int, mishap: str) -> HttpResponse:
    """In which hand, and then: what the rules say, and what can be done."""
    place = guards.at(request, code, n)
    kind = mishaps.read(mishap)
    if kind is None:
        raise Http404
    hands, on = mishaps.hands(place), mishaps.hand_is_on(place) and kind is not mishaps.Mishap.SCORE
    asked = request.GET.get("hand", "")
    if not asked and not (hands and (on or len(hands) > 1)):
        # There is only one hand that it can be.
        asked = str(hands[0].number) if hands else NOW
    if not asked:
        context = {
            "place": place,
            "kind": mishaps.Case(place, kind, None).kind,
            "newest": hands[: mishaps.NEWEST],
            "older": hands[mishaps.NEWEST :],
            "on": on,
        }
        return private(render(request, "library/mishap_hand.html", context), place)
    context = {"place": place, "case": mishaps.Case(place, kind, hand_of(place, asked))}
    return private(render(request, "library/mishap.html", context), place)


def hand_of(place: Place, asked: str) -> int | None:
    """The number of a hand; None for the one that is on. 404 for what is neither."""
    if asked == NOW:
        return None
    return guards.row_or_404(place, numbers.whole(asked) or 0)
