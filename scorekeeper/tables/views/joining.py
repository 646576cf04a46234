"""Sharing a table, and joining it: the link that lets a phone watch, and the one that lets it keep score."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper import limits, phone_cookie
from scorekeeper.matches import models, phones, typed_names
from scorekeeper.refusing import Malformed
from scorekeeper.tables import access
from scorekeeper.tables.access import MatchContext, for_hosts, for_onlookers, for_scorers
from scorekeeper.tables.qr import qr


@for_onlookers("GET")
def share(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """The links of a table, each with its QR picture; that for keeping score only for those who keep it."""
    watch = phones.watch_link(request, place.table)
    links = {"watch": watch, "watch_qr": qr(watch)}
    if place.may_score:
        # In the fragment, which no log, proxy or referring page ever sees.
        joining = request.build_absolute_uri(reverse("join", args=[place.table.code]))
        score = f"{joining}#{phones.invitation(place.table)}"
        links |= {"score": score, "score_qr": qr(score)}
    seated = models.Phone.objects.filter(table=place.table).select_related("member").order_by("joined", "pk")
    context = {"place": place, "phones": seated, "fades": models.FADES, **links}
    # Whoever was just answered, or made a new link, is still at the phones.
    context["opened"] = "phones" in request.GET or any(one.asking == models.Asking.ASKS for one in seated)
    return render(request, "tables/share.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """The page a score link opens. Its script posts the secret; without script it can be typed."""
    place = access.get_match(request, code, by_link=True)
    if request.method != "POST":
        return render(request, "tables/join.html", {"place": place})
    secret = request.POST.get("secret", "").strip().rpartition("#")[2]
    if not phones.invited(place.table, secret):
        limits.missed(request, f"{code}#{secret[:64]}")
        problem = _("This link no longer works. Ask at the table for a new one.")
        return render(request, "tables/join.html", {"place": place, "problem": problem}, status=403)
    key = phone_cookie.key_of(request) or phone_cookie.new_key()
    phone = phones.let_in(place.table, key, models.Role.SCORER)
    return phone_cookie.remember(redirect("table" if phone.name else "who", code), key)


@for_scorers("GET POST")
def who(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """Whose phone it is that joined to keep score: one tap on a name, or typed; what it writes is theirs."""
    access.check_scorer(place)
    assert place.phone is not None
    shown = {"place": place, "names": place.names.now, "typed": request.POST.get("other", "")}
    if request.method != "POST":
        return render(request, "tables/who.html", shown)
    try:
        name = typed_names.clean_name(request.POST.get("other") or request.POST.get("who", ""))
        if not name:
            raise ValidationError(_("Choose whose phone this is."))
    except ValidationError as problem:
        return render(request, "tables/who.html", shown | {"wrong": problem.messages[0]}, status=422)
    phones.name_phone(place.table, place.phone, name)
    return redirect("table", place.table.code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest, code: str) -> HttpResponse:
    """The page that a link to watch opens, once the first was withdrawn."""
    place = access.get_match(request, code, by_link=True)
    if request.method != "POST":
        return render(request, "tables/look.html", {"place": place})
    secret = request.POST.get("secret", "").strip().rpartition("#")[2]
    key = phone_cookie.key_of(request) or phone_cookie.new_key()
    if not phones.let_watch(place.table, key, secret):
        limits.missed(request, f"{code}#{secret[:64]}")
        problem = _("This link no longer works. Ask at the table for a new one.")
        return render(request, "tables/look.html", {"place": place, "problem": problem}, status=403)
    return phone_cookie.remember(redirect("table", code), key)


@for_hosts("POST")
def new_watch_link(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """The host makes a new link to watch; whoever watches by an old one sees nothing any more."""
    phones.renew_watching(place.table)
    return _to_phones(place.table.code)


@for_hosts("POST")
def fading(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """The host says how long after the last hand the names at the table stay."""
    days = request.POST.get("days", "")
    if place.table.club_id is not None or days not in map(str, models.FADES):
        raise Malformed
    models.Table.objects.filter(pk=place.table.pk).update(fades_after=int(days))
    return _to_phones(place.table.code)


@for_hosts("POST")
def new_link(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """The host makes a new score link; the old one lets nobody in any more."""
    phones.renew_invitation(place.table)
    return _to_phones(place.table.code)


def _to_phones(code: str) -> HttpResponse:
    """Back to the phones at the table, which lie open."""
    return redirect(f"{reverse('share', args=[code])}?phones=1")
