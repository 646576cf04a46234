"""Models of the club itself: members, invitations, log, seasons."""

from datetime import tzinfo
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.matches.models import CODE_LENGTH, new_code


class Club(models.Model):
    """A club. Its URL has an unguessable code, and only members learn that it exists."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    name = models.CharField(max_length=60)
    colour = models.CharField(max_length=12, default="green")  # a key of ``COLOURS``
    # Such as "Europe/Berlin"; "" means the site's zone. If it is "", the next form sent by a scorekeeper
    # sets it to the time zone of the scorekeeper's browser.
    time_zone = models.CharField(max_length=40, blank=True)
    games = models.JSONField(default=list)  # slugs, the club's favourite first
    created = models.DateTimeField(default=timezone.now)
    deletes = models.DateTimeField(null=True, blank=True)  # time of the scheduled deletion

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> tzinfo:
        return ZoneInfo(self.time_zone) if self.time_zone else timezone.get_default_timezone()


class Role(models.TextChoices):
    """A member's role. Each role has all rights of the roles below it."""

    OWNER = "owner", _("Owner")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    MEMBER = "member", _("Member")


RANK = {Role.MEMBER: 1, Role.SCOREKEEPER: 2, Role.OWNER: 3}


class Member(models.Model):
    """A user in a club. The row of a former member stays, with ``ended`` set."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.MEMBER)
    joined = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)
    # Counts renewals of the member's calendar URL; earlier URLs are invalid.
    calendar_version = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=models.Q(ended=None), name="one_membership_at_a_time"
            )
        ]

    @property
    def keeps_score(self) -> bool:
        return self.reaches(Role.SCOREKEEPER)

    def reaches(self, role: str) -> bool:
        return self.ended is None and RANK[Role(self.role)] >= RANK[Role(role)]


class Invitation(models.Model):
    """A link into the club, valid for a limited number of uses and at most a week.

    Only the hash of its secret is stored.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    secret_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.MEMBER)
    # The player whom the new member becomes.
    player = models.ForeignKey("clubs.Player", models.SET_NULL, null=True, blank=True, related_name="+")
    # Deleted by ``forget_addresses`` when the invitation is no longer open.
    email = models.EmailField(blank=True)
    mailed = models.DateTimeField(null=True, blank=True)
    made_by = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="+")
    uses_left = models.PositiveSmallIntegerField(default=1)
    version = models.PositiveIntegerField(default=0)  # incremented to invalidate the previous link
    made = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)


class ClubEvent(models.Model):
    """An entry of the club's log, such as a merge or an import. Changed only to erase a name."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    what = models.CharField(max_length=30)
    about = models.JSONField(default=dict)  # values for the sentence of this kind of event
    by_name = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-at", "-pk")


class Season(models.Model):
    """A period with its own table of standings, for one game or for all (``game_slug`` is "")."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=40)
    game_slug = models.SlugField(blank=True)
    begins = models.DateField()
    ends = models.DateField(null=True, blank=True)
    # Points for each place, the number of nights that count, tie-breaks.
    scoring = models.JSONField(default=dict)
    # A code to read the standings and matches without an account; None if not shared.
    link = models.CharField(max_length=CODE_LENGTH, null=True, blank=True, unique=True)

    class Meta:
        # No two seasons of a club have the same name.
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_season_a_name")]
        ordering = ("-begins", "-pk")

    def __str__(self) -> str:
        return self.name
