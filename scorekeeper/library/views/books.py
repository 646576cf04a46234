"""The library: every game's rules, its presets, its worked examples; a house sheet for the wall."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import every_game
from games.engine import Game, Preset, Words
from scorekeeper.library import rulebook as reading
from scorekeeper.library.asking import game_or_404, preset_of
from scorekeeper.library.hooks import library_hooks
from scorekeeper.tables import access
from scorekeeper.tables.access import MatchContext
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.tables.views.sheet import private
from scorekeeper.words import words_for


@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    """Every game, to read about."""
    return render(request, "library/shelf.html", {"games": list(every_game().values())})


@require_safe
def rulebook(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a game in reading order, as one preset plays them; ``other`` shows what differs there."""
    game = game_or_404(slug)
    preset = preset_of(game, request.GET)
    return render(request, "library/rulebook.html", book(request, game, preset.house, preset))


@require_safe
def at_table(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The rules of a table's game in reading order, with the numbers of its own house rules."""
    place = access.get_match(request, code, n)
    context = book(request, place.game, place.sheet.house, None) | {"place": place}
    if place.table.club_id is not None:
        holding = list(library_hooks.customs(place.table.club_id, place.game.slug))
        context["inside"] = page_hooks.membership(request, place.table)
        context["customs"] = [one for one in holding if not one.option]
        context["sections"], context["options"] = reading.beside_rules(
            context["sections"], context["options"], holding
        )
    return private(render(request, "library/rulebook.html", context), place)


def book(request: HttpRequest, game: Game[Any], house: Any, preset: Preset[Any] | None) -> dict[str, Any]:
    """What the page of a rulebook speaks of."""
    words = words_for()
    other = game.preset(request.GET.get("other", ""))
    return {
        "game": game,
        "preset": preset,
        "other": other,
        "sections": reading.sections(game, house, words),
        "options": list(reading.options(game, house, words).items()),
        "examples": list(reading.worked(game)),
        "differing": reading.differing(game, house, other.house, words) if other else (),
        "rules_that_differ": reading.rules_that_differ(game, house, other.house, words) if other else (),
    }


@require_safe
def house_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """A preset's house rules on one page, for printing."""
    game = game_or_404(slug)
    preset = preset_of(game, request.GET)
    return render(request, "library/house_sheet.html", on_one_page(game, preset.house) | {"preset": preset})


@require_safe
def house_sheet_at_table(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The house rules of a table on one page, for printing."""
    place = access.get_match(request, code, n)
    context = on_one_page(place.game, place.sheet.house) | {"place": place, "people": people_of(place)}
    return private(render(request, "library/house_sheet.html", context), place)


def people_of(place: MatchContext) -> str:
    return ", ".join(place.names.now)


def on_one_page(game: Game[Any], house: Any) -> dict[str, Any]:
    words: Words = words_for()
    return {"game": game, "options": list(reading.options(game, house, words).items())}
