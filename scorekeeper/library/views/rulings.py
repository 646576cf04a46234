"""Views of stored rulings."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import every_game
from games.engine import Game
from scorekeeper.library import keeping, precedents
from scorekeeper.library.hooks import library_hooks
from scorekeeper.library.models import Ruling
from scorekeeper.matches import phones
from scorekeeper.web import limits
from scorekeeper.web.redirects import redirect_see_other


@require_safe
def ruling(request: HttpRequest, code: str) -> HttpResponse:
    """Render a stored ruling, and whether today's rules agree."""
    kept = limits.found_or_404(request, Ruling.objects.select_related("match__table"), code)
    game = every_game().get(kept.game_slug)
    today = keeping.verdict_today(kept)
    phone = phones.phone_at(request, kept.match.table) if kept.match else None
    of_clubs = library_hooks.on_ruling(request, kept)
    current = kept.precedents.filter(ended=None)
    context = {
        "ruling": kept,
        "in_words": kept.said,
        "book": f"{reverse('rulebook', args=[game.slug])}?preset={kept.preset}" if game else "",
        "game": game,
        "by": name_of(game, kept),
        "changed": today is not None and today != kept.said["verdict"],
        # The link to a table lets people watch it, so only its phones see it.
        "table": kept.match if phone else None,
        "holding": current.filter(table=phone.table) if phone else (),
        "may_keep": phone is not None and phone.may_score,
        "asked": game is not None and kept.question in game.questions,
        "clubs": of_clubs["clubs"] if game is not None else (),
        "settled": of_clubs["settled"],
    }
    response = render(request, "library/ruling.html", context)
    patch_vary_headers(response, ("Cookie",))
    return response


def name_of(game: Game[Any] | None, kept: Ruling) -> str:
    """Return the name of the rules at that time."""
    if "by" in kept.said:
        return str(kept.said["by"])
    preset = game.preset(kept.preset) if game else None
    return gettext(preset.name) if preset else ""


@never_cache
@require_POST
def precedent(request: HttpRequest, code: str) -> HttpResponse:
    """Let a scorer of the ruling's table make it a precedent, or (``end``) end that."""
    kept = limits.found_or_404(request, Ruling.objects.select_related("match__table"), code)
    phone = phones.phone_at(request, kept.match.table) if kept.match else None
    if phone is None or not phone.may_score:
        raise PermissionDenied
    if "end" in request.POST:
        precedents.end(kept, phone)
    else:
        precedents.keep(kept, phone)
    return redirect_see_other("ruling", code)
