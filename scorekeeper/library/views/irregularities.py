"""Views that lead from an irregularity to its ruling and its correction."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine import IrregularityKind
from scorekeeper.library import irregularities
from scorekeeper.tables import access, load, request_parsing
from scorekeeper.tables.respond import private
from scorekeeper.web import numbers

NOW = "now"  # the hand being played


@require_safe
def choose_kind(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Ask for the kind of irregularity, and list the penalties."""
    ctx = access.get_match(request, code, n)
    first = request_parsing.first_item(request.GET)
    penalties, has_more = irregularities.penalties(ctx, first)
    context = {
        "match_ctx": ctx,
        "irregularities": irregularities.list_irregularities(ctx),
        "penalties": penalties,
        "next": first + irregularities.PAGE_SIZE if has_more else 0,
    }
    return private(render(request, "library/irregularities.html", context), ctx)


@require_safe
def choose_hand(request: HttpRequest, code: str, n: int, kind: str) -> HttpResponse:
    """Ask for the hand, then show the rules and the remedies."""
    ctx = access.get_match(request, code, n)
    irregularity = irregularities.find(ctx, kind)
    if irregularity is None:
        raise Http404
    rows = ctx.sheet.rows
    in_progress = irregularities.is_hand_in_progress(ctx) and irregularity.kind is not IrregularityKind.SCORE
    hand_text = request.GET.get("hand", "")
    if not hand_text and (not rows or (len(rows) == 1 and not in_progress)):
        # Only one hand is possible.
        hand_text = str(rows[-1].number) if rows else NOW
    if not hand_text:
        first = request_parsing.first_item(request.GET)
        last = irregularities.NEWEST + first + irregularities.PAGE_SIZE
        context = {
            "match_ctx": ctx,
            "irregularity": irregularity,
            "newest": irregularities.hands(ctx, 0, irregularities.NEWEST),
            "older": irregularities.hands(ctx, irregularities.NEWEST + first, irregularities.PAGE_SIZE),
            "first": first,
            "next": first + irregularities.PAGE_SIZE if len(rows) > last else 0,
            "in_progress": in_progress,
        }
        return private(render(request, "library/irregularity_hand.html", context), ctx)
    hand = None if hand_text == NOW else access.get_hand_or_404(ctx, numbers.parse_whole(hand_text) or 0)
    case = irregularities.Case(ctx, irregularity, hand)
    context = {"match_ctx": ctx, "case": case, "objections": load.objections(ctx)}
    return private(render(request, "library/irregularity.html", context), ctx)
