"""Asking for the right to keep score, giving it, passing it on, giving it up."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper import phone_cookie
from scorekeeper.matches import models, permissions, typed_names
from scorekeeper.tables.access import MatchContext, for_hosts, for_onlookers, for_scorers


@for_onlookers("GET POST")
def ask(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """A phone says whose it is and asks to be let in; those who keep score see it at once."""
    if place.may_score:
        return redirect("table", place.table.code)
    typed = request.POST.get("other") or request.POST.get("who", "")
    shown = {"place": place, "names": place.names.now, "typed": request.POST.get("other", "")}
    if request.method != "POST":
        return render(request, "tables/ask.html", shown)
    try:
        name = typed_names.clean_name(typed)
        if not name:
            raise ValidationError(_("Choose whose phone this is."))
    except ValidationError as problem:
        return render(request, "tables/ask.html", shown | {"wrong": problem.messages[0]}, status=422)
    key = phone_cookie.key_of(request) or phone_cookie.new_key()
    try:
        permissions.ask(place.table, key, name)
    except permissions.NotNow:
        wrong = _("Try again in a minute, or ask at the table for the score link.")
        return render(request, "tables/ask.html", shown | {"wrong": wrong}, status=429)
    return phone_cookie.remember(redirect("table", place.table.code), key)


@for_scorers("POST")
def answer(request: HttpRequest, place: MatchContext, phone: int) -> HttpResponse:
    """Somebody who keeps score lets a phone in, or does not."""
    if not permissions.answer(place.table, place.phone, phone, request.POST.get("may") == "score"):
        raise PermissionDenied
    if request.POST.get("from") == "share":
        return redirect(f"{reverse('share', args=[place.table.code])}?phones=1")
    return redirect("table", place.table.code)


@for_hosts("POST")
def role(request: HttpRequest, place: MatchContext, phone: int) -> HttpResponse:
    """The host gives a phone the right to keep score, takes it back, or makes it the host."""
    if request.POST.get("may") == "host":
        done = permissions.pass_on(place.table, place.phone, phone)
    else:
        wanted = models.Role.SCORER if request.POST.get("may") == "score" else models.Role.WATCHER
        done = permissions.set_role(place.table, place.phone, phone, wanted)
    if not done:
        raise PermissionDenied
    return redirect(f"{reverse('share', args=[place.table.code])}?phones=1")


@for_scorers("GET POST")
def leave(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """This phone gives up keeping score, once it has been told who then hosts the table."""
    if request.method != "POST":
        heir = permissions.heir_of(place.table, place.phone)
        return render(request, "tables/leave.html", {"place": place, "heir": heir})
    if not permissions.leave(place.table, place.phone):
        raise PermissionDenied
    return redirect("table", place.table.code)
