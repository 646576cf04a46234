"""The table's page and its sheet: what everybody at the table looks at."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from games.engine.interchange import Record, write_record
from scorekeeper import htmx
from scorekeeper.tables import (
    access,
    hand_entry,
    paging,
    presenters,
    preview,
    request_parsing,
)
from scorekeeper.tables.access import MatchContext
from scorekeeper.tables.hand_entry import HandEntry
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.tables.link_preview import preview_tags


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The newest match of a table."""
    return page(request, access.get_match(request, code))


@require_safe
def match(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """One match of a table, older ones too."""
    return page(request, access.get_match(request, code, n))


@require_safe
def partial(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The sheet alone, for a phone that heard of a change."""
    place = access.get_match(request, code, n)
    if (unchanged := get_conditional_response(request, etag=place.etag)) is not None:
        return private(unchanged, place)
    answer = private(render(request, "tables/_sheet.html", context(place)), place)
    answer.headers["ETag"] = place.etag
    return answer


@require_safe
def hands(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The hands before those that the sheet shows, a page at a time."""
    place = access.get_match(request, code, n)
    context = {"place": place, "board": presenters.board(place, paging.asked(request))}
    return private(render(request, "tables/hands.html", context), place)


@require_safe
def record(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The match in the record format, to be carried away."""
    place = access.get_match(request, code, n)
    story = place.story
    log = tuple(written.entry for written in story.log)
    carried = write_record(Record(place.game, story.first, place.names.now, log, place.match.title))
    answer = JsonResponse(carried, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer.headers["Content-Disposition"] = f'attachment; filename="{place.game.slug}-{n}.json"'
    return private(answer, place)


def page(
    request: HttpRequest, place: MatchContext, entry: HandEntry | None = None, status: int = 200, **more: Any
) -> HttpResponse:
    """The whole page, or for htmx the part that changes; ``entry`` is a form that goes back."""
    if entry is None and place.may_score and place.is_newest and place.closed is None:
        entry = hand_entry.draft(place)
    shown = (
        context(place, entry)
        | {"note": presenters.note(place, request.GET), "drawn": "drawn" in request.GET}
        | more
    )
    if status >= 400:
        shown["kept"] = request_parsing.kept(request.POST)
    if htmx.asks_for_part(request):
        return private(render(request, "tables/_sheet.html", shown, status=status), place)
    shown["around"] = page_hooks.membership(request, place.table)
    # The link to a table is what people send each other: it says how the game stands.
    tags = preview_tags(request, shown["board"], reverse("table", args=[place.table.code]))
    return private(render(request, "tables/table.html", shown | tags, status=status), place)


def context(place: MatchContext, entry: HandEntry | None = None) -> dict[str, Any]:
    """What the templates of the table speak of."""
    shown: dict[str, Any] = {"place": place, "board": presenters.board(place), "entry": entry}
    shown["at_night"] = page_hooks.night_status(place.table)
    if entry is not None:
        shown["would"] = preview.preview_hand(entry)
    return shown


def private(answer: HttpResponse, place: MatchContext) -> HttpResponse:
    """To be asked for again each time, kept by this phone only, and another page for htmx."""
    answer.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ("Cookie", "Accept-Language"))
    htmx.vary(answer)
    return answer
