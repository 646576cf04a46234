"""What a phone needs to score a match by itself, beside its log."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.views.decorators.http import require_safe

from scorekeeper import engine_zip
from scorekeeper.matches import models
from scorekeeper.tables import access, settling_up
from scorekeeper.tables.access import MatchContext

from .sheet import private


@require_safe
def engine(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Where the engine is, and the match without its log; 404 where its language is not the reader's."""
    place = access.get_match(request, code, n)
    if place.language != "en":
        raise Http404
    slug, first = place.game.slug, [*place.game.questions][:1]
    told = {
        "start": {"python": engine_zip.python_address(), "zip": engine_zip.zip_address(slug)},
        "version": place.engine,
        "about": about(place),
        # What it takes to begin another table of the game without a network.
        "alone": [reverse("start", args=[slug]), reverse("alone")],
        # The page of one question is enough for all of them.
        "referee": [static("offline/referee.js"), *(place.links("ask_at_table", id) for id in first)],
    }
    return private(JsonResponse(told, json_dumps_params={"ensure_ascii": False}), place)


def about(place: MatchContext) -> dict[str, Any]:
    """A match without its log, as ``scorekeeper.on_phone`` reads it."""
    match, stake = place.match, settling_up.stake_of(place.table)
    begun = {name: getattr(match, name) for name in ("preset", "house", "seats", "sides", "first_dealer")}
    wrote = models.Entry.objects.filter(match=match, by__isnull=False).order_by("place")
    return {
        "game": place.game.slug,
        "called": match.called,
        "code": place.table.code,
        "match": match.number,
        "root": get_script_prefix(),
        "begun": begun,
        "names": [list(sitting) for sitting in place.names.sitting],
        "by": {str(by): name for by, name in wrote.values_list("by", "by_name")},
        "is_newest": place.is_newest,
        "reason_needed": place.table.needs_reasons,
        "stake": [str(stake.worth), stake.currency, stake.agreed],
    }
