"""The club itself: who belongs to it, how they got in, by which rules it plays."""

from datetime import tzinfo
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.matches.models import CODE_LENGTH, new_code


class Club(models.Model):
    """A club. Its code is its address, beyond guessing; whether it exists is told to its members alone."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    name = models.CharField(max_length=60)
    colour = models.CharField(max_length=12, default="green")  # one of the card room's own
    # Whose days its evenings are: "Europe/Berlin"; "" is the site's own, until somebody next runs the club.
    time_zone = models.CharField(max_length=40, blank=True)
    games = models.JSONField(default=list)  # slugs, the club's favourite first
    # Whether anybody with the address may read the pages that a club shows; else members only.
    published = models.BooleanField(default=False)
    # Whether entry money and prizes are listed for those who run its nights, and in which money ("€").
    keeps_cash = models.BooleanField(default=False, db_default=False)
    currency = models.CharField(max_length=8, blank=True, default="", db_default="")
    created = models.DateTimeField(default=timezone.now)
    # When an owner's wish to delete the club comes true; until then any owner may stop it.
    deletes = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> tzinfo:
        """The time zone of the club's days."""
        return ZoneInfo(self.time_zone) if self.time_zone else timezone.get_default_timezone()


class Role(models.TextChoices):
    """What a member may do. Each may do what those below may."""

    OWNER = "owner", _("Owner")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    MEMBER = "member", _("Member")


RANK = {Role.MEMBER: 1, Role.SCOREKEEPER: 2, Role.OWNER: 3}


class Member(models.Model):
    """A user in a club. Who has left keeps the row, with its end."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.MEMBER)
    joined = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=models.Q(ended=None), name="one_membership_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.user_id} of {self.club_id}"

    @property
    def keeps_score(self) -> bool:
        """Whether they may write what belongs to the whole club, now."""
        return self.reaches(Role.SCOREKEEPER)

    def reaches(self, role: str) -> bool:
        """Whether they are this in the club, or more, now."""
        return self.ended is None and RANK[Role(self.role)] >= RANK[Role(role)]


class Invitation(models.Model):
    """A link into the club, for so many people and a week at most; stored is the hash of its secret."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    secret_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.MEMBER)
    # The player the invitation is for: whoever takes it up is that player from then on.
    player = models.ForeignKey("clubs.Player", models.SET_NULL, null=True, blank=True, related_name="+")
    # Where it is sent, or was sent to; gone with the invitation.
    email = models.EmailField(blank=True)
    mailed = models.DateTimeField(null=True, blank=True)
    made_by = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="+")
    uses_left = models.PositiveSmallIntegerField(default=1)
    version = models.PositiveIntegerField(default=0)  # one more and the link given out before is dead
    made = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.club_id}"


class ClubEvent(models.Model):
    """What was done in a club, for its members to look up: roles, merges, imports. Never changed."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    what = models.CharField(max_length=30)
    about = models.JSONField(default=dict)  # the values for the sentence of this kind of event
    by_name = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return self.what
