"""What every request passes besides Django's own middleware, one function each."""

import logging
import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import InterfaceError, InternalError, OperationalError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseForbidden,
    QueryDict,
    UnreadablePostError,
)
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from . import limits, metrics, refusing
from .policies import PERMISSIONS

View = Callable[[HttpRequest], HttpResponse]

SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "TRACE")
# Endings of names that only a local network gives.
LOCAL_ENDINGS = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal")

LONGEST_ZONE = 40  # letters; America/Argentina/ComodRivadavia has 32

# What is part of a page and never a page: no header about windows, links and devices means anything there.
PARTS = ("text/css", "text/javascript", "application/manifest+json")
OF_PAGES = ("Cross-Origin-Opener-Policy", "Referrer-Policy", "Permissions-Policy")
# What a browser compares a copy by: nobody asks anew for a file that never changes.
COMPARED = ("ETag", "Last-Modified")

requests = logging.getLogger("scorekeeper.requests")


def log_requests(view: View) -> View:
    """Log and count a request by its route: an address may hold a code that lets people in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = view(request)
        match, took = request.resolver_match, time.perf_counter() - began
        route, method = match.route if match else "", metrics.method(request.method)
        metrics.count("requests_total", route=route, method=method, status=response.status_code)
        metrics.observe("request_seconds", took, route=route, method=method)
        requests.info(
            "request",
            extra={
                "method": request.method,
                "route": route,
                "status": response.status_code,
                "ms": round(took * 1000, 1),
            },
        )
        return response

    return middleware


def lean_headers(view: View) -> View:
    """Styles, scripts and the manifest travel without headers that mean nothing on them: 140 bytes each."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = view(request)
        if response.headers.get("Content-Type", "").startswith(PARTS):
            for name in OF_PAGES:
                del response.headers[name]
            if "immutable" in response.headers.get("Cache-Control", ""):
                for name in COMPARED:
                    del response.headers[name]
        return response

    return middleware


def permissions_policy(view: View) -> View:
    """No page may use the phone's camera, place or microphone, unless its view says so itself."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = view(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware


def local_times(view: View) -> View:
    """Times are the phone's own: app.js says its zone in the cookie `tz`; without it they are the site's."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(known_zone(request.COOKIES.get("tz", ""))):
            return view(request)

    return middleware


def known_zone(name: str) -> ZoneInfo | None:
    """The time zone of a name like Europe/Berlin; None where there is none of that name."""
    try:
        return ZoneInfo(name) if 0 < len(name) <= LONGEST_ZONE else None
    except (KeyError, ValueError, OSError):  # unknown; a path; a folder of zones
        return None


def home_hosts(view: View) -> View:
    """At home: any number address and any local name, but no name of the open internet.

    A page elsewhere could else point its own name at this machine and read the sheet in a visitor's browser.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if not settings.DEPLOYED and not is_at_home(request.get_host()):
            return HttpResponseBadRequest(
                _("This site does not use that address."), content_type="text/plain"
            )
        return view(request)

    return middleware


def readable_requests(view: View) -> View:
    """What no page of ours sends and no view can read is refused before any of them looks at it.

    That is a form without a boundary, or with more boxes or bytes than a form may have, and a NUL in an
    address or a box: no text that is kept has one, and PostgreSQL would not even look for it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        return view(request) if is_readable(request) else render(request, "400.html", status=400)

    return middleware


def is_readable(request: HttpRequest) -> bool:
    """Whether the address, the query and the form can be read, and nothing in them is NUL."""
    try:
        return not any(map(has_nul, (request.GET, request.POST))) and "\0" not in request.path
    except (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError):
        request.POST = QueryDict()
        return False


def has_nul(said: QueryDict) -> bool:
    """Whether a name or a value of a query or a form has a NUL."""
    return any("\0" in text for name, values in said.lists() for text in (name, *values))


def is_at_home(host: str) -> bool:
    """Whether host, with or without a port, is an address, a local name, or one that ALLOWED_HOSTS adds."""
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    name = name.lower().rstrip(".")
    if name in settings.MORE_HOSTS or "." not in name.strip("[]") or name.endswith(LOCAL_ENDINGS):
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def same_site_only(view: View) -> View:
    """What changes something must come from our own pages, as the browser says: a second wall."""

    def middleware(request: HttpRequest) -> HttpResponse:
        said = request.headers.get("Sec-Fetch-Site", "same-origin")
        if request.method not in SAFE_METHODS and said not in ("same-origin", "none"):
            return HttpResponseForbidden(_("This came from another site."), content_type="text/plain")
        return view(request)

    return middleware


class within_limits(MiddlewareMixin):
    """What is sent, and what is costly to read, is counted, and refused where it is too much (limits.py)."""

    def process_view(self, request: HttpRequest, view: View, *_args: Any) -> HttpResponse | None:
        name = request.resolver_match.url_name if request.resolver_match else ""
        if request.method not in SAFE_METHODS:
            what = limits.BY_NAME.get(name or "", limits.WRITING)
        elif name in limits.COSTLY:
            what = limits.READING
        else:
            return None
        try:
            limits.spend(request, what)
        except limits.TooMuch as much:
            return refusing.too_much(request, much.seconds)
        return None

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        return refusing.too_much(request, problem.seconds) if isinstance(problem, limits.TooMuch) else None


class malformed_requests(MiddlewareMixin):
    """What no page of ours sends is refused wherever a view finds that it is none."""

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        return refusing.malformed() if isinstance(problem, refusing.Malformed) else None


class database_trouble(MiddlewareMixin):
    """A full disk or a database that is away: nothing was saved, the phone may ask again soon."""

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        # InterfaceError: the connection is gone; InternalError: a server that only reads, after a failover.
        if not isinstance(problem, OperationalError | InterfaceError | InternalError):
            return None
        logging.getLogger("scorekeeper.database").error("The database refused", exc_info=problem)
        return refusing.service_unavailable(request)


def words_for_refusals(view: View) -> View:
    """An empty refusal, of a method that a page does not know, gets words."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = view(request)
        if response.status_code == 405 and not response.content and request.method != "HEAD":
            response.headers["Content-Type"] = "text/plain; charset=utf-8"
            response.content = _("This page cannot be requested in that way.").encode() + b"\n"
        return response

    return middleware
