"""A hand questioned at the table, and the question put away again."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from scorekeeper.matches import disputes
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables import access, request_parsing
from scorekeeper.tables.access import MatchContext, for_onlookers, for_scorers


@for_onlookers("POST")
def question(request: HttpRequest, place: MatchContext, number: int) -> HttpResponse:
    """Mark a hand as questioned: whoever sees the sheet may; every phone shows the mark."""
    access.get_hand_or_404(place, number)
    disputes.question(place.match, place.phone, number, request_parsing.reason(request.POST))
    # The desk opens on that hand; a game without a referee has its reasons.
    if place.game.questions:
        return redirect_see_other(
            "questions_at_table", place.table.code, place.match.number, asking=f"in-hand={number}"
        )
    return redirect_see_other(place.links("reasons", number))


@for_scorers("POST")
def stands(request: HttpRequest, place: MatchContext, number: int) -> HttpResponse:
    """Those who keep score let a questioned hand stand."""
    access.get_hand_or_404(place, number)
    assert place.phone is not None
    if not disputes.stands(place.match, place.phone, number) and number in place.objections:
        raise PermissionDenied
    return redirect_see_other(place.links("reasons", number))
