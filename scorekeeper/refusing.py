"""What a phone is told that may send the same again in a moment, or has sent what no page of ours does."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from scorekeeper import metrics
from scorekeeper.htmx import asks_for_part

SOON = 2  # seconds after which a database in trouble may be asked again


class Malformed(Exception):
    """A request that no page of ours sends: 400."""


def malformed() -> HttpResponse:
    return HttpResponseBadRequest(
        _("This form could not be read. Reload the page and try again."), content_type="text/plain"
    )


def too_much(request: HttpRequest, seconds: int) -> HttpResponse:
    """Somebody has sent too much; in so many seconds they may again."""
    return _later(request, "429.html", 429, seconds)


def service_unavailable(request: HttpRequest) -> HttpResponse:
    """The disk is full, or the database away."""
    return _later(request, "503.html", 503, SOON)


def _later(request: HttpRequest, template: str, status: int, seconds: int) -> HttpResponse:
    """For htmx a notice above the page, which stays as it is; else a page that sends the same again."""
    metrics.count("refused_total", by="page", status=status)
    asked_in_part = asks_for_part(request)
    context: dict[str, Any] = {"seconds": seconds, "page": "_later.html" if asked_in_part else "base.html"}
    if request.method == "POST" and not asked_in_part:
        context |= {"address": request.get_full_path(), "sent": sent(request)}
    answer = render(request, template, context, status=status)
    if asked_in_part:
        answer.headers["HX-Retarget"] = "#trouble"
        answer.headers["HX-Reswap"] = "innerHTML"
    answer.headers["Retry-After"] = str(seconds)
    add_never_cache_headers(answer)
    return answer


def sent(request: HttpRequest) -> list[tuple[str, str]]:
    """What was sent, as the boxes of a form that sends it again."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken"
    ]
