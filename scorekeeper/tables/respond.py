"""Responses for a match: its page, a part of it, and the result of a write."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from markupsafe import Markup

from scorekeeper.matches import commands
from scorekeeper.sheet import hand_entry, keyboard, preview
from scorekeeper.sheet.hand_entry import HandEntry
from scorekeeper.sheet.page import correcting
from scorekeeper.sheet.page import sheet as draw_sheet
from scorekeeper.sheet.preview import Clash
from scorekeeper.sheet.viewer import Viewer
from scorekeeper.web import htmx
from scorekeeper.web.redirects import redirect_see_other

from . import load, match_page, request_parsing
from .context import MatchContext
from .hooks import page_hooks
from .link_preview import preview_tags
from .starting import StartForm


@dataclass(frozen=True)
class Failure:
    """A failed write: a status (409 after a clash, else 422), and problems by field, in words."""

    status: int
    problems: tuple[tuple[str, str], ...]
    theirs: int | None = None  # the number of the other phone's hand

    @property
    def words(self) -> str:
        return " ".join(words for _field, words in self.problems)


ShowFailure = Callable[[MatchContext, Failure], HttpResponse]


def write_response(
    request: HttpRequest,
    ctx: MatchContext,
    result: commands.WriteResult,
    show_failure: ShowFailure | None = None,
    *,
    conflict: str = "",
    from_sheet: bool = True,
) -> HttpResponse:
    """Return the response to a write; 403 for a phone whose right was withdrawn in the meantime.

    After a save: a redirect to the match, or for htmx the new sheet if the form is on it (``from_sheet``).
    After a failure: ``show_failure``, or else the page with the reason. ``conflict`` is the reason to show
    for a clash with another phone; the match is then read again.
    """
    match result:
        case commands.Saved() | commands.Duplicate():
            return _saved(request, ctx, result, from_sheet)
        case commands.Forbidden():
            raise PermissionDenied
        case commands.Conflict(theirs):
            ctx, failure = (
                load.reload(ctx),
                Failure(409, (("", conflict),), theirs.number if theirs else None),
            )
        case commands.KeyReused():
            words = _("This form was already sent. Check the sheet, and save again if it is not there.")
            failure = Failure(422, (("", words),))
        case commands.Refused(problems):
            failure = Failure(
                422, tuple((problem.field, ctx.words.read(problem.words)) for problem in problems)
            )
    if show_failure is not None:
        return show_failure(ctx, failure)
    return page(request, ctx, status=failure.status, trouble=failure.words)


def hand_response(
    request: HttpRequest,
    ctx: MatchContext,
    entry: HandEntry,
    result: commands.WriteResult,
    show: Callable[[MatchContext, HandEntry, int, Clash | None], HttpResponse],
    *,
    from_sheet: bool = True,
    **target: int,
) -> HttpResponse:
    """Return the response to the write of a hand; a form that failed is shown again with a new key.

    ``target`` is the hand in the URL, as for ``request_parsing.sent_hand``. After a clash, a new hand
    gets the log's next number, and the form also shows the other phone's hand.
    """

    def show_failure(ctx: MatchContext, failure: Failure) -> HttpResponse:
        if failure.status != 409:
            for field, words in failure.problems:
                entry.add_problem(field, words)
            return show(ctx, entry.renew_key(), failure.status, None)
        current = request_parsing.sent_hand(ctx, request.POST, **{"number": ctx.state.next_number, **target})
        current.rev = ctx.state.revs.get(current.number, 0)
        clash = preview.clash(ctx.localized, entry, failure.theirs)
        return show(ctx, current.renew_key(), failure.status, clash)

    return write_response(request, ctx, result, show_failure, from_sheet=from_sheet)


def _saved(
    request: HttpRequest, ctx: MatchContext, result: commands.Saved | commands.Duplicate, from_sheet: bool
) -> HttpResponse:
    # Another phone saved the same hand, or this request is a retry.
    is_same = isinstance(result, commands.Duplicate)
    is_replayed = isinstance(result, commands.Saved) and result.is_repeat
    place = str(result.entry.place)
    if not from_sheet or not htmx.asks_for_part(request):
        response: HttpResponse = redirect_to_match(ctx, f"{'same' if is_same else 'saved'}={place}")
    elif is_same or is_replayed:
        ctx = load.reload(ctx)
        note = match_page.one_time_note(ctx, {"same": place} if is_same else {})
        response = page(request, ctx, note=note)
    else:
        response = page(request, load.reload_after_hand(ctx, result.entry.match))
    if is_replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def redirect_to_match(ctx: MatchContext, query: str = "") -> HttpResponseRedirect:
    """Redirect to the page of the match; the current match is shown at the table's URL."""
    if ctx.is_current:
        return redirect_see_other("table", ctx.table.code, query=query)
    return redirect_see_other("match", ctx.table.code, ctx.match.number, query=query)


