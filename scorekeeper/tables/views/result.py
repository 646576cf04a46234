"""The result to be passed on: a page with a preview for messengers, its picture, and the sheet on paper."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from scorekeeper.tables import guards, paper, results, showing
from scorekeeper.tables.evening import evening
from scorekeeper.tables.previewing import preview_tags

from .sheet import private


@require_safe
def result(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """How a match ended, or how it stands: to look at, and to send to those who were not there."""
    place = guards.at(request, code, n)
    board = showing.board(place)
    context = {"place": place, "board": board, "evening": evening(place.table, place.phone)}
    context |= preview_tags(request, board)
    return private(render(request, "tables/result.html", context), place)


@require_safe
def records(request: HttpRequest, code: str) -> HttpResponse:
    """What this table has played: games won, the biggest hands, and every game."""
    place = guards.at(request, code)
    matches = place.table.matches.order_by("-number").prefetch_related("sitting")
    context = {"place": place, "evening": evening(place.table, place.phone), "matches": matches}
    return private(render(request, "tables/evening.html", context), place)


@require_safe
def card(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The picture that a messenger shows of it."""
    place = guards.at(request, code, n)
    shown = results.card(showing.board(place))
    # Named by what stands on it: the same picture is never sent twice.
    etag = f'"{hashlib.sha256(repr(shown).encode()).hexdigest()[:24]}"'
    if (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return unchanged
    # Pillow costs 20 MB of a process: it is there once somebody wants a picture.
    from scorekeeper.tables.picture import png

    answer = HttpResponse(png(shown), content_type="image/png")
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Content-Disposition"] = f'inline; filename="{place.match.game_slug}.png"'
    return answer


@require_safe
def on_paper(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The sheet as a scorer would have ruled it, to be printed."""
    place = guards.at(request, code, n)
    board = showing.board(place)
    context = {"place": place, "board": board, "told": results.told(board), "lines": paper.lines(board)}
    return private(render(request, "tables/paper.html", context), place)
