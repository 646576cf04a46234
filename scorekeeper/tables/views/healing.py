"""The log as phones keep it, what they offer of it to a site that was restored, and what the table says."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.matches import healing
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables import (
    access,
    request_parsing,
)
from scorekeeper.tables.request_parsing import Malformed

from . import answers
from .sheet import private


@ensure_csrf_cookie  # whoever only watches has seen no form, and may have something to offer
@require_safe
def log(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The newest lines of a log from a place on, for a phone that has missed some."""
    place = access.get_match(request, code, n)
    try:
        first = request_parsing.parse_int(request.GET.get("from"))
    except Malformed as problem:
        return answers.malformed(request, problem)
    lines = healing.lines_from(place.match, first)
    return private(JsonResponse({"lines": lines}, json_dumps_params={"ensure_ascii": False}), place)


@require_POST
def offer(request: HttpRequest, code: str) -> HttpResponse:
    """What a phone has kept of a match: what becomes of it, for the phone to know what to do with its own."""
    place = access.get_match(request, code)
    try:
        number = request_parsing.parse_int(request.POST.get("match"))
        lines = healing.read(request.POST.get("lines", ""))
    except (Malformed, healing.Malformed):
        return answers.malformed(request, Malformed())
    state = healing.offer(place.table, number, lines)
    told = {"state": state}
    if state == healing.APART:
        told["said"] = _(
            "This phone has hands that the site lost, but they do not fit the sheet as it is now, so they "
            "cannot be restored. They stay on this phone for a week."
        )
        told["drop"] = _("Delete them")
    return JsonResponse(told, status=409 if state in (healing.APART, healing.GAP) else 200)


@require_POST
def put_back(request: HttpRequest, code: str) -> HttpResponse:
    """Somebody who keeps score says, for the whole table, whether what was lost comes back."""
    place = access.require_scorer(request, code)
    if healing.put_back(place.table, place.phone, request.POST.get("do") == "back") is None:
        raise PermissionDenied
    return redirect_see_other("table", code)
