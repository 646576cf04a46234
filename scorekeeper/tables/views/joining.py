"""Views that share a table, and that join it by the watch link or the score link."""

import re
from textwrap import wrap

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.matches import models, permissions, phones, typed_names
from scorekeeper.tables import access, load
from scorekeeper.tables.access import for_anyone, for_hosts, for_scorers
from scorekeeper.tables.context import MatchContext
from scorekeeper.tables.qr import qr
from scorekeeper.web import limits, phone_cookie
from scorekeeper.web.error_responses import Malformed

# Part of a link to a table: its code, and the secret of a score link or a renewed watch link.
LINK = re.compile(r"/t/(?P<code>[A-Za-z0-9]+)/(?:(?P<page>join|look)#(?P<secret>\S+))?")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_table(request: HttpRequest) -> HttpResponse:
    """Ask for the code or the link of a table; posted, redirect to the table."""
    typed = request.POST.get("code", "").strip()
    if not typed:
        return render(request, "tables/join_table.html")
    link = LINK.search(typed)
    code = link["code"] if link else re.sub(r"[\s-]", "", typed)
    table = models.Table.objects.filter(code=code.upper()).first()
    if table is None:
        limits.count_wrong_guess(request, code[:64])
        problem = _("No table has this code. Check each letter; there is no O, I, 0 or 1 in it.")
        context = {"code": typed, "problem": problem}
        return render(request, "tables/join_table.html", context, status=422)
    if link and link["page"]:
        return redirect(f"{reverse(link['page'], args=[table.code])}#{link['secret']}")
    return redirect("table", table.code)


@for_anyone("GET")
def share(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Show the links of a table with their QR codes, and its phones; scorers also see the score link."""
    watch_link = phones.watch_link(request, ctx.table)
    links = {"watch_link": watch_link, "watch_qr": qr(watch_link)}
    if ctx.may_score:
        # The secret is in the fragment, which browsers never send to a server.
        join_url = request.build_absolute_uri(reverse("join", args=[ctx.table.code]))
        score_link = f"{join_url}#{phones.score_secret(ctx.table)}"
        links |= {"score_link": score_link, "score_qr": qr(score_link)}
        if code := ctx.recovery_code:
            links |= {"recovery_link": f"{join_url}#{code}", "recovery_code": "-".join(wrap(code, 4))}
    table_phones = (
        models.Phone.objects.filter(table=ctx.table).select_related("member").order_by("joined", "pk")
    )
    context = {
        "match_ctx": ctx,
        "may_take_over": load.may_take_over(ctx),
        "readable_code": phones.readable_code(ctx.table),
        "phones": table_phones,
        "retention_days": models.RETENTION_DAYS,
        **links,
    }
    if ctx.phone is not None:
        context["undoable"] = [
            phone.pk for phone in load.takeovers(ctx) if permissions.may_undo_takeover(ctx.phone, phone)
        ]
    # Unfold the list of phones after an action in it, or while a phone asks to keep score.
    context["shows_phones"] = "phones" in request.GET or any(
        phone.asking == models.Asking.ASKS for phone in table_phones
    )
    return render(request, "tables/share.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page of a score link, whose script posts the secret; posted, join as a scorer.

    With a recovery code as the secret, this browser becomes the phone that the code was made for. Without
    script, the user types the secret.
    """
    ctx = access.get_match(request, code, by_link=True)
    if request.method != "POST":
        return render(request, "tables/join.html", {"match_ctx": ctx})
    secret = request.POST.get("secret", "").strip().rpartition("#")[2]
    key, account = phone_cookie.key_or_new(request), phones.account_of(request)
    if phones.is_score_secret(ctx.table, secret):
        phone: models.Phone | None = phones.let_in(ctx.table, key, models.Role.SCORER, account=account)
    else:
        phone = phones.recover(ctx.table, key, secret, account)
    if phone is None:
        limits.count_wrong_guess(request, f"{code}#{secret[:64]}")
        problem = _("This link no longer works. Ask at the table for a new one.")
        return render(request, "tables/join.html", {"match_ctx": ctx, "problem": problem}, status=403)
    return phone_cookie.remember(redirect("table" if phone.name else "who", code), key)


@for_scorers("GET POST")
def name_owner(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Ask who owns a phone that keeps score; its entries carry that name."""
    access.check_scorer(ctx)
    assert ctx.phone is not None
    context = {"match_ctx": ctx, "names": ctx.names.current, "typed": request.POST.get("other", "")}
    if request.method != "POST":
        return render(request, "tables/who_are_you.html", context)
    try:
        name = owner_name(request)
    except ValidationError as error:
        return render(request, "tables/who_are_you.html", context | {"error": error.messages[0]}, status=422)
    phones.name_phone(ctx.table, ctx.phone, name)
    return redirect("table", ctx.table.code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def watch_by_link(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page of a renewed watch link; posted, join as a watcher."""
    ctx = access.get_match(request, code, by_link=True)
    if request.method != "POST":
        return render(request, "tables/watch_link.html", {"match_ctx": ctx})
    secret = request.POST.get("secret", "").strip().rpartition("#")[2]
    key = phone_cookie.key_or_new(request)
    if not phones.let_watch(ctx.table, key, secret):
        limits.count_wrong_guess(request, f"{code}#{secret[:64]}")
        problem = _("This link no longer works. Ask at the table for a new one.")
        return render(request, "tables/watch_link.html", {"match_ctx": ctx, "problem": problem}, status=403)
    return phone_cookie.remember(redirect("table", code), key)


@for_hosts("POST")
def new_watch_link(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Renew the watch link; phones that watch by the old link lose access."""
    phones.renew_watching(ctx.table)
    return to_phones(ctx.table.code)


@for_hosts("POST")
def set_retention_days(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Set the number of days from the last hand until the names at the table are deleted."""
    days = request.POST.get("days", "")
    if ctx.table.club_id is not None or days not in map(str, models.RETENTION_DAYS):
        raise Malformed
    models.Table.objects.filter(pk=ctx.table.pk).update(fades_after=int(days))
    return to_phones(ctx.table.code)


@for_hosts("POST")
def new_link(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Renew the score link; the old link no longer works."""
    phones.renew_invitation(ctx.table)
    return to_phones(ctx.table.code)


def to_phones(code: str) -> HttpResponse:
    """Redirect to the list of phones on the share page."""
    return redirect(f"{reverse('share', args=[code])}?phones=1")


def owner_name(request: HttpRequest) -> str:
    """Return the name of a phone's owner, chosen or typed. Raise ``ValidationError``."""
    name = typed_names.clean_name(request.POST.get("other") or request.POST.get("who", ""))
    if not name:
        raise ValidationError(_("Choose whose phone this is."))
    return name
