"""What clubs add to the rooms below them, which know nothing of clubs."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest

from scorekeeper import metrics
from scorekeeper.accounts.hooks import account_hooks
from scorekeeper.clubs.history import closing, updates
from scorekeeper.clubs.house_rules import customs
from scorekeeper.clubs.jobs import runner
from scorekeeper.clubs.membership import clubs, guards
from scorekeeper.clubs.models import Member, Role
from scorekeeper.clubs.nights import publishing, table_status
from scorekeeper.clubs.people import names
from scorekeeper.clubs.tables import start_form
from scorekeeper.library.hooks import library_hooks
from scorekeeper.library.models import Ruling
from scorekeeper.matches.hooks import hooks
from scorekeeper.tables.hooks import page_hooks


def connect() -> None:
    """Fill the hooks, once, when Django starts."""
    metrics.of_site.append(runner.samples)
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
    page_hooks.night_status = table_status.table_status
    page_hooks.ways = start_form.ways_at
    page_hooks.memberships = _memberships
    library_hooks.customs = customs.current_customs
    library_hooks.on_ruling = _on_ruling
    account_hooks.memberships = clubs.memberships_of
    account_hooks.roles = _roles
    account_hooks.owns_club = _owns_club
    account_hooks.owned_alone = clubs.clubs_owned_alone
    account_hooks.before_delete = clubs.leave_all_clubs


def _memberships(request: HttpRequest) -> Sequence[Member]:
    return clubs.memberships_of(request.user)


def _on_ruling(request: HttpRequest, ruling: Ruling) -> Mapping[str, Any]:
    known = guards.clubs_of(request)
    settled = ruling.customs.filter(ended=None, club__in=known)
    return {"clubs": guards.kept_by(request, known), "settled": settled}


def _roles(user: int) -> Sequence[tuple[int, str]]:
    return list(Member.objects.filter(user_id=user, ended=None).order_by("pk").values_list("pk", "role"))


def _owns_club(user: int) -> bool:
    return Member.objects.filter(user_id=user, role=Role.OWNER, ended=None).exists()
