"""A new hand: its form, what it would do, the draft, and saving it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scorekeeper.htmx import asks_for_part
from scorekeeper.matches import commands
from scorekeeper.sheet import hand_entry, keyboard
from scorekeeper.sheet import preview as previews
from scorekeeper.sheet.hand_entry import HandEntry
from scorekeeper.tables import match_page, request_parsing, version_cache
from scorekeeper.tables.access import MatchContext, for_scorers

from . import answers
from .sheet import page


@for_scorers("GET POST")
def hand(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """The form of the next hand; posted, the hand is saved."""
    if request.method != "POST":
        kind = request.GET.get("kind")
        try:
            entry = (
                hand_entry.switched(place.localized, kind, dict(request.GET.lists()))
                if kind
                else hand_entry.draft(place.localized, place.match.begun)
            )
        except hand_entry.UnknownKind:
            raise Http404 from None
        if asks_for_part(request):
            board, viewer = match_page.load_board(place), match_page.load_viewer(request, place)
            return HttpResponse(keyboard.entry_section(board, viewer, entry, previews.preview_hand(entry)))
        return page(request, place, entry)
    return save(request, place, request_parsing.sent_hand(place, request.POST))


def save(request: HttpRequest, place: MatchContext, entry: HandEntry) -> HttpResponse:
    """Write a new hand, and answer whatever came of it."""
    entry.pressed = True
    if entry.hand is None:
        return page(request, place, again(place, entry), status=422)
    match answer := answers.put(place, request_parsing.command_of(place, entry)):
        case commands.Saved() | commands.Duplicate():
            return saved(request, place, answer)
        case commands.Conflict(theirs):
            return taken(request, answers.fresh(place), entry, theirs.number if theirs else None)
        case commands.KeyReused():
            entry.form.add_error("", answers.reused_words())
        case commands.Refused(problems):
            for problem in problems:
                entry.form.add_error("", place.words.read(problem.words))
    return page(request, place, again(place, entry), status=422)


def saved(
    request: HttpRequest, place: MatchContext, answer: commands.Saved | commands.Duplicate
) -> HttpResponse:
    """To the table; a phone that swaps parts has its new sheet at once, and need not ask for it."""
    to = answers.saved(place, answer)
    if not asks_for_part(request):
        return to
    if isinstance(answer, commands.Saved) and not answer.again:
        match = answer.entry.match
        version_cache.carry_over(place, now := MatchContext(match.table, match, place.phone, place.newest))
    else:
        now = answers.fresh(place)
    said = {"same": str(answer.entry.place)} if isinstance(answer, commands.Duplicate) else {}
    shown = page(request, now, note=match_page.say_once(now, said))
    if "Idempotent-Replayed" in to.headers:
        shown.headers["Idempotent-Replayed"] = to.headers["Idempotent-Replayed"]
    return shown


def again(place: MatchContext, entry: HandEntry) -> HandEntry:
    """The form under a new key: what is sent next is something else."""
    entry.key = hand_entry.new_key()
    return entry


def taken(request: HttpRequest, place: MatchContext, mine: HandEntry, theirs: int | None) -> HttpResponse:
    """Someone was quicker: the new sheet, theirs beside ours, and our answers still in the boxes."""
    clash = previews.clash(place.localized, mine, theirs)
    entry = request_parsing.sent_hand(place, request.POST, number=place.story.next_number)
    entry.rev = 0
    return page(request, place, again(place, entry), status=409, clash=clash)


@for_scorers("POST")
def preview(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """What the form so far would do, in plain sentences; nothing is written."""
    entry = request_parsing.sent_hand(place, request.POST)
    if not asks_for_part(request):
        return page(request, place, again(place, entry), changed=True)
    preview_ = previews.preview_hand(entry)
    return HttpResponse(keyboard.previewed(place.localized, match_page.load_onlooker(place), entry, preview_))


@for_scorers("POST")
def begun(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """Keep the draft of the next hand for every phone at the table; 409 where it is of another hand."""
    entry = request_parsing.sent_hand(place, request.POST)
    boxes = request_parsing.boxes_of(entry.form, dict(request.POST.lists()))
    draft = {"number": entry.number, "kind": entry.kind, "boxes": boxes}
    if commands.begin(place.match, place.phone, draft):
        return HttpResponse(status=204)
    return HttpResponse(_("This is not the next hand."), status=409, content_type="text/plain")
