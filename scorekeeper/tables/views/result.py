"""Views of the result: a page to share, its picture, the table's records, and the sheet on paper."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from scorekeeper.sheet import page, paging, result_card
from scorekeeper.sheet.paging import Part
from scorekeeper.tables import access, match_page, request_parsing
from scorekeeper.tables.link_preview import preview_tags
from scorekeeper.tables.records import is_abandoned, table_records
from scorekeeper.tables.respond import private


@require_safe
def result(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Show the result or the current score of a match, with a link preview."""
    ctx = access.get_match(request, code, n)
    presenter, viewer = match_page.load_presenter(ctx), match_page.load_watcher(ctx)
    records = page.table_records(ctx.localized, viewer, table_records(ctx.table))
    context = {"match_ctx": ctx, "presenter": presenter, "records": records}
    context |= preview_tags(request, presenter, viewer)
    return private(render(request, "tables/result.html", context), ctx)


@require_safe
def records(request: HttpRequest, code: str) -> HttpResponse:
    """Show the records of a table: games won, the biggest hands, and all games."""
    ctx = access.get_match(request, code)
    first = request_parsing.first_item(request.GET)
    part = Part(first, paging.MATCHES, ctx.table.matches.count())
    newest_first = ctx.table.matches.order_by("-number").defer("frozen", "begun")
    matches = newest_first.prefetch_related("sitting")[part.first : part.first + part.size]
    viewer = match_page.load_watcher(ctx)
    record_values = table_records(ctx.table)
    records = page.table_records(ctx.localized, viewer, record_values)
    context = {"match_ctx": ctx, "records": records, "part": part}
    context["matches"] = [
        {
            "match": match,
            "winners": record_values.winners.get(match.number, ""),
            "score": record_values.scores.get(match.number, ""),
            "abandoned": is_abandoned(match, ctx.current_number),
        }
        for match in matches
    ]
    return private(render(request, "tables/table_records.html", context), ctx)


@require_safe
def card(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Return the picture of the result for link previews."""
    ctx = access.get_match(request, code, n)
    contents = result_card.card(match_page.load_presenter(ctx), ctx.match.display_name)
    # The ETag depends on the content of the picture, so an unchanged picture is neither drawn nor sent.
    etag = f'"{hashlib.sha256(repr(contents).encode()).hexdigest()[:24]}"'
    if (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return unchanged
    # Pillow takes 20 MB of memory, so it is imported on the first request.
    from scorekeeper.tables.result_image import png

    response = HttpResponse(png(contents), content_type="image/png")
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Content-Disposition"] = f'inline; filename="{ctx.match.game_slug}.png"'
    return response


@require_safe
def on_paper(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Show the sheet for printing."""
    ctx = access.get_match(request, code, n)
    presenter, viewer = match_page.load_presenter(ctx), match_page.load_watcher(ctx)
    first = request_parsing.first_item(request.GET)
    text = page.paper(presenter, viewer, ctx.match.started, first)
    context = {
        "match_ctx": ctx,
        "result_text": result_card.result_text(presenter, viewer.match_name),
        "content": text,
    }
    return private(render(request, "tables/paper.html", context), ctx)
