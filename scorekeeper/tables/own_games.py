"""Games of one's own: house rules and seats that a phone has kept under a name."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from games.engine import Game, Heading, to_json
from scorekeeper.matches import commands, models

from .access import MatchContext

MOST = 40  # a phone keeps no more


def keep(game: Game[Any], heading: Heading, name: str, key_hash: str) -> models.OwnGame:
    """Keep these house rules and seats on a phone under a name; what had the name there is replaced.

    Raises ``ValidationError`` where the phone has kept too many.
    """
    with transaction.atomic():
        kept = models.OwnGame.objects.filter(key_hash=key_hash).exclude(name=name)
        if kept.count() >= MOST:
            raise ValidationError(_("This phone already has %(n)d games. Remove one first.") % {"n": MOST})
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


def call(place: MatchContext, title: str) -> bool:
    """What the table calls the game of this match from now on. False if the phone may not."""
    with transaction.atomic():
        table = commands.lock_for_scoring(place.table.pk, place.phone)
        if table is None:
            return False
        models.Match.objects.filter(pk=place.match.pk).update(title=title)
        commands.publish_change(table)
    return True
