"""What the templates of nights ask besides what stands there."""

from __future__ import annotations

from typing import Any

from django import forms, template
from django.utils.formats import date_format

from games import every_game
from scorekeeper.clubs.models import Night
from scorekeeper.clubs.nights import cash

register = template.Library()


@register.filter
def is_chosen(value: Any, field: forms.BoundField) -> bool:
    """Whether this choice of a field is ticked."""
    now = field.value()
    return (
        str(value) in [str(one) for one in now] if isinstance(now, list | tuple) else str(value) == str(now)
    )


@register.filter
def typed(field: forms.BoundField) -> str:
    """What stands in the box of a field."""
    now = field.value()
    return "" if now is None else str(now)


@register.filter
def game_of(night: Night) -> str:
    """The name of a night's game, to be translated; its slug where there is no such game any more."""
    game = every_game().get(night.game_slug)
    return game.name if game else night.game_slug


@register.filter
def money(hundredths: int, currency: str) -> str:
    """An amount with its currency."""
    return cash.amount_text(hundredths, currency)


@register.filter
def night_name(night: Night) -> str:
    """What a night is called; one without a name by its day."""
    return night.name or date_format(night.date)
