"""The nights of a club: listed, set up, and as their people see them on phones and on the wall."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games import every_game
from games.engine import to_json
from scorekeeper import htmx, phone_cookie
from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Night, NightTable, Role, Season
from scorekeeper.clubs.nights import (
    attendance,
    cash,
    rounds,
    seasons,
    standings,
    subscriptions,
    table_cards,
    tonight,
)
from scorekeeper.clubs.nights.forms import AS_TYPED, NightForm
from scorekeeper.clubs.nights.presenters import NightPresenter
from scorekeeper.clubs.nights.publishing import publish_night
from scorekeeper.guarded import Guard, guard
from scorekeeper.matches import models, phones
from scorekeeper.matches.models import Table
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables import access
from scorekeeper.tables.qr import qr


@dataclass(frozen=True)
class AtNight:
    """A night, and who asks for it."""

    inside: MemberContext
    night: Night


def at_night(request: HttpRequest, club: str, night: int, role: str = Role.MEMBER) -> AtNight:
    """A page of a night: for members only, for it names who is where now."""
    inside = guards.require_member(request, club, role)
    return AtNight(
        inside, get_object_or_404(Night.objects.select_related("season"), club=inside.club, pk=night)
    )


def for_night(methods: str, role: str = Role.MEMBER) -> Guard:
    """A view of a night, which is given it and who asks."""
    return guard(methods, partial(at_night, role=role), "club", "night")


def of_season(inside: ClubContext, season: int) -> Season:
    return get_object_or_404(Season, club=inside.club, pk=season)


@require_safe
def night(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """The night on a phone: "you sit at table 2, North", the clock, every table, the standing."""
    at = at_night(request, club, night)
    return live_page(request, "night", NightPresenter(at.inside, at.night))


@require_safe
def wall(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """The night on the wall: large, following by itself, and writing nothing."""
    at = at_night(request, club, night)
    return live_page(request, "wall", NightPresenter(at.inside, at.night))


def live_page(request: HttpRequest, page: str, now: NightPresenter, who: str = "") -> HttpResponse:
    """A page of a night, or for htmx the part of it that changes, which is not sent again as long as nothing
    has. ``who`` tells apart what is shown to different people."""
    who = f"{who}.{now.inside.role}.{now.inside.user.pk}"
    etag = f'"{page}.{now.night.pk}.{now.night.version}.{who}.{get_language()}"'
    is_part = htmx.asks_for_part(request)
    if is_part and (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return _private(unchanged)
    shown: dict[str, Any] = _shown(now)
    if page == "wall":
        shown["night_qr"] = qr(request.build_absolute_uri(reverse("guest_night", args=[now.night.code])))
    answer = render(request, f"clubs/nights/{'_' if is_part else ''}{page}.html", shown)
    if is_part:
        answer.headers["ETag"] = etag
    return _private(answer)


def _shown(now: NightPresenter) -> dict[str, Any]:
    return {"inside": now.inside, "part": "nights", "night": now.night, "now": now}


def _private(answer: HttpResponse) -> HttpResponse:
    answer.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ("Cookie", "Accept-Language"))
    htmx.vary(answer)
    return answer


@for_night("GET")
def prizes(request: HttpRequest, at: AtNight) -> HttpResponse:
    """The standing and the prizes, to be read out and to be printed."""
    link = request.build_absolute_uri(reverse("guest_night", args=[at.night.code]))
    shown = _shown(NightPresenter(at.inside, at.night)) | {"link": link}
    return render(request, "clubs/nights/prizes.html", shown)


@for_night("GET")
def player(request: HttpRequest, at: AtNight, player: int) -> HttpResponse:
    """Where a player's points come from: every round, with whom, against whom, and its sheet."""
    now = NightPresenter(at.inside, at.night)
    shown = _shown(now)
    line = next((line for line in now.lines if line.player == player), None)
    if line is None:
        raise Http404
    shown |= {"line": line, "rounds": _rounds(now, player)}
    return render(request, "clubs/nights/player.html", shown)


def _rounds(now: NightPresenter, player: int) -> list[dict[str, Any]]:
    """Each round of a player: the table, partners, opponents, what it counted."""
    made = {score.table: score for score in now.scores if score.player == player}
    found = []
    for one in now.drawn:
        ids = [now.present[pk].player for pk in one.seated if pk in now.present]
        seats = [n for n, who in enumerate(ids) if player in (who.pk, who.same_as_id)]
        if not seats:
            continue
        side = seats[0] % one.sides
        others = [(n % one.sides == side, str(who.shown)) for n, who in enumerate(ids) if n != seats[0]]
        score = made.get(one.table_id or 0)
        found.append(
            {
                "round": one.round.number,
                "table": one,
                "partners": [name for with_me, name in others if with_me],
                "opponents": [name for with_me, name in others if not with_me],
                "points": standings.number(score.points) if score else "",
                "won": score.won if score else 0,
            }
        )
    return found


