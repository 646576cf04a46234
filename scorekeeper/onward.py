"""On to another page after something was sent: by GET, so that looking at it again sends nothing again."""

from typing import Any

from django.http import HttpResponseRedirect
from django.shortcuts import resolve_url


def redirect_see_other(to: Any, *which: Any, asking: str = "") -> HttpResponseRedirect:
    """The way to the page of this name (``which`` are in its address); ``asking`` stands behind a ``?``."""
    address = resolve_url(to, *which)
    return HttpResponseRedirect(f"{address}?{asking}" if asking else address, status=303)
