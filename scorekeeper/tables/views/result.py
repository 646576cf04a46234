"""The result to be passed on: a page with a preview for messengers, its picture, and the sheet on paper."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from scorekeeper.sheet import page, result_card
from scorekeeper.tables import access, match_page, request_parsing
from scorekeeper.tables.link_preview import preview_tags
from scorekeeper.tables.records import table_records

from .sheet import private


@require_safe
def result(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """How a match ended, or how it stands: to look at, and to send to those who were not there."""
    place = access.get_match(request, code, n)
    board, viewer = match_page.load_board(place), match_page.load_onlooker(place)
    evening = page.evening(place.localized, viewer, table_records(place.table))
    context = {"place": place, "board": board, "evening": evening}
    context |= preview_tags(request, board, viewer)
    return private(render(request, "tables/result.html", context), place)


@require_safe
def records(request: HttpRequest, code: str) -> HttpResponse:
    """What this table has played: games won, the biggest hands, and every game."""
    place = access.get_match(request, code)
    matches = place.table.matches.order_by("-number").prefetch_related("sitting")
    viewer = match_page.load_onlooker(place)
    found = table_records(place.table)
    evening = page.evening(place.localized, viewer, found)
    context = {"place": place, "evening": evening}
    context["matches"] = [(match, found.winners.get(match.number, "")) for match in matches]
    return private(render(request, "tables/evening.html", context), place)


@require_safe
def card(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The picture that a messenger shows of it."""
    place = access.get_match(request, code, n)
    shown = result_card.card(match_page.load_board(place), place.match.called)
    # Named by what stands on it: the same picture is never sent twice.
    etag = f'"{hashlib.sha256(repr(shown).encode()).hexdigest()[:24]}"'
    if (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return unchanged
    # Pillow costs 20 MB of a process: it is there once somebody wants a picture.
    from scorekeeper.tables.result_image import png

    answer = HttpResponse(png(shown), content_type="image/png")
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Content-Disposition"] = f'inline; filename="{place.match.game_slug}.png"'
    return answer


@require_safe
def on_paper(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The sheet as a scorer would have ruled it, to be printed."""
    place = access.get_match(request, code, n)
    board, viewer = match_page.load_board(place), match_page.load_onlooker(place)
    first = request_parsing.first_shown(request.GET)
    text = page.paper(board, viewer, place.match.started, first)
    context = {"place": place, "told": result_card.told(board, viewer.called), "text": text}
    return private(render(request, "tables/paper.html", context), place)
