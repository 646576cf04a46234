"""A new hand: its form, what it would do, the hand begun, and saving it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.htmx import asks_for_part
from scorekeeper.tables import entering, foreseeing, guards, quiet, sending, showing, writing
from scorekeeper.tables.entering import Entering
from scorekeeper.tables.guards import Place
from scorekeeper.tables.sending import Malformed

from . import answers
from .sheet import context, page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hand(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The form of the next hand; posted, the hand is saved."""
    place = guards.scoring(request, code, n)
    if request.method != "POST":
        kind = request.GET.get("kind")
        entry = entering.switched(place, kind, request.GET) if kind else entering.begun(place)
        if asks_for_part(request):
            return render(request, "tables/_entry.html", context(place, entry))
        return page(request, place, entry)
    try:
        return save(request, place, entering.sent(place, request.POST))
    except Malformed as problem:
        return answers.malformed(request, problem)


def save(request: HttpRequest, place: Place, entry: Entering) -> HttpResponse:
    """Write a new hand, and answer whatever came of it."""
    entry.form.full_clean()
    entry.pressed = True
    if entry.hand is None:
        return page(request, place, again(place, entry), status=422)
    match answer := answers.put(place, entry.intent()):
        case writing.Saved() | writing.Same():
            return saved(request, place, answer)
        case writing.Taken(theirs):
            return taken(request, answers.fresh(place), entry, theirs.number if theirs else None)
        case writing.Reused():
            entry.form.add_error(None, answers.reused_words())
        case writing.Refused(problems):
            for problem in problems:
                entry.form.add_error(None, place.words.read(problem.words))
    return page(request, place, again(place, entry), status=422)


def saved(request: HttpRequest, place: Place, answer: writing.Saved | writing.Same) -> HttpResponse:
    """To the table; a phone that swaps parts has its new sheet at once, and need not ask for it."""
    to = answers.saved(place, answer)
    if not asks_for_part(request):
        return to
    if isinstance(answer, writing.Saved) and not answer.again:
        match = answer.entry.match
        quiet.carry_on(place, now := Place(match.table, match, place.phone, place.newest))
    else:
        now = answers.fresh(place)
    said = {"same": str(answer.entry.place)} if isinstance(answer, writing.Same) else {}
    shown = page(request, now, note=showing.note(now, said))
    if "Idempotent-Replayed" in to.headers:
        shown.headers["Idempotent-Replayed"] = to.headers["Idempotent-Replayed"]
    return shown


def again(place: Place, entry: Entering) -> Entering:
    """The same form with a new key: what is sent next is something else."""
    entry.key = sending.new_key()
    return entry


def taken(request: HttpRequest, place: Place, mine: Entering, theirs: int | None) -> HttpResponse:
    """Someone was quicker: the new sheet, theirs beside ours, and our answers still in the boxes."""
    clash = foreseeing.clash(place, mine, theirs)
    entry = entering.sent(place, request.POST, number=place.story.next_number)
    entry.rev = 0
    return page(request, place, again(place, entry), status=409, clash=clash)


@never_cache
@require_POST
def preview(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """What the form so far would do, in plain sentences; nothing is written."""
    place = guards.scoring(request, code, n)
    try:
        entry = entering.sent(place, request.POST)
    except Malformed as problem:
        return answers.malformed(request, problem)
    entry.form.full_clean()
    if not asks_for_part(request):
        return page(request, place, again(place, entry), shown=True)
    would = foreseeing.would(entry)
    return render(request, "tables/_previewed.html", {"place": place, "entry": entry, "would": would})


@never_cache
@require_POST
def begun(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Keep the hand begun for every phone at the table, or put it away."""
    place = guards.scoring(request, code, n)
    if request.POST.get("away"):
        writing.begin(place.match, place.phone, None)
        return answers.home_of(place)
    try:
        entry = entering.sent(place, request.POST)
    except Malformed as problem:
        return answers.malformed(request, problem)
    boxes = sending.boxes_of(entry.form, request.POST)
    writing.begin(place.match, place.phone, {"number": entry.number, "kind": entry.kind, "boxes": boxes})
    if request.POST.get("quietly"):
        return HttpResponse(status=204)
    return answers.home_of(place)
