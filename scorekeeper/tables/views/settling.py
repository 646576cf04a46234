"""Settling up: who pays whom, and what a point is worth."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.onward import see
from scorekeeper.tables import guards, people, settling
from scorekeeper.tables.guards import Place

LONGEST_CURRENCY = 12


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Who pays whom as the sheet stands; posted, what a point is worth at this table."""
    place = guards.at(request, code, n)
    if not place.is_settled_up:
        raise Http404
    if request.method != "POST":
        return _page(request, place, _typed(place), place.table.currency)
    guards.must_score(place)
    typed, currency = request.POST.get("stake", "").strip(), request.POST.get("currency", "").strip()
    try:
        stake = settling.read_stake(typed) if typed else None
    except ValueError as wrong:
        return _page(request, place, typed, currency, stake_wrong=str(wrong))
    try:
        currency = _clean(currency)
    except ValidationError as wrong:
        return _page(request, place, typed, currency, currency_wrong=wrong.messages[0])
    if not settling.agree(place, stake, currency):
        raise PermissionDenied
    return see("settle", code, n)


def _clean(text: str) -> str:
    """What it is paid in, as it can be kept. Raises ``ValidationError``."""
    if len(text) > LONGEST_CURRENCY:
        raise ValidationError(_("At most %(n)d letters, please.") % {"n": LONGEST_CURRENCY})
    return people.clean_name(text)


def _typed(place: Place) -> str:
    """What a point is worth, as its box shows it."""
    return settling.money(settling.stake_of(place.table)) if place.table.stake else ""


def _page(request: HttpRequest, place: Place, stake: str, currency: str, **wrong: str) -> HttpResponse:
    context = {"place": place, "settled": settling.settled_up(place), "stake": stake, "currency": currency}
    return render(request, "tables/settle.html", context | wrong, status=422 if wrong else 200)
