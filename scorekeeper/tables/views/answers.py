"""What is answered to a phone that has sent something to be written."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _

from scorekeeper import htmx
from scorekeeper.matches import commands, models
from scorekeeper.onward import redirect_see_other
from scorekeeper.tables.access import MatchContext


def home_of(place: MatchContext) -> HttpResponseRedirect:
    """The page of the match: the table's own for its newest."""
    code = place.table.code
    return (
        redirect_see_other("table", code)
        if place.is_newest
        else redirect_see_other("match", code, place.match.number)
    )


def saved(place: MatchContext, answer: commands.Saved | commands.Duplicate) -> HttpResponse:
    """To the table. The very same answer again for the same request sent again."""
    to = home_of(place)
    word = "saved" if isinstance(answer, commands.Saved) else "same"
    response = redirect_see_other(to.url, asking=f"{word}={answer.entry.place}")
    if isinstance(answer, commands.Saved) and answer.again:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def put(place: MatchContext, intent: commands.WriteCommand) -> commands.WriteResult:
    """Write; 403 for a phone whose right was withdrawn meanwhile."""
    answer = commands.append_entry(place.match, place.phone, intent)
    if isinstance(answer, commands.Forbidden):
        raise PermissionDenied
    return answer


def why_not(place: MatchContext, answer: commands.WriteResult, conflict: str) -> tuple[str, int]:
    """Why nothing was written, in words, and its status; ``conflict``: somebody else was quicker (409)."""
    match answer:
        case commands.Refused(problems):
            return place.words.read(problems[0].words), 422
        case commands.KeyReused():
            return reused_words(), 422
    return conflict, 409


def fresh(place: MatchContext) -> MatchContext:
    """The place as it is now: somebody else has written since."""
    match = models.Match.objects.select_related("table").get(pk=place.match.pk)
    return MatchContext(match.table, match, place.phone, place.newest)


def reused_words() -> str:
    return _("This form was already sent. Check the sheet, and save again if it is not there.")


def text_or_page(
    request: HttpRequest, text: str, page: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A text of the sheet for htmx, else the page that prints it as ``text``."""
    if htmx.asks_for_part(request):
        answer = HttpResponse(text, status=status)
    else:
        answer = render(request, page, context | {"text": text}, status=status)
    htmx.vary(answer)
    return answer


def part_or_page(
    request: HttpRequest, part: str, page: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A partial for htmx, else the page it stands on."""
    answer = render(request, part if htmx.asks_for_part(request) else page, context, status=status)
    htmx.vary(answer)
    return answer
