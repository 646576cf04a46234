"""What clubs add to tables and matches, which know nothing of clubs."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest

from scorekeeper.clubs.history import closing, updates
from scorekeeper.clubs.membership import clubs, guards
from scorekeeper.clubs.models import Member
from scorekeeper.clubs.nights import clock, publishing
from scorekeeper.clubs.people import names
from scorekeeper.matches.hooks import hooks
from scorekeeper.tables.hooks import page_hooks


def connect() -> None:
    """Fill the hooks, once, when Django starts."""
    hooks.after_write = publishing.publish_night_of
    hooks.after_restore = publishing.go_on_from
    hooks.after_result = updates.update_projection
    hooks.seat_players = names.players_of_names
    hooks.closed = closing.closed_for
    hooks.no_more_matches = closing.no_more_matches
    hooks.beyond_limit = closing.beyond_round
    hooks.closed_sheet_changed = closing.record
    hooks.closed_names_changed = closing.record_names
    page_hooks.membership = guards.club_of_table
    page_hooks.night_status = clock.table_status
    page_hooks.memberships = _memberships


def _memberships(request: HttpRequest) -> Sequence[Member]:
    return clubs.memberships_of(request.user)
