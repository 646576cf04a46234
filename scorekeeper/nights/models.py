"""Models of nights: attendance, rounds, tables, confirmations."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.membership.models import Club, Season
from scorekeeper.clubs.people.models import Player
from scorekeeper.matches.models import CODE_LENGTH, Match, Table, new_code


class Drawing(models.TextChoices):
    RANDOM = "random", _("Random")
    ROTATING = "rotating", _("Rotating partners: everyone partners everyone as evenly as possible")
    PROGRESSIVE = "progressive", _("Winners move up")
    SWISS = "swiss", _("Swiss: players with similar scores meet")
    FIXED = "fixed", _("Fixed pairs")


class Counting(models.TextChoices):
    """The scoring of a match at its night."""

    POINTS = "points", _("Total points of the sheets")
    MATCHES = "matches", _("Match points: 2 for each side beaten, 1 for each tie")
    PLACING = "placing", _("Points for the place at the table")
    LEAGUE = "listed", _("The game’s own list")


class Missed(models.TextChoices):
    """The scoring of a round that a player sat out or missed."""

    NOTHING = "nothing", _("Zero")
    AVERAGE = "average", _("The average of the player’s other rounds")


def usual_points() -> list[int]:
    return [5, 3, 2, 1]


def usual_prizes() -> list[str]:
    return ["first", "second", "most_won", "biggest_hand", "last"]


class Night(models.Model):
    """An evening of the club with several tables of one game, in rounds."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    club = models.ForeignKey(Club, models.CASCADE, related_name="nights")
    season = models.ForeignKey(Season, models.SET_NULL, null=True, blank=True, related_name="nights")
    name = models.CharField(max_length=60, blank=True)
    place = models.CharField(max_length=60, blank=True)
    date = models.DateField()
    begins = models.TimeField(null=True, blank=True)  # in the club's time zone; None if not set
    game_slug = models.SlugField()
    preset = models.CharField(max_length=40)
    house = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    sides = models.PositiveSmallIntegerField()
    drawing = models.CharField(max_length=12, choices=Drawing.choices, default=Drawing.RANDOM)
    counting = models.CharField(max_length=20, choices=Counting.choices, default=Counting.POINTS)
    points = models.JSONField(default=usual_points)  # for the places at a table
    missed = models.CharField(max_length=8, choices=Missed.choices, default=Missed.NOTHING)
    # If True, tables of other sizes seat people who would be left over.
    mixed = models.BooleanField(default=True)
    prizes = models.JSONField(default=usual_prizes)
    rounds = models.PositiveSmallIntegerField(default=4)
    # Limits of a round in hands and minutes; 0: no limit. A round without limits ends with its matches.
    hands = models.PositiveSmallIntegerField(default=0)
    minutes = models.PositiveSmallIntegerField(default=0)
    confirm = models.BooleanField(default=False, db_default=False)
    seed = models.PositiveBigIntegerField(default=0)  # makes the draw reproducible
    version = models.PositiveIntegerField(default=0)  # incremented by each change that the night's pages show
    created = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "clubs"
        ordering = ("-date", "-pk")

    @property
    def display_name(self) -> str:
        return self.name or f"{self.date:%Y-%m-%d}"


class Present(models.Model):
    """A player's attendance at a night, from round to round."""

    night = models.ForeignKey(Night, models.CASCADE, related_name="present")
    player = models.ForeignKey(Player, models.CASCADE, related_name="nights")
    number = models.PositiveSmallIntegerField()  # in the order of arrival
    partner = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)  # the last round; None while here
    rests = models.BooleanField(default=False)  # sits out by choice

    class Meta:
        app_label = "clubs"
        constraints = [models.UniqueConstraint(fields=["night", "player"], name="once_at_a_night")]
        ordering = ("number",)

    def __str__(self) -> str:
        return self.player.display_name


class Round(models.Model):
    """A round of a night, with its clock."""

    night = models.ForeignKey(Night, models.CASCADE, related_name="played_rounds")
    number = models.PositiveSmallIntegerField()
    drawn = models.DateTimeField(default=timezone.now)
    # The clock: its start, its minutes (0: no clock), and since when it is paused. Resuming moves
    # the start by the length of the pause.
    began = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(default=0)
    paused = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    sitting_out = models.JSONField(default=list)  # ids of ``Present`` without a seat

    class Meta:
        app_label = "clubs"
        constraints = [models.UniqueConstraint(fields=["night", "number"], name="one_round_a_number")]
        ordering = ("number",)


class NightTable(models.Model):
    """A table of a round: its number in the room, and its seating."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    table = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="at_night")
    seated = models.JSONField(default=list)  # ids of ``Present`` in seat order
    sides = models.PositiveSmallIntegerField(default=2)
    called = models.DateTimeField(null=True, blank=True)  # since when a call for the referee is unanswered

    class Meta:
        app_label = "clubs"
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_table_a_number")]
        ordering = ("number",)


class ResultConfirmation(models.Model):
    """A side's confirmation of a result.

    ``head`` is the hash of the log's last entry at that time: a later entry invalidates it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="confirmed_by")
    side = models.PositiveSmallIntegerField()
    head = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "clubs"
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="one_confirmation_a_side")]
