"""Starting a table in a club, and keeping score at one."""

from contextlib import suppress

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from games import every_game
from scorekeeper import limits, phone_cookie
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.people import names
from scorekeeper.clubs.tables import start_form
from scorekeeper.clubs.tables.start_form import ClubStart
from scorekeeper.htmx import asks_for_part
from scorekeeper.library.asking import game_or_404
from scorekeeper.matches import commands, models, phones
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables import own_games, starting
from scorekeeper.tables.views.answers import part_or_page


@for_members("GET")
def games(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """What can be played: by the club's own rules, its games, every other."""
    known = every_game()
    houses = [(known[one.game_slug], one) for one in start_form.houses(inside.club) if one.game_slug in known]
    favourite = [known[slug] for slug in inside.club.games if slug in known]
    context = {
        "houses": houses,
        "favourite": favourite,
        "others": [game for game in known.values() if game not in favourite],
    }
    return inside.page(request, "tables/games.html", context)


@for_members("GET POST")
def start(request: HttpRequest, inside: MemberContext, slug: str) -> HttpResponse:
    """The form that starts a table, with the club's players, rules and season; posted, the table begins."""
    game = game_or_404(slug)
    key = phone_cookie.key_of(request)
    key_hash = phones.hashed(key) if key else ""
    ways = start_form.ways(inside.club, game)
    address = reverse("start_in_club", args=[inside.club.code, slug])
    if request.method != "POST":
        wanted = request.GET.get("way", "")
        way = next((one for one in ways if one.id == wanted), ways[0] if ways else None)
        if way is not None and "preset" not in request.GET:
            begun = starting.by_way(game, way, ways, key_hash)
        else:
            begun = starting.offered(game, key_hash, request.GET.get("preset"))
            begun.ways = ways
        begun.action, begun.typed = address, [""] * begun.shape.seats
        return _page(request, inside, start_form.first_form(inside.club, begun))
    begun = starting.chosen(game, request.POST, key_hash, ways)
    begun.action = address
    if asks_for_part(request) and "idle" in request.POST:
        return render(request, "tables/_idle.html", {"groups": begun.groups, "form": "_start"})
    season, venue = request.POST.get("season", ""), request.POST.get("venue", "")
    offered = start_form.ClubStart(inside.club, begun, season, venue)
    if "sit" in request.POST:
        offered.sit(request.POST["sit"])
        return _page(request, inside, offered)
    if "start" not in request.POST:
        return _page(request, inside, offered)
    if not offered.read() or not starting.read(begun) or begun.heading is None:
        starting.read(begun)
        return _page(request, inside, offered, status=422)
    limits.spend(request, limits.STARTING)
    key = key or phone_cookie.new_key()
    table = _begin(inside, offered, phones.hashed(key))
    by_lot = begun.first_dealer == starting.BY_LOT
    return phone_cookie.remember(
        redirect_see_other("table", table.code, asking="drawn=1" if by_lot else ""), key
    )


def _begin(inside: ClubContext, offered: ClubStart, key_hash: str) -> models.Table:
    """The table, and guests for the names that nobody in the club is called by."""
    begun = offered.start
    assert begun.heading is not None
    if begun.title:
        with suppress(ValidationError):
            own_games.keep(begun.game, begun.heading, begun.title, key_hash)
    with transaction.atomic():
        players = names.players_or_guests(inside.club.pk, begun.names)
        return commands.start_table(
            begun.game,
            begun.heading,
            begun.names,
            key_hash,
            inside.name,
            begun.title,
            players,
            inside.giving(Role.MEMBER),
            club=inside.club,
            season=offered.chosen_season,
            venue=offered.venue,
        )


def _page(request: HttpRequest, inside: ClubContext, offered: ClubStart, status: int = 200) -> HttpResponse:
    context = {
        "inside": inside,
        "part": "club",
        "offering": offered,
        "start": offered.start,
        "game": offered.start.game,
    }
    return part_or_page(request, "tables/_start.html", "clubs/tables/start.html", context, status)


@for_members("POST", Role.SCOREKEEPER)
def keep(request: HttpRequest, inside: MemberContext, code: str) -> HttpResponse:
    """Whoever keeps score for the club takes the right to score at one of its tables, as by a score link."""
    table = get_object_or_404(models.Table, code=code, club=inside.club)
    if not table.matches.exists():
        raise Http404
    key = phone_cookie.key_of(request) or phone_cookie.new_key()
    phones.let_in(table, key, models.Role.SCORER, inside.name[:40], inside.giving(Role.SCOREKEEPER))
    return phone_cookie.remember(redirect_see_other("table", code), key)
