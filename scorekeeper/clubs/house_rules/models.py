"""Models of house rules and customs."""

from django.db import models
from django.utils import timezone

from scorekeeper.clubs.membership.models import Club


class ClubHouse(models.Model):
    """Named house rules of a club: one row per version; the current one has no ``until``."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="houses")
    name = models.CharField(max_length=40)
    game_slug = models.SlugField()  # no choices, so that a new game needs no migration
    preset = models.CharField(max_length=40)
    house = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    sides = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(default=1)
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    by_name = models.CharField(max_length=40, blank=True)
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            # One row per version, and one current version.
            models.UniqueConstraint(fields=["club", "name", "version"], name="one_row_a_version_of_a_house"),
            models.UniqueConstraint(
                fields=["club", "name"], condition=models.Q(until=None), name="one_version_of_a_house_holds"
            ),
        ]
        ordering = ("name", "version")


class AtOurClub(models.Model):
    """A custom ("at our club"): a ruling that the club keeps to, and the option that implements it."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="customs")
    game_slug = models.SlugField()
    question = models.CharField(max_length=60, blank=True)
    ruling = models.ForeignKey(
        "library.Ruling", models.SET_NULL, null=True, blank=True, related_name="customs"
    )
    words = models.CharField(max_length=300)
    option = models.CharField(max_length=60, blank=True)  # a house rule; "" if no house rule covers it
    value = models.JSONField(null=True, blank=True)
    by_name = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=40, blank=True)

    class Meta:
        indexes = [models.Index(fields=["club", "game_slug", "question"], name="customs_on_a_question")]
