"""View of a match under other house rules: totals, differing rows, and the winner."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.library import other_rules
from scorekeeper.sheet import page
from scorekeeper.tables import access, request_parsing
from scorekeeper.tables.context import MatchContext
from scorekeeper.tables.respond import private
from scorekeeper.tables.starting import sections
from scorekeeper.web.htmx import asks_for_part


@require_safe
def show(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Render the match under another ``preset``, or with one ``option`` changed."""
    ctx = access.get_match(request, code, n)
    if ctx.hides_totals:
        raise Http404
    other, form = None, None
    if option := request.GET.get("option", ""):
        other, form = other_rules.by_option(ctx, option, dict(request.GET.lists()))
    elif preset := request.GET.get("preset", ""):
        other = other_rules.by_preset(ctx, preset)
    if other is not None:
        other.first = request_parsing.first_item(request.GET)
    query = request.GET.copy()
    query.pop("first", None)
    shape = ctx.sheet.seating.shape
    context: dict[str, Any] = {
        "match_ctx": ctx,
        "other": other,
        "pages": _pages(ctx, other, query.urlencode()),
        "chosen_preset": request.GET.get("preset", ""),
        "option": option,
        "form": form,
        "presets": [preset for preset in ctx.game.presets if shape in ctx.game.shapes(preset)],
        "current_preset": ctx.state.heading.preset,
    }
    if asks_for_part(request):
        template = "library/_other_rules.html"
    else:
        template = "library/other_rules.html"
        context["sections"] = sections(other_rules.groups(ctx))
    return private(render(request, template, context), ctx)


def _pages(ctx: MatchContext, other: other_rules.OtherRules | None, query: str) -> str:
    """Return the links to the other pages of differing hands."""
    if other is None:
        return ""
    return page.pages(
        ctx.localized, other.part, ctx.links("other_rules"), _("Earlier hands"), _("Later hands"), f"{query}&"
    )
