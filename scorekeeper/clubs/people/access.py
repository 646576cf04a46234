"""Rights on a player's record."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext
from scorekeeper.clubs.models import Player
from scorekeeper.web.decorators import guard


def is_own(ctx: ClubContext, record: Player) -> bool:
    return ctx.member is not None and record.user_id == ctx.member.user_id


def may_forget(ctx: ClubContext, record: Player) -> bool:
    """Return True for the player themselves, and for an owner if the player has no account."""
    if record.forgotten or record.same_as_id:
        return False
    return is_own(ctx, record) or (ctx.is_owner and record.user_id is None)


def player_or_404(ctx: ClubContext, player: int) -> Player:
    """Return a player of the club, following a merge, or raise 404."""
    record = get_object_or_404(
        Player.objects.select_related("same_as", "user", "club"), pk=player, club=ctx.club
    )
    return record.same_as or record


def editable_player_or_403(ctx: ClubContext, player: int) -> Player:
    record = player_or_404(ctx, player)
    may_edit = is_own(ctx, record) or ctx.keeps_score
    if record.forgotten or not may_edit:
        raise PermissionDenied
    return record


def redirect_to_player(ctx: ClubContext, record: Player) -> HttpResponse:
    return ctx.redirect_to("player", record.pk)


def _require_erasable(request: HttpRequest, club: str, player: int) -> tuple[MemberContext, Player]:
    ctx = guards.require_member(request, club)
    record = player_or_404(ctx, player)
    if not may_forget(ctx, record):
        raise PermissionDenied
    return ctx, record


for_erasable = guard("GET POST", _require_erasable, "club", "player")
