"""Players: people with or without an account, and what was typed at a table joined to them."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.membership.models import Club


class Player(models.Model):
    """Somebody who plays at the club. A record that was merged stays, so that it can be taken apart again."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="players"
    )
    # Whose record this one was found to be; its games count for them.
    same_as = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="others")
    # What a published club shows of them by name: nothing, unless they said so.
    shows_name = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)
    last_played = models.DateTimeField(null=True, blank=True)
    # Asked to be forgotten: the name is covered at once, and gone after a fortnight.
    forgotten = models.DateTimeField(null=True, blank=True)
    with_account = models.BooleanField(default=False)  # the account is to go as well
    gone = models.DateTimeField(null=True, blank=True)  # since when nothing can be undone

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
        return str(self.shown)

    @property
    def shown(self) -> str:
        """The name as the club's members read it."""
        return str(_("Former player")) if self.forgotten or not self.name else self.name


class Claim(models.Model):
    """ "That guest was I": a member asks for a guest's past, and somebody who keeps score answers."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="claims")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="claims")
    at = models.DateTimeField(default=timezone.now)
    granted = models.BooleanField(null=True)  # None until it is answered
    answered = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "user"], condition=models.Q(granted=None), name="one_open_claim_a_player"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} says to be player {self.player_id}"
