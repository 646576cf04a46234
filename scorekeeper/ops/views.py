"""Pages outside tables: privacy, health checks, metrics, security.txt, and 403 pages."""

import shutil
import time
from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.matches.models import Table
from scorekeeper.web import limits, metrics

# The least free disk space of a healthy site.
LEAST_SPACE = 500 * 1024 * 1024
# Seconds between test writes of readyz, however often it is requested.
TEST_SECONDS = 1.0
_last_test: tuple[float, str] = (float("-inf"), "")  # its time, and the problem found
# Validity of security.txt; RFC 9116 recommends less than a year.
CONTACT_LIFETIME = timedelta(days=180)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Render the privacy page: stored data, its lifetime, and who can read it."""
    days = Table._meta.get_field("fades_after").default
    return render(request, "privacy.html", {"days": days})


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200: this process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Return 200 if a hand could be saved now: a row can be written and the disk has space."""
    global _last_test
    if time.monotonic() - _last_test[0] > TEST_SECONDS:
        _last_test = (time.monotonic(), save_problem())
    if problem := _last_test[1]:
        return HttpResponse(f"{problem}\n", content_type="text/plain", status=503)
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def metrics_text(request: HttpRequest) -> HttpResponse:
    """Return the metrics for Prometheus; 404 without the right to read them."""
    if not metrics.may_read(request):
        if authorization := request.headers.get("Authorization", ""):
            limits.count_wrong_guess(request, authorization)
        raise Http404
    return HttpResponse(metrics.text(), content_type="text/plain; version=0.0.4; charset=utf-8")


@require_safe
@never_cache
def security(request: HttpRequest) -> HttpResponse:
    """Return security.txt (RFC 9116) with the contact for vulnerabilities."""
    ends = timezone.now().replace(microsecond=0) + CONTACT_LIFETIME
    fields = {"Contact": settings.SECURITY_CONTACT, "Expires": ends.isoformat().replace("+00:00", "Z")}
    if settings.SITE_URL:
        fields["Canonical"] = f"{settings.SITE_URL}{request.path}"
    lines = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")


def contact_urls() -> list[URLPattern]:
    """Return the URL pattern of security.txt if the operator has set a contact."""
    if not settings.SECURITY_CONTACT:
        return []
    return [path(".well-known/security.txt", security, name="security")]


def save_problem() -> str:
    """Return why nothing can be saved now, or ""."""
    if shutil.disk_usage(settings.VAR).free < LEAST_SPACE:
        return "the disk is nearly full"
    try:
        with transaction.atomic():
            # This session is expired, and no browser can have its key.
            Session.objects.update_or_create(
                session_key="readyz", defaults={"session_data": "", "expire_date": timezone.now()}
            )
    except DatabaseError:
        return "the database refuses to write"
    return ""


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Render a 403 page, or the exception's own template."""
    template = getattr(exception, "template", "403.html")
    return render(request, template, {"problem": exception}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Render the 403 page of a missing CSRF token, usually from a page older than the cookie."""
    return render(request, "403_csrf.html", status=403)
