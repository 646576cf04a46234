"""Seasons: their tables, and what every number in them comes from."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import every_game
from scorekeeper import limits, numbers
from scorekeeper.clubs.history import match_list
from scorekeeper.clubs.membership import clubs, events
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Night, Played, Role, Season
from scorekeeper.clubs.nights import season_story, season_table, seasons
from scorekeeper.clubs.nights.forms import SeasonForm
from scorekeeper.clubs.nights.views import nights_page, of_season
from scorekeeper.tables.qr import qr

MATCHES_A_PAGE = 30


@for_members("GET POST", Role.SCOREKEEPER)
def new(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """A new season."""
    return _form(request, inside, Season(club=inside.club))


@for_members("GET POST", Role.SCOREKEEPER)
def change(request: HttpRequest, inside: MemberContext, season: int) -> HttpResponse:
    """Other dates, another way of counting: the table follows."""
    return _form(request, inside, of_season(inside, season))


def _form(request: HttpRequest, inside: ClubContext, season: Season) -> HttpResponse:
    form = SeasonForm(inside.club, season, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        season.name, season.game_slug = said["name"], said["game"]
        season.begins, season.ends, season.scoring = said["begins"], said["ends"], form.scoring.stored
        with transaction.atomic():
            what = "season_changed" if season.pk else "season_made"
            season.save()
            events.record_event(inside.club.pk, what, inside.name, name=season.name)
        return inside.to("season", season.pk)
    shown = {"form": form, "season": season}
    return inside.page(request, "nights/change_season.html", shown, 422 if form.is_bound else 200)


@for_members("POST", Role.SCOREKEEPER)
def end(request: HttpRequest, inside: MemberContext, season: int) -> HttpResponse:
    """It ends today; ``again`` lets it go on until it was to end."""
    of = of_season(inside, season)
    (seasons.undo_end if "again" in request.POST else seasons.end_today)(of, inside.name)
    return inside.to("season", of.pk)


@for_members("GET POST", Role.SCOREKEEPER)
def delete(request: HttpRequest, inside: MemberContext, season: int) -> HttpResponse:
    """What would happen; and then the season is gone, and its matches stay."""
    of = of_season(inside, season)
    if request.method == "POST":
        seasons.delete_season(of, inside.name)
        return inside.to("nights")
    shown = {
        "season": of,
        "matches": Played.objects.filter(season=of).count(),
        "nights": Night.objects.filter(season=of).count(),
    }
    return inside.page(request, "nights/delete_season.html", shown)


@for_members("POST", Role.SCOREKEEPER)
def bring_back(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """A season that was deleted by mistake is there again, with its matches and nights."""
    event = numbers.whole(request.POST.get("event")) or 0
    try:
        season = seasons.restore_season(inside.club, event, inside.name)
    except seasons.NameTaken:
        return nights_page(request, inside, _("There is already a season with this name."))
    return inside.to("nights") if season is None else inside.to("season", season.pk)


@for_members("GET")
def season(request: HttpRequest, inside: MemberContext, season: int) -> HttpResponse:
    """The season's table, on the screen and on paper."""
    return render(request, "clubs/nights/season.html", _shown(inside, of_season(inside, season)))


@for_members("GET POST", Role.SCOREKEEPER)
def share(request: HttpRequest, inside: MemberContext, season: int) -> HttpResponse:
    """A link to read the season's table and matches without an account: given, made anew, withdrawn."""
    of = of_season(inside, season)
    if request.method == "POST":
        seasons.share(of, inside.name, withdraw="withdraw" in request.POST)
        return inside.to("share_season", of.pk)
    link = request.build_absolute_uri(reverse("shared_season", args=[of.link])) if of.link else ""
    shown = {"season": of, "link": link}
    return inside.page(request, "nights/share_season.html", shown | ({"picture": qr(link)} if link else {}))


@never_cache
@require_safe
def shared(request: HttpRequest, link: str) -> HttpResponse:
    """A season for whoever has its link: the table, how the lead changed, and every match; nothing else."""
    season = Season.objects.filter(link=link).select_related("club").first()
    if season is None or clubs.is_deleted(season.club):
        limits.missed(request, link)
        raise Http404
    timezone.activate(season.club.zone)
    inside = ClubContext(season.club, AnonymousUser(), None)
    played = Played.objects.filter(season=season).select_related("match", "season").order_by("-at", "-match")
    page = Paginator(played, MATCHES_A_PAGE).get_page(request.GET.get("page"))
    matches = match_list.listed_matches(list(page.object_list))
    shown = _shown(inside, season) | {"page": page, "matches": matches}
    return render(request, "clubs/nights/shared_season.html", shown)


def _shown(inside: ClubContext, season: Season) -> dict[str, Any]:
    rows = season_table.season_table(season)
    scoring = season_table.Scoring.read(season.scoring)
    game = every_game().get(season.game_slug)
    return {
        "inside": inside,
        "part": "nights",
        "season": season,
        "game": game.name if game else "",
        "scoring": scoring,
        "count": season_table.COUNTS.get(scoring.count, ""),
        "placing": ", ".join(map(str, scoring.placing)),
        "ties": [season_table.TIES[rule] for rule in scoring.ties],
        "loose": season_table.LOOSE.get(scoring.loose, "") if scoring.loose != season_table.NO else "",
        "runs": season.begins <= timezone.localdate()
        and (season.ends is None or season.ends > timezone.localdate()),
        "ended_early": inside.keeps_score and seasons.ended_early(season) is not None,
        "rows": [(row, season_table.TIES.get(row.by, "")) for row in rows],
        "story": season_story.season_story(rows, scoring),
        "nights": Night.objects.filter(season=season).select_related("season"),
    }


@for_members("GET")
def player(request: HttpRequest, inside: MemberContext, season: int, player: int) -> HttpResponse:
    """Which nights of a player count, and what each brought."""
    shown = _shown(inside, of_season(inside, season))
    found = next(((row, by) for row, by in shown["rows"] if row.player == player), None)
    if found is None:
        raise Http404
    return render(request, "clubs/nights/season_player.html", shown | {"row": found[0], "by": found[1]})
