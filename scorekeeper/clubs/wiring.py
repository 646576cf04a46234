"""Connecting clubs to the hooks of lower layers, which know nothing of clubs."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest

from scorekeeper.accounts.hooks import account_hooks
from scorekeeper.clubs.house_rules import customs
from scorekeeper.clubs.membership import clubs, guards, invitations
from scorekeeper.clubs.models import Member, Role
from scorekeeper.clubs.people import names
from scorekeeper.clubs.tables import start_form
from scorekeeper.jobs.hooks import job_hooks
from scorekeeper.jobs.models import Job
from scorekeeper.library.hooks import library_hooks
from scorekeeper.library.models import Ruling
from scorekeeper.matches.hooks import hooks
from scorekeeper.matches.phones import account_of
from scorekeeper.tables.hooks import page_hooks


def connect() -> None:
    hooks.seat_players = names.players_of_names
    page_hooks.membership = guards.club_of_table
    page_hooks.club_presets = start_form.club_presets_at
    page_hooks.memberships = _memberships
    library_hooks.customs = customs.current_customs
    library_hooks.ruling_context = _ruling_context
    job_hooks.handlers[Job.Kind.MAIL] = lambda job, on_progress: invitations.send_invitations(
        job.club, on_progress
    )
    account_hooks.memberships = clubs.memberships_of
    account_hooks.roles = _roles
    account_hooks.owns_club = _owns_club
    account_hooks.owned_alone = clubs.clubs_owned_alone
    account_hooks.before_delete = clubs.leave_all_clubs


def _memberships(request: HttpRequest) -> Sequence[Member]:
    return clubs.memberships_of(request.user)


def _ruling_context(request: HttpRequest, ruling: Ruling) -> Mapping[str, Any]:
    memberships = clubs.memberships_of(request.user) if account_of(request) else []
    customs = ruling.customs.filter(ended=None, club__in=[member.club for member in memberships])
    return {"clubs": [member.club for member in memberships if member.keeps_score], "customs": customs}


def _roles(user: int) -> Sequence[tuple[int, str]]:
    return list(Member.objects.filter(user_id=user, ended=None).order_by("pk").values_list("pk", "role"))


def _owns_club(user: int) -> bool:
    return any(role == Role.OWNER for _member, role in _roles(user))
