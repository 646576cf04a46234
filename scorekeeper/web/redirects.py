"""Redirects after a POST."""

from typing import Any

from django.http import HttpResponseRedirect
from django.shortcuts import resolve_url


def redirect_see_other(to: Any, *args: Any, query: str = "") -> HttpResponseRedirect:
    """Redirect (303) to a view with these URL arguments."""
    url = resolve_url(to, *args)
    return HttpResponseRedirect(f"{url}?{query}" if query else url, status=303)
