"""Pages of a night for people in the room, with or without an account.

The night's code is unguessable. Its pages show what the screen in the room shows: the seating and the
standings. The night's code does not let a phone score. While a round runs, a phone that scans the QR code on
a table's card may score at that table.
"""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine import format_points
from scorekeeper.clubs.membership import clubs
from scorekeeper.clubs.membership.guards import ClubContext, member_context
from scorekeeper.matches import models, phones
from scorekeeper.nights import confirmations, rounds, table_cards
from scorekeeper.nights.models import Night, NightTable, Present
from scorekeeper.nights.presenters import NightPresenter
from scorekeeper.nights.views import live_page
from scorekeeper.tables import access
from scorekeeper.tables.context import MatchContext
from scorekeeper.web import limits, phone_cookie
from scorekeeper.web.decorators import guard
from scorekeeper.web.redirects import redirect_see_other


def require_guest(request: HttpRequest, code: str) -> tuple[ClubContext, Night]:
    """Return the viewer's context and the night; for a wrong code, count the guess and raise 404."""
    night = Night.objects.select_related("club", "season").filter(code=code).first()
    if night is None or clubs.is_deleted(night.club):
        limits.count_wrong_guess(request, code)
        raise Http404
    timezone.activate(night.club.zone)
    member = member_context(request.user, club=night.club)
    return member or ClubContext(night.club, request.user), night


for_guests = guard("GET POST", require_guest, "code")


def _current_table(night: Night, number: int) -> NightTable | None:
    if night.ended:
        return None
    tables = NightTable.objects.filter(
        round__night=night, round__ended=None, number=number, table__isnull=False
    )
    return tables.select_related("table").order_by("-round__number").first()


@require_safe
def night(request: HttpRequest, code: str, present: int | None = None) -> HttpResponse:
    """Show the night, or one person's seat; ``present`` is the id of the person's attendance record."""
    ctx, night = require_guest(request, code)
    presenter = NightPresenter(ctx, night, present)
    if present is not None and present not in presenter.present:
        raise Http404
    return live_page(request, "guest", presenter)


@for_guests
def card(request: HttpRequest, guest: tuple[ClubContext, Night], number: int) -> HttpResponse:
    """Open a table's current sheet for scoring, by the secret on the table's card."""
    _ctx, night = guest
    context = {"night": night, "number": number}
    if request.method != "POST":
        return render(request, "clubs/nights/card.html", context)
    secret = request.POST.get("secret", "").strip().rpartition("#")[2]
    if not table_cards.is_card_secret(night, number, secret):
        limits.count_wrong_guess(request, f"{night.code}#{secret[:64]}")
        problem = _("This card no longer works. Ask at the table for the score link.")
        return render(request, "clubs/nights/card.html", context | {"problem": problem}, status=403)
    night_table = _current_table(night, number)
    if night_table is None or night_table.table is None:
        problem = _(
            "Nothing is being played at table %(n)d yet. Scan the card again once the round is drawn."
        )
        return render(
            request, "clubs/nights/card.html", context | {"problem": problem % {"n": number}}, status=409
        )
    key = phone_cookie.key_or_new(request)
    phone = phones.let_in(night_table.table, key, models.Role.SCORER, _name_tonight(night, key))
    return phone_cookie.remember(
        redirect_see_other("table" if phone.name else "who", night_table.table.code), key
    )


@for_guests
def call(request: HttpRequest, guest: tuple[ClubContext, Night], number: int) -> HttpResponse:
    _ctx, night = guest
    night_table = _current_table(night, number)
    if night_table is None or night_table.table is None:
        raise Http404
    if request.method != "POST":
        return render(request, "clubs/nights/call.html", {"night": night, "night_table": night_table})
    rounds.set_referee_called(night, number, called=True)
    return redirect_see_other("table", night_table.table.code)


