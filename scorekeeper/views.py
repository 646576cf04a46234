"""Pages that belong to no table: the first one, the probes, and what is shown when a form is refused."""

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

from scorekeeper import limits, metrics
from scorekeeper.matches.models import Table

# Below this much room on the disk a site is about to stop saving.
LEAST_ROOM = 500 * 1024 * 1024
# A probe writes a row; a stranger who asks a thousand times a second makes it write once.
PROBE_EVERY = 1.0
_probed: tuple[float, str] = (float("-inf"), "")
# What stands in security.txt is to be true for less than a year.
CONTACT_HOLDS = timedelta(days=180)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of people, for how long, and who can read it: the promises, on one page."""
    days = Table._meta.get_field("fades_after").default
    return render(request, "privacy.html", {"days": days})


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether this process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether a hand could be saved now: a row is written, and the disk has room."""
    global _probed
    if time.monotonic() - _probed[0] > PROBE_EVERY:
        _probed = (time.monotonic(), what_hinders())
    if hindrance := _probed[1]:
        return HttpResponse(f"{hindrance}\n", content_type="text/plain", status=503)
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def metrics_text(request: HttpRequest) -> HttpResponse:
    """What the site has done and how quickly, for Prometheus; for whoever may know, and 404 for others."""
    if not metrics.may_read(request):
        if said := request.headers.get("Authorization", ""):
            limits.missed(request, said)
        raise Http404
    return HttpResponse(metrics.text(), content_type="text/plain; version=0.0.4; charset=utf-8")


@require_safe
@never_cache
def security(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a hole (RFC 9116), in a file that must say until when it holds."""
    ends = timezone.now().replace(microsecond=0) + CONTACT_HOLDS
    said = {"Contact": settings.SECURITY_CONTACT, "Expires": ends.isoformat().replace("+00:00", "Z")}
    if settings.SITE_URL:
        said["Canonical"] = f"{settings.SITE_URL}{request.path}"
    lines = "".join(f"{name}: {value}\n" for name, value in said.items())
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")


def contact() -> list[URLPattern]:
    """The address of that file, on a site whose operator says whom to tell."""
    known = bool(settings.SECURITY_CONTACT)
    return [path(".well-known/security.txt", security, name="security")] if known else []


def what_hinders() -> str:
    """Why nothing could be saved now, or "" when it could."""
    if shutil.disk_usage(settings.VAR).free < LEAST_ROOM:
        return "the disk is nearly full"
    try:
        with transaction.atomic():
            # A session that nobody can hold (its key is no key) and that has already ended.
            Session.objects.update_or_create(
                session_key="readyz", defaults={"session_data": "", "expire_date": timezone.now()}
            )
    except DatabaseError:
        return "the database refuses to write"
    return ""


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Somebody may not: a phone that only watches, unless what refused has a page of its own."""
    template = getattr(exception, "template", "403.html")
    return render(request, template, {"problem": exception}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token: usually a page from before the cookie; opening it again helps."""
    return render(request, "403_csrf.html", status=403)
