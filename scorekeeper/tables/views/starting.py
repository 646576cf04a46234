"""The first page, and the page that starts a table."""

from __future__ import annotations

from contextlib import suppress

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import every_game
from scorekeeper import limits
from scorekeeper.clubs import founding
from scorekeeper.tables import models, own_games, phones, starting, sweeping, writing

TABLES_SHOWN = 8


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What can be played, and the tables this phone sits at."""
    key = phones.key_of(request)
    own = own_games.of_phone(phones.hashed(key)) if key else []
    context = {
        "games": list(every_game().values()),
        "tables": _tables(key),
        "own_games": own,
        "clubs": founding.clubs_of(request.user),
    }
    return render(request, "tables/home.html", context)


def _tables(key: str | None) -> list[models.Match]:
    """The newest match of each of the last tables of this phone."""
    if key is None:
        return []
    seats = models.Phone.objects.filter(key_hash=phones.hashed(key)).order_by("-joined", "-pk")[:TABLES_SHOWN]
    tables = [phone.table_id for phone in seats]
    newest: dict[int, models.Match] = {}
    matches = (
        models.Match.objects.filter(table__in=tables)
        .select_related("table")
        .prefetch_related("sitting", "results")
    )
    for match in matches.order_by("number"):
        newest[match.table_id] = match
    return [newest[table] for table in tables if table in newest]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Preset, house rules, seats, names; posted with ``start``, a table begins with this phone as host."""
    game = every_game().get(slug)
    if game is None:
        raise Http404
    if club := request.GET.get("club", "")[:40]:
        return redirect("start_in_club", club, slug)
    key = phones.key_of(request)
    key_hash = phones.hashed(key) if key else ""
    if request.method != "POST":
        begun = starting.offered(game, key_hash, request.GET.get("preset"))
        return render(request, "tables/start.html", {"start": begun, "game": game})
    begun = starting.chosen(game, request.POST, key_hash)
    if request.htmx and "idle" in request.POST:
        return render(request, "tables/_idle.html", {"groups": begun.groups, "form": "_start"})
    template = "tables/_start.html" if request.htmx else "tables/start.html"
    if "start" not in request.POST:
        return render(request, template, {"start": begun, "game": game})
    if not starting.read(begun) or begun.heading is None:
        return render(request, template, {"start": begun, "game": game}, status=422)
    limits.spend(request, limits.STARTING)
    key = key or phones.new_key()
    if begun.title:
        # A phone may keep enough games already: the table has its name all the same.
        with suppress(ValidationError):
            own_games.keep(game, begun.heading, begun.title, phones.hashed(key))
    names, title = begun.names, begun.title
    table = writing.start_table(game, begun.heading, names, phones.hashed(key), names[0], title)
    sweeping.now_and_then()
    response = redirect("table", code=table.code)
    if begun.first_dealer == starting.BY_LOT:
        response = redirect(f"{response.url}?drawn=1")
    return phones.remember(response, key)
