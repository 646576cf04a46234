"""Seasons, and nights with several tables: who was there, who sat where in which round."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.membership.models import Club
from scorekeeper.clubs.people.models import Player
from scorekeeper.matches.models import CODE_LENGTH, Match, Table, new_code


class Season(models.Model):
    """A stretch of time with a table of its own, of one game or of all."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=40)
    game_slug = models.SlugField(blank=True)
    begins = models.DateField()
    ends = models.DateField(null=True, blank=True)
    # How the season's table is made: points for placing, how many nights count, how ties are broken.
    scoring = models.JSONField(default=dict)
    # By which whoever has the link reads its table and matches; None where nobody was given one.
    link = models.CharField(max_length=CODE_LENGTH, null=True, blank=True, unique=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_season_a_name")]
        ordering = ("-begins", "-pk")

    def __str__(self) -> str:
        return self.name


class Drawing(models.TextChoices):
    """How the tables of a round are drawn."""

    RANDOM = "random", _("Random")
    ROTATING = "rotating", _("Rotating partners: everyone partners everyone as evenly as possible")
    PROGRESSIVE = "progressive", _("Winners move up")
    SWISS = "swiss", _("Swiss: players with similar scores meet")
    FIXED = "fixed", _("Fixed pairs")


class Counting(models.TextChoices):
    """What a match counts at its night."""

    POINTS = "points", _("Total points of the sheets")
    MATCHES = "matches", _("Match points: 2 for each side beaten, 1 for each tie")
    PLACING = "placing", _("Points for the place at the table")
    LISTED = "listed", _("The game’s own list")


class Missed(models.TextChoices):
    """What a round without a table counts for whoever sat it out or was not there."""

    NOTHING = "nothing", _("Zero")
    AVERAGE = "average", _("The average of the player’s other rounds")


def usual_points() -> list[int]:
    """What the places at a table count, the first one first."""
    return [5, 3, 2, 1]


def usual_prizes() -> list[str]:
    """The prizes of a night that nobody has said anything about."""
    return ["first", "second", "most_won", "biggest_hand", "last"]


class Night(models.Model):
    """An evening of the club with several tables of one game, in rounds."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    club = models.ForeignKey(Club, models.CASCADE, related_name="nights")
    season = models.ForeignKey(Season, models.SET_NULL, null=True, blank=True, related_name="nights")
    name = models.CharField(max_length=60, blank=True)
    place = models.CharField(max_length=60, blank=True)
    date = models.DateField()
    begins = models.TimeField(null=True, blank=True)  # by the club's clock; None where nobody has said
    game_slug = models.SlugField()
    preset = models.CharField(max_length=40)
    house = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    sides = models.PositiveSmallIntegerField()
    drawing = models.CharField(max_length=12, choices=Drawing.choices, default=Drawing.RANDOM)
    counting = models.CharField(max_length=20, choices=Counting.choices, default=Counting.POINTS)
    points = models.JSONField(default=usual_points)  # for the places at a table
    missed = models.CharField(max_length=8, choices=Missed.choices, default=Missed.NOTHING)
    # Whether a table of another size is made where the number does not divide.
    mixed = models.BooleanField(default=True)
    prizes = models.JSONField(default=usual_prizes)
    rounds = models.PositiveSmallIntegerField(default=4)
    # A round ends after so many hands or minutes; 0: with its matches.
    hands = models.PositiveSmallIntegerField(default=0)
    minutes = models.PositiveSmallIntegerField(default=0)
    # Whether the sides of a table are asked to confirm its result.
    confirm = models.BooleanField(default=False, db_default=False)
    # What each person pays, in hundredths of the club's currency; 0: nothing.
    entry_fee = models.PositiveIntegerField(default=0, db_default=0)
    seed = models.PositiveBigIntegerField(default=0)  # the draw can be made again from it
    version = models.PositiveIntegerField(default=0)  # rises with everything the wall screen would show
    created = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-date", "-pk")

    def __str__(self) -> str:
        return self.name or f"{self.game_slug} {self.date}"

    @property
    def called(self) -> str:
        """Its name, or its day."""
        return self.name or f"{self.date:%Y-%m-%d}"


class Present(models.Model):
    """A player at a night: from which round on, to which."""

    night = models.ForeignKey(Night, models.CASCADE, related_name="present")
    player = models.ForeignKey(Player, models.CASCADE, related_name="nights")
    number = models.PositiveSmallIntegerField()  # in the order they came
    partner = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)  # the last they were there for
    rests = models.BooleanField(default=False)  # sits out by choice until they say otherwise
    paid = models.PositiveIntegerField(null=True, blank=True)  # in hundredths; None: not yet

    class Meta:
        constraints = [models.UniqueConstraint(fields=["night", "player"], name="once_at_a_night")]
        ordering = ("number",)

    def __str__(self) -> str:
        return f"{self.player_id} at {self.night_id}"


class Round(models.Model):
    """A round of a night: when it began, by whose clock it ends."""

    night = models.ForeignKey(Night, models.CASCADE, related_name="played_rounds")
    number = models.PositiveSmallIntegerField()
    drawn = models.DateTimeField(default=timezone.now)
    # Its clock: when it began, for how long (0: no clock), and since when it is stopped. A clock that goes on
    # began so much later as it stood still.
    began = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(default=0)
    paused = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    sitting_out = models.JSONField(default=list)  # the ids of those present who have no seat

    class Meta:
        constraints = [models.UniqueConstraint(fields=["night", "number"], name="one_round_a_number")]
        ordering = ("number",)

    def __str__(self) -> str:
        return f"round {self.number} of {self.night_id}"


class NightTable(models.Model):
    """A table of a round: its number in the room, and who sits in which seat."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    table = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="at_night")
    seated = models.JSONField(default=list)  # the ids of those present, in the order of the seats
    sides = models.PositiveSmallIntegerField(default=2)
    called = models.DateTimeField(null=True, blank=True)  # the referee, who has not come yet

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_table_a_number")]
        ordering = ("number",)

    def __str__(self) -> str:
        return f"table {self.number} of {self.round_id}"


class ResultConfirmation(models.Model):
    """A side of a table says that its sheet is right, as it stood then.

    ``head`` is the hash of the log's newest line then: whatever is written later withdraws it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="confirmed_by")
    side = models.PositiveSmallIntegerField()
    head = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="one_confirmation_a_side")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.side}"


class Payout(models.Model):
    """A prize in money that was paid out at a night."""

    night = models.ForeignKey(Night, models.CASCADE, related_name="payouts")
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="payouts")
    what = models.CharField(max_length=60, blank=True)
    amount = models.PositiveIntegerField()  # in hundredths
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return self.what
