"""Views that edit, delete, insert, undo and restore hands, and that adjust points."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.engine import Unreadable
from scorekeeper.matches import commands, models
from scorekeeper.sheet import hand_entry, keyboard, preview
from scorekeeper.sheet.hand_entry import HandEntry
from scorekeeper.sheet.presenters import row_of
from scorekeeper.sheet.preview import Clash
from scorekeeper.tables import access, match_page, request_parsing, respond
from scorekeeper.tables.access import for_scorers
from scorekeeper.tables.context import MatchContext
from scorekeeper.tables.respond import Failure
from scorekeeper.web.error_responses import Malformed
from scorekeeper.web.htmx import asks_for_part
from scorekeeper.web.redirects import redirect_see_other


@for_scorers("GET POST")
def amend(request: HttpRequest, ctx: MatchContext, number: int) -> HttpResponse:
    """Show the form that edits a hand; on a POST, preview or save the edit."""
    access.get_hand_or_404(ctx, number)
    if request.method != "POST":
        return show_form(request, ctx, "amend", hand_entry.edit_entry, number, request.GET.get("kind"))
    return save_correction(request, ctx, "amend", number=number)


@for_scorers("GET POST")
def insert(request: HttpRequest, ctx: MatchContext, number: int) -> HttpResponse:
    """Show the form for a missed hand before this one; on a POST, preview or save that hand."""
    access.get_hand_or_404(ctx, number)
    if request.method != "POST":
        return show_form(request, ctx, "insert", hand_entry.new_entry, request.GET.get("kind"), before=number)
    return save_correction(request, ctx, "insert", before=number)


@for_scorers("GET POST")
def adjust(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Show the form for points that the table agrees on; on a POST, preview or save them."""
    if request.method != "POST":
        return show_form(request, ctx, "adjust", hand_entry.new_entry, "adjustment")
    return save_correction(request, ctx, "adjust")


def save_correction(request: HttpRequest, ctx: MatchContext, operation: str, **target: int) -> HttpResponse:
    """Preview (``show`` in the POST) or save the form of a correction.

    ``operation`` is "amend", "insert" or "adjust"; ``target`` is the hand in the URL.
    """
    entry = request_parsing.sent_hand(ctx, request.POST, **target)
    if operation == "adjust" and entry.kind != "adjustment":
        raise Malformed
    if "show" in request.POST:
        entry.rev = ctx.state.revs.get(entry.number, 0)
        return correction(request, ctx, entry.renew_key(), operation)
    entry.is_submitted = True
    if entry.hand is None:
        if ctx.is_closed_here:
            entry.form.add_error("", ctx.closed_text)
        return correction(request, ctx, entry.renew_key(), operation, 422)
    # Agreed points may settle a dispute about another hand.
    settles = request_parsing.parse_int(request.GET.get("settles")) or None
    command = replace(request_parsing.command_of(ctx, entry), settles=settles)
    result = commands.append_entry(ctx.match, ctx.phone, command)

    def show(ctx: MatchContext, entry: HandEntry, status: int, clash: Clash | None) -> HttpResponse:
        return correction(request, ctx, entry, operation, status, clash)

    return respond.hand_response(request, ctx, entry, result, show, from_sheet=False, **target)


def show_form(
    request: HttpRequest,
    ctx: MatchContext,
    operation: str,
    make: Callable[..., HandEntry],
    *args: Any,
    **kwargs: Any,
) -> HttpResponse:
    """Show the form that ``make`` builds; 404 for a kind of hand that the game does not have."""
    try:
        entry = make(ctx.localized, *args, **kwargs)
    except hand_entry.UnknownKind:
        raise Http404 from None
    entry = hand_entry.entry_with_query(ctx.localized, entry, dict(request.GET.lists()))
    return correction(request, ctx, entry, operation)


