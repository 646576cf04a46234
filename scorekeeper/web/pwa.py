"""The site as an installable app: its service worker, manifest and release."""

import hashlib
from functools import cache

from csp.decorators import csp_exempt
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

STATIC = settings.BASE_DIR / "static"
SCRIPT = STATIC / "offline" / "service-worker.js"
ICONS = (("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any"))
MASKABLE = ("icon-maskable-512.png", "512x512", "maskable")


@cache
def release() -> str:
    """Return a hash of the site's styles and scripts, for the name of the service worker's cache."""
    static_manifest = settings.STATIC_ROOT / "staticfiles.json"
    if settings.COLLECTED:
        files = [static_manifest]
    else:
        files = [path for path in sorted(STATIC.rglob("*")) if path.is_file() and "vendor" not in path.parts]
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@require_safe
@never_cache
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker, at the root of the site so that its scope is all pages."""
    text = SCRIPT.read_text().replace('"scorekeeper RELEASE"', f'"scorekeeper {release()}"')
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Render the page that the service worker shows offline for pages that the phone has not stored."""
    return render(request, "offline.html")


@require_safe
@csp_exempt()
def manifest(_request: HttpRequest) -> HttpResponse:
    """Return the web app manifest; it is not a page, so it needs no content security policy."""
    data = {
        "name": _("Scorekeeper"),
        "short_name": _("Scorekeeper"),
        "description": _("Keep score of card games at the table."),
        "id": reverse("home"),
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": "#1e5b45",
        "theme_color": "#1e5b45",
        "icons": [
            {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in (*ICONS, MASKABLE)
        ],
    }
    return JsonResponse(data, content_type="application/manifest+json")
