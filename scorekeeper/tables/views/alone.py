"""A game that a phone has begun without a network, and keeps alone until it hands it in.

How it does so is in static/offline/alone.js.
"""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games.engine import Game
from scorekeeper import engine_zip


@ensure_csrf_cookie
@require_safe
def alone(request: HttpRequest) -> HttpResponse:
    """The page of such a table, the same for all: the phone fills it in."""
    return render(request, "tables/alone.html")


def told(game: Game[Any]) -> str:
    """What a phone has to know to begin this game by itself, as JSON; "" in a language it has not."""
    if get_language() != "en":
        return ""
    return json.dumps(
        {
            "game": game.slug,
            "root": get_script_prefix(),
            "page": reverse("alone"),
            "asked": reverse("healthz"),
            "start": {"python": engine_zip.python_address(), "zip": engine_zip.zip_address(game.slug)},
            "version": engine_zip.engine_zip(game.slug).hash,
        }
    )
