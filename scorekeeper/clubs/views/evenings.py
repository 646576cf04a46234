"""A night as its people see it: where they sit, how all stand, on phones and on the wall."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import htmx
from scorekeeper.clubs.models import NightTable, Role
from scorekeeper.clubs.nights import pages, standing
from scorekeeper.clubs.nights.pages import Now
from scorekeeper.matches import (
    models,
    phones,
)
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables.qr import qr

from .night_guards import AtNight, at_night


@require_safe
def night(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """The night on a phone: "you sit at table 2, North", the clock, every table, the standing."""
    return _live(request, at_night(request, club, night), "night")


@require_safe
def wall(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """The night on the wall: large, following by itself, and writing nothing."""
    return _live(request, at_night(request, club, night), "wall")


def _live(request: HttpRequest, at: AtNight, page: str) -> HttpResponse:
    """The page, or for htmx the part of it that changes, which is not sent again as long as nothing has."""
    who = f"{at.inside.role}.{at.inside.user.pk}"
    etag = f'"{page}.{at.night.pk}.{at.night.version}.{who}.{get_language()}"'
    partial = htmx.asks_for_part(request)
    if partial and (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return _private(unchanged)
    shown: dict[str, Any] = _shown(at)
    if page == "wall":
        shown["night_qr"] = qr(
            request.build_absolute_uri(reverse("night", args=[at.inside.club.code, at.night.pk]))
        )
    answer = render(request, f"clubs/nights/{'_' if partial else ''}{page}.html", shown)
    if partial:
        answer.headers["ETag"] = etag
    return _private(answer)


def _shown(at: AtNight) -> dict[str, Any]:
    now = Now(at.inside, at.night)
    return {"inside": at.inside, "part": "nights", "night": at.night, "now": now}


def _private(answer: HttpResponse) -> HttpResponse:
    answer.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ("Cookie", "Accept-Language"))
    htmx.vary(answer)
    return answer


@never_cache
@require_safe
def prizes(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """The standing and the prizes, to be read out and to be printed."""
    return render(request, "clubs/nights/prizes.html", _shown(at_night(request, club, night)))


@never_cache
@require_safe
def player(request: HttpRequest, club: str, night: int, player: int) -> HttpResponse:
    """Where a player's points come from: every round, with whom, against whom, and its sheet."""
    at = at_night(request, club, night)
    shown = _shown(at)
    now: Now = shown["now"]
    line = next((line for line in now.lines if line.player == player), None)
    if line is None:
        raise Http404
    shown |= {"line": line, "rounds": _rounds(now, player)}
    return render(request, "clubs/nights/player.html", shown)


def _rounds(now: Now, player: int) -> list[dict[str, Any]]:
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
                "points": standing.number(score.points) if score else "",
                "won": score.won if score else 0,
            }
        )
    return found


@never_cache
@require_safe
def cards(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """A card for each table of the round, with the picture that opens its sheet for keeping score."""
    at = at_night(request, club, night, Role.SCOREKEEPER)
    shown = _shown(at)
    now: pages.Now = shown["now"]
    tables = {one.number: one.table for one in now.drawn if now.round and one.round_id == now.round.pk}
    found = []
    for table in now.tables:
        if (real := tables.get(table.number)) is not None:
            # In the fragment, which no log, proxy or referring page ever sees.
            link = f"{reverse('join', args=[real.code])}#{phones.invitation(real)}"
            found.append((table, link, qr(request.build_absolute_uri(link))))
    return render(request, "clubs/nights/cards.html", shown | {"cards": found})


@require_POST
def sit(request: HttpRequest, club: str, night: int, table: int) -> HttpResponse:
    """Open a table's sheet on a phone that may keep it: whoever sits there, or keeps the club's score."""
    at = at_night(request, club, night)
    of_night = NightTable.objects.filter(round__night=at.night).order_by("-round__number")
    one = get_object_or_404(of_night.filter(round=of_night.values("round")[:1]), number=table)
    if one.table is None:
        raise Http404
    seated = at.night.present.filter(pk__in=one.seated, player__user_id=at.inside.user.pk).exists()
    if not (seated or at.inside.keeps_score):
        raise PermissionDenied
    key = phones.key_of(request) or phones.new_key()
    # Who sits there keeps the sheet as a member; who only keeps the club's score, as long as they do.
    by = at.inside.giving(Role.MEMBER if seated else Role.SCOREKEEPER)
    phones.let_in(one.table, key, models.Role.SCORER, at.inside.name[:40], by)
    return phones.remember(redirect_see_other("table", one.table.code), key)
