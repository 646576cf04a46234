"""Views that lead from an irregularity to its ruling and its correction."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine import Mishap
from scorekeeper.library import mishaps
from scorekeeper.tables import access, load, request_parsing
from scorekeeper.tables.respond import private
from scorekeeper.web import numbers

NOW = "now"  # the hand being played


@require_safe
def choose_kind(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Ask for the kind of irregularity, and list the penalties."""
    ctx = access.get_match(request, code, n)
    first = request_parsing.first_item(request.GET)
    penalties, has_more = mishaps.penalties(ctx, first)
    context = {
        "match_ctx": ctx,
        "kinds": mishaps.kinds(ctx),
        "penalties": penalties,
        "next": first + mishaps.PAGE_SIZE if has_more else 0,
    }
    return private(render(request, "library/mishaps.html", context), ctx)


@require_safe
def choose_hand(request: HttpRequest, code: str, n: int, mishap: str) -> HttpResponse:
    """Ask for the hand, then show the rules and the remedies."""
    ctx = access.get_match(request, code, n)
    kind = mishaps.kind_of(ctx, mishap)
    if kind is None:
        raise Http404
    rows = ctx.sheet.rows
    in_progress = mishaps.is_hand_in_progress(ctx) and kind.mishap is not Mishap.SCORE
    hand_text = request.GET.get("hand", "")
    if not hand_text and not (rows and (in_progress or len(rows) > 1)):
        # Only one hand is possible.
        hand_text = str(rows[-1].number) if rows else NOW
    if not hand_text:
        first = request_parsing.first_item(request.GET)
        last = mishaps.NEWEST + first + mishaps.PAGE_SIZE
        context = {
            "match_ctx": ctx,
            "kind": kind,
            "newest": mishaps.hands(ctx, 0, mishaps.NEWEST),
            "older": mishaps.hands(ctx, mishaps.NEWEST + first, mishaps.PAGE_SIZE),
            "first": first,
            "next": first + mishaps.PAGE_SIZE if len(rows) > last else 0,
            "in_progress": in_progress,
        }
        return private(render(request, "library/mishap_hand.html", context), ctx)
    hand = None if hand_text == NOW else access.get_hand_or_404(ctx, numbers.parse_whole(hand_text) or 0)
    case = mishaps.Case(ctx, kind, hand)
    context = {"match_ctx": ctx, "case": case, "objections": load.objections(ctx)}
    return private(render(request, "library/mishap.html", context), ctx)
