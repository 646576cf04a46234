"""Putting right: a hand written again, struck out, put in, undone; points agreed at the table."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.engine import Unreadable
from scorekeeper.htmx import asks_for_part
from scorekeeper.matches import commands, models
from scorekeeper.onward import redirect_see_other
from scorekeeper.refusing import Malformed
from scorekeeper.sheet import hand_entry, keyboard, preview
from scorekeeper.sheet.hand_entry import HandEntry
from scorekeeper.sheet.presenters import row_of
from scorekeeper.sheet.preview import Clash
from scorekeeper.tables import access, match_page, request_parsing
from scorekeeper.tables.access import MatchContext, for_scorers

from . import answers
from .entry import again
from .sheet import page, respond

BOTH = ["GET", "HEAD", "POST"]


@for_scorers("GET POST")
def amend(request: HttpRequest, place: MatchContext, number: int) -> HttpResponse:
    """A hand written again, on the sheet as it was before it."""
    access.get_hand_or_404(place, number)
    if request.method != "POST":
        entry = started(hand_entry.amending, place, number, request.GET.get("kind"))
        entry = hand_entry.filled(place.localized, entry, dict(request.GET.lists()))
        return correction(request, place, entry, "amend")
    return corrected(request, place, "amend", number=number)


@for_scorers("GET POST")
def insert(request: HttpRequest, place: MatchContext, number: int) -> HttpResponse:
    """A forgotten hand, put in before this one."""
    access.get_hand_or_404(place, number)
    if request.method != "POST":
        entry = started(hand_entry.entering, place, request.GET.get("kind"), before=number)
        return correction(request, place, entry, "insert")
    return corrected(request, place, "insert", before=number)


@for_scorers("GET POST")
def adjust(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """Points the table has agreed on, whatever the rules say."""
    if request.method != "POST":
        entry = hand_entry.entering(place.localized, "adjustment")
        entry = hand_entry.filled(place.localized, entry, dict(request.GET.lists()))
        return correction(request, place, entry, "adjust")
    return corrected(request, place, "adjust")


def corrected(request: HttpRequest, place: MatchContext, way: str, **which: Any) -> HttpResponse:
    """Act on a correction's form: show what it would change, or write it."""
    entry = request_parsing.sent_hand(place, request.POST, **which)
    if way == "adjust" and entry.kind != "adjustment":
        raise Malformed
    entry.pressed = "show" not in request.POST
    if "show" in request.POST:
        entry.rev = place.story.revs.get(entry.number, 0)
        return correction(request, place, again(place, entry), way)
    if entry.hand is None:
        if place.is_closed_here:
            entry.form.add_error("", place.closed_text)
        return correction(request, place, again(place, entry), way, 422)
    # Points agreed on may settle a question about another hand.
    asked = replace(
        request_parsing.command_of(place, entry),
        settles=request_parsing.parse_int(request.GET.get("settles")) or None,
    )
    match answer := answers.put(place, asked):
        case commands.Saved() | commands.Duplicate():
            return answers.saved(place, answer)
        case commands.Conflict(theirs):
            place = answers.fresh(place)
            clash = preview.clash(place.localized, entry, theirs.number if theirs else None)
            entry = request_parsing.sent_hand(place, request.POST, **which)
            if "number" not in which:
                entry.number = place.story.next_number
            entry.rev = place.story.revs.get(entry.number, 0)
            return correction(request, place, again(place, entry), way, 409, clash=clash)
        case commands.Refused(problems):
            tell(entry, place, problems)
        case commands.KeyReused():
            entry.form.add_error("", answers.reused_words())
    return correction(request, place, again(place, entry), way, 422)


def tell(entry: HandEntry, place: MatchContext, problems: tuple[Any, ...]) -> None:
    """Put what the sheet says against it beside the boxes; the reason's own problem goes to its box."""
    for problem in problems:
        if problem.field == "why":
            entry.why_problem = place.words.read(problem.words)
        else:
            entry.form.add_error("", place.words.read(problem.words))


def started(make: Callable[..., HandEntry], place: MatchContext, *about: Any, **more: Any) -> HandEntry:
    """The form that a page begins with; 404 for a kind of hand that the game does not know."""
    try:
        return make(place.localized, *about, **more)
    except hand_entry.UnknownKind:
        raise Http404 from None


