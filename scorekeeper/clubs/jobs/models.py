"""What is still to be done for a club: long jobs, and updates that follow from a match."""

from django.db import models
from django.utils import timezone

from scorekeeper.clubs.importing.models import ImportJob
from scorekeeper.clubs.membership.models import Club, Member
from scorekeeper.clubs.people.models import Player
from scorekeeper.matches.models import Match


class Job(models.Model):
    """Work that is done beside the pages, by ``manage.py work``: what it is, how far it is, how it ended.

    It is taken up again by the next process where one was killed over it.
    """

    class What(models.TextChoices):
        LOOK = "look"  # at a file, before it is in
        BRING = "bring"  # the matches of a file in
        UNDO = "undo"  # the matches of a file out again
        CLUB = "club"  # the whole club, written to a file
        RESULTS = "results"  # its table of results
        SEMICOLON = "semi"  # the same, its cells parted by semicolons
        WORKBOOK = "xlsx"  # the same as a workbook
        PERSON = "person"  # all about a person
        MATCHES = "matches"  # their matches as a table
        MAIL = "mail"  # the invitations that have an address, sent

    club = models.ForeignKey(Club, models.CASCADE, related_name="jobs")
    what = models.CharField(max_length=8, choices=What.choices)
    bringing = models.ForeignKey(ImportJob, models.CASCADE, null=True, blank=True, related_name="jobs")
    player = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="+")
    by = models.ForeignKey(Member, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=40, blank=True)
    language = models.CharField(max_length=12, blank=True)  # of whoever asked: what is written is in it
    at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)  # how often it was begun
    done = models.PositiveIntegerField(default=0)
    most = models.PositiveIntegerField(default=0)  # what ``done`` is of; 0 until that is known
    ended = models.DateTimeField(null=True, blank=True)
    given_up = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["id"], condition=models.Q(ended=None), name="jobs_to_do")]

    def __str__(self) -> str:
        return f"{self.what} {self.pk}"


class PendingJob(models.Model):
    """A match at which something of what follows from it is still to be done: the ratings go on from it, or
    its own deeds are to be counted anew. Until then the pages say so."""

    class What(models.TextChoices):
        RATINGS = "ratings"
        FIGURES = "figures"

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    game_slug = models.SlugField(db_index=False)
    what = models.CharField(max_length=8, choices=What.choices)
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")

    class Meta:
        db_table = "clubs_behind"
        verbose_name_plural = "behind"
        # The same may be enqueued twice: nobody who enqueues looks at what is being done.
        indexes = [models.Index(fields=["club", "game_slug", "what"], name="behind_of_a_game")]

    def __str__(self) -> str:
        return f"{self.what} of match {self.match_id}"
