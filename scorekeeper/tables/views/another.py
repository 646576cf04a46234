"""Views that start another game at the same table, with the same code, phones and seats."""

from contextlib import suppress

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.matches import commands
from scorekeeper.matches.closing import SheetClosed
from scorekeeper.matches.hooks import hooks
from scorekeeper.tables import access, load, own_games, request_parsing, respond, starting
from scorekeeper.tables.context import MatchContext
from scorekeeper.tables.game_choice import featured_games, game_choice
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.tables.leaving import not_started_reason, unfinished_match
from scorekeeper.web.redirects import redirect_see_other


@never_cache
@require_safe
def choose(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Show the choice of the next game; the games that the table has played come first."""
    ctx = _open_table(request, code, n)
    played = list(ctx.table.matches.order_by("-number"))
    return render(request, "tables/another.html", {"match_ctx": ctx, **game_choice(featured_games(played))})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, code: str, n: int, slug: str) -> HttpResponse:
    """Show the form of the next game with the players of this one; on a POST with ``start``, start it."""
    game = access.game_or_404(slug)
    ctx = _open_table(request, code, n)
    assert ctx.phone is not None
    key_hash = ctx.phone.key_hash
    club_presets = page_hooks.club_presets(ctx.table, game)
    if request.method == "POST":
        start = starting.sent_form(game, request.POST, key_hash, club_presets)
    else:
        start = starting.next_game_form(
            game, key_hash, ctx.names.current, request.GET.get("preset"), club_presets
        )
    start.action = ctx.links("another_game", slug)
    if (irrelevant := respond.irrelevant_part(request, start)) is not None:
        return irrelevant
    part, page = "tables/_start.html", "tables/another_start.html"
    context = {"match_ctx": ctx, "start": start, "game": game, "unfinished": unfinished_match(ctx)}
    if "start" not in request.POST:
        return respond.part_or_page(request, part, page, context)
    if not starting.validate(start) or start.heading is None:
        return respond.part_or_page(request, part, page, context, 422)
    if start.title:
        # A phone with too many own games still starts the table, under the title typed.
        with suppress(ValidationError):
            own_games.save(game, start.heading, start.title, key_hash)
    choice = request_parsing.unfinished_match_choice(request.POST)
    try:
        match = commands.start_match(
            ctx.table, ctx.phone, game, start.heading, start.names, n, start.title, **choice
        )
    except commands.MatchUnfinished:
        context["unfinished"] = unfinished_match(load.reload(ctx), not_started_reason(request))
        return respond.part_or_page(request, part, page, context, 422)
    if match is None:
        raise PermissionDenied
    query = "drawn=1" if start.first_dealer == starting.RANDOM_DEALER else ""
    return redirect_see_other("table", code, query=query)


def _open_table(request: HttpRequest, code: str, n: int) -> MatchContext:
    """Return the match for a phone that may start another one. Raises ``SheetClosed``."""
    ctx = access.require_scorer(request, code, n)
    if (closed := hooks.no_more_matches(ctx.table)) is not None:
        raise SheetClosed(closed)
    return ctx
