"""Hooks for the pages of a table: what is in question, and how it was settled."""

from __future__ import annotations

from typing import Any

from django import template

from scorekeeper.matches.disputes import asked_about
from scorekeeper.tables.access import MatchContext

register = template.Library()


@register.inclusion_tag("tables/_disputes.html", takes_context=True)
def disputes(context: Any, place: MatchContext, number: int) -> dict[str, Any]:
    """The questions there have been about a hand, its rulings, and what can be done."""
    return {
        "place": place,
        "number": number,
        "objections": asked_about(place.match, number),
        "rulings": place.match.rulings.filter(hand=number).order_by("-made"),
        "open": number in place.objections,
        "csrf_token": context.get("csrf_token"),
    }
