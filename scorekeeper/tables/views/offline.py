"""Views for offline phones: the log, log lines that the site has lost, and conflicting runs of hands."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.matches import commands, runs, sealing
from scorekeeper.sheet import side_by_side
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.tables import access, branching, load, match_page, request_parsing, respond
from scorekeeper.tables.context import MatchContext
from scorekeeper.tables.respond import private


@require_safe
def alone(request: HttpRequest) -> HttpResponse:
    """Show the page of a game started offline. The page is the same for every game; the phone fills it in."""
    return render(request, "tables/alone.html")


@require_safe
def log(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Return the lines of a log from a given place on, and the version of the engine.

    For a match whose start was undone, return ``gone``: the phone then drops its copy.
    """
    try:
        ctx = access.get_match(request, code, n)
    except access.NoSuchMatch:
        table = access.get_match(request, code).table
        if n > (table.last_number or 0):
            raise
        return JsonResponse({"lines": [], "gone": True})
    first = request_parsing.parse_int(request.GET.get("from"))
    data = {"lines": sealing.lines_from(ctx.match, first), "version": ctx.engine}
    return private(JsonResponse(data, json_dumps_params={"ensure_ascii": False}), ctx)


@require_POST
def offer(request: HttpRequest, code: str) -> HttpResponse:
    """Restore, from a phone's copy, the lines of a match that the site has lost. Return its state."""
    ctx = access.get_match(request, code)
    number = request_parsing.parse_int(request.POST.get("match"))
    lines = sealing.parse_lines(request.POST.get("lines", ""))
    state = sealing.restore_offered(ctx.table, number, lines)
    return JsonResponse({"state": state}, status=200 if state == sealing.COMPLETE else 409)


@require_POST
def save_held(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Save the number of conflicting hands that this phone keeps."""
    ctx = access.require_scorer(request, code, n)
    hands = min(request_parsing.parse_int(request.POST.get("hands")), branching.MOST_ITEMS)
    if not commands.save_held(ctx.match, ctx.phone, hands):
        raise PermissionDenied
    return HttpResponse(status=204)


@never_cache
@require_POST
def compare(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Show two conflicting runs of hands side by side; posted with the choices, settle the conflict."""
    ctx = access.require_scorer(request, code, n)
    error, action = "", request.POST.get("do", "")
    if action == "theirs":
        return _redirect_settled(ctx)
    branch = branching.sent_branch(ctx, request.POST)
    if not branch.own:
        return _redirect_settled(ctx)
    # "join" asks to choose hand by hand; "joined" sends these choices.
    if action in ("mine", "both", "joined"):
        choices = _choices(request, branch, action)
        if choices is None:
            error = _("Choose for every hand.")
        else:
            result = runs.settle(ctx.match, ctx.phone, branch, choices, _("two phones"))
            if result is None:
                return _redirect_settled(ctx)
            if isinstance(result, commands.Forbidden):
                raise PermissionDenied
            error = _problem(ctx, result)
            current = load.reload(ctx)
            # If the log has changed, compare the phone's hands with the new log.
            if current.match.head != ctx.match.head:
                branch = branching.sent_branch(current, request.POST)
            ctx = current
    mine = LocalizedMatch(branch.state, ctx.names, ctx.localized.reader)
    text = side_by_side.draw_runs(
        ctx.localized,
        mine,
        match_page.load_viewer(request, ctx),
        [(pair.theirs, pair.mine, pair.same) for pair in branch.pairs],
        [(str(command.key), command.number) for command in branch.corrections],
        entries=request.POST.get("entries", "[]"),
        lines=request.POST.get("lines", "[]"),
        keys=" ".join(str(command.key) for command in branch.own),
        chooses_each=action in ("join", "joined"),
        is_cut=branch.is_cut,
        error=error,
    )
    return render(
        request, "tables/runs.html", {"match_ctx": ctx, "content": text}, status=409 if error else 200
    )


def _redirect_settled(ctx: MatchContext) -> HttpResponse:
    """Redirect to the table, with a query that tells the phone to drop the settled hands.

    Incomplete forms stay on the phone, which numbers them from the next hand on.
    """
    next_number = load.reload(ctx).state.next_number
    return respond.redirect_to_match(ctx, f"settled={next_number}")


def _choices(request: HttpRequest, branch: runs.Branch, action: str) -> dict[str, str] | None:
    """Return the choices, keyed by a pair's index or a correction's key; None if one is missing."""
    names = [str(index) for index, pair in enumerate(branch.pairs) if not pair.same]
    names += [str(command.key) for command in branch.corrections]
    if action != "joined":
        return dict.fromkeys(names, runs.MINE if action == "mine" else runs.BOTH)
    choices = {name: request.POST.get(f"whose.{name}", "") for name in names}
    return choices if all(choice in runs.CHOICES for choice in choices.values()) else None


def _problem(ctx: MatchContext, result: commands.WriteResult) -> str:
    if isinstance(result, commands.Refused):
        return ctx.words.read(result.problems[0].words)
    return _("Someone else has changed this sheet in the meantime. Nothing was saved: look at it again.")
