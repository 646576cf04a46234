"""Views of the pad of calls, on which an auction is entered call by call."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine import empty_sheet
from scorekeeper.library import desks
from scorekeeper.library.respond import auction_pad
from scorekeeper.sheet.referee import HAND, hands_upto, sheet_of_hands
from scorekeeper.tables import access, request_parsing


@never_cache
@require_safe
def auction(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the pad under a preset's rules."""
    game = access.game_or_404(slug)
    seating = desks.seating_of(game, request.GET)
    sheet = empty_sheet(game, seating, desks.preset_of(game, request.GET).house)
    return auction_pad(request, game, sheet, desks.words_for_seating(seating))


@never_cache
@require_safe
def at_table(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Render the pad at a table."""
    ctx = access.get_match(request, code, n)
    number = request_parsing.parse_int(request.GET.get(HAND)) or None
    if number is not None and number not in ctx.state.revs:
        raise Http404
    # The auction precedes its hand, so the sheet has only the hands before it.
    hands = hands_upto(ctx.state, number, excludes_hand=True)
    sheet, words = sheet_of_hands(ctx.game, ctx.sheet, hands), ctx.localized.words_at(number)
    is_next_hand = number is None and ctx.may_score and ctx.is_current and ctx.sheet.outcome is None
    return auction_pad(
        request, ctx.game, sheet, words, reverse("hand", args=[code, n]) if is_next_hand else ""
    )
