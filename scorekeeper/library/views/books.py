"""Views of rulebooks and house sheets."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import every_game
from games.engine import Game, Seating
from scorekeeper.library import rulebook as rulebooks
from scorekeeper.library.desks import preset_of, seating_of
from scorekeeper.library.hooks import library_hooks
from scorekeeper.library.respond import rulebook_context
from scorekeeper.tables import access
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.tables.respond import private
from scorekeeper.web.i18n import words_for


@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    return render(request, "library/shelf.html", {"games": list(every_game().values())})


@require_safe
def rulebook(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the rules of a game under one preset; ``other`` names a preset to compare it with."""
    game = access.game_or_404(slug)
    preset = preset_of(game, request.GET)
    seating = seating_of(game, {"preset": preset.id})
    context = rulebook_context(request, game, preset.house, preset, seating)
    return render(request, "library/rulebook.html", context)


@require_safe
def at_table(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Render the rules of a table's game with its own house rules."""
    ctx = access.get_match(request, code, n)
    context = rulebook_context(request, ctx.game, ctx.sheet.house, None, ctx.sheet.seating) | {
        "match_ctx": ctx
    }
    if ctx.table.club_id is not None:
        customs = list(library_hooks.customs(ctx.table.club_id, ctx.game.slug))
        context["ctx"] = page_hooks.membership(request, ctx.table)
        context["customs"] = [custom for custom in customs if not custom.option]
        context["sections"], context["options"] = rulebooks.with_customs(
            context["sections"], context["options"], customs
        )
    return private(render(request, "library/rulebook.html", context), ctx)


@require_safe
def house_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Render a preset's house rules on one page for printing."""
    game = access.game_or_404(slug)
    preset = preset_of(game, request.GET)
    context = house_sheet_context(game, preset.house, seating_of(game, {"preset": preset.id}))
    return render(request, "library/house_sheet.html", context | {"preset": preset})


@require_safe
def house_sheet_at_table(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Render a table's house rules on one page for printing."""
    ctx = access.get_match(request, code, n)
    context = house_sheet_context(ctx.game, ctx.sheet.house, ctx.sheet.seating)
    context |= {"match_ctx": ctx, "people": ", ".join(ctx.names.current)}
    return private(render(request, "library/house_sheet.html", context), ctx)


def house_sheet_context(game: Game[Any], house: Any, seating: Seating) -> dict[str, Any]:
    options = rulebooks.options(game, house, words_for(), seating)
    return {"game": game, "options": list(options.items())}
