"""An evening moves to another phone where there is no network: static/offline/nearby.js."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.bundles import QR
from scorekeeper.policies import PERMISSIONS


@require_safe
def nearby(request: HttpRequest) -> HttpResponse:
    """The page that shows a log to another phone, or reads it there: the only one that may use the camera."""
    library = f"{settings.STATIC_URL}{QR}"
    context = {"encoder": f"{library}index.js", "decoder": f"{library}decode.js"}
    answer = render(request, "tables/nearby.html", context)
    answer.headers["Permissions-Policy"] = PERMISSIONS.replace("camera=()", "camera=(self)")
    return answer
