"""Files that were brought in, and the matches that came from them."""

from django.db import models
from django.utils import timezone

from scorekeeper.clubs.membership.models import Club, Member
from scorekeeper.matches.models import Match


class ImportedMatch(models.Model):
    """A match that came from a file: its mark, so that the same file twice adds nothing."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="brought_in")
    mark = models.CharField(max_length=64)  # the hash of what was read
    match = models.OneToOneField(Match, models.CASCADE, related_name="brought_in")
    # So that an import can be taken back; None for what was brought in before this was kept.
    file = models.ForeignKey(
        "clubs.ImportJob", models.SET_NULL, null=True, blank=True, related_name="matches"
    )

    class Meta:
        db_table = "clubs_broughtin"
        constraints = [models.UniqueConstraint(fields=["club", "mark"], name="one_match_a_mark")]

    def __str__(self) -> str:
        return self.mark


class ImportJob(models.Model):
    """A file that is being brought in: what it holds, how it is read, how far it has come."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="bringings")
    name = models.CharField(max_length=80, blank=True)  # of the file
    text = models.TextField(blank=True)  # the file itself while it waits on the page; gone once it is in
    # Of a table of results: what each column holds, and what the whole file is taken to be.
    columns = models.JSONField(default=list)
    reading = models.JSONField(default=dict)
    # What was seen when it was looked at as it is read now; None until somebody has.
    looked = models.JSONField(null=True)
    digest = models.CharField(max_length=64)  # the hash of the file: a run that was broken off goes on
    lines = models.PositiveIntegerField(default=0)  # so many have been dealt with
    added = models.PositiveIntegerField(default=0)
    known = models.PositiveIntegerField(default=0)  # were there already
    by = models.ForeignKey(Member, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)
    taken_back = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "clubs_bringing"
        indexes = [models.Index(fields=["club", "digest"], name="bringings_of_a_file")]
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return self.name or self.digest[:8]

    @property
    def has_begun(self) -> bool:
        """Whether some of it is in, or what it replaces is on its way out."""
        return self.lines > 0 or bool(self.reading.get("replaced"))
