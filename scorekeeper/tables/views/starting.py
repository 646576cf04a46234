"""Views of the home page and of the form that starts a table."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import every_game
from scorekeeper.matches import cleanup, commands, models, phones, replay
from scorekeeper.sheet.presenters import MatchPresenter, SideColumn
from scorekeeper.tables import access, engine_zip, load, own_games, records, respond, starting
from scorekeeper.tables.game_choice import featured_games, game_choice
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.web import limits, phone_cookie

TABLES_SHOWN = 8
UNFINISHED_SHOWN = 2  # unfinished matches on the home page, with their scores
ABANDONED_SHOWN = 8


class MatchItem(NamedTuple):
    """A match of this phone's tables in a list, with its totals."""

    match: models.Match
    columns: tuple[SideColumn, ...]
    score: str  # "30 : 20"; "" while the totals are hidden
    hand: str = ""  # the next hand: "Hand 6"
    hides_totals: bool = False
    abandoned: bool = False  # the table left the match unfinished


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the unfinished matches of this phone's tables, and all games, most recently played first."""
    key = phone_cookie.key_of(request)
    current, abandoned, account_matches = _matches(request)
    open_matches = _open_matches(current, account_matches)
    replay.load_match_states(open_matches)
    context = {
        "open_matches": [_match_item(match) for match in open_matches],
        "has_earlier": len(current) + len(abandoned) + len(account_matches) > len(open_matches),
        **game_choice(featured_games(current)),
        "own_games": models.OwnGame.objects.filter(key_hash=phones.hash_key(key)) if key else [],
        "clubs": page_hooks.memberships(request),
    }
    return render(request, "tables/home.html", context)


@never_cache
@require_safe
def earlier(request: HttpRequest) -> HttpResponse:
    """Show the matches of this phone's tables and of the account that the home page does not show."""
    current, abandoned, account_matches = _matches(request)
    on_home = _open_matches(current, account_matches)
    own_matches = [match for match in current if match not in on_home] + abandoned
    other_matches = [match for match in account_matches if match not in on_home]
    replay.load_match_states(
        [match for match in own_matches + other_matches if match.game_slug in every_game()]
    )
    context = {
        "own_matches": [_match_item(match, abandoned=match in abandoned) for match in own_matches],
        "account_matches": [_match_item(match) for match in other_matches],
    }
    return render(request, "tables/earlier.html", context)


def _open_matches(
    current: Sequence[models.Match], account_matches: Sequence[models.Match]
) -> list[models.Match]:
    """Return the unfinished matches that the home page shows, this phone's first."""
    unfinished = [match for match in (*current, *account_matches) if match.ended is None]
    return [match for match in unfinished if match.game_slug in every_game()][:UNFINISHED_SHOWN]


def _match_item(match: models.Match, *, abandoned: bool = False) -> MatchItem:
    if match.game_slug not in every_game():
        return MatchItem(match, (), "", abandoned=abandoned)
    ctx = load.context(match.table, match, None, match.number)
    presenter = MatchPresenter(ctx.localized)
    return MatchItem(
        match, presenter.columns, presenter.score, presenter.next_label, ctx.hides_totals, abandoned
    )


def _matches(
    request: HttpRequest,
) -> tuple[list[models.Match], list[models.Match], list[models.Match]]:
    """Return the current and the abandoned matches of this phone's tables, and the account's matches."""
    current, abandoned = _matches_of_phone(phone_cookie.key_of(request))
    account = phones.account_of(request)
    return current, abandoned, _matches_of_account(account, current) if account is not None else []


def _matches_of_phone(key: str | None) -> tuple[list[models.Match], list[models.Match]]:
    """Return the current match of each of this phone's tables, and abandoned matches.

    Tables with the latest entry come first.
    """
    if key is None:
        return [], []
    own_phones = models.Phone.objects.filter(key_hash=phones.hash_key(key)).order_by("-table__touched", "-pk")
    return _matches_at(list(own_phones.values_list("table", flat=True)[:TABLES_SHOWN]))


