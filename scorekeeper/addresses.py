"""Addresses of views, remembered: a table's page has thirty, and to make one takes longer than to show it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString


@lru_cache(maxsize=20_000)
def of(_site: str, name: str, *parts: Any) -> SafeString:
    """The address of a view, ready for a page. ``_site`` is what all addresses of the site begin with."""
    return escape(reverse(name, args=parts))
