"""Database queries behind ``MatchContext`` and the pages of a match."""

from collections.abc import Callable
from typing import Any, TypeVar

from scorekeeper.matches import disputes, models, permissions, replay
from scorekeeper.matches.hooks import hooks
from scorekeeper.sheet import cache
from scorekeeper.web.i18n import reader_now

from .context import MatchContext

Value = TypeVar("Value")


def context(
    table: models.Table, match: models.Match, phone: models.Phone | None, current_number: int
) -> MatchContext:
    """Load a match of a table for the phone that asks (None: a stranger)."""
    state = replay.load_match_state(match)
    names = _per_version("names", table, match, lambda: replay.player_names(match))
    return MatchContext(
        table, match, phone, current_number, state, names, hooks.closed(table, match), reader_now()
    )


def reload(ctx: MatchContext) -> MatchContext:
    """Return the context read again, after another phone has written."""
    match = models.Match.objects.select_related("table").get(pk=ctx.match.pk)
    return context(match.table, match, ctx.phone, ctx.current_number)


def reload_after_hand(ctx: MatchContext, match: models.Match) -> MatchContext:
    """Return the context after this phone saved a hand; cached values that a hand cannot change are kept."""
    if match.table.version == ctx.table.version + 1:  # nobody else has written
        for name in ("names", "objections", "takeovers", "asking"):
            cached = cache.get(_version_key(name, ctx.table, ctx.match))
            # A hand may settle a dispute or a request, so only empty results are still valid.
            if cached is not None and (name == "names" or not cached):
                cache.put(_version_key(name, match.table, match), cached)
    return context(match.table, match, ctx.phone, ctx.current_number)


def objections(ctx: MatchContext) -> dict[int, models.Objection]:
    """Return the open disputes about hands of the match, keyed by hand number."""
    return _per_version("objections", ctx.table, ctx.match, lambda: disputes.open_disputes(ctx.match))


def takeovers(ctx: MatchContext) -> list[models.Phone]:
    """Return the phones that took over scoring this evening."""
    return _per_version("takeovers", ctx.table, ctx.match, lambda: permissions.takeovers(ctx.table))


def asking_phones(ctx: MatchContext) -> list[models.Phone]:
    """Return the phones that ask to keep score; empty for a phone that may not let them in."""
    if not ctx.may_score:
        return []
    return _per_version("asking", ctx.table, ctx.match, lambda: permissions.asking_phones(ctx.table))


def entering_phone(ctx: MatchContext) -> models.Phone | None:
    """Return the other phone that enters the next hand, if one does and is known."""
    pk = (ctx.match.begun or {}).get("by")
    if pk is None or (ctx.phone is not None and ctx.phone.pk == pk):
        return None
    phones = _per_version("entering", ctx.table, ctx.match, lambda: list(ctx.table.phones.filter(pk=pk)))
    return phones[0] if phones else None


def may_play_again(ctx: MatchContext) -> bool:
    """Return whether this phone may start another match at the table."""
    return ctx.may_score and hooks.no_more_matches(ctx.table) is None


def may_take_over(ctx: MatchContext) -> bool:
    """Return whether this phone may take over scoring now, because no scorer is active."""
    if ctx.may_score or not ctx.is_current:
        return False
    return permissions.may_take_over(ctx.table, ctx.match, ctx.phone)


def etag(ctx: MatchContext) -> str:
    """Return the ETag of the match for this phone, by version, role, language and time zone."""
    role = ctx.phone.role_now if ctx.phone else "-"
    if ctx.is_closed_here:
        role = models.Role.WATCHER
    if ctx.could_score_signed_in:
        role = "signed-out"
    elif ctx.phone is not None and ctx.phone.asking == models.Asking.ASKS and may_take_over(ctx):
        role = "may-take-over"
    reader = ctx.reader
    return f'"{ctx.match.pk}.{ctx.table.version}.{ctx.current_number}.{role}.{reader.language}.{reader.zone}"'


def _version_key(name: str, table: models.Table, match: models.Match) -> tuple[Any, ...]:
    return name, table.code, match.number, table.version


def _per_version(name: str, table: models.Table, match: models.Match, read: Callable[[], Value]) -> Value:
    """Return the result of ``read``, cached for each version of the table.

    Every write that changes one of these values raises the version. The table is read first, so a cached
    value is never older than the version in its key.
    """
    return cache.get_or_make(_version_key(name, table, match), read)