def _matches_of_account(account: int, shown: Sequence[models.Match]) -> list[models.Match]:
    """Return the current match of each table where an account may score, except those in ``shown``."""
    scoring = models.Phone.objects.filter(account=account, role__in=models.SCORING)
    other_phones = scoring.exclude(table__in=[match.table_id for match in shown]).select_related("member")
    tables = [
        phone.table_id
        for phone in other_phones.order_by("-table__touched", "-pk")[:TABLES_SHOWN]
        if phone.may_score
    ]
    return _matches_at(list(dict.fromkeys(tables)))[0]


def _matches_at(tables: Sequence[int]) -> tuple[list[models.Match], list[models.Match]]:
    """Return the current match of each of these tables, in their order, and abandoned matches."""
    matches = (
        models.Match.objects.filter(table__in=tables).select_related("table").prefetch_related("sitting")
    )
    current: dict[int, models.Match] = {}
    all_matches = list(matches.order_by("number"))
    for match in all_matches:
        # None means the newest match, which is the last of its table in this loop.
        if match.table.current in (None, match.number):
            current[match.table_id] = match
    abandoned = [
        match for match in all_matches if records.is_abandoned(match, current[match.table_id].number)
    ]
    abandoned.sort(key=lambda match: (tables.index(match.table_id), -match.number))
    return [current[table] for table in tables if table in current], abandoned[:ABANDONED_SHOWN]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of a new table; posted with ``start``, start it with this phone as host."""
    game = access.game_or_404(slug)
    if club := request.GET.get("club", "")[:40]:
        return redirect("start_in_club", club, slug)
    key = phone_cookie.key_of(request)
    key_hash = phones.hash_key(key) if key else ""
    if code := starting.started_table(request.GET.get("key", ""), key_hash):
        return redirect("table", code)  # the user went back to the form
    if request.method != "POST":
        form = starting.new_form(game, key_hash, request.GET.get("preset"))
        return render(
            request,
            "tables/start.html",
            {"start": form, "game": game, "offline_config": engine_zip.offline_config(game)},
        )
    form = starting.sent_form(game, request.POST, key_hash)
    key = key or phone_cookie.new_key()
    code = models.code_from(UUID(form.key)) if form.key else ""
    if code and (existing := _sent_before(request, code, key)) is not None:
        return existing
    if (irrelevant := respond.irrelevant_part(request, form)) is not None:
        return irrelevant
    part, page = "tables/_start.html", "tables/start.html"
    if "start" not in request.POST:
        return respond.part_or_page(request, part, page, {"start": form, "game": game})
    if not starting.validate(form) or form.heading is None:
        return respond.part_or_page(request, part, page, {"start": form, "game": game}, 422)
    limits.spend(request, "start")
    if form.title:
        # A phone with too many own games still starts the table, under the title typed.
        with suppress(ValidationError):
            own_games.save(game, form.heading, form.title, phones.hash_key(key))
    names, title = form.names, form.title
    fields: dict[str, Any] = {"code": code} if code else {}
    try:
        table = commands.start_table(
            game,
            form.heading,
            names,
            phones.hash_key(key),
            names[0],
            title,
            account=phones.account_of(request),
            **fields,
        )
    except IntegrityError:  # the same offline table was sent twice at the same time
        existing = _sent_before(request, code, key) if code else None
        if existing is None:
            raise
        return existing
    cleanup.sweep_occasionally()
    response = redirect("table", code=table.code)
    if form.first_dealer == starting.RANDOM_DEALER:
        response = redirect(f"{response.url}?drawn=1")
    return phone_cookie.remember(response, key)


def _sent_before(request: HttpRequest, code: str, key: str) -> HttpResponse | None:
    """Redirect to the table with this code if a phone that started it offline has sent it; else None.

    Another phone that continued the game sends the same random key, so that phone becomes a scorer too,
    unless the host has renewed the score link.
    """
    table = models.Table.objects.filter(code=code).first()
    if table is None:
        return None
    is_known = phones.phone_at(request, table) is not None
    if not is_known and not table.invitation and table.phones.count() < phones.MOST_PHONES:
        phones.let_in(table, key, models.Role.SCORER, account=phones.account_of(request))
    return phone_cookie.remember(redirect("table", code=code), key)
