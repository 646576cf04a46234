"""The club's own desk: the referee asked by its house rules, what is settled at the club read first."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.engine import Seating, empty_sheet
from scorekeeper.clubs.house_rules import rulesets
from scorekeeper.clubs.house_rules.views import house_or_404, preset_of
from scorekeeper.clubs.membership.guards import MemberContext, for_members
from scorekeeper.library import asking
from scorekeeper.library.referee import Desk
from scorekeeper.library.views import auctions
from scorekeeper.library.views import desk as library
from scorekeeper.sheet import referee


@for_members("GET POST")
def ask(request: HttpRequest, inside: MemberContext, house: int, question: str) -> HttpResponse:
    """A question by the club's own rules; posted, the ruling is kept at an address of its own."""
    found, game = house_or_404(inside, house)
    asking.question_or_404(game, question)
    data = request.POST if request.method == "POST" else request.GET
    seating = Seating(found.seats, found.sides)
    words, sheet = asking.words_of(seating), empty_sheet(game, seating, rulesets.heading_of(found).house)
    form = referee.opened(game, question, sheet, words, dict(data.lists()), {})
    desk = Desk(game, question, sheet, words, form, preset=preset_of(found, game))
    desk.auction = reverse("auction_by_house", args=[inside.club.code, house])
    desk.inside, desk.house = inside, found
    return library.keep(request, desk) if request.method == "POST" else library.page(request, desk)


@for_members("GET")
def auction(request: HttpRequest, inside: MemberContext, house: int) -> HttpResponse:
    """The pad of calls by the club's own rules."""
    found, game = house_or_404(inside, house)
    seating = Seating(found.seats, found.sides)
    sheet = empty_sheet(game, seating, rulesets.heading_of(found).house)
    return auctions.pad(request, game, sheet, asking.words_of(seating))