@for_guests
def result(request: HttpRequest, guest: tuple[ClubContext, Night], table: str, n: int) -> HttpResponse:
    """Show a table's result, to be confirmed by each side or by a scorekeeper."""
    ctx, night = guest
    night_tables = NightTable.objects.filter(round__night=night).select_related("round__night", "table")
    night_table = get_object_or_404(night_tables, table__code=table)
    match_ctx = access.get_match(request, table, n)
    if not night.confirm:
        raise Http404
    may_confirm = not night.ended and (match_ctx.may_score or ctx.keeps_score)
    if request.method != "POST":
        return _result(request, ctx, night_table, match_ctx, may_confirm)
    if not may_confirm:
        raise PermissionDenied
    if "wrong" in request.POST:
        confirmations.withdraw(match_ctx.match)
        if night_table.round.ended is not None:
            return redirect_see_other("confirm_result", night.code, table, n)
        rounds.set_referee_called(night, night_table.number, called=True)
        return redirect_see_other("call_referee", night.code, night_table.number)
    to_confirm = _open_result(night_table, match_ctx)
    chosen = request.POST.get("side", "")
    sides = [side for side in to_confirm.sides if chosen in (f"{side.side}", "all")] if to_confirm else []
    # The hash of the last entry that the form showed; another hash now means a changed sheet.
    head = request.POST.get("head", "")
    if sides and not confirmations.confirm(match_ctx.match, head, [side.side for side in sides]):
        problem = _("The sheet was changed in the meantime. Check it again.")
        return _result(request, ctx, night_table, access.get_match(request, table, n), may_confirm, problem)
    sits_here = Present.objects.filter(pk__in=night_table.seated, player__user_id=ctx.user.pk or 0).exists()
    confirms_for_others = ctx.keeps_score and not sits_here
    if sides and confirms_for_others:
        names = ", ".join(side.names for side in sides)
        about = {"n": night_table.round.number, "table": night_table.number, "sides": names}
        rounds.record_event(night, "result_confirmed", ctx.name, **about)
    if to_confirm is not None and len(sides) < len(to_confirm.sides):
        return redirect_see_other("confirm_result", night.code, table, n)
    if confirms_for_others:
        return redirect_see_other("night", night.club.code, night.pk)
    return redirect_see_other("table", table)


def _open_result(night_table: NightTable, match_ctx: MatchContext) -> confirmations.OpenResult | None:
    """Return the unconfirmed result of this match, once its table has finished."""
    results = confirmations.load_open_results(night_table.round.night, [night_table])
    return next((result for result in results if result.due and result.match.pk == match_ctx.match.pk), None)


def _result(
    request: HttpRequest,
    ctx: ClubContext,
    night_table: NightTable,
    match_ctx: MatchContext,
    may_confirm: bool,
    problem: str = "",
) -> HttpResponse:
    to_confirm = _open_result(night_table, match_ctx)
    missing = {side.side for side in to_confirm.sides} if to_confirm else set()
    totals = (
        [""] * night_table.sides
        if match_ctx.hides_totals
        else [format_points(total) for total in match_ctx.sheet.final]
    )
    names = [
        " & ".join(match_ctx.names.current[side :: night_table.sides]) for side in range(night_table.sides)
    ]
    all_confirmed = confirmations.load_open_results(night_table.round.night, [night_table]) == []
    # A result can be confirmed only after its table has finished. So the table has finished if every
    # side has confirmed, or if this result is ready to be confirmed.
    finished = all_confirmed or to_confirm is not None
    context = {
        "night_table": night_table,
        "match_ctx": match_ctx,
        "sides": [(n, names[n], totals[n], n not in missing) for n in range(night_table.sides)],
        "unconfirmed": to_confirm,
        "finished": finished and bool(match_ctx.sheet.rows),
        "may_confirm": may_confirm,
        "problem": problem,
    }
    return ctx.page(request, "nights/result.html", context, 409 if problem else 200)


def _name_tonight(night: Night, key: str) -> str:
    """Return the phone's name at an earlier table of the night, "" if there is none."""
    phones_tonight = models.Phone.objects.filter(table__night=night, key_hash=phones.hash_key(key))
    return phones_tonight.exclude(name="").order_by("-pk").values_list("name", flat=True).first() or ""
