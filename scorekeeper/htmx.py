"""A part of a page for htmx, or the whole page: which one a request asks for."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

MOST_PARTS = 30


def asks_for_part(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of a page, and not for a whole one (Back, or a link it follows)."""
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-Request-Type") != "full"


def parts(request: HttpRequest) -> frozenset[str]:
    """The names of the parts that the page has already, for an answer that leaves them out."""
    return frozenset(request.headers.get("Parts", "").split()[:MOST_PARTS])


def vary(answer: HttpResponse) -> None:
    """Say of an answer that ``asks_for_part`` decided it, lest a part be kept and shown as the page."""
    patch_vary_headers(answer, ("HX-Request", "HX-Request-Type"))
