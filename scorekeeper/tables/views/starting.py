"""The first page, and the page that starts a table."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import every_game
from games.engine import Family, Game
from scorekeeper import htmx, limits, phone_cookie
from scorekeeper.matches import cleanup, commands, models, phones, replay
from scorekeeper.sheet.presenters import MatchPresenter, Party
from scorekeeper.tables import access, own_games, starting
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.tables.views import alone, answers

TABLES_SHOWN = 8
GOING_ON_SHOWN = 2  # with their scores
LARGE = 3


class GoingOn(NamedTuple):
    """A match that this phone may go on with, and how it stands."""

    match: models.Match
    parties: tuple[Party, ...]
    covered: bool


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What goes on at this phone's tables, and what can be played: what it played last before the others."""
    key = phone_cookie.key_of(request)
    matches = _matches(key)
    going_on = [match for match in matches if match.ended is None][:GOING_ON_SHOWN]
    replay.load_match_states(going_on)  # all read in one go; then each is at hand
    large = offered_large(matches)
    context = {
        "going_on": [_going_on(match) for match in going_on],
        "earlier": [match for match in matches if match not in going_on],
        **listed(large),
        "own_games": models.OwnGame.objects.filter(key_hash=phones.hashed(key)) if key else [],
        "clubs": page_hooks.memberships(request),
    }
    return render(request, "tables/home.html", context)


def offered_large(matches: Sequence[models.Match]) -> list[Game[Any]]:
    """The games that stand large: those the phone played last, then those that every new phone is offered."""
    every = every_game()
    played = (every[match.game_slug] for match in matches if match.game_slug in every)
    first = sorted(
        (game for game in every.values() if game.offered_first), key=lambda game: game.offered_first
    )
    found = {game.slug: game for game in (*played, *first)}
    return list(found.values())[:LARGE]


def listed(large: Sequence[Game[Any]]) -> dict[str, Any]:
    """These games with their signs, and all others by family, for a page that offers them."""
    others = [game for game in every_game().values() if game not in large]
    families = [(family, [game for game in others if game.family is family]) for family in Family]
    return {
        "large": [(game, _sign(game.slug)) for game in large],
        "families": [(family, games) for family, games in families if games],
    }


@cache
def _sign(slug: str) -> str:
    """The template of a game's own sign; "" where it has none."""
    name = f"{slug}/_sign.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return ""
    return name


def _going_on(match: models.Match) -> GoingOn:
    place = access.MatchContext(match.table, match, None, match.number)
    return GoingOn(match, MatchPresenter(place.localized).parties, place.covered)


def _matches(key: str | None) -> list[models.Match]:
    """The newest match of each of this phone's tables, the table that was written on last first."""
    if key is None:
        return []
    seats = models.Phone.objects.filter(key_hash=phones.hashed(key)).order_by("-table__touched", "-pk")
    tables = list(seats.values_list("table", flat=True)[:TABLES_SHOWN])
    newest: dict[int, models.Match] = {}
    matches = (
        models.Match.objects.filter(table__in=tables).select_related("table").prefetch_related("sitting")
    )
    for match in matches.order_by("number"):
        newest[match.table_id] = match
    return [newest[table] for table in tables if table in newest]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Preset, house rules, seats, names; posted with ``start``, a table begins with this phone as host."""
    game = access.game_or_404(slug)
    if club := request.GET.get("club", "")[:40]:
        return redirect("start_in_club", club, slug)
    key = phone_cookie.key_of(request)
    key_hash = phones.hashed(key) if key else ""
    if request.method != "POST":
        begun = starting.offered(game, key_hash, request.GET.get("preset"))
        return render(request, "tables/start.html", {"start": begun, "game": game, "alone": alone.told(game)})
    begun = starting.chosen(game, request.POST, key_hash)
    key = key or phone_cookie.new_key()
    code = models.code_from(UUID(begun.key)) if begun.key else ""
    if code and (there := _handed_in(request, code, key)) is not None:
        return there
    if htmx.asks_for_part(request) and "idle" in request.POST:
        return render(request, "tables/_idle.html", {"groups": begun.groups, "form": "_start"})
    part, page = "tables/_start.html", "tables/start.html"
    if "start" not in request.POST:
        return answers.part_or_page(request, part, page, {"start": begun, "game": game})
    if not starting.read(begun) or begun.heading is None:
        return answers.part_or_page(request, part, page, {"start": begun, "game": game}, 422)
    limits.spend(request, limits.STARTING)
    if begun.title:
        # A phone may keep enough games already: the table has its name all the same.
        with suppress(ValidationError):
            own_games.keep(game, begun.heading, begun.title, phones.hashed(key))
    names, title = begun.names, begun.title
    belongs: dict[str, Any] = {"code": code} if code else {}
    try:
        table = commands.start_table(
            game, begun.heading, names, phones.hashed(key), names[0], title, **belongs
        )
    except IntegrityError:  # handed in twice at once
        there = _handed_in(request, code, key) if code else None
        if there is None:
            raise
        return there
    cleanup.now_and_then()
    response = redirect("table", code=table.code)
    if begun.first_dealer == starting.BY_LOT:
        response = redirect(f"{response.url}?drawn=1")
    return phone_cookie.remember(response, key)


def _handed_in(request: HttpRequest, code: str, key: str) -> HttpResponse | None:
    """To a table that was begun without a network and stands here already; None while it does not.

    Another phone that went on with it, and so knows its key, keeps score too, unless the host has made
    new links.
    """
    table = models.Table.objects.filter(code=code).first()
    if table is None:
        return None
    known = phones.phone_at(request, table) is not None
    if not known and not table.invitation and table.phones.count() < phones.MOST_PHONES:
        phones.let_in(table, key, models.Role.SCORER)
    return phone_cookie.remember(redirect("table", code=code), key)
