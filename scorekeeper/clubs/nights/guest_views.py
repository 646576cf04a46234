"""A night for those who are there, with or without an account: what the wall's picture and the cards open.

The night's code is beyond guessing, and whoever has it is told what the wall tells everybody in the room: who
sits where, and the standing. It gives no right to write; a table's card does, for as long as a round is on.
"""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.engine import format_points
from scorekeeper import limits, phone_cookie
from scorekeeper.clubs.membership import clubs
from scorekeeper.clubs.membership.guards import ClubContext
from scorekeeper.clubs.models import Member, Night, NightTable, Present
from scorekeeper.clubs.nights import confirmations, rounds, table_cards
from scorekeeper.clubs.nights.presenters import NightPresenter
from scorekeeper.clubs.nights.views import live_page
from scorekeeper.matches import models, phones
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables import access
from scorekeeper.tables.access import MatchContext


def require_guest(request: HttpRequest, code: str) -> tuple[ClubContext, Night]:
    """The night with this code, and who asks. 404 where there is none; a code that is wrong is counted."""
    night = Night.objects.select_related("club", "season").filter(code=code).first()
    if night is None or clubs.is_deleted(night.club):
        limits.missed(request, code)
        raise Http404
    timezone.activate(night.club.zone)
    user, member = request.user, None
    if user.is_authenticated:
        member = Member.objects.filter(club=night.club, user_id=user.pk, ended=None).first()
    return ClubContext(night.club, user, member), night


@require_safe
def night(request: HttpRequest, code: str) -> HttpResponse:
    """Which table are you at? Every table and everybody's place; when it is over, the prizes."""
    inside, night = require_guest(request, code)
    return live_page(request, "guest", NightPresenter(inside, night))


@require_safe
def person(request: HttpRequest, code: str, present: int) -> HttpResponse:
    """Where one of those who are here sits now, with whom, and how they stand; it follows the night."""
    inside, night = require_guest(request, code)
    now = NightPresenter(inside, night, present)
    if present not in now.present:
        raise Http404
    return live_page(request, "person", now, who=f"{present}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """What a table's card opens: the sheet that is played there now, for keeping score."""
    _inside, night = require_guest(request, code)
    shown = {"night": night, "number": number}
    if request.method != "POST":
        return render(request, "clubs/nights/card.html", shown)
    secret = request.POST.get("secret", "").strip().rpartition("#")[2]
    if not table_cards.fits(night, number, secret):
        limits.missed(request, f"{code}#{secret[:64]}")
        problem = _("This card no longer works. Ask at the table for the score link.")
        return render(request, "clubs/nights/card.html", shown | {"problem": problem}, status=403)
    at = NightTable.objects.filter(round__night=night, round__ended=None, number=number).select_related(
        "table"
    )
    now = at.order_by("-round__number").first()
    if night.ended or now is None or now.table is None:
        problem = _(
            "Nothing is being played at table %(n)d yet. Scan the card again once the round is drawn."
        )
        return render(
            request, "clubs/nights/card.html", shown | {"problem": problem % {"n": number}}, status=409
        )
    key = phone_cookie.key_of(request) or phone_cookie.new_key()
    phone = phones.let_in(now.table, key, models.Role.SCORER, _name_tonight(night, key))
    return phone_cookie.remember(redirect_see_other("table" if phone.name else "who", now.table.code), key)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def call(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A table calls the referee: it stands on the page of those who run the night until it is answered."""
    _inside, night = require_guest(request, code)
    at = NightTable.objects.filter(round__night=night, round__ended=None, number=number).select_related(
        "table"
    )
    now = at.first()
    if night.ended or now is None or now.table is None:
        raise Http404
    if request.method != "POST":
        return render(request, "clubs/nights/call.html", {"night": night, "at": now})
    rounds.call_referee(night, number, calls=True)
    return redirect_see_other("table", now.table.code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, code: str, table: str, n: int) -> HttpResponse:
    """A table's result, to be confirmed by each side on a phone that keeps score there, or in their place."""
    inside, night = require_guest(request, code)
    of_night = NightTable.objects.filter(round__night=night).select_related("round__night", "table")
    at = get_object_or_404(of_night, table__code=table)
    place = access.get_match(request, table, n)
    if not night.confirm:
        raise Http404
    may = not night.ended and (place.may_score or inside.keeps_score)
    if request.method != "POST":
        return _result(request, inside, at, place, may)
    if not may:
        raise PermissionDenied
    if "wrong" in request.POST:
        confirmations.withdraw(place.match)
        if at.round.ended is not None:
            return redirect_see_other("confirm_result", code, table, n)
        rounds.call_referee(night, at.number, calls=True)
        return redirect_see_other("call_referee", code, at.number)
    to_confirm = _open_result(at, place)
    chosen = request.POST.get("side", "")
    sides = [one for one in to_confirm.sides if chosen in (f"{one.side}", "all")] if to_confirm else []
    head = request.POST.get("head", "")
    if sides and not confirmations.confirm(place.match, head, [one.side for one in sides]):
        changed = _("The sheet was changed meanwhile. Check it again.")
        return _result(request, inside, at, access.get_match(request, table, n), may, changed)
    in_their_place = inside.keeps_score and not _sits_here(at, inside)
    if sides and in_their_place:
        names = ", ".join(one.names for one in sides)
        about = {"n": at.round.number, "table": at.number, "sides": names}
        rounds.record_event(night, "result_confirmed", inside.name, **about)
    if to_confirm is not None and len(sides) < len(to_confirm.sides):
        return redirect_see_other("confirm_result", code, table, n)
    if in_their_place:
        return redirect_see_other("night", night.club.code, night.pk)
    return redirect_see_other("table", table)


def _open_result(at: NightTable, place: MatchContext) -> confirmations.OpenResult | None:
    """What of this match is not confirmed, once its table has finished."""
    found = confirmations.open_in(at.round.night, [at])
    return next((one for one in found if one.due and one.match.pk == place.match.pk), None)


def _sits_here(at: NightTable, inside: ClubContext) -> bool:
    return Present.objects.filter(pk__in=at.seated, player__user_id=inside.user.pk or 0).exists()


def _result(
    request: HttpRequest,
    inside: ClubContext,
    at: NightTable,
    place: MatchContext,
    may: bool,
    problem: str = "",
) -> HttpResponse:
    to_confirm = _open_result(at, place)
    missing = {one.side for one in to_confirm.sides} if to_confirm else set()
    totals = [""] * at.sides if place.covered else [format_points(one) for one in place.sheet.final]
    names = [" & ".join(place.names.now[side :: at.sides]) for side in range(at.sides)]
    finished = confirmations.open_in(at.round.night, [at]) == [] or to_confirm is not None
    shown = {
        "at": at,
        "place": place,
        "sides": [(n, names[n], totals[n], n not in missing) for n in range(at.sides)],
        "open": to_confirm,
        "finished": finished and bool(place.sheet.rows),
        "may": may,
        "problem": problem,
    }
    return inside.page(request, "nights/result.html", shown, 409 if problem else 200)


def _name_tonight(night: Night, key: str) -> str:
    """Whose phone it was at an earlier table of the night; "" for one that comes for the first time."""
    known = models.Phone.objects.filter(table__night=night, key_hash=phones.hashed(key)).exclude(name="")
    return known.order_by("-pk").values_list("name", flat=True).first() or ""
