"""A game of one's own: kept under a name, opened by its link, taken away again."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import every_game
from scorekeeper import limits, phone_cookie
from scorekeeper.matches import (
    models,
    phones,
)
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables import (
    access,
    own_games,
    starting,
)

from . import alone


@never_cache
@require_safe
def own_game(request: HttpRequest, code: str) -> HttpResponse:
    """The page that starts a table of it."""
    own = limits.found_or_404(request, models.OwnGame.objects.all(), code)
    game = every_game().get(own.game_slug)
    if game is None:
        raise Http404
    key = phone_cookie.key_of(request)
    begun = starting.kept(own, game, phones.hashed(key) if key else "")
    mine = bool(key) and own.key_hash == phones.hashed(key or "")
    link = request.build_absolute_uri()
    context = {"start": begun, "game": game, "mine": mine, "link": link, "alone": alone.told(game)}
    return render(request, "tables/start.html", context)


@require_POST
def forget(request: HttpRequest, code: str) -> HttpResponse:
    """The phone that keeps it takes it away; the tables that play it go on."""
    own = limits.found_or_404(request, models.OwnGame.objects.all(), code)
    key = phone_cookie.key_of(request)
    if key is None or own.key_hash != phones.hashed(key):
        raise PermissionDenied
    own.delete()
    return redirect("home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Keep the house rules and seats of a match as a game of one's own, and call the match so."""
    place = access.require_scorer(request, code, n)
    assert place.phone is not None
    name, wrong = place.match.title, ""
    if request.method == "POST":
        name = request.POST.get("title", "")
        try:
            if clean := own_games.title_typed(name):
                own = own_games.keep(place.game, place.story.heading, clean, place.phone.key_hash)
                if not own_games.call(place, clean):
                    raise PermissionDenied
                return redirect_see_other("own_game", own.code)
            wrong = own_games.nameless()
        except ValidationError as problem:
            wrong = problem.messages[0]
    context = {"place": place, "name": name, "wrong": wrong}
    return render(request, "tables/keep.html", context, status=422 if wrong else 200)
