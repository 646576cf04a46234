"""One person's data taken away in one tap, and the wish to be forgotten."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.exporting.views import download
from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext
from scorekeeper.clubs.models import Job, Player
from scorekeeper.clubs.people.views import is_mine, may_forget, player_or_404, to_player
from scorekeeper.clubs.privacy import erasure
from scorekeeper.guarded import guard


def _own(request: HttpRequest, club: str, player: int) -> tuple[MemberContext, Player]:
    """A person's own record; a guest's for an owner, whom they can ask."""
    inside = guards.require_member(request, club)
    one = player_or_404(inside, player)
    if not may_forget(inside, one):
        raise PermissionDenied
    return inside, one


for_own = guard("GET POST", _own, "club", "player")


@for_own
def as_json(request: HttpRequest, own: tuple[MemberContext, Player]) -> HttpResponseBase:
    """Everything about one person."""
    inside, one = own
    return download(request, inside, Job.What.PERSON, one)


@for_own
def as_csv(request: HttpRequest, own: tuple[MemberContext, Player]) -> HttpResponseBase:
    """Their matches for a spreadsheet."""
    inside, one = own
    return download(request, inside, Job.What.MATCHES, one)


@for_own
def forget(request: HttpRequest, own: tuple[MemberContext, Player]) -> HttpResponse:
    """What will be gone, and when; posted, the name is covered at once."""
    inside, one = own
    if one.forgotten:
        return to_player(inside, one)
    context: dict[str, Any] = {"player": one, "mine": is_mine(inside, one), "days": erasure.GRACE.days}
    if request.method != "POST":
        return inside.page(request, "privacy/forget.html", context)
    try:
        erasure.request_erasure(one, inside.name, with_account=context["mine"] and "account" in request.POST)
    except erasure.LastOwner:
        wrong = _("The club would have no owner. Hand it over to another member first.")
        return inside.page(request, "privacy/forget.html", context | {"wrong": wrong}, 422)
    erasure.erase_due()
    return inside.to("remember_player", one.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def remember(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Not forgotten after all, within the fortnight. Who has asked is no member any more."""
    waiting = Player.objects.filter(club__code=club, pk=player, forgotten__isnull=False, gone=None)
    one = waiting.select_related("club").first()
    if one is not None and request.user.is_authenticated and one.user_id == request.user.pk:
        inside: ClubContext = ClubContext(one.club, request.user, None)
    else:
        inside, one = _own(request, club, player)
    if request.method != "POST":
        context = {"player": one, "until": erasure.cancellable_until(one)}
        return inside.page(request, "privacy/restore.html", context)
    if not erasure.cancel_erasure(one, inside.name):
        raise PermissionDenied
    return to_player(inside, one)
