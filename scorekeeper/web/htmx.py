"""Requests by htmx, for a part of a page or a whole page."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers


def asks_for_part(request: HttpRequest) -> bool:
    """Return whether htmx asks for a part of a page, not for a whole page as Back and links do."""
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-Request-Type") != "full"


def vary(response: HttpResponse) -> None:
    """Set ``Vary``, so that a cached part is not shown as a whole page."""
    patch_vary_headers(response, ("HX-Request", "HX-Request-Type"))
