"""Why these numbers: every line of a hand with its rule, and the hand's own history."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.matches.disputes import asked_about
from scorekeeper.sheet import history, page
from scorekeeper.sheet.presenters import row_of
from scorekeeper.sheet.viewer import Dispute, RulingLink
from scorekeeper.tables import access, match_page, request_parsing
from scorekeeper.tables.access import MatchContext

from . import answers
from .sheet import private


@require_safe
def account(request: HttpRequest, code: str, n: int, side: int) -> HttpResponse:
    """How one side's total came about, hand by hand."""
    place = access.get_match(request, code, n)
    if side >= place.sheet.seating.sides:
        raise Http404
    match, viewer = place.localized, match_page.load_onlooker(place)
    account = history.account(match, side, request_parsing.first_shown(request.GET))
    context = {"place": place, "account": account}
    text = page.account(match, viewer, account)
    return private(answers.text_or_page(request, text, "tables/account.html", context), place)


@require_safe
def reasons(request: HttpRequest, code: str, n: int, number: int) -> HttpResponse:
    """One hand: its lines, and every version of it there has been."""
    place = access.get_match(request, code, n)
    access.get_hand_or_404(place, number)
    match, viewer = place.localized, match_page.load_viewer(request, place, has_form=True)
    row = row_of(match, number)
    versions = history.history(match, number, request_parsing.first_shown(request.GET))
    text = page.reasons(match, viewer, row, versions, _disputes(place, number), _rulings(place, number))
    context = {"place": place, "row": row, "history": versions}
    return private(answers.text_or_page(request, text, "tables/reasons.html", context), place)


def _disputes(place: MatchContext, number: int) -> list[Dispute]:
    """Every question there has been about a hand, the newest first."""
    return [
        Dispute(one.by_name, one.why, one.at, one.get_settled_display(), one.settled_by)
        for one in asked_about(place.match, number)
    ]


def _rulings(place: MatchContext, number: int) -> list[RulingLink]:
    """What referees ruled about a hand."""
    return [
        RulingLink(reverse("ruling", args=[one.code]), one.said.sentence.text)
        for one in place.match.rulings.filter(hand=number).order_by("-made")
    ]
