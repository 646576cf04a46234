"""The nights of a club: those to come, those that were, and how one is set up."""

from __future__ import annotations

import secrets
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import every_game
from games.engine import to_json
from scorekeeper.clubs import guards, seasons
from scorekeeper.clubs.guards import Inside
from scorekeeper.clubs.models import Drawing, Night, Role, Season
from scorekeeper.clubs.night_forms import NightForm
from scorekeeper.clubs.nights import running
from scorekeeper.clubs.nights.publishing import publish_night
from scorekeeper.matches.models import Table
from scorekeeper.onward import redirect_see_other

from .night_guards import at_night

SHOWN = 60


@never_cache
@require_safe
def nights(request: HttpRequest, club: str) -> HttpResponse:
    """Every night, the latest first, and the seasons."""
    return nights_page(request, guards.inside(request, club))


def nights_page(request: HttpRequest, inside: Inside, wrong: str = "") -> HttpResponse:
    """The list, and what could not be done."""
    every = list(Night.objects.filter(club=inside.club).select_related("season")[: SHOWN + 1])
    shown = {
        "inside": inside,
        "part": "nights",
        "on": [night for night in every if night.ended is None],
        "past": [night for night in every if night.ended is not None][:SHOWN],
        "seasons": Season.objects.filter(club=inside.club),
        "deleted": seasons.to_be_brought_back(inside.club) if inside.keeps_score else [],
        "games": {slug: game.name for slug, game in every_game().items()},
        "wrong": wrong,
    }
    return render(request, "clubs/nights/nights.html", shown, status=422 if wrong else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, club: str) -> HttpResponse:
    """A new night: first the game, then everything else."""
    inside = guards.inside(request, club, Role.SCOREKEEPER)
    slug = request.GET.get("game") or request.POST.get("game", "")
    if not slug:
        every = sorted(every_game().values(), key=lambda game: game.slug not in inside.club.games)
        shown = {"inside": inside, "part": "nights", "games": every}
        return render(request, "clubs/nights/which_game.html", shown)
    game = every_game().get(slug)
    if game is None:
        raise Http404
    shape = next(seating.shape for seating in game.seatings if seating.seats > 1)
    night = Night(
        club=inside.club, game_slug=slug, seats=shape[0], sides=shape[1], seed=secrets.randbelow(2**31)
    )
    night.drawing = Drawing.ROTATING if shape[0] > shape[1] else Drawing.RANDOM
    night.preset, night.house = game.presets[0].id, to_json(game.presets[0].house)
    running.usual(night)
    return _form(request, inside, night)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """Another day, other rules for the rounds to come, another way of counting: the standing follows."""
    at = at_night(request, club, night, Role.SCOREKEEPER)
    return _form(request, at.inside, at.night)


@require_POST
def delete(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """A night that was set up by mistake is gone, as long as no round of it was drawn."""
    at = at_night(request, club, night, Role.SCOREKEEPER)
    with transaction.atomic():
        locked = Night.objects.select_for_update().get(pk=at.night.pk)
        if locked.played_rounds.exists():
            raise PermissionDenied
        running.record(locked, "night_deleted", at.inside.name)
        locked.delete()
    return redirect_see_other("nights", at.inside.club.code)


def _form(request: HttpRequest, inside: Inside, night: Night) -> HttpResponse:
    game = every_game().get(night.game_slug)
    if game is None:
        raise Http404
    form = NightForm(inside.club, game, night, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            running.record(save(form, night), "night_changed" if form.known else "night_made", inside.name)
        return redirect_see_other(
            "night" if request.resolver_match.view_name == "change_night" else "present",
            inside.club.code,
            night.pk,
        )
    may_go = bool(night.pk) and not night.played_rounds.exists()
    shown: dict[str, Any] = {
        "may_go": may_go,
        "inside": inside,
        "part": "nights",
        "form": form,
        "night": night,
        "game": game,
    }
    return render(request, "clubs/nights/change.html", shown, status=422 if form.is_bound else 200)


def save(form: NightForm, night: Night) -> Night:
    """Write what was chosen; a wall that shows the night follows."""
    said = form.cleaned_data
    for name in (
        "name",
        "date",
        "place",
        "drawing",
        "mixed",
        "rounds",
        "hands",
        "minutes",
        "counting",
        "missed",
    ):
        setattr(night, name, said[name])
    night.points = said["points"] or night.points
    night.prizes = said["prizes"]
    night.season = form.seasons.get(said["season"])
    night.seats, night.sides = (int(n) for n in said["shape"].split("x"))
    night.preset, night.house = said["preset"], to_json(said["house"])
    if form.known:
        # What is found and told by season follows, before the night itself is locked.
        its = Table.objects.filter(night=night).exclude(season=night.season)
        seasons.move(list(its.values_list("pk", flat=True)), night.season_id)
        night.save(
            update_fields=[f.name for f in Night._meta.fields if f.name not in ("id", "version", "code")]
        )
        publish_night(night.pk)
    else:
        night.save()
    return night
