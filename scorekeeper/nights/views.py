"""Pages of a club's nights: the list, settings, and live pages for phones and screens."""

from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games import every_game
from games.engine import to_json
from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Role, Season
from scorekeeper.matches.models import Table
from scorekeeper.nights import attendance, rounds, seasons, standings, subscriptions, table_cards, tonight
from scorekeeper.nights.forms import COPIED_FIELDS, NightForm
from scorekeeper.nights.models import Night, NightTable
from scorekeeper.nights.presenters import NightPresenter
from scorekeeper.nights.publishing import locked_night, publish_night
from scorekeeper.tables import access
from scorekeeper.tables.qr import qr
from scorekeeper.web import htmx
from scorekeeper.web.decorators import Guard, View, guard
from scorekeeper.web.redirects import redirect_see_other


@dataclass(frozen=True, kw_only=True)
class NightContext(MemberContext):
    night: Night


def require_night(request: HttpRequest, club: str, night: int, role: str = Role.MEMBER) -> NightContext:
    ctx = guards.require_member(request, club, role)
    found = get_object_or_404(Night.objects.select_related("season"), club=ctx.club, pk=night)
    return NightContext(**vars(ctx), night=found)


def for_night(methods: str, role: str = Role.MEMBER) -> Guard:
    """Return a decorator for views of a night; it passes a ``NightContext``.

    If the view raises ``CannotDo``, the response is the night's page with the exception's message.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, ctx: NightContext, **kwargs: Any) -> HttpResponseBase:
            try:
                return view(request, ctx, **kwargs)
            except rounds.CannotDo as error:
                context = {
                    "night": ctx.night,
                    "presenter": NightPresenter(ctx, ctx.night),
                    "problem": str(error),
                }
                return ctx.page(request, "nights/night.html", context, 422)

        return guard(methods, partial(require_night, role=role), "club", "night")(wrapped)

    return decorate


def season_or_404(ctx: ClubContext, season: int) -> Season:
    return get_object_or_404(Season, club=ctx.club, pk=season)


@require_safe
def night(request: HttpRequest, club: str, night: int, page: str = "night") -> HttpResponse:
    """Show the night, for phones or (``wall``) for a screen in the room."""
    ctx = require_night(request, club, night)
    return live_page(request, page, NightPresenter(ctx, ctx.night))


def live_page(request: HttpRequest, page: str, presenter: NightPresenter) -> HttpResponse:
    """Return a page of a night; for htmx its live part, or 304 if nothing has changed."""
    who = f"{presenter.viewer_id}.{presenter.ctx.role}.{presenter.ctx.user.pk}"
    etag = f'"{page}.{presenter.night.pk}.{presenter.night.version}.{who}.{get_language()}"'
    is_part = htmx.asks_for_part(request)
    if is_part and (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return _private(unchanged)
    context: dict[str, Any] = {
        "ctx": presenter.ctx,
        "tab": "nights",
        "night": presenter.night,
        "presenter": presenter,
    }
    if page == "wall":
        context["night_qr"] = qr(
            request.build_absolute_uri(reverse("guest_night", args=[presenter.night.code]))
        )
    response = render(request, f"clubs/nights/{'_' if is_part else ''}{page}.html", context)
    if is_part:
        response.headers["ETag"] = etag
    return _private(response)


def _page(request: HttpRequest, page: str, presenter: NightPresenter, **more: Any) -> HttpResponse:
    return presenter.ctx.page(
        request, f"nights/{page}.html", {"night": presenter.night, "presenter": presenter, **more}
    )


def _private(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    htmx.vary(response)
    return response


@for_night("GET")
def prizes(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    link = request.build_absolute_uri(reverse("guest_night", args=[ctx.night.code]))
    return _page(request, "prizes", NightPresenter(ctx, ctx.night), link=link)


@for_night("GET")
def player(request: HttpRequest, ctx: NightContext, player: int) -> HttpResponse:
    presenter = NightPresenter(ctx, ctx.night)
    line = next((line for line in presenter.lines if line.player == player), None)
    if line is None:
        raise Http404
    return _page(request, "player", presenter, line=line, rounds=_rounds(presenter, player))


def _rounds(presenter: NightPresenter, player: int) -> list[dict[str, Any]]:
    by_table = {score.table: score for score in presenter.scores if score.player == player}
    found = []
    for table in presenter.night_tables:
        people = [presenter.present[pk].player for pk in table.seated if pk in presenter.present]
        seats = [n for n, person in enumerate(people) if player in (person.pk, person.same_as_id)]
        if not seats:
            continue
        side = seats[0] % table.sides
        others = [
            (n % table.sides == side, person.display_name) for n, person in enumerate(people) if n != seats[0]
        ]
        score = by_table.get(table.table_id or 0)
        found.append(
            {
                "round": table.round.number,
                "table": table,
                "partners": [name for is_partner, name in others if is_partner],
                "opponents": [name for is_partner, name in others if not is_partner],
                "points": standings.points_text(score.points) if score else "",
                "won": score.won if score else 0,
            }
        )
    return found


@for_night("GET", Role.SCOREKEEPER)
def cards(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    presenter = NightPresenter(ctx, ctx.night)
    found = []
    for number in range(1, max(len(presenter.tables), len(presenter.people_present) // ctx.night.seats) + 1):
        link = table_cards.card_link(ctx.night, number)
        found.append((number, link, qr(request.build_absolute_uri(link))))
    return _page(request, "cards", presenter, cards=found)


@for_night("POST")
def sit(request: HttpRequest, ctx: NightContext, table: int) -> HttpResponse:
    """Open a table's sheet for scoring: for its players, and for scorekeepers of the club."""
    of_night = NightTable.objects.filter(round__night=ctx.night).order_by("-round__number")
    night_table = get_object_or_404(of_night.filter(round=of_night.values("round")[:1]), number=table)
    if night_table.table is None:
        raise Http404
    seated = ctx.night.present.filter(pk__in=night_table.seated, player__user_id=ctx.user.pk).exists()
    if not (seated or ctx.keeps_score):
        raise PermissionDenied
    # A player's right to score derives from the membership; a scorekeeper's right ends with that role.
    role = Role.MEMBER if seated else Role.SCOREKEEPER
    return ctx.let_in(request, night_table.table, redirect_see_other("table", night_table.table.code), role)


