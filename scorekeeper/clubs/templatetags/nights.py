"""What the templates of nights ask besides what stands there."""

from django import template
from django.utils.formats import date_format

from games import every_game
from scorekeeper.clubs.models import Night
from scorekeeper.clubs.nights import cash

register = template.Library()


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
