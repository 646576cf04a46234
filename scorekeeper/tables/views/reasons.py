"""Views that explain a score: the score lines of a hand with their rules, its history, a side's total."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.matches.disputes import disputes_about
from scorekeeper.sheet import history, page
from scorekeeper.sheet.presenters import row_of
from scorekeeper.sheet.viewer import Dispute, RulingLink
from scorekeeper.tables import access, match_page, request_parsing, respond
from scorekeeper.tables.context import MatchContext
from scorekeeper.tables.respond import private


@require_safe
def account(request: HttpRequest, code: str, n: int, side: int) -> HttpResponse:
    """Show one side's total hand by hand."""
    ctx = access.get_match(request, code, n)
    if side >= ctx.sheet.seating.sides:
        raise Http404
    match, viewer = ctx.localized, match_page.load_watcher(ctx)
    account = history.side_account(match, side, request_parsing.first_item(request.GET))
    context = {"match_ctx": ctx, "account": account}
    text = page.side_account(match, viewer, account)
    return private(respond.text_or_page(request, text, "tables/account.html", context), ctx)


@require_safe
def reasons(request: HttpRequest, code: str, n: int, number: int) -> HttpResponse:
    """Show the score lines of a hand, and all its revisions."""
    ctx = access.get_match(request, code, n)
    access.get_hand_or_404(ctx, number)
    match, viewer = ctx.localized, match_page.load_viewer(request, ctx, has_form=True)
    row = row_of(match, number)
    revisions = history.history(match, number, request_parsing.first_item(request.GET))
    text = page.reasons(match, viewer, row, revisions, _disputes(ctx, number), _rulings(ctx, number))
    context = {"match_ctx": ctx, "row": row, "history": revisions}
    return private(respond.text_or_page(request, text, "tables/reasons.html", context), ctx)


def _disputes(ctx: MatchContext, number: int) -> list[Dispute]:
    return [
        Dispute(dispute.by_name, dispute.why, dispute.at, dispute.get_settled_display(), dispute.settled_by)
        for dispute in disputes_about(ctx.match, number)
    ]


def _rulings(ctx: MatchContext, number: int) -> list[RulingLink]:
    return [
        RulingLink(reverse("ruling", args=[ruling.code]), ruling.said["sentence"]["text"])
        for ruling in ctx.match.rulings.filter(hand=number).order_by("-made")
    ]
