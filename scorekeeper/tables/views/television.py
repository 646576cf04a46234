"""A table as a television shows it: score, race and last hand, to be read from across the room."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from scorekeeper.htmx import asks_for_part
from scorekeeper.matches import phones
from scorekeeper.sheet import page
from scorekeeper.tables import access, match_page
from scorekeeper.tables.qr import qr

from . import answers
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
    board, viewer = match_page.load_board(place), match_page.load_onlooker(place)
    text = page.television(board, viewer, qr(watch))
    answer = answers.text_or_page(request, text, "tables/tv.html", {"place": place, "board": board})
    if partial:
        answer.headers["ETag"] = etag
    return private(answer, place)