def correction(
    request: HttpRequest,
    ctx: MatchContext,
    entry: HandEntry,
    operation: str,
    status: int = 200,
    clash: Clash | None = None,
) -> HttpResponse:
    """Return the page of a correction: the form, and what it would change."""
    match, changes = ctx.localized, preview.consequences(entry)
    if "show" in request.POST and asks_for_part(request):
        return HttpResponse(keyboard.changes(match, entry, changes, request.path), status=status)
    viewer = match_page.load_viewer(request, ctx)
    kept_key = request_parsing.kept_key(request.POST)
    text = keyboard.correction(
        match,
        viewer,
        entry,
        operation,
        changes,
        request.path,
        clash=clash,
        kept_key=kept_key,
        reason_needed=ctx.table.needs_reasons,
    )
    context = {"entry": entry, "title": keyboard.correction_title(match, entry, operation)}
    return respond.form_page(request, ctx, viewer, text, context, status)


@for_scorers("GET POST")
def strike(request: HttpRequest, ctx: MatchContext, number: int) -> HttpResponse:
    """Show what deleting a hand would change, and ask for the reason; on a POST, delete it."""
    access.get_hand_or_404(ctx, number)
    if request.method != "POST":
        if ctx.state.revisions(number)[-1].entry.hand is None:
            raise Http404
        return _deletion(request, ctx, number)
    command = request_parsing.strike_command(ctx, request.POST, number)
    result = commands.append_entry(ctx.match, ctx.phone, command)

    def show_failure(ctx: MatchContext, failure: Failure) -> HttpResponse:
        return _deletion(request, ctx, number, failure.words, failure.status)

    conflict = _("Someone else has edited this hand in the meantime. Check it, then save again.")
    return respond.write_response(request, ctx, result, show_failure, conflict=conflict, from_sheet=False)


def _deletion(
    request: HttpRequest, ctx: MatchContext, number: int, error: str = "", status: int = 200
) -> HttpResponse:
    row, viewer = row_of(ctx.localized, number), match_page.load_viewer(request, ctx)
    why, needed = request_parsing.reason(request.POST), ctx.table.needs_reasons
    text = keyboard.deletion(ctx.localized, viewer, row, why=why, error=error, reason_needed=needed)
    context = {"row": row, "title": _("Delete hand {n}").format(n=row.display_number)}
    return respond.form_page(request, ctx, viewer, text, context, status)


@for_scorers("POST")
def undo(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Delete the last hand with one tap."""
    command = request_parsing.undo_command(ctx, request.POST)
    number = command.number
    if number not in ctx.state.revs:
        raise Http404
    if ctx.closed is not None and ctx.may_score:
        # A closed sheet needs a reason, which the page for deleting asks for.
        return redirect_see_other(ctx.links("strike", number))
    rows, log = ctx.sheet.rows, ctx.state.log
    is_last = (rows and rows[-1].number == number) or log[-1].entry.number == number
    entries = models.Entry.objects.filter(match=ctx.match)
    if not is_last and not entries.filter(key=command.key).exists():  # a retry is accepted
        return respond.page(
            request, ctx, status=409, trouble=_("There is a newer hand now. Nothing was undone.")
        )
    conflict = _("Someone else has edited this hand in the meantime. Nothing was undone.")
    result = commands.append_entry(ctx.match, ctx.phone, command)
    return respond.write_response(request, ctx, result, conflict=conflict)


@for_scorers("POST")
def restore(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Bring a hand back as it was before it was deleted or edited, with one tap."""
    number, rev = request_parsing.read_revision(request.POST)
    hand = ctx.state.restorable(access.get_hand_or_404(ctx, number), rev)
    if hand is None:
        return respond.page(request, ctx, status=409, trouble=_("This hand is already restored."))
    if isinstance(hand, Unreadable) or (ctx.closed is not None and ctx.may_score):
        # The edit page asks for an unreadable hand again, and for the reason that a closed sheet needs.
        return redirect_see_other(ctx.links("amend", number))
    command = request_parsing.restore_command(ctx, request.POST, hand)
    conflict = _("Someone else has edited this hand in the meantime. Nothing was restored.")
    result = commands.append_entry(ctx.match, ctx.phone, command)
    return respond.write_response(request, ctx, result, conflict=conflict)
