"""What those who keep score do at a night: who is here, rounds drawn, the clock, the end."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import numbers
from scorekeeper.clubs.models import Drawing, Night, Player, Rating, Role
from scorekeeper.clubs.nights import attendance, presenters, prizes, rounds, season_table
from scorekeeper.clubs.nights.views import AtNight, at_night
from scorekeeper.matches import phones
from scorekeeper.onward import redirect_see_other


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def present(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """Ticking off who is here; guests are typed. Who goes home, sits out, or plays with whom."""
    at = at_night(request, club, night, Role.SCOREKEEPER)
    if request.method != "POST":
        return _present(request, at)
    here = {str(one.pk): one for one in at.night.present.select_related("player")}
    for name in ("go", "rest", "play", "part"):
        if (one := here.get(request.POST.get(name, ""))) is not None:
            if name == "go":
                attendance.depart(at.night, one)
            elif name == "part":
                attendance.split_pair(at.night, one)
            else:
                attendance.set_resting(at.night, one, name == "rest")
            return _to(at, "present")
    if "pair" in request.POST:
        two = [here[one] for one in request.POST.getlist("two") if one in here]
        if len(two) != 2:
            return _present(request, at, pairs=_("Tick two people to make a pair."))
        attendance.pair(at.night, *two)
        return _to(at, "present")
    if "turn" in request.POST:
        lone, pair = (here.get(one) for one in f"{request.POST['turn']}+".split("+")[:2])
        if lone is not None and pair is not None:
            attendance.take_turns(at.night, lone, pair)
        return _to(at, "present")
    sent = map(numbers.whole, request.POST.getlist("player"))
    ticked = [pk for pk in sent if pk is not None][:400]
    players = list(Player.objects.filter(club=at.inside.club, pk__in=ticked, same_as=None, forgotten=None))
    order = {pk: n for n, pk in enumerate(ticked)}
    players.sort(key=lambda player: order[player.pk])
    typed = request.POST.get("guests", "")
    try:
        players += [
            attendance.player_called(at.inside.club, name)
            for name in typed.replace(",", "\n").split("\n")
            if name.strip()
        ]
    except ValidationError as problem:
        return _present(request, at, guests=problem.messages[0])
    attendance.arrive(at.night, players)
    return _to(at, "present")


def _present(request: HttpRequest, at: AtNight, **wrong: str) -> HttpResponse:
    now = presenters.NightPresenter(at.inside, at.night)
    here = now.here
    shown = {
        "inside": at.inside,
        "part": "nights",
        "night": at.night,
        "here": here,
        "gone": [one for one in now.present.values() if one.to_round is not None],
        "absent": attendance.absent_players(at.night)[: attendance.MOST],
        "ticked": request.POST.getlist("player"),
        "typed": request.POST.get("guests", ""),
        "wrong": wrong,
        "now": now,
        "has_pairs": rounds.has_pairs(at.night),
        "next_number": now.next_number,
    }
    return render(request, "clubs/nights/present.html", shown, status=422 if wrong else 200)


@require_POST
def draw(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """The next round is drawn and its tables begin."""
    at = at_night(request, club, night, Role.SCOREKEEPER)
    keeper = _keeper(request, at)
    order: list[int] = []
    if not at.night.played_rounds.exists():
        order = _best_first(at.night)
    try:
        rounds.draw_round(at.night, _number(request), keeper, order)
    except rounds.CannotDo as cannot:
        return cannot_page(request, at, cannot)
    return phones.remember(_to(at), keeper.key)


def _best_first(night: Night) -> list[int]:
    """The players in the order that the first round goes by: of their ratings, else of the season's table."""
    rated = Rating.objects.filter(club=night.club_id, game_slug=night.game_slug, matches__gt=0)
    if night.drawing == Drawing.SWISS and (found := list(rated.order_by("-mu", "player"))):
        return [one.player_id for one in found]
    return [row.player for row in season_table.season_table(night.season)] if night.season is not None else []


@require_POST
def take_back(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """A round in which nothing has been written yet is forgotten, to be drawn again."""
    at = at_night(request, club, night, Role.SCOREKEEPER)
    try:
        rounds.undo_round(at.night, _number(request), at.inside.name)
    except rounds.CannotDo as cannot:
        return cannot_page(request, at, cannot)
    return _to(at)


@require_POST
def clock(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """The round's clock begins, is held, goes on, or gets more minutes."""
    at = at_night(request, club, night, Role.SCOREKEEPER)
    rounds.change_clock(at.night, _number(request), request.POST.get("do", ""))
    return _to(at)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def end_round(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """Every table stops where it stands; ``again`` takes that back, and the round goes on."""
    at = at_night(request, club, night, Role.SCOREKEEPER)
    if request.method != "POST":
        now = presenters.NightPresenter(at.inside, at.night)
        shown = {"inside": at.inside, "part": "nights", "night": at.night, "now": now}
        return render(request, "clubs/nights/end_round.html", shown)
    keeper = _keeper(request, at)
    try:
        (rounds.reopen_round if "again" in request.POST else rounds.end_round)(
            at.night, _number(request), keeper
        )
    except rounds.CannotDo as cannot:
        return cannot_page(request, at, cannot)
    return phones.remember(_to(at), keeper.key)


@require_POST
def end(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """The night is over, and the prizes are given; ``again`` lets it go on."""
    at = at_night(request, club, night, Role.SCOREKEEPER)
    over = "again" not in request.POST
    try:
        with transaction.atomic():
            if rounds.end_night(at.night, over, at.inside.name) and over:
                now = presenters.NightPresenter(at.inside, Night.objects.get(pk=at.night.pk))
                prizes.record_prizes(now.night, at.inside.name, now.prizes_now)
    except rounds.CannotDo as cannot:
        return cannot_page(request, at, cannot)
    return _to(at, "night_prizes" if over else "night")


def cannot_page(request: HttpRequest, at: AtNight, cannot: rounds.CannotDo) -> HttpResponse:
    """The night as it is, and why what was asked for cannot be."""
    now = presenters.NightPresenter(at.inside, at.night)
    shown = {"inside": at.inside, "part": "nights", "night": at.night, "now": now, "cannot": str(cannot)}
    return render(request, "clubs/nights/night.html", shown, status=422)


def _keeper(request: HttpRequest, at: AtNight) -> rounds.Keeper:
    key = phones.key_of(request) or phones.new_key()
    return rounds.Keeper(key, at.inside.name[:40], at.inside.giving(Role.SCOREKEEPER))


def _number(request: HttpRequest) -> int:
    """The round that the page was about; 0, which there is none of, for what is no number."""
    return numbers.whole(request.POST.get("round")) or 0


def _to(at: AtNight, where: str = "night") -> HttpResponse:
    return redirect_see_other(where, at.inside.club.code, at.night.pk)
