"""Views that end a match early, start a rematch, or return to an earlier match."""

from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.matches import commands
from scorekeeper.matches.closing import SheetClosed
from scorekeeper.matches.hooks import hooks
from scorekeeper.sheet import keyboard
from scorekeeper.sheet.state import rematch_dealer
from scorekeeper.tables import access, load, match_page, request_parsing, respond
from scorekeeper.tables.access import for_scorers
from scorekeeper.tables.context import MatchContext
from scorekeeper.tables.leaving import not_started_reason, unfinished_match
from scorekeeper.tables.respond import Failure
from scorekeeper.web.redirects import redirect_see_other


@for_scorers("GET POST")
def rematch(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Start the same game again with the same rules and players, and the next dealer. Idempotent."""
    if (closed := hooks.no_more_matches(ctx.table)) is not None:
        raise SheetClosed(closed)
    if request.method != "POST":
        return _rematch_page(request, ctx)
    assert ctx.phone is not None
    heading = replace(
        ctx.state.heading,
        seating=replace(ctx.state.heading.seating, first_dealer=rematch_dealer(ctx.game, ctx.sheet)),
    )
    try:
        match = commands.start_match(
            ctx.table,
            ctx.phone,
            ctx.game,
            heading,
            ctx.names.current,
            ctx.match.number,
            ctx.match.title,
            **request_parsing.unfinished_match_choice(request.POST),
        )
    except commands.MatchUnfinished:
        return _rematch_page(request, load.reload(ctx), not_started_reason(request), 422)
    if match is None:
        raise PermissionDenied
    return redirect_see_other("table", ctx.table.code)


def _rematch_page(
    request: HttpRequest, ctx: MatchContext, error: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "match_ctx": ctx,
        "presenter": match_page.load_presenter(ctx),
        "unfinished": unfinished_match(ctx, error),
    }
    return render(request, "tables/rematch.html", context, status=status)


@never_cache
@require_http_methods(["POST"])
def undo_start(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Return to the match before this one, if this one has no hand yet. Idempotent."""
    try:
        ctx = access.require_scorer(request, code, n)
    except access.NoSuchMatch:
        current = access.require_scorer(request, code)
        if n > (current.table.last_number or 0):
            raise
        return redirect_see_other("table", code)  # another phone has already undone it
    try:
        previous = commands.undo_start(ctx.match, ctx.phone, _("undone"))
    except commands.MatchHasEntries:
        trouble = _("A hand has been saved in the meantime. Nothing was undone.")
        return respond.page(request, load.reload(ctx), status=409, trouble=trouble)
    if previous is None:
        raise PermissionDenied
    return redirect_see_other("table", code)


@for_scorers("POST")
def go_on(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Resume an earlier, unfinished match of the table. Every phone then shows it."""
    try:
        if not commands.go_on(ctx.match, ctx.phone):
            raise PermissionDenied
    except commands.MatchEnded:
        return respond.page(request, load.reload(ctx), status=409, trouble=_("This game has ended."))
    return redirect_see_other("table", ctx.table.code)


@for_scorers("GET POST")
def stop(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Ask whether to end the match; posted, end it. The end is an entry of the log and can be undone."""
    if request.method != "POST":
        return _stop_page(request, ctx)
    command = request_parsing.stop_command(ctx, request.POST)
    result = commands.append_entry(ctx.match, ctx.phone, command)

    def show_failure(ctx: MatchContext, failure: Failure) -> HttpResponse:
        field = failure.problems[0][0]
        if field == "why":
            return _stop_page(request, ctx, failure.words)
        return respond.page(request, ctx, status=failure.status, trouble=failure.words)

    conflict = _("Someone else has saved a hand in the meantime. The game was not ended.")
    return respond.write_response(request, ctx, result, show_failure, conflict=conflict)


def _stop_page(request: HttpRequest, ctx: MatchContext, error: str = "") -> HttpResponse:
    """Return the page that asks whether to end the match; on a closed sheet it asks for a reason, too."""
    presenter, viewer = match_page.load_presenter(ctx), match_page.load_viewer(request, ctx)
    text = keyboard.ending(presenter, viewer, why=request_parsing.reason(request.POST), error=error)
    return render(
        request, "tables/stop.html", {"match_ctx": ctx, "content": text}, status=422 if error else 200
    )
