"""Settling up: who pays whom, and what a point is worth."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.matches import typed_names
from scorekeeper.onward import redirect_see_other
from scorekeeper.sheet import page
from scorekeeper.sheet.settling_up import settled_up
from scorekeeper.tables import access, match_page, settling_up
from scorekeeper.tables.access import MatchContext, for_onlookers

LONGEST_CURRENCY = 12


@for_onlookers("GET POST")
def settle(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """Who pays whom as the sheet stands; posted, what a point is worth at this table."""
    if not place.is_settled_up:
        raise Http404
    if request.method != "POST":
        return _page(request, place, settling_up.stake_typed(place.table), place.table.currency)
    access.check_scorer(place)
    typed, currency = request.POST.get("stake", "").strip(), request.POST.get("currency", "").strip()
    try:
        stake = settling_up.read_stake(typed) if typed else None
    except ValueError as wrong:
        return _page(request, place, typed, currency, stake_wrong=str(wrong))
    try:
        currency = typed_names.clean_name(currency, LONGEST_CURRENCY)
    except ValidationError as wrong:
        return _page(request, place, typed, currency, currency_wrong=wrong.messages[0])
    if not settling_up.agree(place, stake, currency):
        raise PermissionDenied
    return redirect_see_other("settle", place.table.code, place.match.number)


def _page(request: HttpRequest, place: MatchContext, stake: str, currency: str, **wrong: str) -> HttpResponse:
    match, viewer = place.localized, match_page.load_onlooker(place)
    context = {
        "place": place,
        "settled": settled_up(match, viewer.stake),
        "payments": page.payments(match, viewer),
        "stake": stake,
        "currency": currency,
    }
    return render(request, "tables/settle.html", context | wrong, status=422 if wrong else 200)
