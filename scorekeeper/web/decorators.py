"""A decorator for views that load and authorize their object first."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

View = Callable[..., HttpResponseBase]
Guard = Callable[[View], View]


def guard(methods: str, load: Callable[..., Any], *parts: str) -> Guard:
    """Return a decorator for uncached views of these HTTP methods.

    ``load`` gets the URL parameters named by ``parts``, as far as the URL has them, and raises if access is
    denied. The view gets the result of ``load`` instead of these parameters.
    """

    def guarded_view(view: View) -> View:
        @never_cache
        @require_http_methods(methods.replace("GET", "GET HEAD").split())
        @wraps(view)
        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
            url_parameters = {part: kwargs.pop(part) for part in parts if part in kwargs}
            return view(request, load(request, **url_parameters), **kwargs)

        return guarded

    return guarded_view
