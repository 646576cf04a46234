"""A game of one's own: kept under a name, opened by its link, taken away again."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import limits, phone_cookie
from scorekeeper.matches import models, phones, typed_names
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables import access, own_games, starting
from scorekeeper.tables.access import MatchContext, for_scorers

from . import alone


@never_cache
@require_safe
def own_game(request: HttpRequest, code: str) -> HttpResponse:
    """The page that starts a table of it."""
    own = limits.found_or_404(request, models.OwnGame.objects.all(), code)
    game = access.game_or_404(own.game_slug)
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


@for_scorers("GET POST")
def keep(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """Keep the house rules and seats of a match as a game of one's own, and call the match so."""
    assert place.phone is not None
    name, wrong = place.match.title, ""
    if request.method == "POST":
        name = request.POST.get("title", "")
        try:
            if clean := typed_names.clean_name(name):
                own = own_games.keep(place.game, place.story.heading, clean, place.phone.key_hash)
                if not own_games.call(place, clean):
                    raise PermissionDenied
                return redirect_see_other("own_game", own.code)
            wrong = _("Give it a name.")
        except ValidationError as problem:
            wrong = problem.messages[0]
    context = {"place": place, "name": name, "wrong": wrong}
    return render(request, "tables/keep.html", context, status=422 if wrong else 200)
