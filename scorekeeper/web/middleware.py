"""The site's middleware, one function each."""

import logging
import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core.exceptions import BadRequest, DisallowedHost, SuspiciousOperation
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

from . import htmx, limits, metrics
from .error_responses import DATABASE_ERRORS, TooManyRequests, for_exception

View = Callable[[HttpRequest], HttpResponse]

SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "TRACE")
# Suffixes of local network names.
LOCAL_ENDINGS = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal")

# Default for pages; a view can override it.
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"

LONGEST_ZONE = 40  # characters; America/Argentina/ComodRivadavia has 32

# Responses of these content types are not pages and do not need PAGE_HEADERS.
RESOURCE_TYPES = ("text/css", "text/javascript", "application/manifest+json")
PAGE_HEADERS = ("Cross-Origin-Opener-Policy", "Referrer-Policy", "Permissions-Policy")
# Headers that immutable files do not need.
VALIDATORS = ("ETag", "Last-Modified")

log = logging.getLogger("scorekeeper.requests")


def log_requests(view: View) -> View:
    """Log and count requests by route, because a URL may contain a secret code."""

    def middleware(request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        response = view(request)
        match, seconds = request.resolver_match, time.perf_counter() - start
        route, method = match.route if match else "", metrics.method(request.method)
        metrics.count("requests_total", route=route, method=method, status=response.status_code)
        metrics.observe("request_seconds", seconds, route=route, method=method)
        log.info(
            "request",
            extra={
                "method": request.method,
                "route": route,
                "status": response.status_code,
                "ms": round(seconds * 1000, 1),
            },
        )
        return response

    return middleware


def resource_headers(view: View) -> View:
    """Remove 140 bytes of useless headers from styles, scripts and the manifest."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = view(request)
        if response.headers.get("Content-Type", "").startswith(RESOURCE_TYPES):
            for name in PAGE_HEADERS:
                del response.headers[name]
            if "immutable" in response.headers.get("Cache-Control", ""):
                for name in VALIDATORS:
                    del response.headers[name]
        return response

    return middleware


def permissions_policy(view: View) -> View:
    """Forbid camera, location and microphone on every page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = view(request)
        response.headers["Permissions-Policy"] = PERMISSIONS
        return response

    return middleware


def account_pages(view: View) -> View:
    """Mark pages drawn for a signed-in user, which the service worker drops at sign-out.

    The response to a sign-out also clears the browser's cache, but not IndexedDB.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = view(request)
        if request.session.accessed and SESSION_KEY in request.session:
            response.headers["Account-Page"] = "1"
        match = request.resolver_match
        if request.method == "POST" and match is not None and match.url_name == "account_logout":
            response.headers["Clear-Site-Data"] = '"cache"'
        return response

    return middleware


def local_times(view: View) -> View:
    """Use the phone's time zone, which app.js sets in the cookie `tz`; default: the site's."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(known_zone(request.COOKIES.get("tz", ""))):
            return view(request)

    return middleware


def known_zone(name: str) -> ZoneInfo | None:
    """Return the time zone of a name such as Europe/Berlin; None if the name is unknown."""
    try:
        return ZoneInfo(name) if 0 < len(name) <= LONGEST_ZONE else None
    except (KeyError, ValueError, OSError):  # an unknown name; a path; a folder of zones
        return None


def home_hosts(view: View) -> View:
    """While not deployed, accept only hosts that are IP addresses or local names.

    Otherwise a foreign page could point its own name at this machine and read the sheet (DNS rebinding).
    Hosts that Django refuses are answered here, because Django's own 400 page reads the body, which may be
    unreadable.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        try:
            host = request.get_host()
            is_allowed = settings.DEPLOYED or is_at_home(host)
        except DisallowedHost:
            is_allowed = False
        if not is_allowed:
            return HttpResponseBadRequest(
                _("This site does not use that address."), content_type="text/plain"
            )
        return view(request)

    return middleware


def readable_requests(view: View) -> View:
    """Refuse requests that no view can read.

    These are forms without a boundary or above Django's limits, and NUL characters in a URL or a field, which
    PostgreSQL refuses.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        return view(request) if is_readable(request) else render(request, "400.html", status=400)

    return middleware


def is_readable(request: HttpRequest) -> bool:
    """Return whether URL, query and form can be read and contain no NUL."""
    try:
        return not any(map(has_nul, (request.GET, request.POST))) and "\0" not in request.path
    except (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError):
        request.POST = QueryDict()
        return False


def has_nul(data: QueryDict) -> bool:
    return any("\0" in text for name, values in data.lists() for text in (name, *values))


def is_at_home(host: str) -> bool:
    """Return whether a host is an IP address, a local name, or listed in the setting MORE_HOSTS."""
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
    """Refuse unsafe requests from other sites by Sec-Fetch-Site, in addition to the CSRF token."""

    def middleware(request: HttpRequest) -> HttpResponse:
        fetch_site = request.headers.get("Sec-Fetch-Site", "same-origin")
        if request.method not in SAFE_METHODS and fetch_site not in ("same-origin", "none"):
            return HttpResponseForbidden(_("This came from another site."), content_type="text/plain")
        return view(request)

    return middleware


class error_responses(MiddlewareMixin):
    """Responses for expected exceptions and for requests above the rate limits (limits.py)."""

    def process_view(self, request: HttpRequest, view: View, *_args: Any) -> HttpResponse | None:
        name = (request.resolver_match and request.resolver_match.url_name) or ""
        try:
            if request.method not in SAFE_METHODS:
                limits.spend(request, limits.BY_URL_NAME.get(name, "write"))
            elif name in limits.EXPENSIVE:
                limits.spend(request, "read")
        except TooManyRequests as error:
            return for_exception(request, error)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, DATABASE_ERRORS):
            logging.getLogger("scorekeeper.database").error("Database error", exc_info=error)
        return for_exception(request, error)


def method_not_allowed_text(view: View) -> View:
    """Add a text to empty 405 responses."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = view(request)
        if response.status_code == 405 and not response.content and request.method != "HEAD":
            response.headers["Content-Type"] = "text/plain; charset=utf-8"
            response.content = _("This page cannot be requested in that way.").encode() + b"\n"
        return response

    return middleware


def htmx_redirects(view: View) -> View:
    """Turn redirects into ``HX-Redirect`` for htmx requests.

    A browser follows a redirect by itself, and htmx would swap the whole target page into a part of this one.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = view(request)
        if "Location" in response.headers and htmx.asks_for_part(request):
            response.headers["HX-Redirect"] = response.headers["Location"]
            del response.headers["Location"]
            response.status_code = 200
        return response

    return middleware
