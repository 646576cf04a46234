"""The log as phones keep it, what they bring back of it, and two runs of hands side by side."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.matches import commands, runs, sealing
from scorekeeper.onward import redirect_see_other
from scorekeeper.sheet import side_by_side
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.tables import access, branching, match_page, request_parsing
from scorekeeper.tables.access import MatchContext

from . import answers
from .sheet import private


@require_safe
def log(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The lines of a log from a place on, for a phone that has missed some, and what would score its own."""
    place = access.get_match(request, code, n)
    first = request_parsing.parse_int(request.GET.get("from"))
    told = {"lines": sealing.lines_from(place.match, first), "version": place.engine}
    return private(JsonResponse(told, json_dumps_params={"ensure_ascii": False}), place)


@require_POST
def offer(request: HttpRequest, code: str) -> HttpResponse:
    """What a phone has kept of a match: what the site has lost of it is put back; what became of it."""
    place = access.get_match(request, code)
    number = request_parsing.parse_int(request.POST.get("match"))
    lines = sealing.read(request.POST.get("lines", ""))
    state = sealing.offer(place.table, number, lines)
    return JsonResponse({"state": state}, status=200 if state == sealing.THERE else 409)


@require_POST
def held(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """A phone says how many hands it keeps that people have to choose from."""
    place = access.require_scorer(request, code, n)
    hands = min(request_parsing.parse_int(request.POST.get("hands")), branching.MOST)
    if not commands.hold(place.match, place.phone, hands):
        raise PermissionDenied
    return HttpResponse(status=204)


@never_cache
@require_POST
def compare(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Two runs of hands side by side; with what people have chosen, it is written."""
    place = access.require_scorer(request, code, n)
    branch = branching.sent_branch(place, request.POST)
    wrong, do = "", request.POST.get("do", "")
    if do == "theirs" or not branch.own:
        return _settled(place)
    if do in ("mine", "both", "joined"):
        choices = _choices(request, branch, do)
        if choices is None:
            wrong = _("Choose for every hand.")
        else:
            answer = runs.settle(place.match, place.phone, branch, choices, _("two phones"))
            if answer is None:
                return _settled(place)
            if isinstance(answer, commands.Forbidden):
                raise PermissionDenied
            wrong = _wrong(place, answer)
            place = answers.fresh(place)
            branch = branching.sent_branch(place, request.POST)
    mine = LocalizedMatch(branch.story, place.names, place.localized.reader)
    shown = side_by_side.draw_runs(
        place.localized,
        mine,
        match_page.load_viewer(request, place),
        [(pair.theirs, pair.mine, pair.same) for pair in branch.pairs],
        [(str(one.key), one.number) for one in branch.corrections],
        entries=request.POST.get("entries", "[]"),
        lines=request.POST.get("lines", "[]"),
        keys=" ".join(str(one.key) for one in branch.own),
        joining=do in ("join", "joined"),
        wrong=wrong,
    )
    return render(request, "tables/runs.html", {"place": place, "text": shown}, status=409 if wrong else 200)


def _settled(place: MatchContext) -> HttpResponse:
    """To the table, whose page tells the phone that it need not keep them any more.

    What made no hand in the branch is still kept: it goes on from the number that comes next now.
    """
    next_number = answers.fresh(place).story.next_number
    return redirect_see_other(answers.home_of(place).url, asking=f"settled={next_number}")


def _choices(request: HttpRequest, branch: runs.Branch, do: str) -> dict[str, str] | None:
    """Whose is right, by the place of a pair and by the key of a correction; None while not all is said."""
    said = [str(at) for at, pair in enumerate(branch.pairs) if not pair.same]
    said += [str(one.key) for one in branch.corrections]
    if do != "joined":
        return dict.fromkeys(said, runs.MINE if do == "mine" else runs.BOTH)
    sent = {name: request.POST.get(f"whose.{name}", "") for name in said}
    return sent if all(whose in runs.CHOICES for whose in sent.values()) else None


def _wrong(place: MatchContext, answer: commands.WriteResult) -> str:
    """Why nothing was written."""
    if isinstance(answer, commands.Refused):
        return place.words.read(answer.problems[0].words)
    return _("Someone else has changed this sheet in the meantime. Nothing was saved: look at it again.")
