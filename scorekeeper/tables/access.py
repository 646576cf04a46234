"""Access to tables, matches, games and hands: the checks that views make before they read a form."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from games import every_game
from games.engine import Game
from scorekeeper.matches import models, phones
from scorekeeper.matches.closing import SheetClosed
from scorekeeper.web import limits
from scorekeeper.web.decorators import Guard, guard

from . import load
from .context import MatchContext
from .hooks import page_hooks


class NoSuchMatch(Http404):
    """404 for a match number that the table does not have: never started, or its start was undone."""


def get_match(request: HttpRequest, code: str, n: int | None = None, by_link: bool = False) -> MatchContext:
    """Return the match with this number, or the one that the table plays now.

    Raises ``Http404`` if there is no such table, ``NoSuchMatch`` if only the match is missing. A wrong code
    counts as a guess.

    Once the host has renewed the watch link, strangers get a 404 as well, except on the pages that the new
    link opens (``by_link``). Members of the table's club may always watch.
    """
    table = models.first_row(models.Table, "code = %s", code)
    newest_first = "table_id = %s ORDER BY number DESC LIMIT 1"
    newest = models.first_row(models.Match, newest_first, table.pk) if table is not None else None
    if table is None or newest is None:
        limits.count_wrong_guess(request, code)
        raise Http404
    newest.table = table
    current = newest.number if table.current is None else table.current
    number = current if n is None else n
    match: models.Match | None = newest
    if number != newest.number:
        match = models.Match.objects.filter(table=table, number=number).first()
    phone = phones.phone_at(request, table)
    if phone is not None and phone.may_score:
        phones.save_seen(phone)
    if not by_link and not models.may_watch(table, phone) and page_hooks.membership(request, table) is None:
        limits.count_wrong_guess(request, code)
        raise Http404
    if match is None:
        raise NoSuchMatch
    return load.context(table, match, phone, current)


def require_scorer(request: HttpRequest, code: str, n: int | None = None) -> MatchContext:
    """Return the match for a phone that may write; 403 for any other.

    A POST to a sheet that was closed in the meantime passes: the view refuses it and keeps what was typed.
    """
    ctx = get_match(request, code, n)
    if not (ctx.is_closed_here and request.method == "POST"):
        check_scorer(ctx)
    return ctx


def check_scorer(ctx: MatchContext) -> None:
    """Raise 403 for a phone that may not write here now."""
    # ``closed`` is also set for the club's scorekeepers, who may still write; ``is_closed_here`` is not.
    if ctx.is_closed_here and ctx.closed is not None:
        raise SheetClosed(ctx.closed)
    if not ctx.may_score:
        raise PermissionDenied


def require_host(request: HttpRequest, code: str) -> MatchContext:
    """Return the current match for the phone that hosts the table; 403 for any other."""
    ctx = get_match(request, code)
    if not ctx.is_host:
        raise PermissionDenied
    return ctx


def for_anyone(methods: str) -> Guard:
    """Return a decorator for views that anyone at the table may open.

    The view gets a ``MatchContext`` in place of ``code`` and ``n``.
    """
    return guard(methods, get_match, "code", "n")


def for_scorers(methods: str) -> Guard:
    """Return a decorator for views that need a phone that may write."""
    return guard(methods, require_scorer, "code", "n")


def for_hosts(methods: str) -> Guard:
    return guard(methods, require_host, "code")


def game_or_404(slug: str) -> Game[Any]:
    if (game := every_game().get(slug)) is None:
        raise Http404
    return game


def get_hand_or_404(ctx: MatchContext, number: int) -> int:
    """Return the number of a hand that this match has, deleted or not."""
    if number < 1 or number not in ctx.state.revs:
        raise Http404
    return number
