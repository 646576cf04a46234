"""The pad of calls: what has been called, who speaks, what may be called now and why not the rest."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine import Calls, Game, Sheet, Words, empty_sheet
from scorekeeper.library import asking
from scorekeeper.sheet import bidding
from scorekeeper.sheet.referee import HAND, hands_upto, sheet_under
from scorekeeper.tables import access, request_parsing

LONGEST = 200


@never_cache
@require_safe
def auction(request: HttpRequest, slug: str) -> HttpResponse:
    """The pad by a preset's rules."""
    game = asking.game_or_404(slug)
    seating = asking.seating_of(game, request.GET)
    sheet = empty_sheet(game, seating, asking.preset_of(game, request.GET).house)
    return pad(request, game, sheet, asking.words_of(seating))


@never_cache
@require_safe
def at_table(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The pad at a table."""
    place = access.get_match(request, code, n)
    number = request_parsing.parse_int(request.GET.get(HAND)) or None
    if number is not None and number not in place.story.revs:
        raise Http404
    # An auction is heard before its hand is written.
    hands = hands_upto(place.story, number, instead=True)
    sheet, words = sheet_under(place.game, place.sheet, hands), place.localized.words_at(number)
    fresh = number is None and place.may_score and place.is_newest and place.sheet.outcome is None
    return pad(request, place.game, sheet, words, reverse("hand", args=[code, n]) if fresh else "")


def pad(
    request: HttpRequest, game: Game[Any], sheet: Sheet[Any], words: Words, hand: str = ""
) -> HttpResponse:
    """The pad of calls, as ``bidding.draw_pad`` draws it. 404 where the game has no auction."""
    if game.auction is None:
        raise Http404
    calls = Calls.read(request.GET.get("calls", "")[:LONGEST])
    return HttpResponse(bidding.draw_pad(game, calls, sheet, words, last="one" in request.GET, hand=hand))
