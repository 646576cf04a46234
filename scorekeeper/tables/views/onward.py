"""How a match ends by agreement, and what comes after it: the same again."""

from __future__ import annotations

from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine import Seat, Stopped, write
from scorekeeper.clubs import closing
from scorekeeper.onward import see
from scorekeeper.tables import foreseeing, guards, sending, showing, writing
from scorekeeper.tables.guards import Place
from scorekeeper.tables.sending import Malformed

from . import answers
from .sheet import page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rematch(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Same game, same rules, same people; the deal passes on. Two taps make one match."""
    place = guards.scoring(request, code, n)
    if (over := closing.no_more(place.table)) is not None:
        raise closing.ClosedNow(over)
    if request.method != "POST":
        # A game may go on for ever, or be broken off: a new one begins only when somebody says so twice.
        return render(request, "tables/rematch.html", {"place": place, "board": showing.board(place)})
    assert place.phone is not None
    heading = replace(
        place.story.heading,
        seating=replace(place.story.heading.seating, first_dealer=next_dealer(place)),
    )
    made = writing.start_match(
        place.table, place.phone, place.game, heading, place.names.now, n, place.match.title
    )
    if made is None:
        raise PermissionDenied
    return see("table", code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The table agrees to stop here; it is a row like any other, and can be undone."""
    place = guards.scoring(request, code, n)
    if request.method != "POST":
        after = write(place.game, place.sheet, Stopped(), place.story.next_number)
        wins, because = foreseeing.won(place, after)
        if place.covered:  # who is ahead is seen once it is over
            because = None
        context = {"place": place, "board": showing.board(place), "wins": wins, "because": because}
        context |= {"problems": [place.words.read(problem.words) for problem in after.rows[-1].problems]}
        return render(request, "tables/stop.html", context | {"key": sending.new_key()})
    try:
        number = sending.whole(request.POST.get("number"), place.story.next_number)
        asked = sending.intent(place, request.POST.get("key", ""), number, 0, Stopped())
    except Malformed as problem:
        return answers.malformed(request, problem)
    match answer := answers.put(place, asked):
        case writing.Saved() | writing.Same():
            return answers.saved(place, answer)
        case writing.Refused(problems):
            return page(request, place, status=422, trouble=place.words.read(problems[0].words))
        case writing.Reused():
            return page(request, place, status=422, trouble=answers.reused_words())
    trouble = _("Someone has written a hand meanwhile. Nothing was stopped.")
    return page(request, answers.fresh(place), status=409, trouble=trouble)


def next_dealer(place: Place) -> Seat:
    """Who would have dealt the next hand; where nobody deals, the next seat after the first dealer's."""
    seating = place.sheet.seating
    dealer = place.game.dealer(replace(place.sheet, outcome=None))
    return seating.left(seating.first_dealer) if dealer is None else dealer
