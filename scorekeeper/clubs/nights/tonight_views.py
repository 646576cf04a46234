"""An ordinary evening in one page: who is here, everything else as last time, and the tables are drawn."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from games import every_game
from scorekeeper import phone_cookie
from scorekeeper.clubs.membership.guards import MemberContext, for_members
from scorekeeper.clubs.models import Night, Role
from scorekeeper.clubs.nights import attendance, presenters, rounds, tonight
from scorekeeper.clubs.nights.round_views import keeper_of
from scorekeeper.clubs.people.identity import lock_club

AT_ONCE = 24  # names that are seen without opening a list, apart from those of last time


@for_members("GET POST", Role.SCOREKEEPER)
def start(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """Tonight's night: the people of last time are ticked; posted, it begins, and its tables are drawn."""
    if request.method != "POST":
        return _page(request, inside)
    keeper = keeper_of(request, inside)
    try:
        with transaction.atomic():
            lock_club(inside.club.pk)
            found = tonight.offered(inside.club)
            # Two taps, or two secretaries, make one night.
            night = _night(inside, found)
            if found.running is not None or night is None:
                return _page(request, inside)
            players = attendance.sent_players(
                inside.club, request.POST.getlist("player"), request.POST.get("guests", "")
            )
            if not night.pk:
                night.save()
                rounds.record_event(night, "night_made", inside.name)
            tonight.seat_people(night, found.last, players)
            if "draw" in request.POST:
                rounds.draw_round(night, 1, keeper)
    except ValidationError as problem:
        return _page(request, inside, guests=problem.messages[0])
    except rounds.CannotDo as cannot:
        return _page(request, inside, cannot=str(cannot))
    where = "night" if "draw" in request.POST else "present"
    return phone_cookie.remember(inside.to(where, night.pk), keeper.key)


def _night(inside: MemberContext, found: tonight.Tonight) -> Night | None:
    """The night that was set up for today, or a new one like the last; None where there was none yet."""
    if (planned := tonight.planned(inside.club)) is not None:
        return planned
    if found.last is None:
        return None
    return tonight.new_night(inside.club, every_game()[found.last.game_slug], found.last)


def _page(request: HttpRequest, inside: MemberContext, **wrong: str) -> HttpResponse:
    found = tonight.offered(inside.club)
    if found.running is not None:
        return inside.to("night", found.running.pk)
    night = _night(inside, found)
    if night is None:
        return inside.to("new_night")
    sent = request.method == "POST"
    here = list(night.present.values_list("player", flat=True)) if night.pk else []
    before = here or tonight.people_of(found.last)
    every = {one.pk: one for one in attendance.players_to_choose(inside.club)}
    known = [every[pk] for pk in before if pk in every]
    others = [one for pk, one in every.items() if pk not in before]
    shown = {
        "night": night,
        "rules": presenters.rules_name(night),
        "last": found.last,
        "known": known,
        "near": others[:AT_ONCE],
        "far": others[AT_ONCE:],
        "ticked": request.POST.getlist("player") if sent else [str(one.pk) for one in known],
        "typed": request.POST.get("guests", ""),
        "wrong": wrong,
    }
    return inside.page(request, "nights/tonight.html", shown, 422 if wrong else 200)
