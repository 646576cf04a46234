"""How a match ends by agreement, and what comes after it: the same again."""

from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.engine import Stopped
from scorekeeper.matches import commands
from scorekeeper.matches.closing import ClosedNow
from scorekeeper.matches.hooks import hooks
from scorekeeper.onward import redirect_see_other
from scorekeeper.sheet import keyboard
from scorekeeper.sheet.state import next_dealer
from scorekeeper.tables import match_page, request_parsing
from scorekeeper.tables.access import MatchContext, for_scorers

from .sheet import respond


@for_scorers("GET POST")
def rematch(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """Same game, same rules, same people; the deal passes on. Two taps make one match."""
    if (over := hooks.no_more_matches(place.table)) is not None:
        raise ClosedNow(over)
    if request.method != "POST":
        # A game may go on for ever, or be broken off: a new one begins only when somebody says so twice.
        return render(request, "tables/rematch.html", {"place": place, "board": match_page.load_board(place)})
    assert place.phone is not None
    heading = replace(
        place.story.heading,
        seating=replace(place.story.heading.seating, first_dealer=next_dealer(place.game, place.sheet)),
    )
    made = commands.start_match(
        place.table, place.phone, place.game, heading, place.names.now, place.match.number, place.match.title
    )
    if made is None:
        raise PermissionDenied
    return redirect_see_other("table", place.table.code)


@for_scorers("GET POST")
def stop(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """The table agrees to stop here; it is a row like any other, and can be undone."""
    if request.method != "POST":
        text = keyboard.ending(match_page.load_board(place), match_page.load_viewer(request, place))
        return render(request, "tables/stop.html", {"place": place, "text": text})
    number = request_parsing.parse_int(request.POST.get("number"), place.story.next_number)
    asked = request_parsing.write_command(place, request.POST.get("key", ""), number, 0, Stopped())
    return respond(
        request, place, asked, _("Someone else has saved a hand in the meantime. The game was not ended.")
    )