NIGHTS_SHOWN = 60


@for_members("GET")
def nights(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    return nights_page(request, ctx)


def nights_page(request: HttpRequest, ctx: ClubContext, error: str = "") -> HttpResponse:
    latest = list(Night.objects.filter(club=ctx.club).select_related("season")[: NIGHTS_SHOWN + 1])
    context = {
        "current": [night for night in latest if night.ended is None],
        "past": [night for night in latest if night.ended is not None][:NIGHTS_SHOWN],
        "seasons": Season.objects.filter(club=ctx.club),
        "deleted": seasons.restorable_seasons(ctx.club) if ctx.keeps_score else [],
        "error": error,
        "renewed": "renewed" in request.GET,
        "calendar_key": subscriptions.key_of(ctx.member) if ctx.member else "",
    }
    return ctx.page(request, "nights/nights.html", context, 422 if error else 200)


@for_members("POST")
def renew_addresses(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    subscriptions.renew(ctx.member)
    return ctx.redirect_to("nights", query="renewed=1")


@for_members("GET")
def attendance_page(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    choices = list(Season.objects.filter(club=ctx.club))
    season = next((season for season in choices if str(season.pk) == request.GET.get("season")), None)
    ended = Night.objects.filter(club=ctx.club).exclude(ended=None)
    ended = ended.filter(season=season) if season else ended
    context = {
        "seasons": choices,
        "season": season,
        "nights": ended.count(),
        "rows": attendance.visit_counts(ended),
    }
    return ctx.page(request, "nights/attendance.html", context)


@for_members("GET POST", Role.SCOREKEEPER)
def new(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    """Create a night: choose the game, then the settings, prefilled from the game's last night."""
    slug = request.GET.get("game") or request.POST.get("game", "")
    if not slug:
        games = sorted(every_game().values(), key=lambda game: game.slug not in ctx.club.games)
        context = {"games": games}
        return ctx.page(request, "nights/which_game.html", context)
    game = access.game_or_404(slug)
    night = tonight.new_night(ctx.club, game, tonight.last_night(ctx.club, slug))
    return _form(request, ctx, night)


@for_night("GET POST", Role.SCOREKEEPER)
def change(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    return _form(request, ctx, ctx.night)


@for_night("POST", Role.SCOREKEEPER)
def delete(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    with locked_night(ctx.night.pk) as locked:
        if not _may_delete(locked):
            raise PermissionDenied
        rounds.record_event(locked, "night_deleted", ctx.name)
        locked.delete()
    return ctx.redirect_to("nights")


def _may_delete(night: Night) -> bool:
    return bool(night.pk) and not night.played_rounds.exists()


def _form(request: HttpRequest, ctx: ClubContext, night: Night) -> HttpResponse:
    game = access.game_or_404(night.game_slug)
    form = NightForm(ctx.club, game, night, request.POST if request.method == "POST" else None)
    if form.is_valid():
        with transaction.atomic():
            save_night(form, night)
            rounds.record_event(night, "night_changed" if form.exists else "night_made", ctx.name)
        return ctx.redirect_to("night" if form.exists else "present", night.pk)
    context: dict[str, Any] = {"may_delete": _may_delete(night), "form": form, "night": night, "game": game}
    return ctx.page(request, "nights/change.html", context, 422 if form.is_bound else 200)


def save_night(form: NightForm, night: Night) -> None:
    values = form.cleaned_data
    for name in COPIED_FIELDS:
        setattr(night, name, values[name])
    night.points = values["points"] or night.points
    night.seats, night.sides = (int(n) for n in values["shape"].split("x"))
    night.preset, night.house = values["preset"], to_json(values["house"])
    if form.exists:
        # Move the tables first: move_tables locks them, and only then may the night be locked.
        tables = Table.objects.filter(night=night).exclude(season=night.season)
        seasons.move_tables(list(tables.values_list("pk", flat=True)), night.season_id)
        night.save(
            update_fields=[f.name for f in Night._meta.fields if f.name not in ("id", "version", "code")]
        )
        publish_night(night.pk)
    else:
        night.save()