def page(
    request: HttpRequest,
    ctx: MatchContext,
    entry: HandEntry | None = None,
    status: int = 200,
    note: str = "",
    trouble: str = "",
    clash: Clash | None = None,
    changed: bool = False,
) -> HttpResponse:
    """Return the page of a match, or for htmx its sheet.

    ``entry`` is a form to show again; it is ``changed`` if it holds answers that only this phone has.
    ``clash`` is the conflict of its hand with another phone's. ``trouble`` is why nothing was done.
    """
    if entry is None and ctx.may_score and ctx.is_current and ctx.closed is None:
        entry = hand_entry.entry_from_draft(ctx.localized, ctx.match.begun)
    presenter, viewer = match_page.load_presenter(ctx), match_page.load_viewer(request, ctx)
    hand_preview, form = None, ""
    if entry is not None:
        hand_preview = preview.preview_hand(entry)
        kept_key = request_parsing.kept_key(request.POST) if status >= 400 else ""
        changed = changed or status >= 400
        form = keyboard.entry_section(
            presenter, viewer, entry, hand_preview, changed=changed, clash=clash, kept_key=kept_key
        )
    text = draw_sheet(
        presenter,
        viewer,
        form=form,
        night=(night := night_text(request, ctx)),
        note=note or match_page.one_time_note(ctx, request.GET),
        drawn="drawn" in request.GET,
        trouble=trouble,
        # After the end of the match no form is drawn, so the errors of a sent form are shown as messages.
        problems=entry.form.non_field_errors
        if entry is not None and presenter.outcome and clash is None
        else (),
    )
    if htmx.asks_for_part(request):
        return private(HttpResponse(text, status=status), ctx)
    context = {"match_ctx": ctx, "presenter": presenter, "viewer": viewer, "content": text}
    context |= {"entry": entry, "preview": hand_preview, "clash": clash}
    context["at_night"] = bool(night)
    context["may_take_over"] = not ctx.may_score and ctx.closed is None and load.may_take_over(ctx)
    context["membership"] = page_hooks.membership(request, ctx.table)
    # People share the link to a table, so its preview shows the score.
    tags = preview_tags(request, presenter, viewer, "table")
    return private(render(request, "tables/table.html", context | tags, status=status), ctx)


def form_page(
    request: HttpRequest,
    ctx: MatchContext,
    viewer: Viewer,
    form: Markup,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """Return a form that corrects the sheet: on a page below the totals, or the form alone for htmx."""
    if htmx.asks_for_part(request):
        response = HttpResponse(form, status=status)
    else:
        presenter = match_page.load_presenter(ctx)
        context = context | {
            "match_ctx": ctx,
            "presenter": presenter,
            "viewer": viewer,
            "content": correcting(presenter, viewer, form),
        }
        response = render(request, "tables/correction.html", context, status=status)
    htmx.vary(response)
    return response


def night_text(request: HttpRequest, ctx: MatchContext) -> str:
    """Return the HTML of the round that the table plays in a night; "" outside a night."""
    night_status = page_hooks.night_status(ctx.table)
    if night_status is None:
        return ""
    context = {"night_status": night_status, "may_score": ctx.may_score}
    return render_to_string(page_hooks.night_template, context, request)


def private(response: HttpResponse, ctx: MatchContext) -> HttpResponse:
    """Mark a response as private to this phone, to be revalidated each time, and different for htmx."""
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    htmx.vary(response)
    return response


def text_or_page(
    request: HttpRequest, text: str, page: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Return the text alone for htmx, else the page that includes it as ``content``."""
    if htmx.asks_for_part(request):
        response = HttpResponse(text, status=status)
    else:
        response = render(request, page, context | {"content": text}, status=status)
    htmx.vary(response)
    return response


def part_or_page(
    request: HttpRequest, part: str, page: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Return the partial for htmx, else the page that includes it."""
    response = render(request, part if htmx.asks_for_part(request) else page, context, status=status)
    htmx.vary(response)
    return response


def irrelevant_part(request: HttpRequest, start: StartForm, form: str = "_start") -> HttpResponse | None:
    """Return the irrelevant house rules of a form, if htmx asks for these alone."""
    if htmx.asks_for_part(request) and "idle" in request.POST:
        return render(request, "tables/_irrelevant.html", {"start": start, "form": form})
    return None
