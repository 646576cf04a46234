"""Pages for scorekeepers at a night: attendance, draw, clock, end."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scorekeeper.clubs.membership.guards import MemberContext
from scorekeeper.clubs.models import Player, Role
from scorekeeper.nights import attendance, presenters, prizes, round_totals, rounds, tonight
from scorekeeper.nights.models import Night
from scorekeeper.nights.views import NightContext, for_night
from scorekeeper.web import numbers, phone_cookie


@for_night("GET POST", Role.SCOREKEEPER)
def present(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    if request.method != "POST":
        return _present(request, ctx)
    attendees = {str(person.pk): person for person in ctx.night.present.select_related("player")}
    for name in ("leave", "rest", "play", "part"):
        if (person := attendees.get(request.POST.get(name, ""))) is not None:
            if name == "leave":
                attendance.depart(ctx.night, person)
            elif name == "part":
                attendance.split_pair(ctx.night, person)
            else:
                attendance.set_resting(ctx.night, person, rests=name == "rest")
            return _redirect_to_night(ctx, "present")
    if "pair" in request.POST:
        people = [attendees[pk] for pk in request.POST.getlist("two") if pk in attendees]
        if len(people) != 2:
            return _present(request, ctx, pairs=_("Tick two people to make a pair."))
        attendance.pair(ctx.night, *people)
        return _redirect_to_night(ctx, "present")
    if "turn" in request.POST:
        # The value is the id of the person without a partner, "+", and the id of one of the pair.
        without_partner, pair = (attendees.get(pk) for pk in f"{request.POST['turn']}+".split("+")[:2])
        if without_partner is not None and pair is not None:
            attendance.take_turns(ctx.night, without_partner, pair)
        return _redirect_to_night(ctx, "present")
    try:
        with transaction.atomic():
            players = attendance.posted_players(
                ctx.club, request.POST.getlist("player"), request.POST.get("guests", "")
            )
            if "table" not in request.POST:
                attendance.arrive(ctx.night, players)
    except ValidationError as error:
        return _present(request, ctx, guests=error.messages[0])
    if "table" in request.POST:
        return _seat_at_own_table(request, ctx, players)
    return _redirect_to_night(ctx) if "next" in request.POST else _redirect_to_night(ctx, "present")


def _seat_at_own_table(request: HttpRequest, ctx: NightContext, players: list[Player]) -> HttpResponse:
    """Start a further table for people who came together; empty seats get guests."""
    keeper = keeper_of(request, ctx)
    free = ctx.night.seats - len(players)
    try:
        with transaction.atomic():
            players += attendance.unnamed_guests(ctx.night, free)
            rounds.add_table(ctx.night, players, keeper)
    except rounds.CannotDo as error:
        return _present(request, ctx, guests=str(error))
    except ValidationError as error:
        return _present(request, ctx, guests=error.messages[0])
    return phone_cookie.remember(_redirect_to_night(ctx), keeper.key)


def _present(request: HttpRequest, ctx: NightContext, **errors: str) -> HttpResponse:
    presenter = presenters.NightPresenter(ctx, ctx.night)
    people_present = presenter.people_present
    context = {
        "night": ctx.night,
        "people_present": people_present,
        "gone": [person for person in presenter.present.values() if person.to_round is not None],
        "absent": attendance.absent_players(ctx.night)[: attendance.MOST_LISTED],
        "ticked": _ticked(request, ctx, bool(people_present)),
        "typed": request.POST.get("guests", ""),
        "errors": errors,
        "presenter": presenter,
        "has_pairs": rounds.has_pairs(ctx.night),
    }
    return ctx.page(request, "nights/present.html", context, 422 if errors else 200)


def _ticked(request: HttpRequest, ctx: NightContext, anyone_here: bool) -> list[str]:
    """Return the ids of the ticked players; before anyone is here, of the players of the last night."""
    if request.method == "POST" or anyone_here:
        return request.POST.getlist("player")
    return [str(pk) for pk in tonight.people_of(tonight.last_night(ctx.club, ctx.night.game_slug))]


@for_night("POST", Role.SCOREKEEPER)
def draw(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    keeper = keeper_of(request, ctx)
    rounds.draw_round(ctx.night, _round_number(request), keeper)
    return phone_cookie.remember(_redirect_to_night(ctx), keeper.key)


@for_night("POST", Role.SCOREKEEPER)
def take_back(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    rounds.undo_round(ctx.night, _round_number(request), ctx.name)
    return _redirect_to_night(ctx)


@for_night("POST", Role.SCOREKEEPER)
def clock(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    rounds.change_clock(ctx.night, _round_number(request), request.POST.get("do", ""))
    return _redirect_to_night(ctx)


@for_night("GET POST", Role.SCOREKEEPER)
def end_round(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    """End the round at every table, or reopen it (``again``)."""
    if request.method != "POST":
        return _end_round(request, ctx)
    keeper = keeper_of(request, ctx)
    try:
        if "again" in request.POST:
            rounds.reopen_round(ctx.night, _round_number(request), keeper)
        else:
            accepted = {numbers.parse_whole(table) or 0 for table in request.POST.getlist("stands")}
            rounds.end_round(ctx.night, _round_number(request), keeper, accepted)
    except rounds.Unconfirmed:
        return _end_round(request, ctx, status=409)
    return phone_cookie.remember(_redirect_to_night(ctx), keeper.key)


def _end_round(request: HttpRequest, ctx: NightContext, status: int = 200) -> HttpResponse:
    presenter = presenters.NightPresenter(ctx, ctx.night)
    context = {"night": ctx.night, "presenter": presenter}
    return ctx.page(request, "nights/end_round.html", context, status)


@for_night("GET POST", Role.SCOREKEEPER)
def totals(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    """Show and save the totals of all tables of the round; a table without totals plays on."""
    form_data = request.POST if request.method == "POST" else {}
    tables = [] if ctx.night.ended else round_totals.open_tables(ctx.night, form_data)
    keeper = keeper_of(request, ctx)
    if request.method == "POST":
        round_totals.save_totals(tables, keeper)
    has_errors = any(table.errors for table in tables)
    if request.method == "POST" and not has_errors:
        return phone_cookie.remember(_redirect_to_night(ctx), keeper.key)
    context = {"night": ctx.night, "has_errors": has_errors}
    context["saved"] = [table.number for table in tables if table.saved]
    context["tables"] = [table for table in tables if not table.saved]
    response = ctx.page(request, "nights/totals.html", context, 422 if has_errors else 200)
    return phone_cookie.remember(response, keeper.key) if context["saved"] else response


@for_night("POST", Role.SCOREKEEPER)
def answer_call(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    rounds.set_referee_called(ctx.night, numbers.parse_whole(request.POST.get("table")) or 0, called=False)
    return _redirect_to_night(ctx)


@for_night("POST")
def check_in(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    """Check the member in, or out (``leave``), on their own phone."""
    if ctx.player_id is None or ctx.night.ended:
        raise PermissionDenied
    if "leave" not in request.POST:
        try:
            attendance.arrive(ctx.night, Player.objects.filter(pk=ctx.player_id))
        except ValidationError as error:
            raise rounds.CannotDo(error.messages[0]) from None
    elif (person := ctx.night.present.filter(player=ctx.player_id, to_round=None).first()) is not None:
        attendance.depart(ctx.night, person)
    return _redirect_to_night(ctx)


@for_night("POST", Role.SCOREKEEPER)
def end(request: HttpRequest, ctx: NightContext) -> HttpResponse:
    """End the night and announce the prizes, or reopen it (``again``)."""
    ends = "again" not in request.POST
    with transaction.atomic():
        if rounds.end_night(ctx.night, ends, ctx.name) and ends:
            presenter = presenters.NightPresenter(ctx, Night.objects.get(pk=ctx.night.pk))
            prizes.record_announcement(
                presenter.night, ctx.name, presenter.prizes_now, presenter.standing_now
            )
    return _redirect_to_night(ctx, "night_prizes" if ends else "night")


def keeper_of(request: HttpRequest, ctx: MemberContext) -> rounds.Keeper:
    return rounds.Keeper(phone_cookie.key_or_new(request), ctx.name, ctx.scoring_basis(Role.SCOREKEEPER))


def _round_number(request: HttpRequest) -> int:
    return numbers.parse_whole(request.POST.get("round")) or 0


def _redirect_to_night(ctx: NightContext, url_name: str = "night") -> HttpResponse:
    return ctx.redirect_to(url_name, ctx.night.pk)