def correction(
    request: HttpRequest,
    place: MatchContext,
    entry: HandEntry,
    way: str,
    status: int = 200,
    clash: Clash | None = None,
) -> HttpResponse:
    """The page of a correction: the form, and what it would change."""
    match, would = place.localized, preview.consequences(entry)
    if "show" in request.POST and asks_for_part(request):
        return HttpResponse(keyboard.changes(match, entry, would, request.path), status=status)
    viewer = match_page.load_viewer(request, place)
    kept = request_parsing.kept(request.POST)
    text = keyboard.correction(
        match,
        viewer,
        entry,
        way,
        would,
        request.path,
        clash=clash,
        kept=kept,
        reason_needed=place.table.needs_reasons,
    )
    context = {"place": place, "entry": entry, "title": keyboard.correction_title(match, entry, way)}
    return answers.text_or_page(request, text, "tables/correction.html", context, status)


@for_scorers("GET POST")
def strike(request: HttpRequest, place: MatchContext, number: int) -> HttpResponse:
    """A hand struck out: what would follow, the reason, and doing it."""
    access.get_hand_or_404(place, number)
    wrong, status = "", 200
    if request.method == "POST":
        why, rev = request_parsing.reason(request.POST), request_parsing.parse_int(request.POST.get("rev"))
        asked = request_parsing.write_command(place, request.POST.get("key", ""), number, rev, None, why)
        answer = answers.put(place, asked)
        if isinstance(answer, commands.Saved | commands.Duplicate):
            return answers.saved(place, answer)
        quicker = _("Someone else has edited this hand in the meantime. Check it, then save again.")
        wrong, status = answers.why_not(place, answer, quicker)
        place = answers.fresh(place) if status == 409 else place
    if place.story.versions(number)[-1].entry.hand is None and status == 200:
        raise Http404
    row, viewer = row_of(place.localized, number), match_page.load_viewer(request, place)
    why, needed = request_parsing.reason(request.POST), place.table.needs_reasons
    text = keyboard.deletion(place.localized, viewer, row, why=why, wrong=wrong, reason_needed=needed)
    return render(request, "tables/strike.html", {"place": place, "row": row, "text": text}, status=status)


@for_scorers("POST")
def undo(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """The last hand struck out at one tap."""
    number, rev = request_parsing.which_writing(request.POST)
    asked = request_parsing.write_command(place, request.POST.get("key", ""), number, rev, None, _("undone"))
    if number not in place.story.revs:
        raise Http404
    if place.closed is not None and place.may_score:
        # The page that asks for the reason that a closed sheet needs.
        return redirect_see_other(place.links("strike", number))
    rows = place.sheet.rows
    if not (rows and rows[-1].number == number) and not sent_before(place, asked):
        return page(request, place, status=409, trouble=_("There is a newer hand now. Nothing was undone."))
    return respond(
        request, place, asked, _("Someone else has edited this hand in the meantime. Nothing was undone.")
    )


@for_scorers("POST")
def restore(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """A hand that was struck out put back at one tap, the very same at the same place."""
    number, rev = request_parsing.which_writing(request.POST)
    seen = place.story.versions(access.get_hand_or_404(place, number))[:rev]
    if not seen or seen[-1].entry.hand is not None:
        return page(request, place, status=409, trouble=_("This hand stands already."))
    hand = next(each.entry.hand for each in reversed(seen) if each.entry.hand is not None)
    if isinstance(hand, Unreadable) or (place.closed is not None and place.may_score):
        # The page that writes it anew, and asks for the reason that a closed sheet needs.
        return redirect_see_other(place.links("amend", number))
    asked = request_parsing.write_command(
        place, request.POST.get("key", ""), number, rev, hand, _("restored")
    )
    return respond(
        request, place, asked, _("Someone else has edited this hand in the meantime. Nothing was restored.")
    )


def sent_before(place: MatchContext, asked: commands.WriteCommand) -> bool:
    """Whether this very request has been answered already: a retry, which gets its answer again."""
    return models.Entry.objects.filter(match=place.match, key=asked.key).exists()
