"""Hooks for the pages of a table: what is in question, and how it was settled."""

from __future__ import annotations

from typing import Any

from django import template

from scorekeeper.tables import objecting
from scorekeeper.tables.guards import Place

register = template.Library()


@register.inclusion_tag("tables/_disputes.html", takes_context=True)
def disputes(context: Any, place: Place, number: int) -> dict[str, Any]:
    """The questions there have been about a hand, its rulings, and what can be done."""
    return {
        "place": place,
        "number": number,
        "objections": objecting.asked_about(place.match, number),
        "rulings": place.match.rulings.filter(hand=number).order_by("-made"),
        "open": number in place.objections,
        "csrf_token": context.get("csrf_token"),
    }
