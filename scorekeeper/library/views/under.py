"""A match under other rules than its own: side by side, the rows that differ, who would have won."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.htmx import asks_for_part
from scorekeeper.library import under as replaying
from scorekeeper.sheet import page
from scorekeeper.tables import access, request_parsing
from scorekeeper.tables.access import MatchContext
from scorekeeper.tables.starting import sections
from scorekeeper.tables.views.sheet import private


@require_safe
def under(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Another preset (``preset``), or one option changed (``option`` and its boxes). Nothing is stored."""
    place = access.get_match(request, code, n)
    if place.covered:
        raise Http404
    other, form = None, None
    if option := request.GET.get("option", ""):
        other, form = replaying.by_option(place, option, dict(request.GET.lists()))
    elif preset := request.GET.get("preset", ""):
        other = replaying.by_preset(place, preset)
    if other is not None:
        other.first = request_parsing.first_shown(request.GET)
    asked = request.GET.copy()
    asked.pop("first", None)
    shape = place.sheet.seating.shape
    context: dict[str, Any] = {
        "place": place,
        "other": other,
        "pages": _pages(place, other, asked.urlencode()),
        "chosen": request.GET.get("preset", ""),
        "option": option,
        "form": form,
        "presets": [one for one in place.game.presets if shape in place.game.shapes(one)],
        "mine": place.story.heading.preset,
    }
    if asks_for_part(request):
        template = "library/_under.html"
    else:
        template = "library/under.html"
        context["sections"] = sections(replaying.groups(place))
    return private(render(request, template, context), place)


def _pages(place: MatchContext, other: replaying.Under | None, asked: str) -> str:
    """The way to the other hands that differ."""
    if other is None:
        return ""
    return page.pages(
        place.localized, other.part, place.links("under"), _("Earlier hands"), _("Later hands"), f"{asked}&"
    )
