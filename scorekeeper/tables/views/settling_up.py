"""The view of settling up: payments between players, and the stake."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.matches import typed_names
from scorekeeper.sheet import page
from scorekeeper.sheet.settling_up import settled_up
from scorekeeper.tables import access, match_page, settling_up
from scorekeeper.tables.access import for_anyone
from scorekeeper.tables.context import MatchContext
from scorekeeper.web.redirects import redirect_see_other

LONGEST_CURRENCY = 12


@for_anyone("GET POST")
def settle(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Show the payments at the current score; a POST saves the stake of the table."""
    if not ctx.can_settle_up:
        raise Http404
    if request.method != "POST":
        return _page(request, ctx, settling_up.stake_text(ctx.table), ctx.table.currency)
    access.check_scorer(ctx)
    stake_text, currency = request.POST.get("stake", "").strip(), request.POST.get("currency", "").strip()
    try:
        stake = settling_up.parse_stake(stake_text) if stake_text else None
    except ValueError as error:
        return _page(request, ctx, stake_text, currency, stake_error=str(error))
    try:
        currency = typed_names.clean_name(currency, LONGEST_CURRENCY)
    except ValidationError as error:
        return _page(request, ctx, stake_text, currency, currency_error=error.messages[0])
    if not settling_up.save_stake(ctx, stake, currency):
        raise PermissionDenied
    return redirect_see_other("settle", ctx.table.code, ctx.match.number)


def _page(request: HttpRequest, ctx: MatchContext, stake: str, currency: str, **errors: str) -> HttpResponse:
    match, viewer = ctx.localized, match_page.load_watcher(ctx)
    context = {
        "match_ctx": ctx,
        "settled": settled_up(match, viewer.stake),
        "payments": page.payments(match, viewer),
        "evening": settling_up.load_evening(ctx),
        "stake": stake,
        "currency": currency,
    }
    return render(request, "tables/settle.html", context | errors, status=422 if errors else 200)
