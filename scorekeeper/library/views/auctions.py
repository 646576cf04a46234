"""The pad of calls: what has been called, who speaks, what may be called now and why not the rest."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine import AuctionResult, Calls, Game, Sheet, Words, empty_sheet
from scorekeeper.library import asking, bidding
from scorekeeper.library.referee import sheet_under
from scorekeeper.sheet.environment import draw
from scorekeeper.sheet.form_fields import shown
from scorekeeper.tables import (
    access,
    request_parsing,
)

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
    number = request_parsing.parse_int(request.GET.get(asking.HAND)) or None
    if number is not None and number not in place.story.revs:
        raise Http404
    # An auction is heard before its hand is written.
    hands = asking.hands_upto(place, number, instead=True)
    sheet, words = sheet_under(place.game, place.sheet, hands), place.localized.words_at(number)
    fresh = number is None and place.may_score and place.is_newest and place.sheet.outcome is None
    return pad(request, place.game, sheet, words, reverse("hand", args=[code, n]) if fresh else "")


def into_the_hand(address: str, settled: AuctionResult) -> str:
    """The form of the next hand with what the auction has settled filled in."""
    boxes = {path: shown(answer) for path, answer in settled.answers.items()}
    return f"{address}?{urlencode({'kind': settled.kind, **boxes}, doseq=True)}"


def pad(
    request: HttpRequest, game: Game[Any], sheet: Sheet[Any], words: Words, hand: str = ""
) -> HttpResponse:
    """The calls so far and the keys of the next one. 404 where the game has no auction.

    ``hand`` is the address of the hand's form, where what the auction settles may go into it.
    """
    if game.auction is None:
        raise Http404
    calls = Calls.read(request.GET.get("calls", "")[:LONGEST])
    stands = bidding.shown(game, calls, sheet, words)
    context = {
        "pad": stands,
        "side": None if stands.seat is None else int(stands.seat) % sheet.seating.sides,
        "last": "one" in request.GET,
        "hand": into_the_hand(hand, stands.settled) if hand and stands.settled else "",
    }
    return HttpResponse(draw("boxes/auction_pad.html", words, **context))
