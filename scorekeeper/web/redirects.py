"""Redirects after a POST."""

from typing import Any

from django.http import HttpResponseRedirect
from django.shortcuts import resolve_url


def redirect_see_other(to: Any, *which: Any, asking: str = "") -> HttpResponseRedirect:
    """Redirect (303) to a view with these URL arguments; ``asking`` is the query string."""
    address = resolve_url(to, *which)
    return HttpResponseRedirect(f"{address}?{asking}" if asking else address, status=303)
