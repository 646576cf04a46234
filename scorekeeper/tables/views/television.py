"""A table as a television shows it: score, race and last hand, to be read from across the room."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from scorekeeper.htmx import asks_for_part
from scorekeeper.matches import phones
from scorekeeper.tables import (
    access,
    presenters,
)
from scorekeeper.tables.qr import qr

from .sheet import private


@require_safe
def television(request: HttpRequest, code: str) -> HttpResponse:
    """The newest match of a table, large; it follows the table by itself and writes nothing."""
    place = access.get_match(request, code)
    etag = f'"tv.{place.etag.strip(chr(34))}"'
    partial = asks_for_part(request)
    if partial and (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return private(unchanged, place)
    watch = phones.watch_link(request, place.table)
    context = {"place": place, "board": presenters.board(place), "watch_qr": qr(watch)}
    answer = private(render(request, "tables/_tv.html" if partial else "tables/tv.html", context), place)
    if partial:
        answer.headers["ETag"] = etag
    return answer
