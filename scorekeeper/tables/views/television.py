"""The view of a table for a television: score, race diagram and last hand in large type."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from scorekeeper.matches import phones
from scorekeeper.sheet import page
from scorekeeper.tables import access, load, match_page, respond
from scorekeeper.tables.qr import qr
from scorekeeper.tables.respond import private
from scorekeeper.web.htmx import asks_for_part


@require_safe
def television(request: HttpRequest, code: str) -> HttpResponse:
    """Show the current match in large type. The page is read-only and updates itself."""
    ctx = access.get_match(request, code)
    sheet_etag = load.etag(ctx).strip('"')
    etag = f'"tv.{sheet_etag}"'
    partial = asks_for_part(request)
    if partial and (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return private(unchanged, ctx)
    watch_link = phones.watch_link(request, ctx.table)
    presenter, viewer = match_page.load_presenter(ctx), match_page.load_watcher(ctx)
    text = page.television(presenter, viewer, qr(watch_link))
    response = respond.text_or_page(
        request, text, "tables/tv.html", {"match_ctx": ctx, "presenter": presenter}
    )
    if partial:
        response.headers["ETag"] = etag
    return private(response, ctx)
