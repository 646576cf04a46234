"""The page to erase a player."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scorekeeper.clubs.membership.guards import MemberContext
from scorekeeper.clubs.membership.members import LastOwner
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.people.access import for_erasable, is_own, redirect_to_player
from scorekeeper.clubs.privacy import erasure
from scorekeeper.web.redirects import redirect_see_other


@for_erasable
def forget(request: HttpRequest, context_and_player: tuple[MemberContext, Player]) -> HttpResponse:
    ctx, record = context_and_player
    is_self = is_own(ctx, record)
    context = {"player": record, "is_self": is_self}
    if request.method != "POST":
        return ctx.page(request, "privacy/forget.html", context)
    try:
        erasure.erase(record, ctx.name, with_account=is_self and "account" in request.POST)
    except LastOwner:
        error = _("The club would have no owner. Hand it over to another member first.")
        return ctx.page(request, "privacy/forget.html", context | {"error": error}, 422)
    return redirect_see_other("home") if is_self else redirect_to_player(ctx, record)
