"""Views that ask for the right to keep score, grant it, pass it on and give it up."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scorekeeper.matches import models, permissions, phones
from scorekeeper.tables import load
from scorekeeper.tables.access import for_anyone, for_hosts, for_scorers
from scorekeeper.tables.context import MatchContext
from scorekeeper.web import phone_cookie

from .joining import owner_name, to_phones


@for_anyone("GET POST")
def ask(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Ask to keep score under a name. Scorers see the request at once.

    With ``do=take-over``, take over scoring if no scorer has been active for a while.
    """
    if ctx.may_score:
        return redirect("table", ctx.table.code)
    context: dict[str, Any] = {
        "match_ctx": ctx,
        "names": ctx.names.current,
        "typed": request.POST.get("other", ""),
    }
    context["who"] = request.POST.get("who") or (ctx.phone.name if ctx.phone else "")
    if ctx.phone is not None and ctx.phone.asking == models.Asking.ASKS:
        context["takeover_time"] = permissions.takeover_time(ctx.table, ctx.phone)
    context["may_take_over"] = load.may_take_over(ctx)
    if request.method != "POST":
        return render(request, "tables/ask.html", context)
    try:
        name = owner_name(request)
    except ValidationError as problem:
        return render(request, "tables/ask.html", context | {"error": problem.messages[0]}, status=422)
    key = phone_cookie.key_or_new(request)
    account = phones.account_of(request)
    try:
        if request.POST.get("do") == "take-over":
            permissions.take_over(ctx.table, key, name, account)
        else:
            permissions.ask(ctx.table, key, name, account)
    except permissions.ScorerActive as refusal:
        error = _("Someone who keeps score is here. Ask instead.")
        if refusal.phone is not None:
            error = _("{who}’s phone keeps score now.").format(who=refusal.phone.display_name)
        context |= {"error": error, "may_take_over": False}
        return render(request, "tables/ask.html", context, status=409)
    except permissions.RequestRefused:
        error = _("Try again in a minute, or ask at the table for the score link.")
        return render(request, "tables/ask.html", context | {"error": error}, status=429)
    return phone_cookie.remember(redirect("table", ctx.table.code), key)


@for_scorers("POST")
def answer(request: HttpRequest, ctx: MatchContext, phone: int) -> HttpResponse:
    """Grant or refuse a phone's request to keep score."""
    if not permissions.answer(ctx.table, ctx.phone, phone, request.POST.get("may") == "score"):
        raise PermissionDenied
    if request.POST.get("from") == "share":
        return to_phones(ctx.table.code)
    return redirect("table", ctx.table.code)


@for_scorers("POST")
def undo_takeover(request: HttpRequest, ctx: MatchContext, phone: int) -> HttpResponse:
    """Withdraw the right of a phone that took over scoring."""
    if not permissions.undo_takeover(ctx.table, ctx.phone, phone):
        raise PermissionDenied
    return redirect("table", ctx.table.code)


@for_hosts("POST")
def role(request: HttpRequest, ctx: MatchContext, phone: int) -> HttpResponse:
    """Make a phone a scorer, a watcher or the host."""
    if request.POST.get("may") == "host":
        is_allowed = permissions.make_host(ctx.table, ctx.phone, phone)
    else:
        new_role = models.Role.SCORER if request.POST.get("may") == "score" else models.Role.WATCHER
        is_allowed = permissions.set_role(ctx.table, ctx.phone, phone, new_role)
    if not is_allowed:
        raise PermissionDenied
    return to_phones(ctx.table.code)


@for_scorers("GET POST")
def leave(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Show the phone that would host the table next; posted, give up this phone's right to keep score."""
    if request.method != "POST":
        successor = permissions.successor_of(ctx.table, ctx.phone)
        return render(request, "tables/leave.html", {"match_ctx": ctx, "successor": successor})
    if not permissions.leave(ctx.table, ctx.phone):
        raise PermissionDenied
    return redirect("table", ctx.table.code)
