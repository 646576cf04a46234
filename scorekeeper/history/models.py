"""Models of the history: a projection of results, notes, and imports."""

from uuid import uuid4

from django.db import models
from django.utils import timezone

from scorekeeper.clubs.membership.models import Club, Member, Season
from scorekeeper.clubs.people.models import Player
from scorekeeper.matches.models import Match


class Played(models.Model):
    """A finished match of a club: a row derived from the log, never edited."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="played")
    club = models.ForeignKey(Club, models.CASCADE, related_name="played", db_index=False)
    game_slug = models.SlugField(db_index=False)
    season = models.ForeignKey(Season, models.SET_NULL, null=True, related_name="+", db_index=False)
    venue = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()  # when the match ended
    # Number of the rule that ended the match.
    rule = models.CharField(max_length=20, blank=True)
    hands = models.PositiveIntegerField(default=0)
    version = models.UUIDField(default=uuid4, editable=False)  # changed with each change of the match

    class Meta:
        app_label = "clubs"
        verbose_name_plural = "played"
        indexes = [
            models.Index(fields=["club", "-at", "-match"], name="played_at_a_club"),
            models.Index(fields=["club", "game_slug", "-at", "-match"], name="played_of_a_game"),
            models.Index(fields=["club", "game_slug", "rule", "-at"], name="played_to_a_rule"),
            models.Index(fields=["club", "venue", "-at"], name="played_at_a_place"),
            models.Index(fields=["season", "-at"], name="played_in_a_season"),
        ]


class Appearance(models.Model):
    """The player for whom a finished match counts in a seat (``seat_shares.shares_by_seat``).

    A row is derived from results and seats, and never edited.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="appearances")
    match = models.ForeignKey(Match, models.CASCADE, related_name="appearances")
    player = models.ForeignKey(Player, models.CASCADE, related_name="appearances")
    game_slug = models.SlugField()
    season = models.ForeignKey(Season, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()  # when the match ended
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    total = models.DecimalField(max_digits=14, decimal_places=4)
    place = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    # Number of the rule that ended the match.
    rule = models.CharField(max_length=20, blank=True)

    class Meta:
        app_label = "clubs"
        constraints = [
            models.UniqueConstraint(fields=["match", "seat", "player"], name="one_appearance_a_seat")
        ]
        indexes = [
            models.Index(fields=["club", "-at", "match"], name="matches_of_a_club"),
            models.Index(fields=["player", "-at"], name="matches_of_a_player"),
            models.Index(fields=["club", "game_slug", "-at"], name="matches_of_a_game"),
            models.Index(fields=["season", "-at"], name="matches_of_a_season"),
            # To find two players in one match: without this index SQLite reads all matches of both players.
            models.Index(fields=["match", "player", "side"], name="players_of_a_match"),
        ]


class Note(models.Model):
    match = models.ForeignKey(Match, models.CASCADE, related_name="notes")
    club = models.ForeignKey(Club, models.CASCADE, related_name="notes")
    text = models.CharField(max_length=500)
    by = models.ForeignKey(Member, models.SET_NULL, null=True, blank=True, related_name="notes")
    by_name = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "clubs"
        ordering = ("at", "pk")


class ImportedMatch(models.Model):
    """An imported match: its mark prevents a second import."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="brought_in")
    mark = models.CharField(max_length=64)  # see ``history.marks``
    match = models.OneToOneField(Match, models.CASCADE, related_name="brought_in")
    # The import that added the match, for undoing; None for imports of earlier releases.
    file = models.ForeignKey(
        "clubs.ImportJob", models.SET_NULL, null=True, blank=True, related_name="matches"
    )

    class Meta:
        app_label = "clubs"
        db_table = "clubs_broughtin"
        constraints = [models.UniqueConstraint(fields=["club", "mark"], name="one_match_a_mark")]


class ImportJob(models.Model):
    """An import: its file, how it is read, and its progress."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="bringings")
    name = models.CharField(max_length=80, blank=True)  # the file's name
    # The uploaded bytes, until a job has decoded them into ``text``.
    content = models.BinaryField(null=True)
    text = models.TextField(blank=True)  # deleted after the import
    # For a table of results: the role of each column, and the settings of the reading.
    columns = models.JSONField(default=list)
    reading = models.JSONField(default=dict)
    # The result of the check with the current ``reading``; None before the check.
    looked = models.JSONField(null=True)
    digest = models.CharField(max_length=64)  # hash of the file, to continue an interrupted import
    lines = models.PositiveIntegerField(default=0)  # the last line imported so far
    added = models.PositiveIntegerField(default=0)
    known = models.PositiveIntegerField(default=0)  # matches that existed already
    by = models.ForeignKey(Member, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)
    taken_back = models.DateTimeField(null=True, blank=True)  # when the import was undone

    class Meta:
        app_label = "clubs"
        db_table = "clubs_bringing"
        indexes = [models.Index(fields=["club", "digest"], name="bringings_of_a_file")]
        ordering = ("-at", "-pk")

    @classmethod
    def waiting(cls) -> models.QuerySet["ImportJob"]:
        """Return the unfinished imports whose file is still stored."""
        return cls.objects.filter(ended=None).exclude(text="", content=None)

    @property
    def has_begun(self) -> bool:
        """Return True if some matches are imported, or matches that the file replaces are being deleted."""
        return self.lines > 0 or bool(self.reading.get("replaced"))
