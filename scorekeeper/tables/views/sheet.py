"""Views of a match: the table's page, the sheet, older hands, and the record."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from games.engine.interchange import Record, write_record
from scorekeeper.sheet.page import hands as draw_hands
from scorekeeper.sheet.page import sheet as draw_sheet
from scorekeeper.tables import access, load, match_page, request_parsing, respond
from scorekeeper.tables.respond import private
from scorekeeper.web import htmx


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    return respond.page(request, access.get_match(request, code))


@require_safe
def match(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Return the page of any match of the table."""
    return respond.page(request, access.get_match(request, code, n))


@require_safe
def partial(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Return the sheet alone, for a phone that was notified of a change.

    A phone that shows a match whose start was undone is redirected to the table.
    """
    try:
        ctx = access.get_match(request, code, n)
    except access.NoSuchMatch:
        if not htmx.asks_for_part(request):
            raise
        return HttpResponse(headers={"HX-Redirect": reverse("table", args=[code])})
    etag = load.etag(ctx)
    if (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return private(unchanged, ctx)
    presenter, viewer = match_page.load_presenter(ctx), match_page.load_viewer(request, ctx)
    # At a club's night (an evening of several tables), the sheet also shows the round.
    night = respond.night_text(request, ctx)
    response = private(HttpResponse(draw_sheet(presenter, viewer, night=night)), ctx)
    response.headers["ETag"] = etag
    return response


@require_safe
def hands(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Show the hands before those on the sheet, page by page."""
    ctx = access.get_match(request, code, n)
    skipped_hands = request_parsing.first_item(request.GET)
    presenter = match_page.load_presenter(ctx, skipped_hands)
    viewer = match_page.load_viewer(request, ctx)
    context = {"match_ctx": ctx, "content": draw_hands(presenter, viewer)}
    return private(render(request, "tables/hands.html", context), ctx)


@require_safe
def record(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Return the match in the record format, as a download."""
    ctx = access.get_match(request, code, n)
    state = ctx.state
    log = tuple(logged.entry for logged in state.log)
    data = write_record(Record(ctx.game, state.first_heading, ctx.names.current, log, ctx.match.title))
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response.headers["Content-Disposition"] = f'attachment; filename="{ctx.game.slug}-{n}.json"'
    return private(response, ctx)
