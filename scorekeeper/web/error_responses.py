"""Error responses: 400, 429 and 503."""

from typing import Any

from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from . import metrics
from .htmx import asks_for_part

RETRY_SECONDS = 2  # after database trouble
# OperationalError: no connection, or a full disk; InterfaceError: the connection is gone;
# InternalError: a read-only server, after a failover.
DATABASE_ERRORS = (OperationalError, InterfaceError, InternalError)


class Malformed(Exception):
    """A request that no page of ours sends."""


class TooManyRequests(Exception):
    """A limit is reached; the next request is accepted after ``seconds``."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds


def for_exception(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """Return the response to a view's exception, or None for a server error."""
    if isinstance(error, Malformed):
        text = _("This form could not be read. Reload the page and try again.")
        return HttpResponseBadRequest(text, content_type="text/plain")
    if isinstance(error, TooManyRequests):
        return _retry_later(request, 429, error.seconds)
    if isinstance(error, DATABASE_ERRORS):
        return _retry_later(request, 503, RETRY_SECONDS)
    return None


def _retry_later(request: HttpRequest, status: int, seconds: int) -> HttpResponse:
    """Render a notice that htmx adds to the page, or a page that can send the form again."""
    metrics.count("refused_total", by="page", status=status)
    is_part = asks_for_part(request)
    context: dict[str, Any] = {"seconds": seconds, "layout": "_part.html" if is_part else "base.html"}
    # Forms below /account/ hold passwords, which must not be echoed.
    if request.path.startswith("/account/"):
        context["minutes"] = -(-seconds // 60)  # rounded up
    elif request.method == "POST" and not is_part:
        context |= {"address": request.get_full_path(), "sent": _fields(request)}
    response = render(request, f"{status}.html", context, status=status)
    if is_part:
        response.headers["HX-Retarget"] = "#trouble"
        response.headers["HX-Reswap"] = "innerHTML"
    response.headers["Retry-After"] = str(seconds)
    add_never_cache_headers(response)
    return response


def _fields(request: HttpRequest) -> list[tuple[str, str]]:
    fields = ((name, value) for name, values in request.POST.lists() for value in values)
    return [(name, value) for name, value in fields if name != "csrfmiddlewaretoken"]
