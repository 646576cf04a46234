"""Models of the work queue: long jobs, and statistics to be recomputed."""

from django.db import models
from django.utils import timezone

from .leases import Leased


class Job(Leased):
    """A long job, run by ``manage.py work``: its kind, its progress and its result.

    If its process is killed, another process takes it over after the lease has run out.
    """

    class Kind(models.TextChoices):
        LOOK = "look"  # check an uploaded file
        BRING = "bring"  # import the matches of a file
        UNDO = "undo"  # remove the matches of an import
        CLUB = "club"  # export the whole club
        RESULTS = "results"  # export the table of results
        SEMICOLON = "semi"  # the same, separated by semicolons
        WORKBOOK = "xlsx"  # the same, as a workbook
        PERSON = "person"  # export all data about a person
        MATCHES = "matches"  # export a person's matches as a table
        MAIL = "mail"  # send the invitations that have an e-mail address

    club = models.ForeignKey("clubs.Club", models.CASCADE, related_name="jobs")
    what = models.CharField(max_length=8, choices=Kind.choices)
    # The import that the job works for, if any.
    bringing = models.ForeignKey(
        "clubs.ImportJob", models.CASCADE, null=True, blank=True, related_name="jobs"
    )
    player = models.ForeignKey("clubs.Player", models.CASCADE, null=True, blank=True, related_name="+")
    by = models.ForeignKey("clubs.Member", models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=40, blank=True)
    language = models.CharField(max_length=12, blank=True)  # the requester's language, for generated text
    at = models.DateTimeField(default=timezone.now)
    # The number of claims; a process with an older number has lost the job.
    tries = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    most = models.PositiveIntegerField(default=0)  # total for ``done``; 0 until known
    ended = models.DateTimeField(null=True, blank=True)
    given_up = models.BooleanField(default=False)

    class Meta:
        app_label = "clubs"
        indexes = [models.Index(fields=["id"], condition=models.Q(ended=None), name="jobs_to_do")]

    def __str__(self) -> str:
        return f"{self.what} {self.pk}"


class PendingJob(Leased):
    """A game of a club whose statistics must be recomputed; until then the statistics pages say so."""

    club = models.ForeignKey("clubs.Club", models.CASCADE, related_name="+", db_index=False)
    game_slug = models.SlugField(db_index=False)

    class Meta:
        app_label = "clubs"
        db_table = "clubs_behind"
        verbose_name_plural = "behind"
        indexes = [models.Index(fields=["club", "game_slug"], name="pending_of_a_game")]

    def __str__(self) -> str:
        return f"{self.game_slug} of {self.club_id}"
