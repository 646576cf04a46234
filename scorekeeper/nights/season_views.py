"""Pages of seasons: table, settings, sharing."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import every_game
from scorekeeper.clubs.membership import clubs, events
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Role, Season
from scorekeeper.history import match_list
from scorekeeper.history.models import Played
from scorekeeper.nights import season_table, seasons
from scorekeeper.nights.forms import SeasonForm
from scorekeeper.nights.models import Night
from scorekeeper.nights.views import nights_page, season_or_404
from scorekeeper.tables.qr import qr
from scorekeeper.web import limits, numbers

MATCHES_A_PAGE = 30


@for_members("GET POST", Role.SCOREKEEPER)
def change(request: HttpRequest, ctx: MemberContext, season: int | None = None) -> HttpResponse:
    found = Season(club=ctx.club) if season is None else season_or_404(ctx, season)
    form = SeasonForm(ctx.club, found, request.POST if request.method == "POST" else None)
    if form.is_valid():
        values = form.cleaned_data
        found.name, found.game_slug = values["name"], values["game"]
        found.begins, found.ends, found.scoring = values["begins"], values["ends"], form.scoring.stored
        with transaction.atomic():
            found.save()
            what = "season_made" if season is None else "season_changed"
            events.record_event(ctx.club.pk, what, ctx.name, name=found.name)
        return ctx.redirect_to("season", found.pk)
    context = {"form": form, "season": found}
    return ctx.page(request, "nights/change_season.html", context, 422 if form.is_bound else 200)


@for_members("POST", Role.SCOREKEEPER)
def end(request: HttpRequest, ctx: MemberContext, season: int) -> HttpResponse:
    """End a season today, or undo its early end (``again``)."""
    found = season_or_404(ctx, season)
    (seasons.undo_end if "again" in request.POST else seasons.end_today)(found, ctx.name)
    return ctx.redirect_to("season", found.pk)


@for_members("GET POST", Role.SCOREKEEPER)
def delete(request: HttpRequest, ctx: MemberContext, season: int) -> HttpResponse:
    found = season_or_404(ctx, season)
    if request.method == "POST":
        seasons.delete_season(found, ctx.name)
        return ctx.redirect_to("nights")
    context = {
        "season": found,
        "matches": Played.objects.filter(season=found).count(),
        "nights": Night.objects.filter(season=found).count(),
    }
    return ctx.page(request, "nights/delete_season.html", context)


@for_members("POST", Role.SCOREKEEPER)
def bring_back(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    event = numbers.parse_whole(request.POST.get("event")) or 0
    try:
        season = seasons.restore_season(ctx.club, event, ctx.name)
    except seasons.NameTaken:
        return nights_page(request, ctx, _("There is already a season with this name."))
    return ctx.redirect_to("nights") if season is None else ctx.redirect_to("season", season.pk)


@for_members("GET")
def season(request: HttpRequest, ctx: MemberContext, season: int) -> HttpResponse:
    return ctx.page(request, "nights/season.html", _context(ctx, season_or_404(ctx, season)))


@for_members("GET POST", Role.SCOREKEEPER)
def share(request: HttpRequest, ctx: MemberContext, season: int) -> HttpResponse:
    found = season_or_404(ctx, season)
    if request.method == "POST":
        seasons.share(found, ctx.name, withdraw="withdraw" in request.POST)
        return ctx.redirect_to("share_season", found.pk)
    link = request.build_absolute_uri(reverse("shared_season", args=[found.link])) if found.link else ""
    context = {"season": found, "link": link, "qr_code": qr(link) if link else ""}
    return ctx.page(request, "nights/share_season.html", context)


@never_cache
@require_safe
def shared(request: HttpRequest, link: str) -> HttpResponse:
    """Show a season to anyone with its link: the table and every match, nothing else."""
    season = Season.objects.filter(link=link).select_related("club").first()
    if season is None or clubs.is_deleted(season.club):
        limits.count_wrong_guess(request, link)
        raise Http404
    timezone.activate(season.club.zone)
    ctx = ClubContext(season.club, AnonymousUser())
    played = Played.objects.filter(season=season).select_related("match", "season").order_by("-at", "-match")
    page = Paginator(played, MATCHES_A_PAGE).get_page(request.GET.get("page"))
    matches = match_list.listed_matches(list(page.object_list))
    context = _context(ctx, season) | {"page": page, "matches": matches}
    return ctx.page(request, "nights/shared_season.html", context)


def _context(ctx: ClubContext, season: Season) -> dict[str, Any]:
    rows = season_table.season_table(season)
    scoring = season_table.Scoring.read(season.scoring)
    game = every_game().get(season.game_slug)
    return {
        "season": season,
        "game": game.name if game else "",
        "scoring": scoring,
        "count": season_table.COUNTS.get(scoring.count, ""),
        "placing": ", ".join(map(str, scoring.placing)),
        "ties": [season_table.TIES[rule] for rule in scoring.ties],
        "outside_nights": season_table.OUTSIDE_NIGHTS.get(scoring.loose, "")
        if scoring.loose != season_table.NO
        else "",
        "is_running": seasons.is_running(season),
        "ended_early": ctx.keeps_score and seasons.ended_early(season) is not None,
        "rows": [(row, season_table.TIES.get(row.tie_break, "")) for row in rows],
        "nights": Night.objects.filter(season=season).select_related("season"),
    }


@for_members("GET")
def player(request: HttpRequest, ctx: MemberContext, season: int, player: int) -> HttpResponse:
    context = _context(ctx, season_or_404(ctx, season))
    found = next(((row, tie_break) for row, tie_break in context["rows"] if row.player == player), None)
    if found is None:
        raise Http404
    row, tie_break = found
    return ctx.page(request, "nights/season_player.html", context | {"row": row, "tie_break": tie_break})