@for_night("GET", Role.SCOREKEEPER)
def cards(request: HttpRequest, at: AtNight) -> HttpResponse:
    """A card for each table, with the picture that opens its sheet for keeping score, in every round."""
    now = NightPresenter(at.inside, at.night)
    found = []
    for number in range(1, max(len(now.tables), len(now.here) // at.night.seats) + 1):
        link = table_cards.card_link(at.night, number)
        found.append((number, link, qr(request.build_absolute_uri(link))))
    return render(request, "clubs/nights/cards.html", _shown(now) | {"cards": found})


@for_night("POST")
def sit(request: HttpRequest, at: AtNight, table: int) -> HttpResponse:
    """Open a table's sheet on a phone that may keep it: whoever sits there, or keeps the club's score."""
    of_night = NightTable.objects.filter(round__night=at.night).order_by("-round__number")
    one = get_object_or_404(of_night.filter(round=of_night.values("round")[:1]), number=table)
    if one.table is None:
        raise Http404
    seated = at.night.present.filter(pk__in=one.seated, player__user_id=at.inside.user.pk).exists()
    if not (seated or at.inside.keeps_score):
        raise PermissionDenied
    key = phone_cookie.key_of(request) or phone_cookie.new_key()
    # Who sits there keeps the sheet as a member; who only keeps the club's score, as long as they do.
    by = at.inside.giving(Role.MEMBER if seated else Role.SCOREKEEPER)
    phones.let_in(one.table, key, models.Role.SCORER, at.inside.name[:40], by)
    return phone_cookie.remember(redirect_see_other("table", one.table.code), key)


SHOWN = 60


@for_members("GET")
def nights(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """Every night, the latest first, and the seasons."""
    return nights_page(request, inside)


def nights_page(request: HttpRequest, inside: ClubContext, wrong: str = "") -> HttpResponse:
    """The list, and what could not be done."""
    every = list(Night.objects.filter(club=inside.club).select_related("season")[: SHOWN + 1])
    shown = {
        "on": [night for night in every if night.ended is None],
        "past": [night for night in every if night.ended is not None][:SHOWN],
        "seasons": Season.objects.filter(club=inside.club),
        "deleted": seasons.restorable_seasons(inside.club) if inside.keeps_score else [],
        "games": {slug: game.name for slug, game in every_game().items()},
        "wrong": wrong,
        "key": subscriptions.key_of(inside.member) if inside.member else "",
    }
    return inside.page(request, "nights/nights.html", shown, 422 if wrong else 200)


@for_members("GET")
def attendance_page(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """Who came how often, in a season or in all: whoever came most first."""
    every = list(Season.objects.filter(club=inside.club))
    season = next((one for one in every if str(one.pk) == request.GET.get("season")), None)
    held = Night.objects.filter(club=inside.club).exclude(ended=None)
    held = held.filter(season=season) if season else held
    shown = {"seasons": every, "season": season, "nights": held.count(), "rows": attendance.how_often(held)}
    return inside.page(request, "nights/attendance.html", shown)


@for_members("GET POST", Role.SCOREKEEPER)
def new(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """A new night: first the game, then everything else, as at the last one of that game."""
    slug = request.GET.get("game") or request.POST.get("game", "")
    if not slug:
        every = sorted(every_game().values(), key=lambda game: game.slug not in inside.club.games)
        shown = {"games": every}
        return inside.page(request, "nights/which_game.html", shown)
    game = access.game_or_404(slug)
    night = tonight.new_night(inside.club, game, tonight.last_night(inside.club, slug))
    return _form(request, inside, night)


@for_night("GET POST", Role.SCOREKEEPER)
def change(request: HttpRequest, at: AtNight) -> HttpResponse:
    """Another day, other rules for the rounds to come, another way of counting: the standing follows."""
    return _form(request, at.inside, at.night)


@for_night("POST", Role.SCOREKEEPER)
def delete(request: HttpRequest, at: AtNight) -> HttpResponse:
    """A night that was set up by mistake is gone, as long as no round was drawn and no money taken."""
    with transaction.atomic():
        locked = Night.objects.select_for_update().get(pk=at.night.pk)
        if not _may_go(locked):
            raise PermissionDenied
        rounds.record_event(locked, "night_deleted", at.inside.name)
        locked.delete()
    return at.inside.to("nights")


def _may_go(night: Night) -> bool:
    """Whether nothing was drawn, paid in or paid out at a night, so that it can be deleted."""
    return bool(night.pk) and not night.played_rounds.exists() and not cash.of_nights([night])


def _form(request: HttpRequest, inside: ClubContext, night: Night) -> HttpResponse:
    game = access.game_or_404(night.game_slug)
    form = NightForm(inside.club, game, night, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            rounds.record_event(
                save(form, night), "night_changed" if form.known else "night_made", inside.name
            )
        return inside.to("night" if form.known else "present", night.pk)
    shown: dict[str, Any] = {"may_go": _may_go(night), "form": form, "night": night, "game": game}
    return inside.page(request, "nights/change.html", shown, 422 if form.is_bound else 200)


def save(form: NightForm, night: Night) -> Night:
    """Write what was chosen; a wall that shows the night follows."""
    said = form.cleaned_data
    for name in AS_TYPED:
        setattr(night, name, said[name])
    night.points = said["points"] or night.points
    night.prizes = said["prizes"]
    night.season = form.seasons.get(said["season"])
    night.seats, night.sides = (int(n) for n in said["shape"].split("x"))
    night.preset, night.house = said["preset"], to_json(said["house"])
    if form.known:
        # What is found and told by season follows, before the night itself is locked.
        its = Table.objects.filter(night=night).exclude(season=night.season)
        seasons.move_tables(list(its.values_list("pk", flat=True)), night.season_id)
        night.save(
            update_fields=[f.name for f in Night._meta.fields if f.name not in ("id", "version", "code")]
        )
        publish_night(night.pk)
    else:
        night.save()
    return night
