"""Views that are given what their address is about, found and allowed before they begin."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

View = Callable[..., HttpResponseBase]
Guard = Callable[[View], View]


def guard(methods: str, ask: Callable[..., Any], *parts: str) -> Guard:
    """A view for these methods whose answer no browser keeps.

    It is given what ``ask`` finds, who refuses whoever may not, in place of these parts of its address, of
    which some may be missing.
    """

    def guarded_view(view: View) -> View:
        @never_cache
        @require_http_methods(methods.replace("GET", "GET HEAD").split())
        @wraps(view)
        def guarded(request: HttpRequest, **where: Any) -> HttpResponseBase:
            asked = {part: where.pop(part) for part in parts if part in where}
            return view(request, ask(request, **asked), **where)

        return guarded

    return guarded_view
