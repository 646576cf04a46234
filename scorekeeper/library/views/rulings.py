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
from scorekeeper.library import precedents, stored_rulings
from scorekeeper.library.hooks import library_hooks
from scorekeeper.library.models import Ruling
from scorekeeper.matches import phones
from scorekeeper.web import limits
from scorekeeper.web.redirects import redirect_see_other


@require_safe
def ruling(request: HttpRequest, code: str) -> HttpResponse:
    """Render a stored ruling, and whether today's rules agree."""
    stored = limits.found_or_404(request, Ruling.objects.select_related("match__table"), code)
    game = every_game().get(stored.game_slug)
    verdict_today = stored_rulings.verdict_today(stored)
    phone = phones.phone_at(request, stored.match.table) if stored.match else None
    club_context = library_hooks.ruling_context(request, stored)
    current = stored.precedents.filter(ended=None)
    context = {
        "ruling": stored,
        "ruling_text": stored.said,
        "book": f"{reverse('rulebook', args=[game.slug])}?preset={stored.preset}" if game else "",
        "game": game,
        "rules_name": rules_name(game, stored),
        "has_changed": verdict_today is not None and verdict_today != stored.said["verdict"],
        # With the link to a table anyone can watch it, so only the table's phones see the link.
        "match": stored.match if phone else None,
        "precedents": current.filter(table=phone.table) if phone else (),
        "may_set_precedent": phone is not None and phone.may_score,
        "can_ask_again": game is not None and stored.question in game.questions,
        "clubs": club_context["clubs"] if game is not None else (),
        "customs": club_context["customs"],
    }
    response = render(request, "library/ruling.html", context)
    patch_vary_headers(response, ("Cookie",))
    return response


def rules_name(game: Game[Any] | None, stored: Ruling) -> str:
    """Return the name of the preset, as stored with the ruling, else in today's words."""
    if "by" in stored.said:
        return str(stored.said["by"])
    preset = game.preset(stored.preset) if game else None
    return gettext(preset.name) if preset else ""


@never_cache
@require_POST
def precedent(request: HttpRequest, code: str) -> HttpResponse:
    """Let a scorer of the ruling's table make it a precedent, or with ``end`` end the precedent."""
    stored = limits.found_or_404(request, Ruling.objects.select_related("match__table"), code)
    phone = phones.phone_at(request, stored.match.table) if stored.match else None
    if phone is None or not phone.may_score:
        raise PermissionDenied
    if "end" in request.POST:
        precedents.end(stored, phone)
    else:
        precedents.start(stored, phone)
    return redirect_see_other("ruling", code)
