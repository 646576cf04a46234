"""Starting a table in a club, and keeping score at one."""

from contextlib import suppress
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from games import every_game
from scorekeeper.clubs.membership import clubs
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.people import names
from scorekeeper.clubs.tables import start_form
from scorekeeper.clubs.tables.start_form import ClubStart
from scorekeeper.matches import commands, models, phones
from scorekeeper.tables import own_games, starting
from scorekeeper.tables.access import game_or_404
from scorekeeper.tables.respond import irrelevant_part, part_or_page
from scorekeeper.web import limits, phone_cookie
from scorekeeper.web.redirects import redirect_see_other


@for_members("GET")
def games(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    by_slug = every_game()
    houses = [
        (by_slug[house.game_slug], house)
        for house in start_form.current_house_rules(ctx.club)
        if house.game_slug in by_slug
    ]
    club_games = clubs.games_of(ctx.club)
    context = {
        "houses": houses,
        "favourite": club_games,
        "other_games": [game for game in by_slug.values() if game not in club_games],
    }
    return ctx.page(request, "tables/games.html", context)


@for_members("GET POST")
def start(request: HttpRequest, ctx: MemberContext, slug: str) -> HttpResponse:
    """Show the start form with the club's players, rules and season; a POST starts the table."""
    game = game_or_404(slug)
    phone_key = phone_cookie.key_of(request)
    key_hash = phones.hash_key(phone_key) if phone_key else ""
    club_presets = start_form.club_presets(ctx.club, game)
    url = reverse("start_in_club", args=[ctx.club.code, slug])
    if code := starting.started_table(request.GET.get("key") or request.POST.get("key", ""), key_hash):
        return redirect_see_other("table", code)  # the form was reopened or sent again after the start
    if request.method != "POST":
        preset_id = request.GET.get("way", "")
        club_preset = next(
            (choice for choice in club_presets if choice.id == preset_id),
            club_presets[0] if club_presets else None,
        )
        if club_preset is not None and "preset" not in request.GET:
            form = starting.club_preset_form(game, club_preset, club_presets, key_hash)
        else:
            form = starting.new_form(game, key_hash, request.GET.get("preset"))
            form.club_presets = club_presets
        form.action, form.typed = url, [""] * form.shape.seats
        return _page(request, ctx, start_form.new_club_start(ctx.club, form))
    form = starting.sent_form(game, request.POST, key_hash, club_presets)
    form.action = url
    if (part := irrelevant_part(request, form)) is not None:
        return part
    season, venue = request.POST.get("season", ""), request.POST.get("venue", "")
    club_start = start_form.ClubStart(ctx.club, form, season, venue)
    if "sit" in request.POST:
        club_start.sit(request.POST["sit"])
    if "sit" in request.POST or "start" not in request.POST:
        return _page(request, ctx, club_start)
    # Run both checks, so that all errors are shown at once.
    if not all([club_start.validate(), starting.validate(form)]) or form.heading is None:
        return _page(request, ctx, club_start, status=422)
    limits.spend(request, "start")
    phone_key = phone_key or phone_cookie.new_key()
    try:
        table = _start_table(ctx, club_start, phones.hash_key(phone_key))
    except IntegrityError:  # the form was sent twice at the same time
        if code := starting.started_table(form.key, key_hash):
            return redirect_see_other("table", code)
        raise
    query = "drawn=1" if form.first_dealer == starting.RANDOM_DEALER else ""
    return phone_cookie.remember(redirect_see_other("table", table.code, query=query), phone_key)


def _start_table(ctx: ClubContext, club_start: ClubStart, key_hash: str) -> models.Table:
    form = club_start.start
    assert form.heading is not None
    if form.title:
        with suppress(ValidationError):
            own_games.save(form.game, form.heading, form.title, key_hash)
    with transaction.atomic():
        players = names.players_or_guests(ctx.club.pk, form.names)
        return commands.start_table(
            form.game,
            form.heading,
            form.names,
            key_hash,
            ctx.name,
            form.title,
            players,
            ctx.scoring_basis(Role.MEMBER),
            club=ctx.club,
            season=club_start.chosen_season,
            venue=club_start.venue,
            code=models.code_from(UUID(form.key)) if form.key else models.new_code(),
        )


def _page(request: HttpRequest, ctx: ClubContext, club_start: ClubStart, status: int = 200) -> HttpResponse:
    start = club_start.start
    context = {"ctx": ctx, "club_start": club_start, "start": start, "game": start.game}
    return part_or_page(request, "tables/_start.html", "clubs/tables/start.html", context, status)


@for_members("POST", Role.SCOREKEEPER)
def keep_score(request: HttpRequest, ctx: MemberContext, code: str) -> HttpResponse:
    """Give the scorekeeper's phone the scoring right at one of the club's tables."""
    table = get_object_or_404(models.Table, code=code, club=ctx.club)
    if not table.matches.exists():
        raise Http404
    return ctx.let_in(request, table, redirect_see_other("table", code), Role.SCOREKEEPER)
