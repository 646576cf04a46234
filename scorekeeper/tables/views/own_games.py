"""Views of own games, which are house rules and seats saved under a name: open, save and delete one."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.matches import models, phones, typed_names
from scorekeeper.tables import access, engine_zip, own_games, starting
from scorekeeper.tables.access import for_scorers
from scorekeeper.tables.context import MatchContext
from scorekeeper.web import limits, phone_cookie
from scorekeeper.web.redirects import redirect_see_other


@never_cache
@require_safe
def own_game(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form that starts a table of an own game."""
    own = limits.found_or_404(request, models.OwnGame.objects.all(), code)
    game = access.game_or_404(own.game_slug)
    key = phone_cookie.key_of(request)
    key_hash = phones.hash_key(key) if key else ""
    if table_code := starting.started_table(request.GET.get("key", ""), key_hash):
        return redirect("table", table_code)  # the user went back to the form
    start = starting.own_game_form(own, game, key_hash)
    is_own = bool(key) and own.key_hash == key_hash
    link = request.build_absolute_uri()
    context = {
        "start": start,
        "game": game,
        "is_own": is_own,
        "link": link,
        "offline_config": engine_zip.offline_config(game),
    }
    return render(request, "tables/start.html", context)


@require_POST
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete an own game of this phone. Tables that play it are not affected."""
    own = limits.found_or_404(request, models.OwnGame.objects.all(), code)
    key = phone_cookie.key_of(request)
    if key is None or own.key_hash != phones.hash_key(key):
        raise PermissionDenied
    own.delete()
    return redirect("home")


@for_scorers("GET POST")
def save(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Save the house rules and seats of a match as an own game, and give the match the same name."""
    assert ctx.phone is not None
    name, error = ctx.match.title, ""
    if request.method == "POST":
        name = request.POST.get("title", "")
        try:
            if title := typed_names.clean_name(name):
                own = own_games.save(ctx.game, ctx.state.heading, title, ctx.phone.key_hash)
                if not own_games.set_title(ctx, title):
                    raise PermissionDenied
                return redirect_see_other("own_game", own.code)
            error = _("Give it a name.")
        except ValidationError as problem:
            error = problem.messages[0]
    context = {"match_ctx": ctx, "name": name, "error": error}
    return render(request, "tables/save_game.html", context, status=422 if error else 200)
