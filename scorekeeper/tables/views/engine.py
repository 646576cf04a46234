"""The engine and the match for a phone that scores offline; the log has its own view."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.views.decorators.http import require_safe

from scorekeeper.matches import models
from scorekeeper.tables import access, engine_zip, settling_up
from scorekeeper.tables.context import MatchContext
from scorekeeper.tables.respond import private


@require_safe
def engine(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Return the URLs of the engine, and the match without its log; 404 unless the language is English."""
    ctx = access.get_match(request, code, n)
    if ctx.reader.language != "en":
        raise Http404
    slug, question_ids = ctx.game.slug, [*ctx.game.questions][:1]
    data = {
        "start": {"python": engine_zip.python_url(), "zip": engine_zip.zip_url(slug)},
        "version": ctx.engine,
        "about": match_info(ctx),
        # The pages that start another table of the game offline.
        "alone": [reverse("start", args=[slug]), reverse("alone")],
        # One question's page serves all questions offline.
        "referee": [static("offline/referee.js"), *(ctx.links("ask_at_table", id) for id in question_ids)],
    }
    return private(JsonResponse(data, json_dumps_params={"ensure_ascii": False}), ctx)


def match_info(ctx: MatchContext) -> dict[str, Any]:
    """Return a match without its log, in the format of ``scorekeeper.sheet.on_phone``."""
    match, stake = ctx.match, settling_up.stake_of(ctx.table)
    start = {name: getattr(match, name) for name in ("preset", "house", "seats", "sides", "first_dealer")}
    authors = models.Entry.objects.filter(match=match, by__isnull=False).order_by("place")
    return {
        "game": ctx.game.slug,
        "called": match.display_name,
        "code": ctx.table.code,
        "match": match.number,
        "root": get_script_prefix(),
        "begun": start,
        "names": [list(period) for period in ctx.names.sitting],
        "by": {str(phone_id): name for phone_id, name in authors.values_list("by", "by_name")},
        "is_newest": ctx.is_current,
        "reason_needed": ctx.table.needs_reasons,
        "stake": [str(stake.worth), stake.currency, stake.agreed],
    }
