"""Models of players and claims."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.membership.models import Club


class Players(models.QuerySet["Player"]):
    def current(self) -> "Players":
        """Return the players who are neither merged into another record nor erased."""
        return self.filter(same_as=None, forgotten=None)

    def recent_first(self) -> "Players":
        return self.order_by(models.F("last_played").desc(nulls_last=True), "name", "pk")


class Player(models.Model):
    """A player of the club. A merged record is kept, so that it can be unmerged."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="players"
    )
    # The record that this one was merged into; the matches of both count for that record.
    same_as = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="others")
    created = models.DateTimeField(default=timezone.now)
    last_played = models.DateTimeField(null=True, blank=True)
    forgotten = models.DateTimeField(null=True, blank=True)  # when the name was erased

    objects = Players.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=models.Q(user__isnull=False, same_as=None),
                name="one_player_a_member",
            )
        ]
        indexes = [models.Index(fields=["club", "-last_played"], name="players_most_recent_first")]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        return str(_("Former player")) if self.forgotten or not self.name else self.name


class Claim(models.Model):
    """A member's claim to a guest's record, answered by a scorekeeper."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="claims")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="claims")
    at = models.DateTimeField(default=timezone.now)
    granted = models.BooleanField(null=True)  # None until answered
    answered = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "user"], condition=models.Q(granted=None), name="one_open_claim_a_player"
            )
        ]
