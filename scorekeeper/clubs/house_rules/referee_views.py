"""The referee's desk by a club's house rules; its customs come first."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.engine import Seating, empty_sheet
from scorekeeper.clubs.house_rules import rulesets
from scorekeeper.clubs.house_rules.views import house_or_404, preset_of
from scorekeeper.clubs.membership.guards import MemberContext, for_members
from scorekeeper.library import asking
from scorekeeper.library.referee import Desk
from scorekeeper.library.respond import auction_pad, kept_ruling, question_page
from scorekeeper.sheet import referee


@for_members("GET POST")
def ask(request: HttpRequest, ctx: MemberContext, house: int, question: str) -> HttpResponse:
    """Ask a question by the club's rules; a POST stores the ruling under its own address."""
    found, game = house_or_404(ctx, house)
    asking.question_or_404(game, question)
    data = request.POST if request.method == "POST" else request.GET
    seating = Seating(found.seats, found.sides)
    words, sheet = asking.words_of(seating), empty_sheet(game, seating, rulesets.heading_of(found).house)
    form = referee.opened(game, question, sheet, words, dict(data.lists()), {})
    desk = Desk(game, question, sheet, words, form, preset=preset_of(found, game))
    desk.auction = reverse("auction_by_house", args=[ctx.club.code, house])
    desk.club_ctx, desk.house = ctx, found
    return kept_ruling(request, desk) if request.method == "POST" else question_page(request, desk)


@for_members("GET")
def auction(request: HttpRequest, ctx: MemberContext, house: int) -> HttpResponse:
    """Show the pad for entering an auction, by the club's rules."""
    found, game = house_or_404(ctx, house)
    seating = Seating(found.seats, found.sides)
    sheet = empty_sheet(game, seating, rulesets.heading_of(found).house)
    return auction_pad(request, game, sheet, asking.words_of(seating))
