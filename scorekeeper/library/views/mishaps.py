"""Something went wrong: step by step to a ruling, and from it to the sheet."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine import Mishap
from scorekeeper import numbers
from scorekeeper.library import mishaps
from scorekeeper.tables import access, request_parsing
from scorekeeper.tables.access import MatchContext
from scorekeeper.tables.views.sheet import private

NOW = "now"  # the hand that is on, among the numbers of those that are written


@require_safe
def what(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """What went wrong? And the penalties there have been."""
    place = access.get_match(request, code, n)
    first = request_parsing.first_shown(request.GET)
    penalties, more = mishaps.penalties(place, first)
    context = {
        "place": place,
        "kinds": mishaps.kinds(place),
        "penalties": penalties,
        "next": first + mishaps.A_PAGE if more else 0,
    }
    return private(render(request, "library/mishaps.html", context), place)


@require_safe
def which(request: HttpRequest, code: str, n: int, mishap: str) -> HttpResponse:
    """In which hand, and then: what the rules say, and what can be done."""
    place = access.get_match(request, code, n)
    kind = mishaps.kind_of(place, mishap)
    if kind is None:
        raise Http404
    rows, on = place.sheet.rows, mishaps.hand_is_on(place) and kind.mishap is not Mishap.SCORE
    asked = request.GET.get("hand", "")
    if not asked and not (rows and (on or len(rows) > 1)):
        # There is only one hand that it can be.
        asked = str(rows[-1].number) if rows else NOW
    if not asked:
        first = request_parsing.first_shown(request.GET)
        beyond = mishaps.NEWEST + first + mishaps.A_PAGE
        context = {
            "place": place,
            "kind": kind,
            "newest": mishaps.hands(place, 0, mishaps.NEWEST),
            "older": mishaps.hands(place, mishaps.NEWEST + first, mishaps.A_PAGE),
            "first": first,
            "next": first + mishaps.A_PAGE if len(rows) > beyond else 0,
            "on": on,
        }
        return private(render(request, "library/mishap_hand.html", context), place)
    context = {"place": place, "case": mishaps.Case(place, kind, hand_of(place, asked))}
    return private(render(request, "library/mishap.html", context), place)


def hand_of(place: MatchContext, asked: str) -> int | None:
    """The number of a hand; None for the one that is on. 404 for what is neither."""
    if asked == NOW:
        return None
    return access.get_hand_or_404(place, numbers.whole(asked) or 0)
