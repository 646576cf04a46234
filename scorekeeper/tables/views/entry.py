"""Views of the next hand: form, preview, draft and save."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scorekeeper.matches import commands
from scorekeeper.sheet import hand_entry, keyboard
from scorekeeper.sheet import preview as previews
from scorekeeper.sheet.hand_entry import HandEntry
from scorekeeper.sheet.preview import Clash
from scorekeeper.tables import match_page, request_parsing, respond
from scorekeeper.tables.access import for_scorers
from scorekeeper.tables.context import MatchContext
from scorekeeper.web.htmx import asks_for_part


@for_scorers("GET POST")
def hand(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Show the form of the next hand; posted, save the hand."""
    if request.method != "POST":
        return _form(request, ctx)
    entry = request_parsing.sent_hand(ctx, request.POST)
    entry.is_submitted = True
    if entry.hand is None:
        return respond.page(request, ctx, entry.renew_key(), status=422)
    result = commands.append_entry(ctx.match, ctx.phone, request_parsing.command_of(ctx, entry))

    def show(ctx: MatchContext, entry: HandEntry, status: int, clash: Clash | None) -> HttpResponse:
        return respond.page(request, ctx, entry, status, clash=clash)

    return respond.hand_response(request, ctx, entry, result, show)


def _form(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Return the page with the draft of the next hand.

    ``?kind=…`` replaces the draft by the form of another kind of hand.
    """
    kind = request.GET.get("kind")
    try:
        entry = (
            hand_entry.entry_of_kind(ctx.localized, kind, dict(request.GET.lists()))
            if kind
            else hand_entry.entry_from_draft(ctx.localized, ctx.match.begun)
        )
    except hand_entry.UnknownKind:
        raise Http404 from None
    if not asks_for_part(request):
        return respond.page(request, ctx, entry)
    presenter, viewer = match_page.load_presenter(ctx), match_page.load_viewer(request, ctx)
    return HttpResponse(keyboard.entry_section(presenter, viewer, entry, previews.preview_hand(entry)))


@for_scorers("POST")
def preview(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Return the consequences of the hand as entered so far. Nothing is saved."""
    entry = request_parsing.sent_hand(ctx, request.POST)
    if not asks_for_part(request):
        return respond.page(request, ctx, entry.renew_key(), changed=True)
    hand_preview = previews.preview_hand(entry)
    return HttpResponse(
        keyboard.draw_preview(ctx.localized, match_page.load_watcher(ctx), entry, hand_preview)
    )


@for_scorers("POST")
def save_draft(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Save the draft of the next hand for every phone at the table; 409 if the draft is of another hand."""
    entry = request_parsing.sent_hand(ctx, request.POST)
    boxes = request_parsing.boxes_of(entry.form, dict(request.POST.lists()))
    phone_id = ctx.phone.pk if ctx.phone is not None else None
    draft = {"number": entry.number, "kind": entry.kind, "boxes": boxes, "by": phone_id}
    if commands.save_draft(ctx.match, ctx.phone, draft):
        return HttpResponse(status=204)
    return HttpResponse(_("This is not the next hand."), status=409, content_type="text/plain")
