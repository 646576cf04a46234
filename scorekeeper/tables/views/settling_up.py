"""Settling up: who pays whom, and what a point is worth."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.matches import typed_names
from scorekeeper.onward import redirect_see_other
from scorekeeper.sheet import page
from scorekeeper.sheet.settling_up import settled_up
from scorekeeper.tables import (
    access,
    match_page,
    settling_up,
)
from scorekeeper.tables.access import MatchContext

LONGEST_CURRENCY = 12


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Who pays whom as the sheet stands; posted, what a point is worth at this table."""
    place = access.get_match(request, code, n)
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
        currency = _clean(currency)
    except ValidationError as wrong:
        return _page(request, place, typed, currency, currency_wrong=wrong.messages[0])
    if not settling_up.agree(place, stake, currency):
        raise PermissionDenied
    return redirect_see_other("settle", code, n)


def _clean(text: str) -> str:
    """What it is paid in, as it can be kept. Raises ``ValidationError``."""
    if len(text) > LONGEST_CURRENCY:
        raise ValidationError(_("At most %(n)d characters.") % {"n": LONGEST_CURRENCY})
    return typed_names.clean_name(text)


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
