"""Template filters for nights."""

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games import every_game
from scorekeeper.nights.models import Night

register = template.Library()


@register.filter
def game_name(night: Night) -> str:
    """Return the untranslated name of a night's game, or its slug if the game no longer exists."""
    game = every_game().get(night.game_slug)
    return game.name if game else night.game_slug


@register.filter
def night_name(night: Night) -> str:
    return night.name or date_format(night.date)


@register.filter
def table_name(number: int) -> str:
    return _("Table %(n)s") % {"n": number}
