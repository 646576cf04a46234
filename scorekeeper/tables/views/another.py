"""Another game at the same table: its code, its phones and who sits where stay, and every phone follows."""

from contextlib import suppress

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper import htmx
from scorekeeper.matches import commands
from scorekeeper.matches.closing import ClosedNow
from scorekeeper.matches.hooks import hooks
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables import access, own_games, starting
from scorekeeper.tables.access import MatchContext
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.tables.views import answers
from scorekeeper.tables.views.starting import listed, offered_large


@never_cache
@require_safe
def choose(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Which game comes next: what the table has played stands first."""
    place = _open_table(request, code, n)
    played = list(place.table.matches.order_by("-number"))
    return render(request, "tables/another.html", {"place": place, **listed(offered_large(played))})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, code: str, n: int, slug: str) -> HttpResponse:
    """Rules and seats of the next game, with the people of this one; posted with ``start``, it begins."""
    game = access.game_or_404(slug)
    place = _open_table(request, code, n)
    assert place.phone is not None
    key_hash = place.phone.key_hash
    ways = page_hooks.ways(place.table, game)
    if request.method == "POST":
        start = starting.chosen(game, request.POST, key_hash, ways)
    else:
        start = starting.at_table(game, key_hash, place.names.now, request.GET.get("preset"), ways)
    start.action = place.links("another_game", slug)
    if htmx.asks_for_part(request) and "idle" in request.POST:
        return render(request, "tables/_idle.html", {"groups": start.groups, "form": "_start"})
    part, page = "tables/_start.html", "tables/another_start.html"
    context = {"place": place, "start": start, "game": game}
    if "start" not in request.POST:
        return answers.part_or_page(request, part, page, context)
    if not starting.read(start) or start.heading is None:
        return answers.part_or_page(request, part, page, context, 422)
    if start.title:
        # A phone may keep enough games already: the table has its name all the same.
        with suppress(ValidationError):
            own_games.keep(game, start.heading, start.title, key_hash)
    if not commands.start_match(place.table, place.phone, game, start.heading, start.names, n, start.title):
        raise PermissionDenied
    drawn = "drawn=1" if start.first_dealer == starting.BY_LOT else ""
    return redirect_see_other("table", code, asking=drawn)


def _open_table(request: HttpRequest, code: str, n: int) -> MatchContext:
    """The match for a phone that may begin another. Raises ``ClosedNow``."""
    place = access.require_scorer(request, code, n)
    if (over := hooks.no_more_matches(place.table)) is not None:
        raise ClosedNow(over)
    return place
