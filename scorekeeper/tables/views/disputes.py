"""Views that dispute a hand, and that settle a dispute by letting the hand's score stand."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from scorekeeper.matches import disputes
from scorekeeper.tables import access, load, request_parsing
from scorekeeper.tables.access import for_anyone, for_scorers
from scorekeeper.tables.context import MatchContext
from scorekeeper.web.redirects import redirect_see_other


@for_anyone("POST")
def dispute(request: HttpRequest, ctx: MatchContext, number: int) -> HttpResponse:
    """Mark a hand as disputed, on every phone. Anyone at the table may dispute it."""
    access.get_hand_or_404(ctx, number)
    disputes.dispute_hand(ctx.match, ctx.phone, number, request_parsing.reason(request.POST))
    if ctx.game.questions:
        return redirect_see_other(
            "questions_at_table", ctx.table.code, ctx.match.number, query=f"in-hand={number}"
        )
    return redirect_see_other(ctx.links("reasons", number))


@for_scorers("POST")
def let_stand(request: HttpRequest, ctx: MatchContext, number: int) -> HttpResponse:
    """Settle a dispute by letting the hand's score stand."""
    access.get_hand_or_404(ctx, number)
    assert ctx.phone is not None
    # If the hand has no open dispute any more, there is nothing to settle.
    if not disputes.let_stand(ctx.match, ctx.phone, number) and number in load.objections(ctx):
        raise PermissionDenied
    return redirect_see_other(ctx.links("reasons", number))
