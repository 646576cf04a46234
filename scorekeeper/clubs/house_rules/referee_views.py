"""The club's own desk: the referee asked by its house rules, what is settled at the club read first."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.engine import Seating, empty_sheet
from scorekeeper.clubs.house_rules import rulesets
from scorekeeper.clubs.house_rules.views import house_or_404, preset_of
from scorekeeper.clubs.membership import guards
from scorekeeper.library import asking
from scorekeeper.library.referee import Desk
from scorekeeper.library.views import auctions
from scorekeeper.library.views import desk as library


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, club: str, house: int, question: str) -> HttpResponse:
    """A question by the club's own rules; posted, the ruling is kept at an address of its own."""
    inside = guards.require_member(request, club)
    found, game = house_or_404(inside, house)
    asking.question_or_404(game, question)
    data = request.POST if request.method == "POST" else request.GET
    seating = Seating(found.seats, found.sides)
    words, sheet = asking.words_of(seating), empty_sheet(game, seating, rulesets.heading_of(found).house)
    form = asking.opened(game, question, sheet, words, data, {})
    desk = Desk(game, question, sheet, words, form, preset_of(found, game))
    desk.auction = reverse("auction_by_house", args=[club, house])
    desk.inside, desk.house = inside, found
    return library.keep(request, desk) if request.method == "POST" else library.page(request, desk)


@never_cache
@require_safe
def auction(request: HttpRequest, club: str, house: int) -> HttpResponse:
    """The pad of calls by the club's own rules."""
    inside = guards.require_member(request, club)
    found, game = house_or_404(inside, house)
    seating = Seating(found.seats, found.sides)
    sheet = empty_sheet(game, seating, rulesets.heading_of(found).house)
    return auctions.pad(request, game, sheet, asking.words_of(seating))
