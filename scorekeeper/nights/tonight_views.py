"""The page that starts a night like the last one."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games import every_game
from scorekeeper.clubs.membership.clubs import locked_club
from scorekeeper.clubs.membership.guards import MemberContext, for_members
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.people import names
from scorekeeper.nights import attendance, presenters, rounds, tonight
from scorekeeper.nights.models import Night
from scorekeeper.nights.round_views import keeper_of
from scorekeeper.web import phone_cookie

NAMES_SHOWN = 24  # names shown before the list of more players is opened, besides last time's players


@for_members("GET POST", Role.SCOREKEEPER)
def start(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    """Show the people of last time, ticked; a POST starts the night and draws its tables."""
    if request.method != "POST":
        return _page(request, ctx)
    keeper = keeper_of(request, ctx)
    try:
        with locked_club(ctx.club.pk):
            found = tonight.load(ctx.club)
            # Thanks to the lock, two taps or two scorekeepers create only one night.
            night = _night(ctx, found)
            if found.running is not None or night is None:
                return _page(request, ctx)
            players = attendance.posted_players(
                ctx.club, request.POST.getlist("player"), request.POST.get("guests", "")
            )
            if not night.pk:
                night.save()
                rounds.record_event(night, "night_made", ctx.name)
            tonight.seat_people(night, found.last, players)
            if "draw" in request.POST:
                rounds.draw_round(night, 1, keeper)
    except ValidationError as error:
        return _page(request, ctx, guests=error.messages[0])
    except rounds.CannotDo as error:
        return _page(request, ctx, problem=str(error))
    url_name = "night" if "draw" in request.POST else "present"
    return phone_cookie.remember(ctx.redirect_to(url_name, night.pk), keeper.key)


def _night(ctx: MemberContext, found: tonight.Tonight) -> Night | None:
    """Return the night planned for today, or a new one like the last."""
    if (planned := tonight.planned_night(ctx.club)) is not None:
        return planned
    if found.last is None:
        return None
    return tonight.new_night(ctx.club, every_game()[found.last.game_slug], found.last)


def _page(request: HttpRequest, ctx: MemberContext, **errors: str) -> HttpResponse:
    found = tonight.load(ctx.club)
    if found.running is not None:
        return ctx.redirect_to("night", found.running.pk)
    night = _night(ctx, found)
    if night is None:
        return ctx.redirect_to("new_night")
    is_post = request.method == "POST"
    attendees = list(night.present.values_list("player", flat=True)) if night.pk else []
    shown_first = attendees or tonight.people_of(found.last)
    by_pk = {player.pk: player for player in names.recent_players(ctx.club, attendance.MOST_LISTED)}
    last_time_players = [by_pk[pk] for pk in shown_first if pk in by_pk]
    others = [player for pk, player in by_pk.items() if pk not in shown_first]
    if night.pk:
        settings_url = reverse("change_night", args=[ctx.club.code, night.pk])
    else:
        settings_url = f"{reverse('new_night', args=[ctx.club.code])}?game={night.game_slug}"
    context = {
        "night": night,
        "settings_url": settings_url,
        "rules": presenters.rules_name(night),
        "last": found.last,
        "last_time_players": last_time_players,
        "other_players": others[:NAMES_SHOWN],
        "further_players": others[NAMES_SHOWN:],
        "ticked": request.POST.getlist("player")
        if is_post
        else [str(player.pk) for player in last_time_players],
        "typed": request.POST.get("guests", ""),
        "errors": errors,
    }
    return ctx.page(request, "nights/tonight.html", context, 422 if errors else 200)
