"""Own games: house rules and seats that a phone keeps under a name."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from games.engine import Game, Heading, to_json
from scorekeeper.matches import commands, models

from .context import MatchContext

MOST_GAMES = 40  # own games of one phone


def save(game: Game[Any], heading: Heading, name: str, key_hash: str) -> models.OwnGame:
    """Save house rules and seats for a phone under a name, replacing an own game with the same name.

    Raises ``ValidationError`` if the phone has too many.
    """
    with transaction.atomic():
        others = models.OwnGame.objects.filter(key_hash=key_hash).exclude(name=name)
        if others.count() >= MOST_GAMES:
            raise ValidationError(
                _("This phone already has %(n)d games. Remove one first.") % {"n": MOST_GAMES}
            )
        own, _new = models.OwnGame.objects.update_or_create(
            key_hash=key_hash,
            name=name,
            defaults={
                "game_slug": game.slug,
                "preset": heading.preset,
                "house": to_json(heading.house),
                "seats": heading.seating.seats,
                "sides": heading.seating.sides,
            },
        )
    return own


def set_title(ctx: MatchContext, title: str) -> bool:
    """Set the title of a match. Return False if the phone may not score."""
    with transaction.atomic():
        table = commands.lock_for_scoring(ctx.table.pk, ctx.phone)
        if table is None:
            return False
        models.Match.objects.filter(pk=ctx.match.pk).update(title=title)
        commands.publish_change(table)
    return True
